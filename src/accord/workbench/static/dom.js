// Make elements, and put drawings into the page without anything that runs.

const SVG = "http://www.w3.org/2000/svg";
const SHAPES = new Set([
  "svg", "g", "path", "circle", "rect", "line", "text", "tspan", "title", "defs", "pattern", "polygon", "clippath", "use",
]);

export const byId = (id) => document.getElementById(id);

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  return fill(element, attributes, children);
}

export function shape(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

// The element of a drawing: only shapes, and none of their attributes that runs something or loads something.
export function drawing(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.nodeName !== "svg") return shape("svg");
  for (const element of [root, ...root.querySelectorAll("*")]) {
    if (!SHAPES.has(element.localName.toLowerCase())) { element.remove(); continue; }
    for (const { name, value } of [...element.attributes]) {
      const loads = /href$/i.test(name) && !value.startsWith("#");
      if (/^on/i.test(name) || name === "style" || name === "id" && element.localName === "g" || loads) element.removeAttribute(name);
    }
  }
  root.setAttribute("role", "img");
  return document.importNode(root, true);
}

export function list(items, most = 60) {
  const shown = items.slice(0, most).map((item) => make("li", {}, String(item)));
  if (items.length > most) shown.push(make("li", {}, `and ${items.length - most} more`));
  return make("ul", {}, ...shown);
}
