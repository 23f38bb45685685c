// Copies of pieces, in a layer above the board. The layer moves them; the board stays as it is.
import { el, svg } from "./dom.js";

const LAYER = "moments";
const SPOKEN = ["data-action", "data-not", "data-tip", "data-turn", "role", "tabindex",
  "aria-label", "aria-description"];
const TOKEN = 34; // of the drawing's units

export function layerOf(board) {
  let layer = board.querySelector(`:scope > .${LAYER}`);
  if (!layer) {
    layer = el(`div.${LAYER}`, { "aria-hidden": "true" });
    board.append(layer);
  }
  return layer;
}

// The first of several pieces that is on the board (`card-3|@2`): by the end of its id, a part of it
// (`shop-3/sign`, or all of it: `shop-3/*`), or a nameplate (`@2`).
export function find(drawing, names) {
  for (const name of names.split("|")) {
    const found = findOne(drawing, name);
    if (found) return found;
  }
  return null;
}

function findOne(drawing, name) {
  if (name.startsWith("@")) {
    return drawing.querySelector(`[data-seat="${CSS.escape(name.slice(1))}"] .nameplate`);
  }
  const [piece, part] = name.split("/");
  const node = drawing.querySelector(`#${CSS.escape(`${drawing.id}-${piece}`)}`);
  if (!node || part === "*") return node;
  // A piece may be larger than the part that changes.
  return node.querySelector(part ? `.${CSS.escape(part)}` : ".touched") ?? (part ? null : node);
}

const MARKS = ".ring, .ring-edge, .ghost";
const isMark = (node) => node.matches(`title, ${MARKS}`);

// Nothing can be chosen while beats play.
export function removeMarks(drawing) {
  for (const mark of drawing.querySelectorAll(MARKS)) mark.remove();
}

// Where a piece is on the screen, without the ring of a choice.
function extentOf(node) {
  const parts = [...node.children].filter((child) => !isMark(child));
  if (!node.querySelector(".ring, .ghost") || !parts.length) return node.getBoundingClientRect();
  const boxes = parts.map((part) => part.getBoundingClientRect()).filter((box) => box.width);
  const [x, y] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
  const [right, low] = [Math.max(...boxes.map((box) => box.right)),
    Math.max(...boxes.map((box) => box.bottom))];
  return boxes.length ? new DOMRect(x, y, right - x, low - y) : node.getBoundingClientRect();
}

// The same, from the corner of the layer.
export function boxOf(layer, node) {
  const { x, y, width, height } = extentOf(node);
  const origin = layer.getBoundingClientRect();
  return { x: x - origin.x, y: y - origin.y, w: width, h: height };
}

// A picture of a piece as it is now; it fills a box of the piece's size.
export function copyOf(node) {
  const { x, y, width, height } = extentOf(node);
  const copy = node.cloneNode(true);
  for (const part of [copy, ...copy.querySelectorAll("*")]) {
    if (part !== copy && isMark(part)) part.remove();
    else for (const name of SPOKEN) part.removeAttribute(name);
    if (part.localName === "g") part.removeAttribute("id");
  }
  copy.removeAttribute("transform");
  copy.classList.remove("legal", "pending", "hinted", "pointed");
  const { a, b, c, d, e, f } = node.getScreenCTM();
  const at = svg("g", { transform: `matrix(${[a, b, c, d, e - x, f - y].join(" ")})` }, copy);
  return svg("svg", { width, height }, at);
}

// A picture by name, of the board or of the log, in a box; null if there is none.
export function pictureOf(drawing, name, width, height) {
  const names = [name, `icon-${name}`, `${drawing.id}-${name}`];
  const symbol = name && names.find((each) => document.getElementById(each)?.closest("symbol, defs"));
  return symbol ? svg("svg", { width, height, viewBox: "0 0 48 48", preserveAspectRatio: "none" },
    svg("use", { href: `#${symbol}`, width: 48, height: 48 })) : null;
}

// A picture by name, or words on a disc.
export function tokenOf(drawing, look, words) {
  const size = Math.max(24, TOKEN * drawing.getScreenCTM().a);
  const face = pictureOf(drawing, look, size, size) ?? el("i.disc");
  const token = el("div.token", {}, face, words && el("b", {}, words));
  return { node: token, size };
}

// Whether two copies look equal, but for rings and what may be chosen.
export function isAlike(one, other) {
  const parts = (picture) => [...picture.querySelector("g > *").childNodes];
  const before = parts(one), now = parts(other);
  return before.length === now.length && before.every((part, i) => part.isEqualNode(now[i]));
}
