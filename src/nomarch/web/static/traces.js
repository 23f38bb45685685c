// Traces: what the others did since one's own last move, marked on the board.
//
// Two drawings are compared piece by piece: one that is new, lies elsewhere, or says something else
// of itself is what a move was about. The marks lie in a drawing of their own above the board.
import { shapeNow } from "./board.js";
import { svg } from "./dom.js";
import { path } from "./context.js";

const MOST_MARKS = 24;
const MOST_WAYS = 3; // more of them cross each other, and lead the eye nowhere
const MOST_TURNS_BACK = 4;
const SMALLEST_LETTERS = 13;

let known = null;
let traces = [];

// --- Comparing ------------------------------------------------------------------------------

function survey(drawing) {
  const { a: scale, e: left, f: top } = drawing.getScreenCTM();
  const found = new Map();
  for (const piece of drawing.querySelectorAll("g.piece[id]:not(.nameplate)")) {
    const { id, dataset: { tip, says = tip, what = "", count = 1, action, source } } = piece;
    const boxOf = (node) => {
      const { x, y, width, height } = node.getBoundingClientRect();
      return { x: (x - left) / scale, y: (y - top) / scale, w: width / scale, h: height / scale };
    };
    const box = boxOf(piece);
    // A piece may reach further than what a move changes of it.
    const part = piece.querySelector(".touched");
    // An offer's words are not about the piece, and what pieces come out of is always touched.
    const tells = says === piece.getAttribute("aria-label") || source ? "" : says;
    found.set(`${id} ${what}`, {
      id, what, count: Number(count), tells, box, action,
      touched: part ? boxOf(part) : box, stays: part !== null,
    });
  }
  return found;
}

// How one drawing came from another, by whom and when; what a piece was like before stays known.
function note(before, now, ply, seat) {
  for (const mark of differences(before, now)) {
    const earlier = traces.find((trace) => trace.id === mark.id);
    const was = earlier ? earlier.was : mark.was;
    traces = traces.filter((trace) => trace !== earlier);
    traces.push({ ...mark, was, ply, seat });
  }
}

const middle = (box) => [box.x + box.w / 2, box.y + box.h / 2];

function isElsewhere(was, now) {
  // What can be chosen now or could before is larger by its ring and its buttons.
  const [[x1, y1], [x2, y2]] = [middle(was.box), middle(now.box)];
  const room = Boolean(was.action) === Boolean(now.action) ? 4 : now.box.w + now.box.h;
  return Math.hypot(x1 - x2, y1 - y2) > room;
}

const holds = (a, b) => a !== b && a.x <= b.x && a.y <= b.y
  && a.x + a.w >= b.x + b.w && a.y + a.h >= b.y + b.h;

function whatLeft(before, now) {
  const left = new Map();
  for (const [key, { what, count, box }] of before) {
    const gone = what ? count - (now.get(key)?.count ?? 0) : 0;
    if (gone > 0) left.set(what, [...(left.get(what) ?? []), ...Array(gone).fill(box)]);
  }
  return left;
}

export function differences(before, now) {
  const left = whatLeft(before, now);
  const [marks, moved] = [[], []];
  for (const [key, piece] of now) {
    const was = before.get(key);
    const arrived = was ? piece.count > was.count : !piece.action;
    if (arrived) marks.push({ ...piece, from: left.get(piece.what)?.shift() });
    else if (was && !piece.stays && isElsewhere(was, piece)) moved.push({ ...piece, from: was.box });
    else if (was && piece.tells && was.tells && piece.tells !== was.tells) marks.push(piece);
  }
  // When almost everything made room for something, or is new, marks would tell nothing.
  if (moved.length <= MOST_MARKS) marks.push(...moved);
  if (marks.length > MOST_MARKS) return [];
  return marks.filter((mark) => !marks.some((other) => holds(mark.box, other.box)))
    .map(({ id, what, from }) => ({ id, from, was: before.get(`${id} ${what}`) }));
}

// --- Keeping --------------------------------------------------------------------------------

