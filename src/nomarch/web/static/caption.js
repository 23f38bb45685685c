// The caption: what happened since the viewer's last move, turn by turn.
import { $, el } from "./dom.js";
import { allLinesOf, badge, brief, linesOf, remembered, tablesOf, turnsOf } from "./log_lines.js";

const MAX_TURNS = 12;

let shown = null;

// On a shared screen, moves of local players are not repeated.
export const ownSeats = (state) => (state.mine.length > 1 ? [state.seat] : state.mine);

// Turns since the viewer's last decision; spectators get the last ones.
export function latest(state) {
  const story = remembered();
  const own = story.findLastIndex((entry) => ownSeats(state).includes(entry.seat) && !entry.auto);
  const turns = turnsOf(story.slice(Math.max(0, own))).filter(({ seat }) => seat >= 0);
  return state.mine.length ? turns : turns.slice(-state.seats.length);
}

export function showCaption(state) {
  shown = state;
  const box = $("caption");
  const told = latest(state).map((turn) => captionOf(turn, box.classList.contains("open"))).filter(Boolean);
  // One's own turn stays in it, however many others followed.
  if (told.length > MAX_TURNS) told.splice(1, told.length - MAX_TURNS);
  box.hidden = told.length === 0;
  box.replaceChildren(...told);
  const isLong = box.scrollHeight > box.clientHeight + 4;
  const isShortened = latest(state).some(({ entries }) => entries.at(-1).turn);
  $("caption-more").hidden = told.length < 2 && !isLong && !isShortened && !box.classList.contains("open");
  toLastTurn(box);
}

// A turn that is longer than the box is read from its beginning.
function toLastTurn(box) {
  box.scrollTop = box.scrollHeight;
  const above = box.lastElementChild ? box.getBoundingClientRect().top - box.lastElementChild.getBoundingClientRect().top : 0;
  if (above > 0) box.scrollTop -= above;
}

// A turn in few sentences; opened up, with everything that happened one after the other.
function captionOf(turn, isOpen) {
  const lines = isOpen ? allLinesOf(turn) : linesOf(turn);
  if (!lines.length) return null;
  return el("li", {}, badge(turn.seat), el("div", {}, brief(lines), tablesOf(turn)));
}

export function offerCaption() {
  // On a phone, show only the last turn until the player asks for all.
  const more = $("caption-more");
  more.addEventListener("click", () => {
    const isOpen = $("caption").classList.toggle("open");
    more.setAttribute("aria-expanded", String(isOpen));
    if (shown) showCaption(shown);
  });
}
