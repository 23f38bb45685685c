// Moments: the beats of a stage play above the drawing that is there; then the stage's own drawing takes
// its place. The beats come from the server.
import { boxOf, copyOf, find, isAlike, layerOf, pictureOf, removeMarks, tokenOf } from "./copies.js";
import { el } from "./dom.js";
import { EFFECTS, far, fit, FLIGHTS, LENGTHS } from "./effects.js";
import { number } from "./format.js";
import { soundAt } from "./sound.js";
import { inTasks } from "./tasks.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const STAGGER = 80; // milliseconds between the starts of two beats
const TURN = 1500; // the longest that a turn may take
const SCENE = 5500; // the same for a scoring or a reveal
const MOST_BEATS = 240; // more are no turn, but a page that catches up
const MOST_COPIES = 6;
const UNTIL_THE_END = 60_000;

let running = null;

export const isWelcome = () => !calm.matches && !document.hidden;
export const isPlaying = () => running !== null;

// Whether beats would play.
export const plays = (beats) => isWelcome() && beats.length > 0 && beats.length <= MOST_BEATS;

// About how many milliseconds beats take.
export function estimate(beats) {
  if (!plays(beats)) return 0;
  const parts = beats.map((beat) => ({ beat, length: FLIGHTS[beat.do] ? 480 : LENGTHS[beat.do] }));
  timed(parts, 1);
  return Math.max(...parts.map(endOf));
}

// Plays beats on the way to the drawing `next` (null if it stays the same); `done` puts it in.
export function perform(board, beats, next, speed, done) {
  finish();
  const old = board.firstElementChild;
  const layer = layerOf(board);
  if (next) removeMarks(old);
  const named = next && excerptOf(next, beats);
  const twin = named && hang(board, old, named);
  const scene = { layer, next: named ?? old, seen: new Map() };
  for (const name of beats.flatMap(({ at, start }) => [at, start])) {
    const node = name && !scene.seen.has(name) && find(old, name);
    if (node) scene.seen.set(name, { node, box: boxOf(layer, node), copy: copyOf(node) });
  }
  const plan = timed(beats.flatMap((beat) => prepared(scene, beat)), speed);
  twin?.remove();
  // Everything has been measured: from here on the page only changes.
  const playing = new Playing(board, done);
  running = playing;
  if (plan.length) inTasks(() => {}, () => playing.start(plan));
  else playing.end();
}

// The pieces of a drawing that beats name, where they are: to lay out all of it takes long.
function excerptOf(drawing, beats) {
  const pieces = new Map([...drawing.querySelectorAll("[id]")].map((piece) => [piece.id, piece]));
  const whole = (name) => (name.startsWith("@") ? find(drawing, name)
    : pieces.get(`${drawing.id}-${name.split("/")[0]}`));
  const names = beats.flatMap(({ at, start, via }) => [at, start, via]).filter(Boolean);
  const kept = new Set([...new Set(names.flatMap((name) => name.split("|")))].map(whole).filter(Boolean));
  const around = new Set();
  for (let { parentNode: node } of kept) for (; node; node = node.parentNode) around.add(node);
  const copy = (node) => {
    const bare = node.cloneNode(kept.has(node));
    if (!kept.has(node)) {
      bare.append(...[...node.children].filter((child) => kept.has(child) || around.has(child)).map(copy));
    }
    return bare;
  };
  const excerpt = copy(drawing);
  removeMarks(excerpt);
  return excerpt;
}

// Lays out the next drawing unseen, in the place of the present one, to measure it.
function hang(board, old, next) {
  const twin = el("div.twin", { "aria-hidden": "true" }, next);
  const there = old.getBoundingClientRect();
  for (const side of ["width", "height"]) twin.style.setProperty(side, `${there[side]}px`);
  board.append(twin);
  const here = next.getBoundingClientRect();
  twin.style.setProperty("transform", `translate(${there.x - here.x}px, ${there.y - here.y}px)`);
  return twin;
}

// Something else plays: whoever ends what plays ends it. `end` is called once.
export function occupy(end) {
  finish();
  const scene = {
    get isOn() { return running === scene; },
    end() {
      if (running !== scene) return;
      running = null;
      end();
    },
  };
  running = scene;
  return scene;
}

// Ends whatever plays: everything is in its place.
export const finish = () => running?.end();

// --- What beats do -------------------------------------------------------------------------------

// One beat may be several copies, one after the other.
function prepared(scene, beat) {
  const { layer, next, seen } = scene;
  const target = beat.at ? find(next, beat.at) : next;
  if (FLIGHTS[beat.do]) return flights(scene, target, beat);
  // What comes is seen as it will be, everything else as it is.
  const was = beat.do !== "appear" && seen.get(beat.at);
  if (!target && !was) return [];
  const box = was ? was.box : boxOf(layer, target);
  const copy = beat.do !== "darken" && (was ? was.copy : copyOf(target)); // the dark needs no picture
  const isGone = was && beat.do === "dust" && !(target && isAlike(copyOf(target), was.copy));
  return [{ beat, box, length: LENGTHS[beat.do], leaves: isGone ? leaving(scene, was, beat.at) : null,
    run(playing) {
      const picture = () => copy.cloneNode(true);
      EFFECTS[beat.do](playing, this, { box, picture, node: was && !isGone ? was.node : null });
    } }];
}