export function follow(board, state, turns, own) {
  // `turns` are those since the last decision of one's own seats: their traces stay, others go.
  // At the end everything is counted, turned over and moved: the table of points tells it.
  if (state.over) return clear(board);
  const drawing = board.firstElementChild;
  const [now, { width }] = [survey(drawing), drawing.viewBox.baseVal];
  const others = turns.filter(({ seat }) => !own.includes(seat));
  const kept = state.mine.length ? others : others.slice(-1);
  const isOther = known?.width !== width;
  const fresh = isOther ? kept : kept.filter(({ entries }) => entries.at(-1).ply > known.ply);
  const isShared = state.mine.length > 1;
  if (isOther) traces = [];
  else if (fresh.length === 1 && !isShared && !isCounted(fresh[0])) {
    note(known.pieces, now, state.ply, fresh[0].seat);
  }
  known = { pieces: now, ply: state.ply, width };
  const first = kept[0]?.entries[0].ply ?? Infinity;
  traces = traces.filter((trace) => trace.ply >= first && trace.ply <= state.ply);
  drawMarks(board, state);
  if (fresh.length > (isOther || isShared ? 0 : 1)) lookBack(board, state, kept, isShared);
}

// A turn that ended in a scoring or a reveal turned everything over: its table tells what it did.
const isCounted = ({ entries }) => entries.some(({ interludes }) => interludes?.length);

// What is drawn next has nothing to do with what was drawn last.
export function forget() {
  known = null;
}

function clear(board) {
  forget();
  traces = [];
  board.querySelector("svg.traces")?.replaceChildren();
}

// Whoever comes to a table in the middle of it, or skipped some turns, has no drawings to compare:
// the server has. At a shared screen, where now one hand is drawn and now another, only what anyone
// may see is compared.
async function lookBack(board, state, turns, isShared) {
  const parts = turns.slice(-MOST_TURNS_BACK).map((turn) => ({
    seat: turn.seat, from: turn.entries[0].ply - 1, ply: turn.entries.at(-1).ply,
    isTold: isCounted(turn),
  }));
  const last = parts.at(-1).ply;
  if (last > state.settled) return;
  const plies = parts.map(({ from }) => from).concat(isShared ? [last] : []);
  const { width } = known;
  const drawn = await Promise.all(plies.map((ply) => drawingAt(board, ply, isShared ? -1 : state.seat)))
    .catch(() => [null]); // without a connection there are no traces
  if (drawn.includes(null) || known?.width !== width || known.ply !== state.ply) return;
  const ends = [...drawn.slice(1), known.pieces];
  traces = [];
  parts.forEach(({ seat, ply, isTold }, i) => isTold || note(drawn[i], ends[i], ply, seat));
  drawMarks(board, state);
}

async function drawingAt(board, ply, seat) {
  const { lang } = document.documentElement;
  const answer = await fetch(
    `${path}/board.svg?bare=1&ply=${ply}&seat=${seat}&shape=${shapeNow()}&lang=${lang}`);
  return answer.ok ? backstage(board, await answer.text()) : null;
}

function backstage(board, markup) {
  // Measured where nobody sees it, and gone before anything is painted.
  const parsed = new DOMParser().parseFromString(markup, "text/html");
  const drawing = document.importNode(parsed.body.firstElementChild, true);
  drawing.classList.add("backstage");
  board.append(drawing);
  const pieces = survey(drawing);
  drawing.remove();
  return pieces;
}

// --- Drawing --------------------------------------------------------------------------------

function drawMarks(board, state) {
  const drawing = board.firstElementChild;
  const layer = layerOf(board, drawing.getAttribute("viewBox"));
  const pieces = new Map([...known.pieces.values()].map((piece) => [piece.id, piece]));
  const marks = merged(traces.flatMap(({ id, seat, from, was }) => {
    const piece = pieces.get(id);
    return !piece || isAgain(was, piece) ? [] : [{ ...piece.touched, seat, from }];
  }));
  const isTangle = marks.filter(({ from }) => from).length > MOST_WAYS;
  const scale = drawing.getScreenCTM().a;
  const plates = state.seats.flatMap((seat, index) => plate(drawing, seat, index, scale));
  layer.replaceChildren(...marks.flatMap((mark) => markOf(isTangle ? { ...mark, from: null } : mark)), ...plates);
}

