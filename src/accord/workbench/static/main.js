// The page: text and board in step, the newest question wins, what was edited comes back after a reload.

import * as board from "./board.js";
import { byId, list, make } from "./dom.js";
import * as edit from "./edit.js";
import * as library from "./library.js";
import { ask } from "./net.js";
import * as questions from "./questions.js";
import { pack, unpack } from "./share.js";
import * as solve from "./solve.js";
import { puzzle, redo, remember, restore, state, steps, store, takeIn, undo } from "./state.js";

const WAIT = 150; // milliseconds after the last key
const [text, form, variant, verdict, details] = ["text", "form", "variant", "verdict", "details"].map(byId);
let asked = null; // the controller of the question under way
let timer = 0;
let last = 0; // when the last change was
let began = 0; // when the change was whose verdict is awaited
let solving = false;

// -- from an edit to the verdict -------------------------------------------------------------------

// The first change after a rest is asked at once; of those that follow soon, the last one.
function changed(how) {
  dropLink();
  asked?.abort();
  clearTimeout(timer);
  const now = performance.now();
  const wait = how === "text" || now - last < WAIT ? WAIT : 0;
  last = began = now;
  verdict.setAttribute("aria-busy", "true");
  timer = setTimeout(() => send(how === "text" ? "" : state.form), wait);
  refresh();
}

function send(wanted) {
  asked?.abort();
  asked = new AbortController();
  const { signal } = asked;
  questions.abandon();
  details.replaceChildren();
  if (!state.text.trim()) { say("", "Type a puzzle, or take one from the library."); board.clear(); edit.leave(); return; }
  verdict.setAttribute("aria-busy", "true");
  ask({ verb: "edit", lane: "edit", ...puzzle(), form: wanted }, (event) => SHOW[event.event]?.(event), signal)
    .then(() => { if (!signal.aborted) verdict.removeAttribute("aria-busy"); });
  store();
}

function say(kind, words, ...others) { verdict.replaceChildren(make("p", { class: `answer ${kind}` }, words), ...others); }
function add(...parts) { details.append(...parts); }

const SHOW = {
  puzzle: (event) => {
    Object.assign(state, { family: event.family, title: event.title });
    byId("title").textContent = event.title || event.family;
    byId("rule").textContent = event.rule;
    document.title = `${event.title || event.family} – Accord workbench`;
    if (event.text !== null) {
      state.text = event.text;
      if (text.value !== event.text) text.value = event.text;
    }
    state.form = guess(event.forms);
    form.replaceChildren(...event.forms.map((name) => make("option", { value: name, selected: name === state.form }, name)));
    const names = Object.keys(event.variants);
    variant.hidden = byId("variant-label").hidden = !names.length;
    variant.replaceChildren(...["", ...names].map((name) => make("option", { value: name, selected: name === (event.variant ?? "") }, name || "none")));
    questions.renew(event.plan, event.forms);
    state.words = null;
    store();
  },
  board: (event) => {
    Object.assign(state, { sheets: event.sheets, cells: event.cells, edges: event.edges, pieces: event.pieces, variables: event.marks, spots: event.spots });
    questions.setBest(event.best);
    if (!event.svg) { board.showText(event.picture, event.note); edit.renew(); return; }
    board.show(event.svg);
    byId("solving").disabled = !solve.canMark();
    if (solving && solve.canMark()) { edit.leave(); solve.renew(); solve.check(); } else edit.renew();
  },
  faults: ({ faults }) => say("faults", faults.length === 1 ? "1 fault" : `${faults.length} faults`, list(faults)),
  verdict: (event) => {
    performance.measure("verdict", { start: began });
    say(event.answer, event.words, make("p", { class: "quiet" }, `${event.who}, ${event.seconds} s`));
    verdict.removeAttribute("aria-busy");
    for (const name of ["blame", "spare", "changed"]) board.light(name, []);
    board.light("differ", event.differ, event.edges);
    if (event.differ) add(make("p", {}, `two solutions differ in ${event.differ.length} cells${event.edges.length ? ` and ${event.edges.length} lines` : ""}, which are lit`));
    if (byId("live").checked && event.answer !== "impossible") live(asked.signal);
  },
  count: ({ words }) => add(make("p", { id: "count" }, words)),
  why: (event) => {
    questions.showWhy(event);
    if (event.answer === "unique") add(make("p", {}, `clues that can be left out, one at a time: ${event.spare.join(", ") || "none"}`));
    else add(make("p", {}, event.words), list(event.clues), questions.whyMore(event));
  },
  rating: ({ words, score }) => add(make("p", { id: "rating" }, `for a person: ${words}, score ${score}`)),
  step: ({ words }) => add(make("p", { id: "step" }, `first step: ${words}`)),
  note: ({ words }) => add(make("p", { class: "quiet" }, words)),
  queue: ({ place }) => say("", `waiting: place ${place} in the queue`),
  error: ({ message }) => say("error", message),
  stopped: ({ message }) => say("error", message),
};

async function live(signal) {
  const { candidates } = await questions.candidates(signal);
  if (candidates && !signal.aborted) questions.showCandidates(candidates);
}

