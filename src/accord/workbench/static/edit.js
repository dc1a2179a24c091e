// Edit the puzzle on the board: a sheet is chosen, a spot is picked, a word is typed, clicked or painted.

import * as board from "./board.js";
import { byId, make } from "./dom.js";
import { answers } from "./net.js";
import { puzzle, remember, state, wordsOf } from "./state.js";

const tools = byId("tools");
const spot = byId("spot");
const AGAIN = 1500; // milliseconds within which another digit belongs to the same number
const DIGITS = 9; // numbers that get a button each

let changed = () => {}; // what to do after a change
let sheet = null;
let at = [0, 0];
let chosen = false; // whether a person picked that spot
let tool = null; // a word to paint, {piece}, or null: pick and type
let drag = null; // the word that is painted while the pointer is down
let typed = 0;
let laid = null; // {cell, turn, before}: the piece that was laid last

export const isEditing = () => sheet !== null;

export function begin(whenChanged) {
  changed = whenChanged;
  const area = byId("board");
  area.addEventListener("pointerdown", down);
  area.addEventListener("pointermove", move);
  addEventListener("pointerup", () => { drag = null; area.classList.remove("painting"); });
  byId("sizes").addEventListener("click", (event) => event.target.dataset.size && resize(event.target.dataset.size));
}

// The tools for a puzzle that has just come; the sheet that was chosen stays.
export function renew() {
  const boards = state.sheets.filter((each) => each.on !== "whole");
  sheet = boards.find((each) => each.key === sheet?.key) ?? boards[0] ?? null;
  byId("sizes").hidden = !boards.some((each) => each.on === "cells" && !each.fixed) || boards.some((each) => each.fixed);
  draw();
  if (sheet) board.spots(sheet);
  pick(at, false);
  showPending();
}

export function leave() { sheet = null; tools.replaceChildren(); board.pick(null); }

function draw() {
  const focused = document.activeElement?.id;
  const parts = [];
  const boards = state.sheets.filter((each) => each.on !== "whole");
  for (const each of boards.length > 1 ? boards : []) {
    const choose = () => { sheet = each; tool = null; at = [0, 0]; chosen = false; renew(); };
    parts.push(make("button", { type: "button", "aria-pressed": String(each === sheet), title: each.about, onclick: choose }, each.key));
  }
  for (const each of state.sheets) if (each.on === "whole") parts.push(...each.words.map((_, row) => whole(each, row)));
  if (sheet) parts.push(...palette());
  tools.replaceChildren(...parts);
  if (focused) byId(focused)?.focus();
}

// A control for a word of the whole puzzle; of several, such as the columns of a deal, for each.
function whole(each, row) {
  const several = each.words.length > 1;
  const id = `whole-${each.key}-${row}`;
  const word = (state.words ?? {})[each.key]?.[row]?.[0] ?? each.words[row][0] ?? "";
  const set = (event) => { change((words) => { words[each.key][row] = [event.target.value]; }); };
  const control = each.choices?.length
    ? make("select", { id, onchange: set }, ...each.choices.map(([value, about]) => option(value, `${value} ${about}`.trim().slice(0, 60), value === word)))
    : make("input", { id, value: word, size: several ? "34" : "6", onchange: set, title: each.free || each.about });
  return make("label", { for: id, title: each.about }, several ? `${each.key} ${row + 1} ` : `${each.key} `, control);
}

const option = (value, words, selected) => make("option", { value, selected }, words);

function palette() {
  const found = [];
  const add = (word, label, about) => {
    const pressed = tool !== null && (tool.piece ?? tool) === word && Boolean(tool.piece) === (about === "piece");
    const choose = () => { tool = pressed ? null : about === "piece" ? { piece: word } : word; draw(); };
    found.push(make("button", { type: "button", "aria-pressed": String(pressed), title: about, onclick: choose }, label));
  };
  if (sheet.blank) add(sheet.blank, `${sheet.blank} blank`, "blank");
  for (const [word, about] of sheet.choices ?? []) if (word !== sheet.blank) add(word, `${word} ${about}`, about);
  const [low, high] = sheet.numbers ?? [1, 0];
  for (let number = low; number <= Math.min(high, low + DIGITS); number += 1) add(String(number), String(number), "a number");
  if (sheet.labels) {
    for (const label of [...new Set(sheet.words.flat()), free()].slice(0, 40)) add(label, label === free() ? `new: ${label}` : label, "a region");
  }
  for (const { name } of state.pieces) add(name, `piece ${name}`, "piece");
  const set = (event) => { put(at[0], at[1], event.target.value.trim()); };
  const word = make("input", { id: "word", size: "6", value: wordAt(...at) ?? "", onchange: set, autocomplete: "off" });
  found.push(make("label", { for: "word" }, "Word ", word));
  return found;
}

function free() {
  const known = new Set(current(sheet).flat());
  const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  return [...signs].find((sign) => !known.has(sign)) ?? "z";
}

const current = (each) => state.words?.[each.key] ?? each.words;
const wordAt = (row, column) => (sheet ? current(sheet)[row]?.[column] : undefined);

function pick(where, say = true) {
  if (!sheet) { board.pick(null); return; }
  const rows = current(sheet);
  at = [Math.max(0, Math.min(where[0], rows.length - 1)), 0];
  at[1] = Math.max(0, Math.min(where[1], (rows[at[0]]?.length ?? 1) - 1));
  board.pick(board.outline(sheet, ...at));
  const name = sheet.on === "cells" || sheet.on === "corners" ? `row ${at[0] + 1}, column ${at[1] + 1}` : `${sheet.key} ${at[1] + 1}`;
  if (say) spot.textContent = `${name}: ${wordAt(...at) || "blank"}`;
  const input = byId("word");
  if (input && document.activeElement !== input) input.value = wordAt(...at) ?? "";
}

