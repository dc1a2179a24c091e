// One job of a window search: its arrays in the memory of a kernel, which continues it call by call.

const TYPES = { uint64: BigUint64Array, int32: Int32Array };

// Return the bytes of a text in base64; deflated ones are inflated.
async function bytesOf(text, deflated) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  if (!deflated) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

class Job {
  static NAMES = [
    "tables", "cell", "orientation", "pieced", "filled", "starts", "placed", "optionAt", "rows", "size",
    "state", "output",
  ];

  constructor(module, job, constants) {
    this.module = module;
    this.job = job;
    this.constants = constants;
    this.done = false;
  }

  // Put the arrays into a new memory. The words of an array are those of numba: see accord.object_code.
  async begin() {
    const { exports } = await WebAssembly.instantiate(this.module);
    this.exports = exports;
    const arrays = this.job.arrays;
    const words = [];
    const count = (array) => array.shape.reduce((product, size) => product * size, 1);
    let end = Number(exports.__heap_base.value);
    const room = (bytes) => {
      const at = Math.ceil(end / 16) * 16;
      end = at + bytes;
      return at;
    };
    const places = arrays.map((array) => room(count(array) * TYPES[array.type].BYTES_PER_ELEMENT));
    for (const [number, array] of arrays.entries()) {
      const size = TYPES[array.type].BYTES_PER_ELEMENT;
      const strides = array.shape.map((_, axis) => size * array.shape.slice(axis + 1).reduce((a, b) => a * b, 1));
      words.push(0, 0, count(array), size, places[number], ...array.shape, ...strides);
    }
    words.push(0); // the budget
    this.words = room(8 * words.length);
    this.result = room(16);
    const pages = Math.ceil(end / 65536) - exports.memory.buffer.byteLength / 65536;
    if (pages > 0) exports.memory.grow(BigInt(pages));
    const { buffer } = exports.memory;
    for (const [number, array] of arrays.entries()) {
      const view = new TYPES[array.type](buffer, places[number], count(array));
      if (array.data) new Uint8Array(buffer, places[number], view.byteLength).set(await bytesOf(array.data, true));
      this[Job.NAMES[number]] = { view, shape: array.shape };
    }
    this.budget = new BigUint64Array(buffer, this.words, words.length);
    this.budget.set(words.map(BigInt));
    this.ended = new BigUint64Array(buffer, this.result, 2);
  }

  // Place about so many nodes; return up to `wanted` of the solutions that were found, as lists of options.
  run(nodes, wanted) {
    const { DONE, WRITTEN } = this.constants;
    this.budget[this.budget.length - 1] = BigInt(nodes);
    const status = this.exports.search(BigInt(this.words), BigInt(this.result), BigInt(this.result + 8));
    if (status !== 0) throw new Error(`the kernel ended with status ${status}`);
    this.done = Number(this.ended[0]) === DONE;
    const { view, shape } = this.output;
    return Array.from({ length: Math.min(wanted, this.number(WRITTEN)) }, (_, line) =>
      Array.from(view.subarray(line * shape[1], (line + 1) * shape[1])).filter((option) => option >= 0));
  }

  number(place) {
    return Number(this.state.view[place]);
  }

  get nodes() {
    return this.job.nodes + this.number(this.constants.NODES);
  }

  // Which fraction of the roots was taken.
  get share() {
    const roots = this.starts.shape[0];
    return this.done || roots === 0 ? 1 : Math.max(0, this.number(this.constants.ROOT) - 1) / roots;
  }

  // The options on the board from which the search continues; none before it begins and when it is over.
  get board() {
    const { CELL, ORIENTATION, ORIENTATION_MASK, PARENT, PARENT_MASK, ROOT } = this.constants;
    const sizes = this.size.view;
    let level = sizes.length - 1;
    while (level >= 0 && sizes[level] === 0n) level -= 1;
    if (level < 0) return [];
    const width = this.rows.shape[1];
    const stride = this.rows.shape[0] / sizes.length;
    const trace = (depth, at) => this.rows.view[(depth * stride + Number(at) + 1) * width - 1];
    const field = (word, shift, mask) => Number((word >> BigInt(shift)) & BigInt(mask));
    const across = this.optionAt.shape[1];
    const options = [];
    let here = trace(level, sizes[level]);
    for (let depth = level - 1; depth >= 0; depth -= 1) {
      const parent = trace(depth, field(here, PARENT, PARENT_MASK));
      const cell = Number(parent >> BigInt(CELL));
      options.push(this.optionAt.view[cell * across + field(here, ORIENTATION, ORIENTATION_MASK)]);
      here = parent;
    }
    const length = this.placed.shape[1];
    const root = (this.number(ROOT) - 1) * length;
    return [...this.placed.view.subarray(root, root + length), ...options.reverse()];
  }
}

// All jobs of a puzzle, one after the other.
class Search {
  constructor(data, module) {
    this.data = data;
    this.module = module;
    this.next = 0;
    this.finished = { nodes: 0, count: 0 };
    this.ready = [];
  }

  async begin() {
    const job = this.data.jobs[this.next];
    this.job = null;
    if (!job) return;
    this.next += 1;
    const begun = new Job(this.module, job, this.data.constants);
    await begun.begin();
    this.finished.count += job.ready.length;
    this.ready.push(...job.ready);
    this.job = begun;
  }

  get over() {
    return this.job === null;
  }

  async run(nodes, wanted) {
    const found = [...this.ready.splice(0), ...this.job.run(nodes, wanted)];
    if (this.job.done) {
      this.finished.nodes += this.job.nodes;
      this.finished.count += this.job.number(this.data.constants.SOLUTIONS);
      await this.begin();
      found.push(...this.ready.splice(0));
    }
    return found;
  }

  get count() {
    return this.finished.count + (this.job ? this.job.number(this.data.constants.SOLUTIONS) : 0);
  }

  get nodes() {
    return this.finished.nodes + (this.job ? this.job.nodes : 0);
  }

  get share() {
    return this.over ? 1 : (this.next - 1 + this.job.share) / this.data.jobs.length;
  }

  get board() {
    return this.job ? this.job.board : [];
  }
}
