// The board: applies a new drawing, keeps the focus, explains pieces.
import { svg } from "./dom.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const narrow = matchMedia("(max-width: 860px)");
const MARGIN = 10;

export const shapeNow = () => (narrow.matches ? "tall" : "wide");
export const onShapeChange = (tell) => narrow.addEventListener("change", tell);

// --- Swapping -------------------------------------------------------------------------------

let shown = "";
let pieces = [];

// A drawing arrives as a list of markup strings. A pair of numbers stands for a range of the previous
// drawing's strings.
export function assemble(drawing) {
  pieces = drawing.flatMap((piece) =>
    typeof piece === "string" ? [piece] : pieces.slice(piece[0], piece[0] + piece[1]));
  return pieces.join("");
}

// A drawing as nodes. The page shows its own tooltips instead of the browser's.
export function parse(markup) {
  if (markup === shown) return null;
  const parsed = new DOMParser().parseFromString(markup, "text/html");
  const fresh = document.adoptNode(parsed.body.firstElementChild);
  for (const hidden of fresh.querySelectorAll("title")) {
    if (hidden.parentNode !== fresh) hidden.remove();
  }
  return fresh;
}

export function swap(board, markup, fresh = parse(markup)) {
  if (!fresh) return;
  shown = markup;
  const active = document.activeElement;
  const held = board.contains(active) ? { id: active.id, action: active.dataset.action } : null;
  for (const mark of board.querySelectorAll(`${POINTERS}, .plate-mark`)) mark.remove();
  become(board.firstElementChild, fresh);
  board.dispatchEvent(new Event("swapped"));
  if (held) restore(board, held);
}

export function become(old, fresh) {
  // Touch only what differs, so that hover and focus survive.
  if (old.isEqualNode(fresh)) return;
  const isSame = old.nodeName === fresh.nodeName && old.id === fresh.id;
  if (old.nodeType !== Node.ELEMENT_NODE || !isSame) {
    old.replaceWith(fresh);
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of [...fresh.attributes]) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  const a = [...old.childNodes];
  const b = [...fresh.childNodes];
  let next = null;
  while (a.length && b.length && a.at(-1).isEqualNode(b.at(-1))) {
    next = a.pop();
    b.pop();
  }
  while (a.length && b.length && a[0].isEqualNode(b[0])) {
    a.shift();
    b.shift();
  }
  if (a.length === b.length && a.every((node, i) => node.id === b[i].id)) a.forEach((node, i) => become(node, b[i]));
  else exchange(old, a, b, next);
}

// Children `a` become `b`. Those with the same id, or equal ones, stay; what is between them is paired.
function exchange(parent, a, b, next) {
  let at = 0;
  let between = [];
  const pair = (end) => {
    const gone = a.slice(at, end);
    between.forEach((fresh, i) => {
      if (gone[i]) become(gone[i], fresh);
      else parent.insertBefore(fresh, a[end] ?? next);
    });
    for (const node of gone.slice(between.length)) node.remove();
    between = [];
  };
  for (const fresh of b) {
    const same = a.findIndex((node, i) => i >= at && (fresh.id ? node.id === fresh.id : node.isEqualNode(fresh)));
    if (same < 0) {
      between.push(fresh);
      continue;
    }
    pair(same);
    become(a[same], fresh);
    at = same + 1;
  }
  pair(a.length);
}

function restore(board, held) {
  const again =
    (held.action && board.querySelector(`[data-action="${CSS.escape(held.action)}"]`)) ||
    (held.id && held.id !== board.id && board.querySelector(`#${CSS.escape(held.id)}[tabindex]`));
  // Keep the focus on the board itself rather than on a choice nobody selected.
  (again || board).focus({ preventScroll: true });
}

// Marks a move on the board as `hinted`, `pointed` or `pending`.
export function mark(board, move, look) {
  for (const piece of board.querySelectorAll(`.${look}`)) piece.classList.remove(look);
  if (!move) return;
  for (const piece of board.querySelectorAll(`[data-action="${CSS.escape(move)}"]`)) {
    piece.classList.add(look);
  }
}

// --- Pointing: a frame around the piece or move that a text mentions --------------------------

const POINTERS = ".pointer, .pointer-edge";

