// The vocabulary of moments: what a copy can do. Only transforms and opacity are animated, so the
// browser does it without the page's own thread.
import { el } from "./dom.js";

export const LENGTHS = {
  fly: 380, flip: 420, bounce: 460, sail: 560, scuttle: 600, slap: 320, climb: 700, press: 200, appear: 260, hop: 320, shake: 420,
  dust: 460, sag: 600, gleam: 560, light: 480, darken: 800, strike: 620,
};
const EASE = "cubic-bezier(.4,.05,.25,1)";
const PUFFS = [[-1, -0.3], [-0.7, -0.8], [-0.25, -1], [0.25, -0.9], [0.7, -0.75], [1, -0.25], [0, -0.5]];

const at = (x = 0, y = 0, w = 1, h = w) => `translate(${x}px, ${y}px) scale(${w}, ${h})`;

export const far = (from, to) => Math.hypot(from.x - to.x, from.y - to.y);

// --- Flights: from one box to another ------------------------------------------------------------

// The copy goes straight over the table with its shadow; inside it, the picture is lifted.
function travel(scene, part, { node, from, over, to }, easing = EASE) {
  const flight = el("div.flight", { data: { at: part.beat.at, start: part.beat.start ?? "" } });
  const shadow = el("i.shadow");
  const lifted = el("div.lifted", {}, node);
  flight.append(shadow, lifted);
  scene.put(flight, to);
  // A token is seen only on its way, and what comes out of something else not before.
  if (part.isToken || part.isFromElsewhere) {
    flight.classList.add("passing");
    const fill = part.isToken ? "none" : "forwards";
    scene.animate(flight, [{ opacity: 1 }, { opacity: 1 }], { ...part, fill });
  }
  const size = Math.min(from.w / to.w, from.h / to.h) || 1;
  const [x, y] = [from.x + (from.w - size * to.w) / 2 - to.x, from.y + (from.h - size * to.h) / 2 - to.y];
  const offset = over && far(from, over) / (far(from, over) + far(over, to) || 1);
  const way = over ? [{ transform: at(over.x - to.x, over.y - to.y), offset, easing }] : [];
  scene.animate(flight, [{ transform: at(x, y, size), easing }, ...way, { transform: at() }], part);
  scene.animate(shadow, [{ opacity: 0 }, { opacity: 1, offset: 0.4 }, { opacity: 0 }], part);
  return { lifted, high: Math.min(34, 8 + 0.08 * far(from, to)) };
}

function fly(scene, part, flight) {
  const { lifted, high } = travel(scene, part, flight);
  scene.animate(lifted, [
    { transform: at() },
    { transform: at(0, -high, 1.1), offset: 0.45 },
    { transform: at(0, 0, 1.02, 0.94), offset: 0.9 },
    { transform: at() },
  ], part);
}

// Halfway its back gives way to its face.
function flip(scene, part, flight) {
  const { lifted, high } = travel(scene, part, flight);
  const [face] = lifted.children;
  const { back } = flight;
  lifted.prepend(back);
  scene.animate(back, [{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0, offset: 0.5 }, { opacity: 0 }], part);
  scene.animate(face, [{ opacity: 0 }, { opacity: 0, offset: 0.5 }, { opacity: 1, offset: 0.5 }, { opacity: 1 }], part);
  scene.animate(lifted, [
    { transform: at() },
    { transform: at(0, -high, 0.04, 1.08), offset: 0.5 },
    { transform: at(0, 0, 1.03, 0.97), offset: 0.9 },
    { transform: at() },
  ], part);
}

// A picture of another size fills the flight's box.
export function fit(picture, from, to) {
  picture.style.setProperty("transform", `scale(${to.w / from.w}, ${to.h / from.h})`);
  picture.style.setProperty("transform-origin", "0 0");
}

