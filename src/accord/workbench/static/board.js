// The drawing of the puzzle, and over it what can be clicked, what is lit, what is marked.

import { byId, drawing, make, shape } from "./dom.js";
import { state } from "./state.js";

const board = byId("board");
const PAD = 28; // pixels around the drawing where clues stand outside
let paper = null;
let overlay = null;
let layers = {};

const keyOf = (place) => place.join(",");
export let cellAt = new Map(); // place -> polygon

export function show(svg) {
  const width = board.scrollTop;
  paper = drawing(svg);
  paper.classList.add("paper");
  const box = paper.getAttribute("viewBox").split(" ").map(Number);
  const pad = state.sheets.some((sheet) => ["top", "left", "bottom", "right"].includes(sheet.on)) ? PAD : 0;
  const view = `${-pad} ${-pad} ${box[2] + 2 * pad} ${box[3] + 2 * pad}`;
  paper.setAttribute("viewBox", view);
  paper.removeAttribute("width");
  paper.removeAttribute("height");
  overlay = shape("svg", { class: "overlay", viewBox: view, "aria-hidden": "true" });
  layers = {};
  for (const name of ["lit", "marks", "pending", "hits", "pick"]) overlay.append(layers[name] = shape("g"));
  cellAt = new Map(state.cells.map(([layer, row, column, ...points]) => [keyOf([layer, row, column]), points]));
  const largest = Math.min(1, (box[2] + 2 * pad) / 700);
  board.style.maxWidth = `${Math.max(14, 44 * largest)}rem`;
  board.replaceChildren(paper, overlay);
  board.scrollTop = width;
}

export function showText(text, note) {
  clear();
  board.append(make("pre", {}, text), make("p", { class: "quiet" }, note));
}

export function clear() {
  board.replaceChildren();
  overlay = null;
}

const pairs = (points) => points.map((value, at) => (at % 2 ? `${value}` : `${value},`)).join(" ").replaceAll(", ", ",");
const middle = (points) => [0, 1].map((axis) => {
  const values = points.filter((_, at) => at % 2 === axis);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
});

// Cells, and edges, with a light of that name; what was lit by that name before is not.
export function light(name, places, edges = []) {
  if (!overlay) return;
  for (const old of layers.lit.querySelectorAll(`.${name}`)) old.remove();
  for (const place of places ?? []) {
    const points = cellAt.get(keyOf(place));
    if (points) layers.lit.append(shape("polygon", { points: pairs(points), class: `lit ${name}` }));
  }
  for (const [one, other] of edges ?? []) {
    const ends = state.edges.find(([a, b, c, d]) => a === one[0] && b === one[1] && c === other[0] && d === other[1]);
    if (ends) layers.lit.append(shape("line", { x1: ends[4], y1: ends[5], x2: ends[6], y2: ends[7], class: `lit ${name}` }));
  }
}

// Where a spot of a sheet is drawn: the points of a polygon.
export function outline(sheet, row, column) {
  if (sheet.on === "cells") return cellAt.get(keyOf(sheet.places?.[row]?.[column] ?? [0, row, column]));
  if (sheet.on === "corners") {
    const [x, y] = corner(row, column) ?? [];
    return x === undefined ? undefined : [x - 9, y - 9, x + 9, y - 9, x + 9, y + 9, x - 9, y + 9];
  }
  const [, , width, height] = paper.getAttribute("viewBox").split(" ").map(Number);
  const [left, top, right, bottom] = [-PAD, -PAD, width - PAD, height - PAD];
  const cells = [...cellAt.entries()].map(([key, points]) => [key.split(",").map(Number), points]);
  const line = cells.filter(([place]) => place[sheet.on === "left" || sheet.on === "right" ? 1 : 2] === column);
  if (!line.length) return undefined;
  const xs = line.flatMap(([, points]) => points.filter((_, at) => at % 2 === 0));
  const ys = line.flatMap(([, points]) => points.filter((_, at) => at % 2 === 1));
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const area = {
    left: [left, y0, x0, y1], right: [x1, y0, right, y1], top: [x0, top, x1, y0], bottom: [x0, y1, x1, bottom],
  }[sheet.on];
  return [area[0], area[1], area[2], area[1], area[2], area[3], area[0], area[3]];
}

function corner(row, column) {
  const around = [[0, 0, 0], [-1, 0, 6], [0, -1, 2], [-1, -1, 4]];
  for (const [down, right, at] of around) {
    const points = cellAt.get(keyOf([0, row + down, column + right]));
    if (points) return [points[at], points[at + 1]];
  }
  return undefined;
}

// What can be clicked: each spot of a sheet.
export function spots(sheet) {
  if (!overlay) return;
  layers.hits.replaceChildren();
  sheet?.words.forEach((words, row) => words.forEach((_, column) => {
    const points = outline(sheet, row, column);
    if (points) layers.hits.append(shape("polygon", { points: pairs(points), class: "hit", "data-row": row, "data-column": column }));
  }));
}

// The same of what can be marked: cells and edges, by the names of their variables.
export function markSpots(cells, edges) {
  if (!overlay) return;
  layers.hits.replaceChildren();
  for (const [name, place] of cells) {
    const points = cellAt.get(keyOf(place));
    if (points) layers.hits.append(shape("polygon", { points: pairs(points), class: "hit", "data-name": name }));
  }
  for (const [name, ends] of edges) {
    layers.hits.append(shape("line", { x1: ends[4], y1: ends[5], x2: ends[6], y2: ends[7], class: "edge-hit", "data-name": name }));
  }
}

export function pick(points, edge) {
  if (!overlay) return;
  layers.pick.replaceChildren();
  if (edge) layers.pick.append(shape("line", { x1: edge[4], y1: edge[5], x2: edge[6], y2: edge[7], class: "pick" }));
  else if (points) layers.pick.append(shape("polygon", { points: pairs(points), class: "pick" }));
}

// Words that the drawing does not show yet.
export function pending(items) {
  if (!overlay) return;
  layers.pending.replaceChildren(...items.filter(([points]) => points).map(([points, word]) => {
    const [x, y] = middle(points);
    return shape("text", { x, y: y + 7, class: "pending" }, word === "" ? "·" : word);
  }));
}

export function marks(cells, edges, values) {
  if (!overlay) return;
  layers.marks.replaceChildren();
  for (const [name, place] of cells) {
    const [value, points] = [values[name], cellAt.get(keyOf(place))];
    if (value === undefined || !points) continue;
    const [x, y] = middle(points);
    const sign = value === true ? "●" : value === false ? "×" : String(value);
    layers.marks.append(shape("text", { x, y: y + 8, class: "mark" }, sign));
  }
  for (const [name, [, , , , x1, y1, x2, y2]] of edges) {
    const value = values[name];
    if (value === undefined) continue;
    const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
    if (value) layers.marks.append(shape("line", { x1, y1, x2, y2, class: "mark-line" }));
    else for (const turn of [1, -1]) layers.marks.append(shape("line", { x1: x - 4, y1: y - 4 * turn, x2: x + 4, y2: y + 4 * turn, class: "mark-cross" }));
  }
}
