// Choose a puzzle: from the library, or a kind to begin with.

import { byId, drawing, make } from "./dom.js";
import { answers } from "./net.js";

const [dialog, choices, search] = ["chooser", "choices", "search"].map(byId);
let rows = [];
let choose = () => {};

const seen = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) if (isIntersecting) { seen.unobserve(target); draw(target); }
});
const waiting = [];
let drawing_ = 0;

// One small picture at a time, so that the puzzle at hand comes first.
async function draw(target) {
  waiting.push(target);
  if (drawing_) return;
  drawing_ = 1;
  while (waiting.length && dialog.open) {
    const next = waiting.pop();
    const { picture } = await answers({ verb: "thumbnail", lane: "more", page: "", text: next.dataset.name });
    if (picture) next.replaceChildren(drawing(picture.svg));
  }
  waiting.length = 0;
  drawing_ = 0;
}

export function begin(whenChosen) {
  choose = whenChosen;
  byId("open-library").addEventListener("click", library);
  byId("open-kinds").addEventListener("click", kinds);
  byId("close-chooser").addEventListener("click", () => dialog.close());
  search.addEventListener("input", show);
}

async function library() {
  open("Library");
  const { library: found, error } = await answers({ verb: "library", page: "" });
  rows = (found?.puzzles ?? []).map(({ name, title, family, rule }) => ({ text: name, title, about: family, words: `${name} ${title} ${family} ${rule}`, picture: true }));
  show(error);
}

async function kinds() {
  open("Kinds of puzzles");
  const { kinds: found, error } = await answers({ verb: "kinds", page: "" });
  rows = (found?.kinds ?? []).filter(({ example }) => example)
    .map(({ name, rule, also, example }) => ({ text: example, title: name, about: rule, words: `${name} ${rule} ${also}` }));
  show(error);
}

function open(title) {
  byId("chooser-title").textContent = title;
  rows = [];
  search.value = "";
  choices.replaceChildren(make("li", {}, "loading"));
  dialog.showModal();
}

function show(error) {
  if (error?.message) { choices.replaceChildren(make("li", {}, error.message)); return; }
  const wanted = search.value.toLowerCase().split(/\s+/);
  seen.disconnect();
  const found = rows.filter(({ words }) => wanted.every((word) => words.toLowerCase().includes(word)));
  choices.replaceChildren(...found.map(({ text, title, about, picture }) => {
    const view = make("div", { class: "small", "data-name": text });
    if (picture) seen.observe(view);
    const take = () => { dialog.close(); choose(text); };
    return make("li", {}, make("button", { type: "button", onclick: take }, picture ? view : null, make("div", {}, title), make("div", { class: "quiet" }, about)));
  }));
}
