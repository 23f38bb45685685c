// Turn notifications: title, icon, sound, system notification, and the clock.
import { duration } from "./clocks.js";
import { at, post, trying } from "./common.js";
import { $ } from "./dom.js";
import { t } from "./i18n.js";
import { path, place } from "./context.js";
import { sound, volume } from "./sound.js";

const preferred = (key, usual = "off") => (localStorage.getItem(key) ?? usual) === "on";

export function notice(state, before) {
  document.title = `${state.turn ? `● ${t("Your turn")} – ` : ""}${place.game} – Nomarch`;
  $("favicon").href = at(state.turn ? "/static/icon-turn.svg" : "/static/icon.svg");
  const began = state.turn && (!before.turn || state.seq !== before.seq);
  sound(...[...informing(state, before), reveals(state, before) && "reveal", began && "turn"].filter(Boolean));
  if (!began) return;
  if (document.hidden && preferred("notify") && Notification.permission === "granted") {
    new Notification(t("Your turn in {game}", { game: place.game }), {
      body: state.prompt, icon: at("/static/icon.svg"), tag: place.id,
    });
  }
}

// Whether something was scored or revealed since.
const reveals = (state, before) =>
  !state.ends && state.log.some((entry) => entry.ply > before.ply && entry.interludes?.length);

// On request: own points won or lost, and whose move it is, from the first seat on the left to the last on
// the right.
function informing({ seats, mine }, before) {
  if (!preferred("informing")) return [];
  const won = mine.reduce((sum, seat) => sum + seats[seat].points - before.seats[seat].points, 0);
  const next = seats.findIndex((seat, i) => seat.to_act && !before.seats[i].to_act);
  const side = (2 * next) / Math.max(1, seats.length - 1) - 1;
  return [won && (won > 0 ? "gain" : "loss"), next >= 0 && !mine.includes(next) && ["step", side]];
}

function toggle(id, allow = async () => true, usual = "off", after = () => {}) {
  const button = $(id);
  const draw = () => button.setAttribute("aria-pressed", String(preferred(id, usual)));
  button.addEventListener("click", async () => {
    const on = !preferred(id, usual) && (await allow());
    localStorage.setItem(id, on ? "on" : "off");
    draw();
    after();
  });
  draw();
}

export function offerNotices() {
  toggle("sound", undefined, "on", () => sound("turn"));
  toggle("careful", undefined, "on");
  toggle("informing", undefined, "off", () => sound(["step", -1], ["step", 1]));
  offerVolume();
  if ($("notify")) {
    toggle("notify", async () =>
      "Notification" in window && (await Notification.requestPermission()) === "granted");
  }
  const menu = $("mute").closest("details");
  menu.addEventListener("toggle", () => trying(offerMute), { once: true });
}

function offerVolume() {
  const slider = $("volume");
  slider.value = volume();
  slider.addEventListener("change", () => {
    localStorage.setItem("volume", slider.value);
    sound("coin");
  });
}

// Players who get push messages or mail can mute this table.
async function offerMute() {
  const button = $("mute");
  const answer = await fetch(at("/api/notices"));
  if (!answer.ok) return;
  const { devices, mail, address, muted } = await answer.json();
  const draw = (isMuted) => button.setAttribute("aria-pressed", String(isMuted));
  draw(muted.includes(place.id));
  button.hidden = !devices && !(address && mail.length);
  button.addEventListener("click", () => trying(async () => {
    const isMuted = button.getAttribute("aria-pressed") !== "true";
    await post(`${path}/mute`, { muted: isMuted });
    draw(isMuted);
  }));
}

export function showClock(deadline) {
  const clock = $("clock");
  clock.hidden = !deadline;
  if (!deadline) return;
  const left = Math.max(0, Math.round(deadline - Date.now() / 1000));
  clock.textContent = t("{time} left", { time: duration(left) });
}
