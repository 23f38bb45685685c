// The ticker: the last turn that happened, in one line. All others are in the log.
import { $, el } from "./dom.js";
import { badge, brief, linesOf, turnsOf } from "./log_lines.js";

// On a shared screen, moves of local players are not repeated.
export const ownSeats = (state) => (state.mine.length > 1 ? [state.seat] : state.mine);

// Turns since the viewer's last decision; spectators get the last ones.
export function latest(state) {
  const own = state.log.findLastIndex((entry) => ownSeats(state).includes(entry.seat) && !entry.auto);
  const turns = turnsOf(state.log.slice(Math.max(0, own))).filter(({ seat }) => seat >= 0);
  return state.mine.length ? turns : turns.slice(-state.seats.length);
}

export function showCaption(state) {
  const turn = latest(state).findLast((each) => linesOf(each).length);
  $("caption").replaceChildren(...(turn
    ? [el("li", {}, badge(turn.seat), el("div", {}, brief(linesOf(turn))))] : []));
}
