// Questions by a button: progress, stop, results, pages of solutions, a search to watch, downloads.

import * as board from "./board.js";
import { byId, drawing, list, make } from "./dom.js";
import { answers, ask, stop } from "./net.js";
import { puzzle, state } from "./state.js";

const [running, words, bar, result, boards] = ["running", "progress-words", "progress", "result", "boards"].map(byId);
const PER_PAGE = 6;
const MOST_PRINTED = 100; // solutions in a PDF
const SPEED = 150; // milliseconds a frame

let controller = null;
let solutions = [];
let first = 0;
let frames = [];
let more = false;
let timer = 0;
let turns = 0; // pages that were asked for: a late one is dropped
let take = () => {}; // a text that a result offers

const BUTTONS = [
  ["count", "Count", {}], ["count", "Count distinct", { distinct: true }], ["solve", "Solutions", {}], ["best", "Best", {}],
  ["compare", "Compare backends", {}], ["candidates", "Candidates", {}], ["candidates", "Shares", { shares: true }],
  ["why", "Why", {}], ["repair", "Repair", {}], ["hint", "Hint", {}], ["rate", "Rate", {}], ["watch", "Watch", {}],
  ["plan", "Plan", {}],
];
const FILES = ["svg", "png", "pdf", "toml", "dlx", "dimacs", "opb", "certificate"];

export function begin(takeText) {
  take = takeText;
  const backend = make("select", { id: "backend" }, ...["", "native", "cpsat", "sat"].map((name) => make("option", { value: name }, name || "auto")));
  const value = make("input", { id: "value", size: "8", placeholder: "r1c2=3", autocomplete: "off" });
  const file = make("select", { id: "download" }, ...FILES.map((name) => make("option", { value: name }, name)));
  byId("questions").append(
    make("label", { for: "backend" }, "Backend ", backend), make("label", { for: "value" }, "Why value ", value),
    ...BUTTONS.map(([verb, label, given]) => make("button", {
      type: "button", "data-verb": verb, onclick: () => run({ verb, ...given }),
    }, label)),
    make("label", { for: "download" }, "File ", file),
    make("button", { type: "button", id: "fetch", onclick: () => run({ verb: "download", to: file.value, options: [] }) }, "Download"),
  );
  byId("stop").addEventListener("click", end);
}

// The button for the best solution is on where one solution can be better than another.
export function setBest(on) { byId("questions").querySelector('[data-verb="best"]').disabled = !on; }

// Buttons that a puzzle has no use for are off.
export function renew(isPlan, forms) {
  for (const button of byId("questions").querySelectorAll('[data-verb]:not([data-verb="best"])')) {
    button.disabled = (button.dataset.verb === "plan") !== isPlan && button.dataset.verb !== "watch";
  }
  const file = byId("download");
  const known = [...new Set([...FILES, ...forms])];
  if (file.options.length !== known.length) file.replaceChildren(...known.map((name) => make("option", { value: name }, name)));
}

function end() {
  stop("run");
  controller?.abort();
  running.hidden = true;
  say("stopped", "stopped: what was found by then is partial");
}

// The puzzle is another one: what was asked about the last one is void.
export function abandon() {
  forget();
  result.replaceChildren();
  boards.replaceChildren();
}

function forget() {
  controller?.abort();
  turns += 1;
  running.hidden = true;
  clearInterval(timer);
}

function say(kind, text, ...others) {
  result.replaceChildren(make("p", { class: `answer ${kind}` }, text), ...others);
}

export async function run(question) {
  forget();
  controller = new AbortController();
  const { signal } = controller;
  const given = { lane: "run", ...puzzle(), ...question };
  if (["count", "solve", "best"].includes(question.verb)) given.backend = byId("backend").value;
  if (question.verb === "why") given.value = byId("value").value.trim();
  if (question.verb === "hint" && Object.keys(state.marks).length) given.known = state.marks;
  running.hidden = false;
  words.textContent = "asked";
  bar.removeAttribute("value");
  if (!question.after && question.verb !== "download") { result.replaceChildren(); boards.replaceChildren(); solutions = []; first = 0; frames = []; }
  await ask(given, (event) => SHOW[event.event]?.(event, question), signal);
  if (!signal.aborted) running.hidden = true;
}

const picture = (svg, size = "small") => make("div", { class: `small ${size}` }, drawing(svg));