function change(alter) {
  const words = wordsOf();
  alter(words);
  if (JSON.stringify(words) === JSON.stringify(wordsOf())) return;
  remember();
  laid = null;
  state.words = words;
  showPending();
  changed("board");
}

function put(row, column, word) {
  if (word === "" && sheet.blank) word = sheet.blank;
  const key = sheet.key;
  change((words) => {
    const old = words[key][row][column];
    words[key][row][column] = word;
    if (state.pieces.length && isPiece(old)) for (const [r, c] of piece(words[key], row, column, old)) words[key][r][c] = sheet.blank;
    if (state.pieces.length && word !== sheet.blank) words[key][row][column] = word;
  });
  pick([row, column]);
}

const isPiece = (word) => word !== sheet.blank && !(sheet.choices ?? []).some(([known]) => known === word);

// The cells of a piece that lies on a board: those of its sign that touch.
function piece(rows, row, column, sign) {
  const found = [];
  rows.forEach((words, r) => words.forEach((word, c) => { if (word === sign) found.push([r, c]); }));
  return found.length ? found : [[row, column]];
}

function showPending() {
  if (!sheet) return;
  const items = [];
  for (const each of state.sheets) {
    if (each.on === "whole" || !state.words?.[each.key]) continue;
    state.words[each.key].forEach((words, row) => words.forEach((word, column) => {
      if (word !== each.words[row]?.[column]) items.push([board.outline(each, row, column), word === each.blank ? "" : word]);
    }));
  }
  board.pending(items);
}

function target(event) {
  const element = document.elementFromPoint(event.clientX, event.clientY);
  const { row, column } = element?.dataset ?? {};
  return row === undefined ? null : [Number(row), Number(column)];
}

function down(event) {
  const where = sheet && target(event);
  if (!where) return;
  event.preventDefault();
  byId("board").focus();
  const same = chosen && at[0] === where[0] && at[1] === where[1];
  chosen = true;
  pick(where);
  if (tool?.piece) { lay(where); return; }
  if (tool !== null) drag = tool;
  else if (sheet.labels) drag = wordAt(...where);
  else if (same) cycle();
  if (drag !== null) {
    byId("board").classList.add("painting");
    put(...where, drag);
  }
}

function move(event) {
  if (drag === null || !sheet) return;
  const where = target(event);
  if (where && wordAt(...where) !== drag) put(...where, drag);
}

function cycle() {
  const [low, high] = sheet.numbers ?? [1, 0];
  const numbers = Array.from({ length: Math.max(0, Math.min(high - low + 1, 10)) }, (_, step) => String(low + step));
  const words = [...new Set([sheet.blank, ...(sheet.choices ?? []).map(([word]) => word), ...numbers])].filter((word) => word !== "");
  if (words.length < 2) return;
  put(...at, words[(words.indexOf(wordAt(...at)) + 1) % words.length]);
}

// Lay the piece on a cell; at another click there, in the next way.
async function lay([row, column]) {
  const cell = sheet.places?.[row]?.[column] ?? [0, row, column];
  const again = laid && laid.cell.join() === cell.join() && laid.piece === tool.piece;
  const before = again ? laid.before : puzzle();
  const turn = again ? laid.turn + 1 : 0;
  const { laid: found, error } = await answers({ verb: "lay", lane: "more", ...before, form: state.form, cell, piece: tool.piece, turn });
  if (error) { spot.textContent = error.message; return; }
  if (!found?.text) { spot.textContent = `piece ${tool.piece} does not fit there`; return; }
  if (!again) remember();
  Object.assign(state, { text: found.text, words: null });
  laid = { cell, turn, before, piece: tool.piece };
  spot.textContent = `piece ${tool.piece}, way ${(turn % found.ways) + 1} of ${found.ways}; click again for the next`;
  changed("laid");
}

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

// A key on the board; returns whether it meant something.
export function key(event) {
  if (!sheet || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (STEPS[event.key]) { pick([at[0] + STEPS[event.key][0], at[1] + STEPS[event.key][1]]); return true; }
  if (event.key === "Enter" && tool?.piece) { lay(at); return true; }
  if (event.key === " " || event.key === "Enter") { if (typeof tool === "string") put(...at, tool); else cycle(); return true; }
  if (["Backspace", "Delete"].includes(event.key)) { put(...at, sheet.blank || wordAt(...at)); return true; }
  if (event.key.length !== 1) return false;
  const old = wordAt(...at);
  const more = /\d/.test(event.key) && /^\d+$/.test(old) && Date.now() - typed < AGAIN ? old + event.key : event.key;
  const word = sheet.numbers && /^\d+$/.test(more) && Number(more) > sheet.numbers[1] ? event.key : more;
  typed = Date.now();
  put(...at, sheet.numbers || sheet.labels || sheet.choices ? word : old === sheet.blank ? event.key : old + event.key);
  return true;
}

// Add or take away the last row or column, on all sheets.
function resize(what) {
  const [along, more] = [what.slice(0, -1), what.endsWith("+")];
  change((words) => {
    for (const each of state.sheets) {
      const rows = words[each.key];
      const grid = each.on === "cells" || each.on === "corners";
      const side = { left: "rows", right: "rows", top: "columns", bottom: "columns" }[each.on] === along;
      if (grid && along === "rows") { if (more) rows.push(rows.at(-1).map((word) => fresh(each, word))); else if (rows.length > 1) rows.pop(); }
      else if (grid || side) for (const row of rows) { if (more) row.push(fresh(each, row.at(-1))); else if (row.length > 1) row.pop(); }
    }
  });
}

const fresh = (each, beside) => (each.labels || !each.blank ? beside : each.blank);
