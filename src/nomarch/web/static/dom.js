// Helpers that create elements.

const SVG = "http://www.w3.org/2000/svg";

export const $ = (id) => document.getElementById(id);

// `el("button.tool", { onclick, data: { move } }, words)`: functions are listeners, `data` is the
// dataset, booleans set or omit an attribute, empty children are skipped.
export const el = (tag, has, ...children) =>
  make((name) => document.createElement(name), tag, has, children);

export const svg = (tag, has, ...children) =>
  make((name) => document.createElementNS(SVG, name), tag, has, children);

function make(create, tag, has, children) {
  const [name, ...classes] = tag.split(".");
  const node = create(name);
  if (classes.length) node.setAttribute("class", classes.join(" "));
  for (const [key, value] of Object.entries(has ?? {})) give(node, key, value);
  node.append(...children.flat().filter(Boolean));
  return node;
}

function give(node, key, value) {
  if (typeof value === "function") node.addEventListener(key.slice("on".length), value);
  else if (key === "data") Object.assign(node.dataset, value);
  else if (typeof value === "boolean") node.toggleAttribute(key, value);
  else node.setAttribute(key, value);
}