const SHOW = {
  queue: ({ place }) => { words.textContent = `waiting: place ${place} in the queue`; },
  begin: () => { words.textContent = "at work"; },
  progress: ({ words: said, done }) => {
    words.textContent = said + (done ? `, ${(100 * done).toFixed(1)} % done` : "");
    if (done) bar.value = done; else bar.removeAttribute("value");
  },
  error: ({ message }) => say("error", message),
  stopped: ({ message }) => say("error", `${message}: not complete`),
  result: (event) => {
    const title = event.reason ? `${event.words} (${event.reason})` : event.words;
    say(event.answer, title, make("p", { class: "quiet" }, `${event.who}, ${event.seconds} s`), list(event.warnings));
    if (solutions.length) turn(0);
  },
  solutions: (event) => {
    const begins = !solutions.length;
    solutions.push(...event.solutions);
    if (begins) turn(0);
  },
  comparison: ({ says, detail, rows }) => {
    const cells = (tag, values) => make("tr", {}, ...values.map((value) => make(tag, {}, String(value ?? ""))));
    const title = { agree: "all agree", DISAGREE: "DISAGREEMENT" }[says] ?? `no agreement: ${says}`;
    const row = ({ engine, ending, count, seconds }) => cells("td", [engine, ending, count, Number(seconds).toFixed(2)]);
    say(says, `${title} ${detail}`.trim(), make("table", {}, cells("th", ["engine", "ended", "count", "seconds"]), ...rows.map(row)));
  },
  candidates: showCandidates,
  why: (event) => { showWhy(event); say(event.answer, event.words, list(event.clues), whyMore(event)); },
  repair: ({ words: said, text, svg, places }) => {
    const use = text ? make("button", { type: "button", onclick: () => take(text) }, "Take the repaired puzzle") : null;
    say("several", said.split("\n")[0], list(said.split("\n").slice(1)), ...(use ? [use] : []));
    board.light("changed", places);
    if (svg) boards.replaceChildren(picture(svg, "large"));
  },
  hint: ({ words: said, svg }, question) => {
    const next = make("button", { type: "button", onclick: () => run({ verb: "hint", after: (question.after ?? 0) + 1 }) }, "Next hint");
    say("", said, next);
    if (svg) boards.replaceChildren(picture(svg, "large"));
  },
  rating: ({ words: said, lines }) => say("", said, list(lines)),
  plan: ({ words: said, moves, answer }) => say(answer, said, list(moves, 500)),
  frame: (event) => { frames.push(event); if (frames.length === 1) watch(0); },
  frames: (event) => { more = event.more; },
  file: ({ name, data }) => {
    const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
    save(name, bytes);
    say("", `saved ${name}, ${bytes.length.toLocaleString("en")} bytes`);
  },
};

export function showCandidates({ words: said, complete, lines, svg }) {
  say(complete ? "unique" : "several", said, list(lines, 200));
  if (svg) boards.replaceChildren(picture(svg, "large"));
}

export function showWhy(event) {
  board.light("blame", event.answer === "impossible" ? event.places : []);
  board.light("spare", event.spare_places);
}

export function whyMore({ rules, spare, answer }) {
  const parts = rules.map((rule) => `by the rule: ${rule}`);
  if (answer === "unique") parts.push(`clues that can be left out, one at a time: ${spare.join(", ") || "none"}`);
  return list(parts);
}

export function save(name, bytes, type = "application/octet-stream") {
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

// Show a page of the solutions.
async function turn(step) {
  const last = Math.max(0, Math.floor((solutions.length - 1) / PER_PAGE) * PER_PAGE);
  first = Math.max(0, Math.min(first + step * PER_PAGE, last));
  const from = first;
  const mine = turns += 1;
  const some = solutions.slice(from, from + PER_PAGE);
  const drawn = new Map();
  await ask({ verb: "draw", lane: "more", ...puzzle(), options: some }, (event) => {
    if (event.event === "picture") drawn.set(event.number, event.svg);
    if (event.event === "error") say("error", event.message);
  }, controller?.signal);
  if (mine !== turns) return;
  const go = (label, by, off) => make("button", { type: "button", disabled: off, onclick: () => turn(by) }, label);
  boards.replaceChildren(
    make("p", { class: "row" }, go("Previous", -1, first === 0), go("Next", 1, first >= last),
      make("button", { type: "button", onclick: () => run({ verb: "download", to: "solutions", options: solutions.slice(0, MOST_PRINTED) }) },
        solutions.length > MOST_PRINTED ? `PDF of the first ${MOST_PRINTED}` : "PDF"),
      make("span", { id: "page" }, `${first + 1} to ${first + some.length} of ${solutions.length} found`)),
    ...some.map((_, number) => picture(drawn.get(number) ?? "<svg/>")),
  );
}

// Show a frame of the search, and its player.
function watch(number) {
  clearInterval(timer);
  let at = Math.max(0, Math.min(number, frames.length - 1));
  const view = make("div", { class: "small large" });
  const said = make("p", { id: "frame" });
  const put = () => { view.replaceChildren(drawing(frames[at].svg)); said.textContent = frames[at].words; };
  const go = (by) => {
    if (at + by >= frames.length && more && running.hidden) run({ verb: "watch", after: frames.at(-1).node + 1 });
    at = Math.max(0, Math.min(at + by, frames.length - 1));
    put();
  };
  const play = make("button", { type: "button", "aria-pressed": "false", onclick: () => {
    const on = play.getAttribute("aria-pressed") === "true";
    play.setAttribute("aria-pressed", String(!on));
    clearInterval(timer);
    if (!on) timer = setInterval(() => go(1), SPEED);
  } }, "Play");
  const step = (label, by) => make("button", { type: "button", onclick: () => go(by) }, label);
  boards.replaceChildren(make("p", { class: "row" }, step("Back", -1), play, step("Forward", 1)), said, view);
  put();
}

export const candidates = (signal) => answers({ verb: "candidates", lane: "more", ...puzzle() }, signal);
