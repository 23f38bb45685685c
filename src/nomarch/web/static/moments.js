// Moments: what an update's events play above the board. `stage` is called before the drawing changes,
// `play` after it; the beats come from the server, or are guessed where a game declares none.
import { place } from "./context.js";
import { boxOf, copyOf, find, isAlike, layerOf, pictureOf, tokenOf } from "./copies.js";
import { EFFECTS, fit, FLIGHTS, LENGTHS } from "./effects.js";
import { countFrom, numbersOf } from "./score_counter.js";
import { guess, places } from "./guessed_moves.js";
import { soundAt } from "./sound.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const STAGGER = 80; // milliseconds between the starts of two beats
const TURN = 1500; // the longest that a turn may take
const SCENE = 4500; // the same for a scoring or a reveal
const MOST_BEATS = 90; // more are no turn, but a page that catches up
const MOST_COPIES = 6;

let running = null;
let endCounting = () => {};

const isWelcome = () => !calm.matches && !document.hidden;

// What happened since an earlier step; null where the game declares no moments.
export const beatsSince = (log, ply) => (place.moments
  ? log.filter((entry) => entry.ply > ply).flatMap((entry) => entry.moments ?? []) : null);

// --- Before the drawing changes ------------------------------------------------------------------

// Remembers where the pieces are that will move; `beats` is null where the page has to guess.
export function stage(board, beats) {
  finish();
  if (!isWelcome() || (beats && (!beats.length || beats.length > MOST_BEATS))) return null;
  const drawing = board.firstElementChild;
  const before = { numbers: numbersOf(drawing), seen: new Map(), beats };
  if (!beats) before.places = places(drawing);
  const names = beats ? beats.flatMap(({ at, start }) => [at, start]) : before.places.keys();
  const layer = layerOf(board);
  for (const name of names) {
    const node = name && !before.seen.has(name) && find(drawing, name);
    if (node) before.seen.set(name, { box: boxOf(layer, node), copy: copyOf(node) });
  }
  return before;
}

// --- After it ------------------------------------------------------------------------------------

// Plays the beats; returns the milliseconds they take. `speed` stretches them.
export function play(board, before, speed = 1) {
  if (!before) return 0;
  const drawing = board.firstElementChild;
  const beats = before.beats ?? guess(drawing, before.places);
  const plan = timed(beats.flatMap((beat) => prepared(board, beat, before)), speed);
  if (!plan.length) return 0;
  const arrivals = arrivalsOf(plan, before);
  // Everything has been measured: from here on the page only changes.
  running = new Playing(board);
  for (const part of plan) part.run(running);
  hideUntilArrival(arrivals);
  countUp(drawing, before, plan);
  return running.start(plan);
}

// Ends whatever plays: everything is in its place.
export function finish() {
  running?.end();
  endCounting();
}

// Calls back when nothing plays any more.
export function afterwards(board, tell) {
  if (running) board.addEventListener("played", tell, { once: true });
  else tell();
}

// One beat may be several copies, one after the other.
function prepared(board, beat, before) {
  const drawing = board.firstElementChild;
  const target = beat.at ? find(drawing, beat.at) : drawing;
  const layer = layerOf(board);
  if (beat.do === "stay") return staying(target, before.seen.get(beat.at), beat);
  if (FLIGHTS[beat.do]) return flights(layer, drawing, target, beat, before);
  const isOld = !target || beat.look === "start" || isHeld(before, beat.at);
  const was = isOld && before.seen.get(beat.at);
  if (!target && !was) return [];
  const box = was ? was.box : boxOf(layer, target);
  const copy = was ? was.copy : beat.do !== "darken" && copyOf(target); // the dark needs no picture
  const picture = () => copy.cloneNode(true);
  const node = beat.look === "start" ? null : target;
  return [{ beat, length: LENGTHS[beat.do], box, lands: beat.do === "appear" ? target : null,
    copy: !was && copy,
    run(scene) { EFFECTS[beat.do](scene, this, { box, picture, node }); } }];
}

// Whether a piece is seen to go: what lies below it was there all the time.
const isLeaving = ({ beats }, name) => beats?.some((beat) => beat.at === name && beat.look === "start" && EFFECTS[beat.do]);
const isHeld = ({ beats }, name) => beats?.some((beat) => beat.do === "stay" && beat.at === name);

