// Short, quiet sounds, made here; none before the first click or key.

// Parts of a sound. A tone: start, length, frequency at its beginning and end, level. A rush of noise:
// start, length, filter and its frequency, level. Times are in seconds.
const tone = (at, length, from, to, level, type = "sine") => ({ at, length, from, to, level, type });
const rush = (at, length, filter, from, level) => ({ at, length, filter, from, to: from, level });

const SOUNDS = {
  tile: [rush(0, 0.05, "bandpass", 2100, 0.5), tone(0, 0.09, 240, 150, 0.5, "triangle")],
  stone: [rush(0, 0.1, "lowpass", 420, 0.9), tone(0, 0.18, 120, 58, 0.9)],
  card: [rush(0, 0.11, "highpass", 3200, 0.22), rush(0.07, 0.04, "bandpass", 1500, 0.25)],
  coin: [tone(0, 0.2, 1865, 1865, 0.16), tone(0.02, 0.26, 2794, 2794, 0.1), tone(0.08, 0.22, 2093, 2093, 0.08)],
  boat: [rush(0, 0.5, "lowpass", 520, 0.5), tone(0.05, 0.3, 196, 174, 0.12, "triangle")],
  strike: [rush(0, 0.08, "lowpass", 900, 0.9), tone(0, 1.2, 98, 96, 0.5), tone(0, 1, 147, 146, 0.3),
    tone(0, 0.7, 277, 275, 0.18), tone(0, 0.45, 415, 411, 0.1)],
  crumble: [rush(0, 0.12, "lowpass", 700, 0.8), rush(0.1, 0.1, "lowpass", 500, 0.6),
    rush(0.19, 0.16, "lowpass", 350, 0.5), tone(0, 0.3, 90, 45, 0.6)],
  reveal: [tone(0, 0.5, 392, 392, 0.25), tone(0.09, 0.5, 494, 494, 0.25), tone(0.18, 0.5, 587, 587, 0.25)],
  step: [tone(0, 0.12, 330, 330, 0.3, "triangle")],
  gain: [tone(0, 0.16, 440, 440, 0.25), tone(0.12, 0.2, 660, 660, 0.25)],
  loss: [tone(0, 0.16, 440, 440, 0.25), tone(0.12, 0.2, 294, 294, 0.25)],
  turn: [tone(0, 0.5, 523, 523, 0.25), tone(0.12, 0.5, 784, 784, 0.25)],
  win: [392, 523, 659, 784, 1047].flatMap((high, i) =>
    [tone(0.13 * i, 0.7, high, high, 0.25), tone(0.13 * i, 0.5, high / 2, high / 2, 0.12, "triangle")]),
};
export const NAMES = Object.keys(SOUNDS);
const USUAL = 60; // per cent
const LOUDEST = 0.25;

let audio = null;
let noise = null;

let isTouched = false;
for (const kind of ["pointerdown", "keydown"]) {
  addEventListener(kind, () => { isTouched = true; }, { once: true, capture: true });
}

export const volume = () => Number(localStorage.getItem("volume") ?? USUAL);
const wantsSound = () => isTouched && !document.hidden && localStorage.getItem("sound") !== "off" && volume() > 0;

// Plays sounds one after the other: each a name, perhaps with its side from -1 (left) to 1.
export const sound = (...names) => names.forEach((name, i) => {
  const [own, side = 0] = [name].flat();
  play(own, 0.55 * i, side);
});

// Plays a sound after some milliseconds; returns the timer.
export const soundAt = (name, wait) => setTimeout(() => play(name), wait);

function play(name, wait = 0, side = 0) {
  const parts = SOUNDS[name];
  if (!parts || !wantsSound()) return;
  audio ??= new AudioContext();
  audio.resume();
  const place = new StereoPannerNode(audio, { pan: side });
  place.connect(audio.destination);
  for (const part of parts) start(part, audio.currentTime + wait, place);
}

function start(part, when, place) {
  const begin = when + part.at;
  const end = begin + part.length;
  const level = audio.createGain();
  const loud = part.level * LOUDEST * (volume() / 100);
  level.gain.setValueAtTime(0.0001, begin);
  level.gain.exponentialRampToValueAtTime(loud, begin + 0.006);
  level.gain.exponentialRampToValueAtTime(0.0001, end);
  level.connect(place);
  const source = part.filter ? filtered(part, level) : oscillating(part, begin, end, level);
  source.start(begin);
  source.stop(end);
}

function oscillating({ type, from, to }, begin, end, level) {
  const source = audio.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(from, begin);
  source.frequency.exponentialRampToValueAtTime(to, end);
  source.connect(level);
  return source;
}

function filtered({ filter: type, from }, level) {
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  source.buffer = noise ??= whiteNoise();
  filter.type = type;
  filter.frequency.value = from;
  source.connect(filter).connect(level);
  return source;
}

function whiteNoise() {
  const buffer = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = 2 * Math.random() - 1;
  return buffer;
}
