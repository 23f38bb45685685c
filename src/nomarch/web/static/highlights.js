// Highlights: pieces that others touched since the viewer's last move, and notes at nameplates. The
// log names the pieces; the marks are drawn in a layer above the board.
import { svg } from "./dom.js";

const MOST_MARKS = 24; // of one turn: more would tell nothing
const SMALLEST_LETTERS = 13;

// `turns` are those since the viewer's last decision.
export function highlight(board, state, turns, own) {
  const drawing = board.firstElementChild;
  const layer = layerOf(board, drawing.getAttribute("viewBox"));
  const others = turns.filter(({ seat }) => !own.includes(seat));
  const shown = state.mine.length ? others : others.slice(-1);
  // At the end the scoring table shows everything.
  const marks = state.over ? [] : marksOf(drawing, shown);
  const plates = state.over ? [] : state.seats.flatMap((seat, index) => plate(drawing, seat, index));
  layer.replaceChildren(...marks.flatMap(drawMark), ...plates);
}

function marksOf(drawing, turns) {
  const lastOf = new Map(); // who touched a piece last, and whether that was the latest turn
  for (const { seat, entries } of turns) {
    // A turn that ended in a scoring or a reveal is shown by its table.
    if (entries.some(({ interludes }) => interludes?.length)) continue;
    const pieces = entries.flatMap(({ touched = [], touched_by: by = {} }) => touched.map((name) =>
      [drawing.querySelector(`#${CSS.escape(`${drawing.id}-${name}`)}`), by[name] ?? seat]))
      .filter(([piece]) => piece);
    const isLatest = entries === turns.at(-1).entries;
    if (pieces.length <= MOST_MARKS) for (const [piece, by] of pieces) lastOf.set(piece, { seat: by, isLatest });
  }
  // A piece may be larger than the part that changed.
  return [...lastOf].map(([piece, last]) => ({ ...boxIn(drawing, piece.querySelector(".touched") ?? piece), ...last }));
}

function boxIn(drawing, node) {
  const { a: scale, e: left, f: top } = drawing.getScreenCTM();
  const { x, y, width, height } = node.getBoundingClientRect();
  return { x: (x - left) / scale, y: (y - top) / scale, w: width / scale, h: height / scale };
}

function layerOf(board, viewBox) {
  let layer = board.querySelector("svg.traces");
  if (!layer) {
    layer = svg("svg.traces", { "aria-hidden": "true" });
    board.append(layer);
  }
  layer.setAttribute("viewBox", viewBox);
  return layer;
}

// A frame around what the last mover touched; earlier moves leave a small emblem.
function drawMark({ x, y, w, h, seat, isLatest }) {
  const outline = (kind) => svg(`rect.${kind}`, {
    x: x - 4, y: y - 4, width: w + 8, height: h + 8, rx: 8,
  });
  const size = isLatest ? 22 : 14;
  const emblem = svg("use", { href: `#seat-${seat}`, x: x - 2 - size / 2, y: y - 2 - size / 2, width: size, height: size });
  return isLatest ? [outline("trace-edge"), outline("trace"), emblem] : [emblem];
}

// A bid or a pass is shown at its player's nameplate.
function plate(drawing, seat, index) {
  const at = seat.stands && drawing.querySelector(`[data-seat="${index}"] .nameplate`);
  if (!at) return [];
  const size = Math.max(14, SMALLEST_LETTERS / drawing.getScreenCTM().a);
  const [wide, high] = [lengthOf(seat.stands, size) + size, 1.45 * size];
  const { x, y } = placeFor(drawing, at, wide, high);
  return [svg("g.says", { data: { seat: index } },
    svg("rect.said-face", { x, y: y - high / 2, width: wide, height: high, rx: high / 2 }),
    svg("text.said", {
      x: x + wide / 2, y: y + 0.35 * size, "font-size": size, "text-anchor": "middle",
    }, seat.stands))];
}

// Measures bold text before it is on the page.
function lengthOf(words, size) {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `700 ${size}px ${getComputedStyle(document.body).fontFamily}`;
  return pen.measureText(words).width;
}

// Place a note where the game reserved room for it, at the right end; otherwise behind the name, or
// on the upper edge if that is taken.
function placeFor(drawing, at, wide, high) {
  const area = at.closest("[data-seat]");
  const kept = area.querySelector(".says-here");
  if (kept) {
    const { x, y, w, h } = boxIn(drawing, kept);
    return { x: x + w - wide, y: y + h / 2 };
  }
  const name = boxIn(drawing, at.querySelector("text"));
  const room = Math.min(...[...at.children].map((node) => boxIn(drawing, node).x)
    .filter((x) => x > name.x + 1));
  const after = name.x + name.w + 8;
  if (after + wide < room) return { x: after, y: name.y + name.h / 2 };
  return { x: name.x, y: boxIn(drawing, area).y + high / 5 };
}
