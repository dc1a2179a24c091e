// The puzzle that is edited: its text, the words of its sheets where these are newer, and what came before.

const STORE = "accord-workbench";
const MOST = 300; // steps to undo
const TOGETHER = 800; // milliseconds within which keys in the text are one step

export const state = {
  text: "", form: "toml", variant: null, words: null, // what is edited; words: null, or newer than the text
  family: "", title: "", sheets: [], cells: [], edges: [], pieces: [], variables: {}, spots: {}, marks: {},
};

const past = [];
const future = [];
let last = 0;

const snapshot = () => ({ text: state.text, form: state.form, variant: state.variant, words: state.words, marks: state.marks });

// Remember what is there, before it changes.
export function remember(typing = false) {
  const now = Date.now();
  if (!(typing && now - last < TOGETHER && past.length)) past.push(snapshot());
  last = typing ? now : 0;
  if (past.length > MOST) past.shift();
  future.length = 0;
}

// Take a puzzle of elsewhere, such as a link's. One that replaces another is asked about; undo brings that back.
export function takeIn(puzzle, isWanted) {
  if (state.text === puzzle.text && state.variant === puzzle.variant) return true;
  if (state.text.trim()) {
    if (!isWanted()) return false;
    remember();
  }
  Object.assign(state, puzzle, { words: null, marks: {} });
  return true;
}

export function undo() { return step(past, future); }
export function redo() { return step(future, past); }
export const steps = () => ({ undo: past.length, redo: future.length });

function step(from, to) {
  if (!from.length) return false;
  to.push(snapshot());
  Object.assign(state, from.pop());
  last = 0;
  return true;
}

export function store() {
  try { localStorage.setItem(STORE, JSON.stringify(snapshot())); } catch { /* private window, or full */ }
}

export function restore() {
  try {
    const known = JSON.parse(localStorage.getItem(STORE) ?? "null");
    if (known && typeof known.text === "string" && known.text) { Object.assign(state, known); return true; }
  } catch { /* not ours */ }
  return false;
}

// The words of all sheets, to change.
export function wordsOf() {
  const words = state.words ?? Object.fromEntries(state.sheets.map((sheet) => [sheet.key, sheet.words]));
  return structuredClone(words);
}

export const puzzle = () => ({
  text: state.text, variant: state.variant, ...(state.words ? { words: state.words, title: state.title } : {}),
});