// The form in which a text is: an address, a line, or a model file.
function guess(forms) {
  const line = state.text.trim();
  if (line.includes("\n")) return state.form === "block" && /^\d/.test(line) ? "block" : "toml";
  const address = forms.find((name) => !["line", "toml", "block"].includes(name) && line.includes("://"));
  return address ?? (forms.includes("line") && line.includes(":") ? "line" : "toml");
}

function take(words) {
  dropLink();
  remember();
  Object.assign(state, { text: words, words: null, variant: null, marks: {} });
  text.value = words;
  byId("spot").textContent = "";
  last = 0;
  began = performance.now();
  asked?.abort();
  clearTimeout(timer);
  send(words.includes("\n") || words.includes(":") ? "" : "toml"); // a name of the library becomes its text
  refresh();
}

function refresh() {
  byId("undo").disabled = !steps().undo;
  byId("redo").disabled = !steps().redo;
}

function back(did) {
  if (!did) return;
  text.value = state.text;
  last = 0;
  changed("back");
}

// -- controls --------------------------------------------------------------------------------------

text.addEventListener("input", () => {
  remember(true);
  Object.assign(state, { text: text.value, words: null, variant: null });
  byId("spot").textContent = "";
  changed("text");
});
form.addEventListener("change", () => { state.form = form.value; send(form.value); });
variant.addEventListener("change", () => { remember(); state.variant = variant.value || null; changed("variant"); });
byId("undo").addEventListener("click", () => back(undo()));
byId("redo").addEventListener("click", () => back(redo()));
byId("print").addEventListener("click", () => print());
byId("save").addEventListener("click", () => {
  const name = (state.title || "puzzle").replaceAll(/[^\w]+/g, "-").slice(0, 60);
  questions.save(`${name}.${state.form === "toml" ? "toml" : "txt"}`, state.text, "text/plain");
});
byId("open-file").addEventListener("click", () => byId("file").click());
byId("file").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (file) take(await file.text());
  target.value = "";
});
byId("share").addEventListener("click", async () => {
  const link = `${location.origin}/#p=${await pack({ t: state.text, v: state.variant })}`;
  history.replaceState(null, "", link);
  try { await navigator.clipboard.writeText(link); byId("spot").textContent = "the link is copied; it holds the whole puzzle"; }
  catch { byId("spot").textContent = "the link is in the address of this page; it holds the whole puzzle"; }
});

function setDark(on) {
  document.documentElement.classList.toggle("dark", on);
  byId("dark").setAttribute("aria-pressed", String(on));
}
byId("dark").addEventListener("click", () => {
  const on = !document.documentElement.classList.contains("dark");
  setDark(on);
  localStorage.setItem("accord-dark", on ? "1" : "0");
});

function modes() {
  const label = make("input", { type: "checkbox", id: "live" });
  const toggle = make("button", { type: "button", id: "solving", "aria-pressed": "false", onclick: () => {
    solving = !solving;
    toggle.setAttribute("aria-pressed", String(solving));
    forget.hidden = !solving;
    byId("spot").textContent = "";
    if (solving) { edit.leave(); solve.renew(); solve.check(); } else { solve.hide(); edit.renew(); }
  } }, "Solve by hand");
  const forget = make("button", { type: "button", hidden: true, onclick: () => solve.forget() }, "Clear marks");
  byId("tools").before(make("p", { class: "row" }, toggle, forget, make("label", { for: "live" }, label, " candidates at every edit")));
}

byId("board").addEventListener("pointerdown", (event) => { if (solving) solve.down(event); });
byId("board").addEventListener("keydown", (event) => {
  if (solving ? solve.key(event) : edit.key(event)) event.preventDefault();
});
addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.target === text) return;
  const pressed = event.key.toLowerCase();
  if (pressed === "z" || pressed === "y") {
    event.preventDefault();
    back(pressed === "y" || event.shiftKey ? redo() : undo());
  }
});

async function begin() {
  const dark = localStorage.getItem("accord-dark");
  setDark(dark ? dark === "1" : matchMedia("(prefers-color-scheme: dark)").matches);
  modes();
  library.begin(take);
  questions.begin(take);
  edit.begin(changed);
  refresh();
  const [name, value] = location.hash.slice(1).split("=", 2);
  if (name === "token") {
    sessionStorage.setItem("token", value);
    history.replaceState(null, "", "/");
  }
  const known = restore();
  if (known && name !== "p") show();
  if (name === "p") await openLink(value, known);
}

function show() {
  text.value = state.text;
  send(state.words ? state.form : "");
  refresh();
}

// The puzzle of a link; where another one is edited, only if that may be replaced.
async function openLink(link, isHidden) {
  try {
    takeIn(await unpack(link), () => confirm("Replace the puzzle that you edit by that of the link? Undo brings it back."));
    show();
  } catch (error) {
    const words = `the link holds no puzzle: ${error instanceof RangeError ? error.message : "it is not whole"}`;
    if (isHidden) { show(); byId("spot").textContent = words; } else say("error", words);
  }
  dropLink();
}

// The address holds a link only while its puzzle is the one that is edited: a reload would ask to replace that.
function dropLink() {
  if (location.hash.startsWith("#p=")) history.replaceState(null, "", "/");
}

addEventListener("hashchange", () => { if (location.hash.startsWith("#p=")) openLink(location.hash.slice(3), false); });
begin();
