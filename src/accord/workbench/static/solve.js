// Marks of a person who solves: cells and edges, checked against all solutions.

import * as board from "./board.js";
import { byId, make } from "./dom.js";
import { ask } from "./net.js";
import { puzzle, remember, state, store } from "./state.js";

const spot = byId("spot");
const MOST_VALUES = 40; // that get a button each
const EDGE = /^\w+\[(\d+),(\d+),(\d+),(\d+)\]$/;

let cells = new Map(); // name -> place
let edges = new Map(); // name -> the edge
let at = "";
let pen = null; // the value that a click writes; null: pick and type
let checking = null;

export const canMark = () => Object.keys(state.variables).some((name) => state.spots[name] || EDGE.test(name));

export function renew() {
  cells = new Map();
  edges = new Map();
  const known = new Map(state.edges.map((edge) => [edge.slice(0, 4).join(), edge]));
  for (const name of Object.keys(state.variables)) {
    const cell = state.spots[name];
    const edge = EDGE.exec(name)?.slice(1).map((number) => number - 1).join();
    if (cell) cells.set(name, cell);
    else if (known.has(edge)) edges.set(name, known.get(edge));
  }
  state.marks = Object.fromEntries(Object.entries(state.marks).filter(([name, value]) => state.variables[name]?.includes(value)));
  board.markSpots(cells, edges);
  palette();
  draw();
}

// A button for each value, where there are more than yes and no.
function palette() {
  const values = [...new Set([...cells.keys()].flatMap((name) => state.variables[name]))].filter((value) => typeof value !== "boolean");
  if (!values.includes(pen)) pen = null;
  const shown = values.length > MOST_VALUES ? [] : values;
  byId("tools").replaceChildren(...shown.map((value) => make("button", {
    type: "button", "aria-pressed": String(value === pen), onclick: () => { pen = value === pen ? null : value; palette(); },
  }, String(value))));
}

function draw() {
  board.marks(cells, edges, state.marks);
  board.pick(cells.has(at) ? board.cellAt.get(cells.get(at).join()) : null, edges.get(at));
}

export function hide() { byId("tools").replaceChildren(); board.marks(new Map(), new Map(), {}); }

function set(name, value) {
  remember();
  const marks = { ...state.marks };
  if (value === undefined) delete marks[name]; else marks[name] = value;
  state.marks = marks;
  at = name;
  draw();
  store();
  check();
}

// The next mark of a spot: one of its values after the other, then none.
function turn(name) {
  const values = state.variables[name];
  const both = values.includes(true) && values.includes(false);
  const order = both ? [undefined, true, false] : [undefined, ...values];
  set(name, order[(order.indexOf(state.marks[name]) + 1) % order.length]);
}

export function down(event) {
  const { name } = document.elementFromPoint(event.clientX, event.clientY)?.dataset ?? {};
  if (!name) return;
  event.preventDefault();
  byId("board").focus();
  if (pen !== null && state.variables[name].includes(pen)) set(name, state.marks[name] === pen ? undefined : pen);
  else if (edges.has(name) || at === name || state.variables[name].length === 2) turn(name);
  else { at = name; draw(); spot.textContent = `${name}: ${state.marks[name] ?? "not marked"}`; }
}

const centre = (name) => {
  const points = edges.has(name) ? edges.get(name).slice(4) : board.cellAt.get(cells.get(name).join()) ?? [0, 0];
  const sum = [0, 0];
  points.forEach((value, index) => { sum[index % 2] += value; });
  return sum.map((value) => value / (points.length / 2));
};
const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const names = [...cells.keys(), ...edges.keys()];
  if (!names.length) return false;
  if (!names.includes(at)) at = names[0];
  if (WAYS[event.key]) {
    const [dx, dy] = WAYS[event.key];
    const [x, y] = centre(at);
    const cost = (name) => {
      const [u, v] = centre(name);
      const [along, across] = [(u - x) * dx + (v - y) * dy, Math.abs((u - x) * dy) + Math.abs((v - y) * dx)];
      return along > 1 ? along + 3 * across : Infinity;
    };
    const best = names.reduce((one, other) => (cost(other) < cost(one) ? other : one));
    if (cost(best) < Infinity) at = best;
    draw();
    spot.textContent = `${at}: ${state.marks[at] ?? "not marked"}`;
    return true;
  }
  if (event.key === " " || event.key === "Enter") { turn(at); return true; }
  if (["Backspace", "Delete"].includes(event.key)) { set(at, undefined); return true; }
  const value = state.variables[at].find((each) => String(each) === event.key);
  if (value === undefined) return false;
  set(at, value);
  return true;
}

export function check() {
  checking?.abort();
  checking = new AbortController();
  if (!Object.keys(state.marks).length) { spot.textContent = ""; return; }
  const question = { verb: "check", lane: "more", ...puzzle(), known: state.marks };
  ask(question, (event) => {
    if (event.event === "marks") spot.textContent = event.words;
    if (event.event === "error") spot.textContent = event.message;
  }, checking.signal);
}

export function forget() { remember(); state.marks = {}; draw(); store(); spot.textContent = ""; }