// A piece that looks as before until the scene is over.
function staying(node, was, beat) {
  if (!was) return [];
  return [{ beat, length: 0, run(scene) {
    if (node) scene.hide(node, 0, this.length);
    scene.hold(was, this.length);
  } }];
}

function flights(layer, drawing, target, beat, before) {
  const was = before.seen.get(beat.at);
  const from = beat.start ? before.seen.get(beat.start) ?? seenNow(layer, drawing, beat.start) : was;
  // What is gone, or about to go, is met where it was; what never was there has nowhere to go.
  const isGone = !target || (was && isLeaving(before, beat.at));
  const end = isGone ? was?.box : boxOf(layer, target);
  if (!end || (!from && !target)) return [];
  if (!from) return [appearing(target, end, beat)];
  const isMoved = !beat.look && !beat.words;
  if (isMoved && !beat.start && isSameBox(from.box, end)) return [];
  const count = Math.min(beat.count ?? 1, MOST_COPIES);
  return Array.from({ length: count }, (_, index) => {
    const { node, size, isOld } = pictureFor(drawing, target, beat, from);
    let [start, stop] = size ? [centred(from.box, size, size), centred(end, size, size)] : [from.box, end];
    if (isOld) {
      stop = inside(end, from.box);
      fit(node, start, stop);
    }
    const passes = beat.via && find(drawing, beat.via);
    const over = passes && centred(boxOf(layer, passes), stop.w, stop.h);
    const back = beat.do === "flip" && (pictureOf(drawing, beat.back, stop.w, stop.h) ?? fitted(from, start, stop));
    return { beat, index, length: lengthOf(beat, start, stop, over), lands: target, box: end,
      copy: !size && !isOld && node, isToken: Boolean(size) || !target, isFromElsewhere: Boolean(beat.start && !isOld),
      run(scene) { FLIGHTS[beat.do](scene, this, { node, from: start, over, to: stop, back }); } };
  });
}

// What wasn't there before may be there now: a tile that gives something when it is laid.
function seenNow(layer, drawing, name) {
  const node = find(drawing, name);
  return node && { box: boxOf(layer, node), copy: copyOf(node) };
}

// What a flight starts from, in the size in which it ends.
function fitted({ copy }, start, stop) {
  const picture = copy.cloneNode(true);
  fit(picture, start, stop);
  return picture;
}

function pictureFor(drawing, target, beat, from) {
  const isOld = beat.look === "start" || (!target && !beat.look && !beat.words);
  if (isOld) return { node: from.copy.cloneNode(true), isOld };
  if (beat.look || beat.words) return tokenOf(drawing, beat.look, beat.words);
  return { node: copyOf(target) };
}

function appearing(node, box, beat) {
  const copy = copyOf(node);
  return { beat, length: LENGTHS.appear, lands: node, box,
    run(scene) { EFFECTS.appear(scene, this, { box, picture: () => copy, node }); } };
}

const isSameBox = (a, b) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y) < 3;
const centred = ({ x, y, w, h }, wide, high) =>
  ({ x: x + (w - wide) / 2, y: y + (h - high) / 2, w: wide, h: high });

// The largest box of the same shape in the middle of another.
function inside(box, { w, h }) {
  const scale = Math.min(box.w / w, box.h / h);
  return centred(box, scale * w, scale * h);
}

function lengthOf(beat, from, to, over) {
  const far = Math.hypot(from.x - to.x, from.y - to.y);
  return over ? 2 * LENGTHS[beat.do] : Math.min(600, Math.max(LENGTHS[beat.do], 260 + 0.4 * far));
}

// --- Timing --------------------------------------------------------------------------------------

