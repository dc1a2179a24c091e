// The page: buttons, counters, the board, and the solutions that were found.

const SLICE = 30; // milliseconds of search between two looks at the page
const NODES = 100_000; // in a call of the kernel: some milliseconds
const STORED = 10_000; // solutions to look through
const SVG = "http://www.w3.org/2000/svg";
const $ = (id) => document.getElementById(id);
const data = JSON.parse($("data").textContent);
const digits = (number) => number.toLocaleString("en");

let search, found, shown, running, seconds, module, drawn;

async function prepare() {
  module = await WebAssembly.compile(await bytesOf(data.kernel, false));
  drawn = JSON.parse(new TextDecoder().decode(await bytesOf(data.options, true)));
  await restart();
}

async function restart() {
  running = null;
  [found, shown, seconds] = [[], -1, 0];
  search = new Search(data, module);
  await search.begin();
  tell();
  draw([]);
}

function draw(options, solved = false) {
  const shapes = options.flatMap((option) => drawn[option]).map(([name, x, y]) => {
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `#${name}`);
    use.setAttribute("x", x);
    use.setAttribute("y", y);
    return use;
  });
  $("pieces").replaceChildren(...shapes);
  $("board").classList.toggle("solved", solved);
}

function tell() {
  const over = search.over;
  $("count").textContent = `${over ? "" : "at least "}${digits(search.count)}`;
  $("nodes").textContent = digits(search.nodes);
  $("share").value = search.share;
  $("time").textContent = `${seconds.toFixed(2)} s`;
  const verdict = !over ? "" : data.stated === null ? "complete"
    : search.count === data.stated ? `complete: as stated, ${digits(data.stated)}`
    : `complete, but ${digits(data.stated)} are stated`;
  $("status").textContent = over ? verdict : running ? "searching" : search.nodes ? "paused" : "ready";
  $("page-of").textContent = found.length ? `${shown < 0 ? "–" : digits(shown + 1)} of ${digits(found.length)}` : "none yet";
  for (const id of ["run", "step", "to-next"]) $(id).disabled = over;
  $("run").textContent = running === "run" ? "Pause" : "Count";
  $("watch").textContent = running === "watch" ? "Pause" : "Watch";
  $("watch").disabled = over;
  $("earlier").disabled = shown <= 0;
  $("later").disabled = shown + 1 >= found.length;
}

function show(number) {
  shown = number;
  draw(found[number], true);
  tell();
}

async function advance(nodes) {
  const began = performance.now();
  const solutions = await search.run(nodes, STORED - found.length);
  seconds += (performance.now() - began) / 1000;
  found.push(...solutions);
  return solutions;
}

// Search on until somebody presses a button, or all is searched.
async function run() {
  running = running === "run" ? null : "run";
  const mine = running && Symbol("run");
  run.turn = mine;
  while (mine && run.turn === mine && running === "run" && !search.over) {
    const began = performance.now();
    while (performance.now() - began < SLICE && !search.over) await advance(NODES);
    draw(search.board);
    tell();
    await new Promise((resolve) => setTimeout(resolve));
  }
  if (search.over) {
    running = null;
    if (found.length) show(Math.max(0, shown));
  }
  tell();
}

async function step() {
  const solutions = await advance(1);
  if (solutions.length) show(found.length - 1);
  else draw(search.board);
  tell();
  return solutions.length > 0;
}

// Search up to a node, and show the board there.
async function goTo(node) {
  while (search.nodes < node && !search.over) await advance(1);
  draw(search.board);
  tell();
}

async function watch() {
  running = running === "watch" ? null : "watch";
  while (running === "watch" && !search.over) {
    const solved = await step();
    const pause = 1000 / Number($("speed").value);
    await new Promise((resolve) => setTimeout(resolve, solved ? Math.max(pause, 800) : pause));
  }
  if (search.over) running = null;
  tell();
}

async function toNext() {
  running = null;
  const before = found.length;
  while (found.length === before && !search.over) await advance(64);
  if (found.length > before) show(before);
  tell();
}

const actions = {
  run, step: () => { running = null; return step(); }, watch, "to-next": toNext, restart,
  earlier: () => show(shown - 1), later: () => show(shown + 1),
};
for (const [id, action] of Object.entries(actions)) $(id).addEventListener("click", action);

prepare().then(() => {
  $("controls").disabled = false;
  const nodes = /^#nodes=(\d+)$/.exec(location.hash);
  if (nodes) goTo(Number(nodes[1]));
  if (location.hash === "#count") run();
}).catch((error) => {
  $("status").textContent = `this browser cannot run the search (64-bit WebAssembly is needed): ${error.message}`;
});
