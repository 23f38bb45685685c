// Telling that it is one's turn: title, icon, sound, notification, and the clock.
import { at } from "./common.js";
import { $, put } from "./dom.js";
import { place, say } from "./here.js";

const DAY = 86_400;
const HOUR = 3600;
const preferred = (key, usual = "off") => (localStorage.getItem(key) ?? usual) === "on";

export function notice(state, before) {
  document.title = `${state.turn ? `● ${say.your_turn} – ` : ""}${place.game} – Nomarch`;
  $("favicon").href = at(state.turn ? "/static/icon-turn.svg" : "/static/icon.svg");
  const began = state.turn && (!before.turn || state.seq !== before.seq);
  if (!began) return;
  if (preferred("sound")) chime();
  if (document.hidden && preferred("notify") && Notification.permission === "granted") {
    new Notification(put(say.notify, { game: place.game }), {
      body: state.prompt, icon: at("/static/icon.svg"), tag: place.id,
    });
  }
}

function chime() {
  const audio = new AudioContext();
  for (const [delay, tone] of [[0, 523], [0.12, 784]]) {
    const note = audio.createOscillator();
    const level = audio.createGain();
    note.frequency.value = tone;
    level.gain.setValueAtTime(0.12, audio.currentTime + delay);
    level.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + delay + 0.5);
    note.connect(level).connect(audio.destination);
    note.start(audio.currentTime + delay);
    note.stop(audio.currentTime + delay + 0.6);
  }
}

function toggle(id, allow = async () => true, usual = "off") {
  const button = $(id);
  const draw = () => button.setAttribute("aria-pressed", String(preferred(id, usual)));
  button.addEventListener("click", async () => {
    const on = !preferred(id, usual) && (await allow());
    localStorage.setItem(id, on ? "on" : "off");
    draw();
  });
  draw();
}

export function offerNotices() {
  toggle("sound");
  toggle("careful", undefined, "on");
  toggle("notify", async () =>
    "Notification" in window && (await Notification.requestPermission()) === "granted");
}

export function showClock(deadline) {
  const clock = $("clock");
  clock.hidden = !deadline;
  if (!deadline) return;
  const left = Math.max(0, Math.round(deadline - Date.now() / 1000));
  clock.textContent = put(say.time_left, { time: duration(left) });
}

function duration(seconds) {
  if (seconds >= DAY) return `${Math.floor(seconds / DAY)} d`;
  if (seconds >= HOUR) return `${Math.floor(seconds / HOUR)} h`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