function timed(parts, speed) {
  const [stays, moves] = [parts.filter(isStaying), parts.filter((part) => !isStaying(part))];
  moves.sort((a, b) => (a.beat.row ?? 0) - (b.beat.row ?? 0));
  let [at, end, row] = [-STAGGER, 0, 0];
  for (const part of moves) {
    const waits = (part.beat.then && !part.index) || (part.beat.row ?? 0) !== row;
    row = part.beat.row ?? 0;
    at = waits ? end : at + STAGGER;
    part.at = at;
    end = Math.max(end, at + part.length);
  }
  const most = parts.some(({ beat }) => beat.is_long) ? SCENE : TURN;
  const scale = Math.min(1, most / end) * speed;
  for (const part of moves) [part.at, part.length] = [part.at * scale, part.length * scale];
  for (const part of stays) [part.at, part.length] = [0, end * scale];
  return moves.length ? [...stays, ...moves] : [];
}

const isStaying = ({ beat }) => beat.do === "stay";
const endOf = ({ at, length }) => at + length;

// The places that look different once something has arrived, and how they look until then.
function arrivalsOf(plan, before) {
  const arrivals = new Map();
  const left = new Set(plan.map(({ beat }) => beat.start));
  for (const part of plan) {
    if (!part.lands || part.beat.at.startsWith("@")) continue;
    const known = arrivals.get(part.lands);
    if (!known || endOf(part) < endOf(known)) arrivals.set(part.lands, part);
  }
  return [...arrivals].flatMap(([node, part]) => {
    const was = before.seen.get(part.beat.at);
    if (was && isSameBox(was.box, part.box) && isAlike(part.copy || copyOf(node), was.copy)) return [];
    const held = part.beat.start && !left.has(part.beat.at) ? was : null;
    return [{ node: isLeaving(before, part.beat.at) ? null : node, until: endOf(part), held }];
  });
}

function hideUntilArrival(arrivals) {
  for (const { node, until, held } of arrivals) {
    if (node) running.hide(node, 0, until);
    if (held) running.hold(held, until);
  }
}

// Numbers beside a name change when what changes them has arrived.
function countUp(drawing, before, plan) {
  const lastAt = new Map();
  for (const part of plan) {
    const node = find(drawing, part.beat.at || "");
    const seat = node?.closest("[data-seat]");
    if (seat) lastAt.set(seat, Math.max(lastAt.get(seat) ?? 0, endOf(part)));
  }
  endCounting = countFrom(drawing, before.numbers, (seat) => lastAt.get(seat) ?? 0);
}

// --- What plays now ------------------------------------------------------------------------------

class Playing {
  constructor(board) {
    this.board = board;
    this.layer = layerOf(board);
    this.animations = [];
    this.timers = [];
  }

  // Adds a copy to the layer, at a box.
  put(node, { x, y, w, h }, ...classes) {
    node.classList.add("staged", ...classes);
    for (const [name, value] of Object.entries({ left: x, top: y, width: w, height: h })) {
      node.style.setProperty(name, `${value}px`);
    }
    this.layer.append(node);
    return node;
  }

  animate(node, frames, { at, length, ...timing }) {
    const animation = node.animate(frames, { delay: at, duration: length, fill: "both", ...timing });
    this.animations.push(animation);
    return animation;
  }

  // Hides a piece of the board for a while.
  hide(node, at, length) {
    this.animate(node, [{ opacity: 0 }, { opacity: 0 }], { at, length, fill: "none" });
  }

  // Shows a piece as it was, for a while.
  hold({ box, copy }, length) {
    const node = this.put(copy.cloneNode(true), box, "held");
    this.animate(node, [{ opacity: 1 }, { opacity: 1 }], { at: 0, length, fill: "none" });
  }

  start(plan) {
    const length = Math.max(...plan.map(endOf));
    this.board.classList.add("playing");
    for (const part of plan) {
      if (part.beat.sound && !part.index) this.timers.push(soundAt(part.beat.sound, endOf(part)));
    }
    this.animate(this.layer, [{ opacity: 1 }, { opacity: 1 }], { at: 0, length: length + 30 })
      .finished.then(() => this.end(), () => {});
    return length;
  }

  end() {
    if (running === this) running = null;
    for (const animation of this.animations) animation.cancel();
    for (const timer of this.timers) clearTimeout(timer);
    this.animations = [];
    this.layer.replaceChildren();
    this.board.classList.remove("playing");
    this.board.dispatchEvent(new Event("played"));
  }
}

// A tap or a key ends what plays; it still counts as a choice.
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, finish, { capture: true });