function bounce(scene, part, flight) {
  const { lifted, high } = travel(scene, part, flight, "linear");
  const rise = (height, offset) =>
    ({ transform: at(0, -height, 1, 1.06), offset, easing: "ease-in" });
  const touch = (offset) => ({ transform: at(0, 0, 1.1, 0.84), offset, easing: "ease-out" });
  scene.animate(lifted, [{ ...touch(0), transform: at() }, rise(1.6 * high, 0.28), touch(0.56),
    rise(0.8 * high, 0.75), touch(0.92), { transform: at() }], part);
}

function sail(scene, part, flight) {
  const { lifted } = travel(scene, part, flight, flight.over ? "cubic-bezier(.4,.2,.6,.8)" : "cubic-bezier(.45,0,.35,1)");
  const rock = (angle, offset) => ({ transform: `rotate(${angle}deg)`, offset });
  scene.animate(lifted, [rock(0, 0), rock(-6, 0.25), rock(5, 0.5), rock(-4, 0.75), rock(0, 1)], part);
}

// Runs, with its legs.
function scuttle(scene, part, flight) {
  const { lifted } = travel(scene, part, flight, "linear");
  const legs = Array.from({ length: 13 }, (_, i) => ({ transform: `rotate(${i % 12 ? (i % 2 ? 9 : -9) : 0}deg)` }));
  scene.animate(lifted, legs, part);
}

// Comes down from above its place.
function slap(scene, part, flight) {
  const { lifted } = travel(scene, part, flight, "cubic-bezier(.2,.7,.2,1)");
  scene.animate(lifted, [
    { transform: at(0, -10, 1.5), easing: "ease-in" },
    { transform: at(0, -18, 1.6), offset: 0.6, easing: "ease-in" },
    { transform: at(0, 0, 1.12, 0.86), offset: 0.85 },
    { transform: at() },
  ], part);
}

export const FLIGHTS = { fly, flip, bounce, sail, scuttle, slap };

// --- Effects: on a piece where it is ---------------------------------------------------------------

// The piece's copy moves in its place.
function inPlace(scene, part, { box, picture, node }, frames, timing = {}) {
  const copy = scene.put(el("div.effect", { data: { at: part.beat.at } }, picture()), box);
  if (node) scene.hide(node, part.at, part.length);
  scene.animate(copy, [{ opacity: 1 }, { opacity: 1 }], { ...part, fill: timing.stays ? "forwards" : "none" });
  scene.animate(copy, frames, { ...part, ...timing });
  return copy;
}

const appear = (scene, part, on) => inPlace(scene, part, on,
  [{ transform: at(0, 0, 0.7), opacity: 0 }, { transform: at(), opacity: 1 }],
  { easing: "ease-out", fill: "forwards", stays: true });

const hop = (scene, part, on) => inPlace(scene, part, on,
  [{ transform: at() }, { transform: at(0, -10, 1.08), offset: 0.45 }, { transform: at(0, 0, 1.04, 0.93), offset: 0.85 }, { transform: at() }]);

const shake = (scene, part, on) => inPlace(scene, part, on,
  [0, -5, 6, -5, 4, -2, 0].map((x, i) => ({ transform: `translate(${x}px, ${i % 2}px) rotate(${x / 4}deg)` })));

const sag = (scene, part, on) => inPlace(scene, part, on, [
  { transform: "none" }, { transform: "scale(1.06, .78) skewX(-5deg)", offset: 0.4 },
  { transform: "scale(1.04, .82) skewX(4deg)", offset: 0.75 }, { transform: "none" },
]).classList.add("footed");

// A stack gives way a little below what lands on it.
const press = (scene, part, on) => inPlace(scene, part, on, [
  { transform: "none" }, { transform: "scale(1.02, .93)", offset: 0.4 }, { transform: "none" },
]).classList.add("footed");

// A band of light crosses the piece: a window moves over a bright copy that stays where it is.
function gleam(scene, part, { box, picture }) {
  const bright = el("div.bright", {}, picture());
  const band = scene.put(el("div.band", {}, bright), box);
  const wide = box.w + box.h;
  const timing = { ...part, easing: "ease-in-out", fill: "none" };
  scene.animate(band, [{ transform: at(-wide) }, { transform: at(wide) }], timing);
  scene.animate(band, [{ opacity: 1 }, { opacity: 1 }], timing);
  scene.animate(bright, [{ transform: at(wide) }, { transform: at(-wide) }], timing);
}