export function pointAt(board, names) {
  const drawing = board.firstElementChild;
  for (const pointer of drawing.querySelectorAll(POINTERS)) pointer.remove();
  const { a: scale, e: left, f: top } = drawing.getScreenCTM();
  for (const name of names) {
    const [id, move] = [`board-${name}`, name].map((text) => CSS.escape(text));
    const piece = drawing.querySelector(`#${id}, [data-action="${move}"]`);
    if (!piece) continue;
    // A ghost shows where more pieces would go; the clickable part is inside the ring.
    const target = piece.querySelector(".ghost") ? piece.querySelector(".ring") : piece;
    const box = target.getBoundingClientRect();
    const frame = {
      x: (box.x - left) / scale - 7, y: (box.y - top) / scale - 7, rx: 12,
      width: box.width / scale + 14, height: box.height / scale + 14, "aria-hidden": "true",
    };
    drawing.append(svg("rect.pointer", frame));
    drawing.querySelector(".pointer").before(svg("rect.pointer-edge", frame)); // below all frames
    const view = board.closest(".stage").getBoundingClientRect();
    const inSight = box.top >= view.top && box.bottom <= view.bottom;
    if (!inSight) piece.scrollIntoView({ block: "center", behavior: calm.matches ? "auto" : "smooth" });
  }
}

// --- Scrolling: legal choices in view ------------------------------------------------------------

// Scroll as little as possible to show all choices. Where they don't all fit, scroll only if none is
// in view.
export function reveal(board) {
  const stage = board.closest(".stage");
  const choices = [...board.querySelectorAll("[data-action]")];
  const boxes = choices.map((piece) => piece.getBoundingClientRect());
  if (!boxes.length) return;
  const view = stage.getBoundingClientRect();
  const first = boxes.reduce((a, b) => (b.top < a.top ? b : a));
  const low = Math.max(...boxes.map((box) => box.bottom));
  const isSeen = (top, end) => top >= view.top && end <= view.bottom;
  const hasRoom = low - first.top + 2 * MARGIN <= view.height;
  if (hasRoom ? isSeen(first.top, low) : boxes.some((box) => isSeen(box.top, box.bottom))) return;
  const least = first.top < view.top ? first.top - view.top - MARGIN : low - view.bottom + MARGIN;
  const top = hasRoom ? least : first.top - view.top - Math.max(0, view.height - first.height) / 2;
  stage.scrollBy({ top, behavior: calm.matches ? "instant" : "smooth" });
}

// --- Choosing: a click, Enter, or arrows and Enter ------------------------------------------

// A piece that can't be chosen now names its move, so that the player can ask why.
export function listen(board, choose, why = () => {}, isEnding = () => false) {
  for (const place of [board, document.getElementById("prompt")]) {
    place?.addEventListener("keydown", (event) => {
      if (event.target !== place || !event.key.startsWith("Arrow")) return;
      event.preventDefault();
      enter(board, isEnding);
    });
  }
  onChoice(board, choose, why);
}

export function onChoice(board, choose, why = () => {}) {
  board.addEventListener("click", (event) => {
    const piece = event.target.closest("[data-action], [data-not]");
    if (piece?.dataset.action) choose(piece.dataset.action);
    else if (piece) why(piece.dataset.not);
  });
  board.addEventListener("focusin", ({ target }) => {
    if (target.dataset.action !== undefined) lastAt = target.getBoundingClientRect();
  });
  board.addEventListener("keydown", (event) => {
    const piece = event.target.closest("[data-action]");
    if (!piece) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      choose(piece.dataset.action);
    } else if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      step(board, piece, event.key);
    } else if (event.key === "r" || event.key === "R") {
      turn(board, piece, event.shiftKey ? -1 : 1);
    }
  });
  board.addEventListener("wheel", (event) => {
    const piece = event.target.closest("[data-turn]");
    if (!piece) return;
    event.preventDefault();
    turn(board, piece, Math.sign(event.deltaY));
  }, { passive: false });
}

let lastAt = null;

// From the prompt an arrow key goes to the choice nearest to the last one, never to one that ends a turn.
function enter(board, isEnding) {
  const at = lastAt ?? board.getBoundingClientRect();
  const far = (piece) => {
    const box = piece.getBoundingClientRect();
    return (box.x - at.x) ** 2 + (box.y - at.y) ** 2;
  };
  const choices = [...board.querySelectorAll("[data-action]")]
    .filter((piece) => !isEnding(piece.dataset.action));
  choices.sort((a, b) => far(a) - far(b))[0]?.focus();
}

const step = (board, from, key) => nearest(from, board.querySelectorAll("[data-action]"), key)?.focus();