// What was done and undone again left no trace.
const isAgain = (was, now) => was !== undefined && was.tells === now.tells
  && was.count === now.count && !isElsewhere(was, now);

// Marks of one seat that touch each other become one.
function merged(marks) {
  const together = [];
  for (const mark of marks) {
    const other = together.find((one) => one.seat === mark.seat && !one.from && !mark.from
      && Math.abs(one.x + one.w / 2 - mark.x - mark.w / 2) < (one.w + mark.w) / 2 + 6
      && Math.abs(one.y + one.h / 2 - mark.y - mark.h / 2) < (one.h + mark.h) / 2 + 6);
    if (!other) together.push({ ...mark });
    else {
      const [right, low] = [Math.max(other.x + other.w, mark.x + mark.w),
        Math.max(other.y + other.h, mark.y + mark.h)];
      [other.x, other.y] = [Math.min(other.x, mark.x), Math.min(other.y, mark.y)];
      [other.w, other.h] = [right - other.x, low - other.y];
    }
  }
  return together;
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

function markOf({ x, y, w, h, seat, from }) {
  const outline = (kind) => svg(`rect.${kind}`, {
    x: x - 4, y: y - 4, width: w + 8, height: h + 8, rx: 8,
  });
  const parts = [outline("trace-edge"), outline("trace"),
    svg("use", { href: `#seat-${seat}`, x: x - 13, y: y - 13, width: 22, height: 22 })];
  if (!from) return parts;
  const [x1, y1] = middle(from);
  const [x2, y2] = middle({ x, y, w, h });
  return [svg("path.trace-way", { d: `M${x1} ${y1}L${x2} ${y2}` }), ...parts];
}

// A bid or a pass stands at the nameplate of whoever made it.
function plate(drawing, seat, index, scale) {
  const at = seat.stands && drawing.querySelector(`[data-seat="${index}"] .nameplate`);
  if (!at) return [];
  const size = Math.max(14, SMALLEST_LETTERS / scale);
  const [wide, high] = [lengthOf(seat.stands, size) + size, 1.45 * size];
  const { x, y } = placeFor(at, wide, high, drawing.getScreenCTM());
  return [svg("g.says", { data: { seat: index } },
    svg("rect.said-face", { x, y: y - high / 2, width: wide, height: high, rx: high / 2 }),
    svg("text.said", {
      x: x + wide / 2, y: y + 0.35 * size, "font-size": size, "text-anchor": "middle",
    }, seat.stands))];
}

// How long bold words are, before they are anywhere on the page.
function lengthOf(words, size) {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `700 ${size}px ${getComputedStyle(document.body).fontFamily}`;
  return pen.measureText(words).width;
}

// Where the game has kept room for words, at its right end; else behind the name, or, where
// something else stands there, on the upper edge.
function placeFor(at, wide, high, { a: scale, e: left, f: top }) {
  const boxOf = (node) => {
    const box = node.getBoundingClientRect();
    return { x: (box.left - left) / scale, right: (box.right - left) / scale,
      y: (box.top - top) / scale, level: ((box.top + box.bottom) / 2 - top) / scale };
  };
  const area = at.closest("[data-seat]");
  const kept = area.querySelector(".says-here");
  if (kept) return { x: boxOf(kept).right - wide, y: boxOf(kept).level };
  const title = at.querySelector("text");
  const name = boxOf(title);
  const room = Math.min(...[...at.children].map(boxOf).filter((box) => box.x > name.x + 1)
    .map((box) => box.x));
  if (name.right + 8 + wide < room) return { x: name.right + 8, y: name.level };
  return { x: name.x, y: boxOf(area).y + high / 5 };
}
