// The board: swaps a new drawing in, glides what moved, keeps the focus, explains pieces.

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const narrow = matchMedia("(max-width: 860px)");
const GLIDE = { duration: 420, easing: "cubic-bezier(.3,.8,.3,1)" };

export const shapeNow = () => (narrow.matches ? "tall" : "wide");
export const onShapeChange = (tell) => narrow.addEventListener("change", tell);

function places(board) {
  const found = new Map();
  for (const piece of board.querySelectorAll("[id]")) {
    if (piece.classList.contains("seat")) continue;
    found.set(piece.id, piece.getBoundingClientRect());
  }
  return found;
}

function glide(board, before) {
  if (calm.matches) return;
  for (const piece of board.querySelectorAll("g.piece[id], g.plaque[id]")) {
    const was = before.get(piece.id);
    const is = piece.getBoundingClientRect();
    if (!was) {
      piece.animate([{ opacity: 0 }, { opacity: 1 }], GLIDE);
      continue;
    }
    const scale = board.firstElementChild.getScreenCTM()?.a || 1;
    const dx = (was.x - is.x) / scale;
    const dy = (was.y - is.y) / scale;
    if (Math.abs(dx) + Math.abs(dy) < 2) continue;
    piece.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], GLIDE);
  }
}

export function swap(board, markup) {
  const active = document.activeElement;
  const held = board.contains(active) ? { id: active.id, action: active.dataset.action } : null;
  const before = places(board);
  const parsed = new DOMParser().parseFromString(markup, "image/svg+xml");
  board.replaceChildren(document.importNode(parsed.documentElement, true));
  for (const hidden of board.querySelectorAll("title")) {
    // The page explains pieces itself; two tooltips would fight.
    if (hidden.parentNode !== board.firstElementChild) hidden.remove();
  }
  glide(board, before);
  if (held) restore(board, held);
}

function restore(board, held) {
  const again =
    (held.action && board.querySelector(`[data-action="${CSS.escape(held.action)}"]`)) ||
    (held.id && document.getElementById(held.id)) ||
    board.querySelector("[data-action]");
  if (again?.hasAttribute("tabindex")) again.focus({ preventScroll: true });
}

export function mark(board, move) {
  for (const piece of board.querySelectorAll(".hinted")) piece.classList.remove("hinted");
  if (!move) return;
  for (const piece of board.querySelectorAll(`[data-action="${CSS.escape(move)}"]`)) {
    piece.classList.add("hinted");
  }
}

// --- Choosing: a click, Enter, or arrows and Enter ------------------------------------------

export function listen(board, choose) {
  board.addEventListener("click", (event) => {
    const piece = event.target.closest("[data-action]");
    if (piece) choose(piece.dataset.action);
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

function step(board, from, key) {
  // The nearest choice in the arrow's direction; sideways distance counts double.
  const at = from.getBoundingClientRect();
  const x = at.x + at.width / 2;
  const y = at.y + at.height / 2;
  let best = null;
  let least = Infinity;
  for (const piece of board.querySelectorAll("[data-action]")) {
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
  best?.focus();
}

function turn(board, piece, by) {
  const turns = [...board.querySelectorAll("[data-turn]")];
  if (turns.length < 2) return;
  const at = Math.max(0, turns.indexOf(piece));
  turns[(at + by + turns.length) % turns.length].focus();
}

// --- Explaining: hover, focus, long press ---------------------------------------------------

export function explain(board, tip) {
  let timer = 0;
  const show = (piece) => {
    tip.textContent = piece.dataset.tip;
    tip.hidden = false;
    const box = piece.getBoundingClientRect();
    const width = Math.min(300, innerWidth - 16);
    tip.style.setProperty("max-width", `${width}px`);
    const left = Math.max(8, Math.min(box.x + box.width / 2 - tip.offsetWidth / 2,
      innerWidth - tip.offsetWidth - 8));
    const above = box.y - tip.offsetHeight - 10;
    tip.style.setProperty("left", `${left}px`);
    tip.style.setProperty("top", `${above > 4 ? above : box.bottom + 10}px`);
  };
  const hide = () => {
    clearTimeout(timer);
    tip.hidden = true;
  };
  const over = (event) => {
    const piece = event.target.closest?.("[data-tip]");
    if (piece) show(piece);
    else hide();
  };
  board.addEventListener("mouseover", over);
  board.addEventListener("focusin", over);
  board.addEventListener("mouseleave", hide);
  board.addEventListener("focusout", hide);
  board.addEventListener("touchstart", (event) => {
    clearTimeout(timer);
    timer = setTimeout(() => over(event), 450);
  }, { passive: true });
  board.addEventListener("touchend", () => clearTimeout(timer));
  addEventListener("scroll", hide, { passive: true });
}
