// Quiet ambience: wind over sand or water of the Nile, made here. Off unless the player turns it on.
import { $ } from "./dom.js";
import { volume } from "./sound.js";

const LOUDEST = 0.05;
// A sort of noise for each game: the filter, its frequency, and the seconds of a swell.
const PLACES = {
  ra: ["bandpass", 420, 9], "amun-re": ["lowpass", 520, 7], egizia: ["lowpass", 700, 5],
  fertility: ["lowpass", 600, 6], giza: ["bandpass", 300, 12],
};
const USUAL = ["bandpass", 380, 9];

let playing = null;

const isWanted = () => localStorage.getItem("ambience") === "on" && !document.hidden && volume() > 0;

function start(game) {
  const [type, frequency, seconds] = PLACES[game] ?? USUAL;
  const audio = new AudioContext();
  const buffer = audio.createBuffer(1, 4 * audio.sampleRate, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = 2 * Math.random() - 1;
  const source = Object.assign(audio.createBufferSource(), { buffer, loop: true });
  const filter = Object.assign(audio.createBiquadFilter(), { type });
  filter.frequency.value = frequency;
  const level = audio.createGain();
  level.gain.value = LOUDEST * (volume() / 100);
  const swell = audio.createOscillator();
  const depth = audio.createGain();
  swell.frequency.value = 1 / seconds;
  depth.gain.value = 0.6 * level.gain.value;
  swell.connect(depth).connect(level.gain);
  source.connect(filter).connect(level).connect(audio.destination);
  for (const each of [source, swell]) each.start();
  return audio;
}

// A button that turns it on; it begins with the next click or key.
export function offerAmbience(game) {
  const button = $("ambience");
  const draw = () => {
    button.setAttribute("aria-pressed", String(localStorage.getItem("ambience") === "on"));
    if (!isWanted()) {
      void playing?.close();
      playing = null;
    } else if (navigator.userActivation?.hasBeenActive) playing ??= start(game);
  };
  button.addEventListener("click", () => {
    localStorage.setItem("ambience", localStorage.getItem("ambience") === "on" ? "off" : "on");
    draw();
  });
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, draw, { once: true });
  for (const [place, kind] of [[document, "visibilitychange"], [$("volume"), "change"]]) place.addEventListener(kind, draw);
  draw();
}