function flights(scene, target, beat) {
  const { layer, next, seen } = scene;
  const was = seen.get(beat.at);
  const from = beat.start ? seen.get(beat.start) ?? seenNext(layer, next, beat.start) : was;
  const end = target ? boxOf(layer, target) : was?.box;
  if (!end || (!from && !target)) return [];
  if (!from) return [appearing(target, end, beat)];
  const isMoved = !beat.look && !beat.words;
  if (isMoved && !beat.start && isSameBox(from.box, end)) return [];
  const count = Math.min(beat.count ?? 1, MOST_COPIES);
  return Array.from({ length: count }, (_, index) => {
    const { node, size, isOld } = pictureFor(next, target, beat, from);
    let [start, stop] = size ? [centred(from.box, size, size), centred(end, size, size)] : [from.box, end];
    if (isOld) {
      stop = inside(end, from.box);
      fit(node, start, stop);
    } else if (!size && beat.start) {
      start = centred(from.box, end.w, end.h); // a piece keeps its size
    }
    const passes = beat.via && find(next, beat.via);
    const over = passes && centred(boxOf(layer, passes), stop.w, stop.h);
    const back = beat.do === "flip" && (pictureOf(next, beat.back, stop.w, stop.h) ?? fitted(from, start, stop));
    const isToken = Boolean(size) || !target;
    return { beat, index, box: end, isToken, isFromElsewhere: Boolean(beat.start && !isOld),
      length: lengthOf(beat, start, stop, over), leaves: departure(scene, beat, from),
      run(playing) { FLIGHTS[beat.do](playing, this, { node, from: start, over, to: stop, back }); } };
  });
}

// A flight takes its piece along if the next drawing has something else in its place. Points and
// pictures leave theirs where it is.
function departure(scene, beat, from) {
  const name = beat.start || beat.at;
  const isToken = beat.words || (beat.start && beat.look && beat.look !== "start");
  if (name.startsWith("@") || !from.node || isToken) return null;
  const still = find(scene.next, name);
  const isMoved = !beat.start && still && !isSameBox(boxOf(scene.layer, still), from.box);
  if (!isMoved && still && isAlike(copyOf(still), from.copy)) return null;
  return leaving(scene, from, name);
}

// What is seen to go, and what the next drawing has below it: an empty space, a lower stone.
function leaving({ layer, next }, { node, box, copy }, name) {
  const still = find(next, name);
  const below = still && isSameBox(boxOf(layer, still), box) ? copyOf(still) : null;
  return { node, below: below && !isAlike(below, copy) ? { copy: below, box } : null };
}

// What isn't there yet may come: a tile that gives something when it is laid.
function seenNext(layer, next, name) {
  const node = find(next, name);
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
  return { beat, length: LENGTHS.appear, box,
    run(playing) { EFFECTS.appear(playing, this, { box, picture: () => copy, node: null }); } };
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
  const way = over ? far(from, over) + far(over, to) : far(from, to);
  if (beat.do === "sail") return Math.min(1300, LENGTHS.sail + 0.9 * way);
  return Math.min(600, Math.max(LENGTHS[beat.do], 260 + 0.4 * way));
}

// --- Timing --------------------------------------------------------------------------------------

const endOf = ({ at, length }) => at + length;

function timed(parts, speed) {
  parts.sort((a, b) => (a.beat.row ?? 0) - (b.beat.row ?? 0));
  let [at, end, row] = [-STAGGER, 0, 0];
  for (const part of parts) {
    const waits = (part.beat.then && !part.index) || (part.beat.row ?? 0) !== row;
    row = part.beat.row ?? 0;
    at = waits ? end : at + STAGGER;
    part.at = at;
    end = Math.max(end, at + part.length);
  }
  const most = parts.some(({ beat }) => beat.is_long) ? SCENE : TURN;
  const scale = Math.min(1, most / end) * speed;
  for (const part of parts) [part.at, part.length] = [part.at * scale, part.length * scale];
  return parts;
}

// Adds points that have arrived at a nameplate.
function addTo(plate, points) {
  const text = [...(plate?.querySelectorAll("text") ?? [])].find((node) => /^[−-]?\d+$/.test(node.textContent));
  if (text) text.textContent = number(Number(text.textContent.replace("−", "-")) + points);
}

// --- What plays now ------------------------------------------------------------------------------

class Playing {
  constructor(board, done) {
    this.board = board;
    this.done = done;
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

  // A piece has left its place: from now on one sees what lies below.
  leave({ node, below }, at) {
    this.hide(node, at, UNTIL_THE_END);
    if (!below) return;
    const bottom = this.put(below.copy.cloneNode(true), below.box, "held");
    this.animate(bottom, [{ opacity: 1 }, { opacity: 1 }], { at, length: UNTIL_THE_END, fill: "none" });
  }

  // Calls back after some milliseconds, unless it was ended before.
  after(length, act) {
    this.animate(this.layer, [{ opacity: 1 }, { opacity: 1 }], { at: 0, length }).finished.then(act, () => {});
  }

  start(plan) {
    if (running !== this) return;
    this.board.classList.add("playing");
    for (const part of plan) {
      part.run(this);
      if (part.leaves) this.leave(part.leaves, part.at);
      const { sound, points, at } = part.beat;
      if (sound && !part.index) this.timers.push(soundAt(sound, endOf(part)));
      if (points) this.after(endOf(part), () => addTo(find(this.board.firstElementChild, at), points));
    }
    this.after(Math.max(...plan.map(endOf)) + 30, () => this.end());
  }

  end() {
    if (running !== this) return;
    running = null;
    for (const animation of this.animations) animation.cancel();
    for (const timer of this.timers) clearTimeout(timer);
    this.layer.replaceChildren();
    this.board.classList.remove("playing");
    this.done();
  }
}
