// Players' clocks: a bar at the nameplate and the time in the list of players.
import { svg } from "./dom.js";
import { t, tn } from "./i18n.js";

const DAY = 86_400;
const HOUR = 3600;
const LOW = 0.2;

export function duration(seconds) {
  if (seconds >= DAY) return `${Math.floor(seconds / DAY)} d ${Math.floor((seconds % DAY) / HOUR)} h`;
  if (seconds >= HOUR) return `${Math.floor(seconds / HOUR)} h ${Math.floor((seconds % HOUR) / 60)} min`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

const left = ({ left: rest, until }) =>
  Math.max(0, Math.round(until ? until - Date.now() / 1000 : rest));

// The time that a seat has, in words; empty where no clock is.
export const timeOf = ({ clock }) => clock
  ? [duration(left(clock)), clock.night && clock.until && t("nights included"),
    clock.missed > 0 && tn("{count} missed move", "{count} missed moves", clock.missed)].filter(Boolean).join(", ")
  : "";

// Bars lie under the names; that of a clock that runs is coloured, a short one warns.
export function markClocks(board, state) {
  board.querySelectorAll(".plate-clock").forEach((mark) => mark.remove());
  state.seats.forEach((seat, index) => {
    const plate = seat.clock && board.querySelector(`[data-seat="${index}"] .nameplate`);
    const [name, points] = plate?.querySelectorAll("text") ?? [];
    if (!name || !points) return;
    const [x, y] = [Number(name.getAttribute("x")), Number(name.getAttribute("y")) + 8];
    const width = Math.max(0, Number(points.getAttribute("x")) - x);
    const part = Math.min(1, left(seat.clock) / seat.clock.total);
    const kind = seat.clock.until ? (part < LOW ? "short" : "running") : "standing";
    const bar = (name_, wide) => svg(`rect.${name_}`, { x, y, width: wide, height: 4, rx: 2 });
    plate.append(svg(`g.plate-clock.${kind}`, {
      data: { tip: t("{player}: {time} left", { player: seat.name, time: timeOf(seat) }) },
    }, bar("whole", width), bar("left", width * part)));
  });
}

// Every half second: only what shows time changes.
export function tick(board, state) {
  for (const place of document.querySelectorAll("[data-clock]")) {
    place.textContent = timeOf(state.seats[Number(place.dataset.clock)] ?? {});
  }
  if (state.seats.some(({ clock }) => clock?.until)) markClocks(board, state);
}