function light(scene, part, { box, picture }) {
  const bright = scene.put(el("div.effect.bright", { data: { at: part.beat.at } }, picture()), box);
  scene.animate(bright, [
    { transform: at(), opacity: 0 }, { transform: at(0, 0, 1.06), opacity: 1, offset: 0.35 },
    { transform: at(0, 0, 1.03), opacity: 1, offset: 0.7 }, { transform: at(), opacity: 0 },
  ], { ...part, fill: "none" });
  ring(scene, part, box);
}

// Lights what a piece is made of, from the ground up.
function climb(scene, part, { box, picture }) {
  const steps = 6;
  for (let i = 0; i < steps; i += 1) {
    const bright = el("div.bright", {}, picture());
    const [top, low] = [1 - (i + 1) / steps, 1 - i / steps];
    const window = scene.put(el("div.course", {}, bright), { ...box, y: box.y + top * box.h, h: (low - top) * box.h });
    bright.style.setProperty("top", `${-top * box.h}px`);
    const length = 0.5 * part.length;
    scene.animate(window, [{ opacity: 0 }, { opacity: 1, offset: 0.3 }, { opacity: 0 }],
      { ...part, at: part.at + (i / steps) * length, length, fill: "none" });
  }
}

function ring(scene, part, { x, y, w, h }, most = 1.12) {
  const edge = 5;
  const node = scene.put(el("i.halo"), { x: x - edge, y: y - edge, w: w + 2 * edge, h: h + 2 * edge });
  scene.animate(node, [{ transform: at(), opacity: 0 }, { opacity: 1, offset: 0.3 },
    { transform: at(0, 0, most), opacity: 0 }], { ...part, fill: "none", easing: "ease-out" });
}

function darken(scene, part, { box }) {
  const night = scene.put(el("i.night"), box);
  scene.animate(night, [{ opacity: 0 }, { opacity: 0.62, offset: 0.3 }, { opacity: 0.62, offset: 0.7 }, { opacity: 0 }],
    { ...part, fill: "none" });
}

function strike(scene, part, on) {
  inPlace(scene, part, on, [
    { transform: at() }, { transform: at(0, 0, 1.4), offset: 0.25 }, { transform: at(0, 0, 0.92), offset: 0.45 },
    { transform: at(0, 0, 1.08), offset: 0.65 }, { transform: at() },
  ]).classList.add("bright");
  ring(scene, part, on.box, 2.2);
  ring(scene, { ...part, at: part.at + 90 }, on.box, 3);
}

function dust(scene, part, { box, picture, node }) {
  // What is gone falls to pieces; what is still there shakes.
  const frames = node
    ? [0, -4, 5, -4, 3, 0].map((x) => ({ transform: at(x) }))
    : [{ transform: "none", opacity: 1 }, { transform: `translateY(${box.h / 4}px) scale(1.05, .3) rotate(4deg)`, opacity: 0 }];
  inPlace(scene, part, { box, picture, node }, frames).classList.add("footed");
  const size = Math.min(38, 0.5 * box.w);
  PUFFS.forEach(([x, y], i) => {
    const puff = scene.put(el("i.puff"), { x: box.x + (box.w - size) / 2, y: box.y + box.h - size, w: size, h: size });
    scene.animate(puff, [{ transform: at(0.3 * x * box.w, 0, 0.3), opacity: 0 },
      { transform: at(0.5 * x * box.w, 0.35 * y * box.h, 1), opacity: 0.9, offset: 0.35 },
      { transform: at(0.75 * x * box.w, 0.7 * y * box.h, 1.5), opacity: 0 }],
    { ...part, at: part.at + 18 * i, fill: "none", easing: "ease-out" });
  });
}

export const EFFECTS = { appear, hop, press, shake, sag, gleam, light, climb, darken, strike, dust };
