// Making elements: a tag with its classes, what it has, and what is in it.

const SVG = "http://www.w3.org/2000/svg";

export const $ = (id) => document.getElementById(id);

// `el("button.tool", { onclick, data: { move } }, words)`: functions listen, `data` is the dataset,
// true and false are attributes that are there or not; what is empty is left out of the children.
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

// A sentence with its `{names}` filled in.
export const put = (words, values) => words.replace(/\{(\w+)\}/g, (_, key) => values[key]);

// One of two sentences, singular and plural, with its `{count}` filled in.
const rules = new Intl.PluralRules(document.documentElement.lang);
export const plural = ([one, many], count, values = {}) =>
  put(rules.select(count) === "one" ? one : many, { ...values, count });

// A number of 0 to 100 as its language writes per cent.
const percentages = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" });
export const percent = (value) => percentages.format(Math.round(value) / 100);

// A number as it is written: with a minus, which a hyphen is not.
export const number = (amount) => String(amount).replace("-", "−");
