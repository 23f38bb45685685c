// Ratings beside the names at the table; fetched again when somebody sits down or leaves.
import { at } from "./common.js";
import { svg } from "./dom.js";
import { path } from "./context.js";

let players = [];
let seated = "";
const GAP = 8;

const written = ({ rating, provisional }) => (rating ? `${rating}${provisional ? "?" : ""}` : "");

export const ratingOf = (index) => (players[index] ? written(players[index]) : "");
export const profileOf = (index) => {
  const { handle } = players[index] ?? {};
  return handle ? at(`/@${encodeURIComponent(handle)}`) : "";
};

export async function loadRatings(state, changed) {
  const now = state.seats.map(({ kind, name, level }) => `${kind} ${name} ${level}`).join();
  if (now === seated || "alone" in document.documentElement.dataset) return;
  seated = now;
  const answer = await fetch(`${path}/players`).catch(() => null);
  if (!answer?.ok) return;
  players = await answer.json();
  changed();
}

// On a nameplate a person's rating stands after the name, where there is room up to the points.
export function markRatings(board) {
  players.forEach((player, index) => {
    const [name, points] = board.querySelectorAll(`[data-seat="${index}"] .nameplate text`);
    if (!name || !points || !player.handle || !written(player) || name.querySelector(".plate-rating")) return;
    const mark = svg("tspan.plate-rating", { dx: GAP }, written(player));
    name.append(mark);
    const room = Number(points.getAttribute("x")) - Number(name.getAttribute("x"));
    if (name.getComputedTextLength() + points.getComputedTextLength() + GAP > room) mark.remove();
  });
}
