// Short, quiet tones for a turn and for a reveal; none before the first click or key.
const LENGTH = 0.55;
const TUNES = {
  reveal: [[0, 392], [0.09, 494], [0.18, 587]],
  turn: [[0, 523], [0.12, 784]],
};

let audio = null;

let isTouched = false;
for (const kind of ["pointerdown", "keydown"]) {
  addEventListener(kind, () => { isTouched = true; }, { once: true, capture: true });
}

const wantsSound = () => isTouched && localStorage.getItem("sound") !== "off";

// Plays tunes by name, one after the other.
export function sound(...names) {
  if (!names.length || !wantsSound()) return;
  audio ??= new AudioContext();
  audio.resume();
  names.forEach((name, index) => {
    for (const [delay, tone] of TUNES[name]) play(audio.currentTime + index * LENGTH + delay, tone);
  });
}

function play(at, tone) {
  const note = audio.createOscillator();
  const level = audio.createGain();
  note.frequency.value = tone;
  level.gain.setValueAtTime(0.05, at);
  level.gain.exponentialRampToValueAtTime(0.001, at + LENGTH - 0.05);
  note.connect(level).connect(audio.destination);
  note.start(at);
  note.stop(at + LENGTH);
}