// The nearest piece in an arrow's direction; sideways distance counts double.
export function nearest(from, pieces, key) {
  const at = from.getBoundingClientRect();
  const x = at.x + at.width / 2;
  const y = at.y + at.height / 2;
  let best = null;
  let least = Infinity;
  for (const piece of pieces) {
    if (piece === from) continue;
    const box = piece.getBoundingClientRect();
    const dx = box.x + box.width / 2 - x;
    const dy = box.y + box.height / 2 - y;
    const [along, across] = {
      ArrowRight: [dx, dy], ArrowLeft: [-dx, dy], ArrowDown: [dy, dx], ArrowUp: [-dy, dx],
    }[key];
    const cost = along + 2 * Math.abs(across);
    if (along > 4 && cost < least) [best, least] = [piece, cost];
  }
  return best;
}

function turn(board, piece, by) {
  const turns = [...board.querySelectorAll("[data-turn]")];
  if (turns.length < 2) return;
  const at = Math.max(0, turns.indexOf(piece));
  turns[(at + by + turns.length) % turns.length].focus();
}

// --- Explaining: hover, focus, long press ---------------------------------------------------

// Fetch tips that the drawing leaves out.
export const LATER = "...";

// The piece at a point. Between the parts of a piece nothing of it is hit, only what lies below it:
// then it is the smallest piece around the point.
function pieceAt(board, target, point) {
  const hit = target.closest?.("[data-tip]");
  if (!point) return hit;
  const { clientX: x, clientY: y } = point;
  const contains = (box, left, top, right = left, low = top) =>
    box.left <= left && box.right >= right && box.top <= top && box.bottom >= low;
  const ground = hit?.getBoundingClientRect();
  let [found, least] = [hit, ground ? ground.width * ground.height : Infinity];
  for (const piece of board.querySelectorAll("[data-tip]")) {
    if (hit && !(hit.compareDocumentPosition(piece) & Node.DOCUMENT_POSITION_FOLLOWING)) continue;
    const box = piece.getBoundingClientRect();
    const isWithin = !ground || contains(ground, box.left, box.top, box.right, box.bottom);
    const size = box.width * box.height;
    if (size < least && isWithin && contains(box, x, y)) [found, least] = [piece, size];
  }
  return found;
}

export function explain(board, tip, ask = () => "") {
  let timer = 0;
  let isLong = false;
  let hasMoved = false;
  let shown = null;
  const show = async (piece) => {
    shown = piece;
    let words = piece.dataset.tip;
    if (words === LATER) {
      tip.hidden = true;
      words = await ask(piece);
      if (shown !== piece || !words) return;
    }
    tip.textContent = words;
    tip.hidden = false;
    const box = piece.getBoundingClientRect();
    tip.style.setProperty("max-width", `${Math.min(300, innerWidth - 16)}px`);
    const left = Math.max(8, Math.min(box.x + box.width / 2 - tip.offsetWidth / 2,
      innerWidth - tip.offsetWidth - 8));
    const above = box.y - tip.offsetHeight - 10;
    tip.style.setProperty("left", `${left}px`);
    tip.style.setProperty("top", `${above > 4 ? above : box.bottom + 10}px`);
  };
  const hide = () => {
    clearTimeout(timer);
    shown = null;
    tip.hidden = true;
  };
  const over = ({ target }, point) => {
    const piece = pieceAt(board, target, point);
    if (!piece) hide();
    else if (piece !== shown) show(piece);
  };
  // A resting pointer doesn't trigger tips when the board changes below it.
  board.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse") over(event, event);
  });
  board.addEventListener("focusin", (event) => {
    if (event.target.matches(":focus-visible")) over(event);
  });
  board.addEventListener("pointerleave", hide);
  board.addEventListener("focusout", hide);
  board.addEventListener("swapped", hide);
  board.addEventListener("touchstart", (event) => {
    hide();
    isLong = false;
    hasMoved = false;
    timer = setTimeout(() => {
      isLong = true;
      over(event, event.touches[0]);
    }, 450);
  }, { passive: true });
  board.addEventListener("touchmove", () => {
    hasMoved = true;
    hide();
  }, { passive: true });
  board.addEventListener("touchend", (event) => {
    clearTimeout(timer);
    // A long press explains a piece without playing it, and so does a tap on any other piece.
    if (isLong) event.preventDefault();
    else if (!hasMoved && !event.target.closest("[data-action]")) over(event, event.changedTouches[0]);
  });
  board.addEventListener("contextmenu", (event) => {
    if (isLong) event.preventDefault();
  });
  addEventListener("scroll", hide, { passive: true, capture: true });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });
}
