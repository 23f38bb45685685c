// At the nameplates: who is connected, and who was given hints.
import { plural, put, svg } from "./dom.js";
import { isYou, say } from "./context.js";

let present = [];

export const hearPresence = (seats) => { present = seats; };
export const isHere = (index) => present.includes(index);

// Marks on the badge: a dot for present, a ring for absent, and green, the colour of hints everywhere,
// for players who were given any.
export function markPlates(board, state) {
  board.querySelectorAll(".plate-mark").forEach((mark) => mark.remove());
  state.seats.forEach((seat, index) => {
    const plate = board.querySelector(`[data-seat="${index}"] .nameplate`);
    const name = plate?.querySelector("text");
    if (!name) return;
    const [x, y] = [Number(name.getAttribute("x")) - 22, Number(name.getAttribute("y")) - 6];
    if (seat.person && !seat.mine && !state.over) plate.append(dot(x + 12, y + 11, index, seat));
    if (seat.hints) plate.append(hinted(x + 12, y - 11, seat, isYou(state.mine, index)));
  });
}

const whereabouts = (index, seat) =>
  seat.away ? say.is_away : isHere(index) ? say.is_here : say.is_not_here;

const dot = (cx, cy, index, seat) => svg(`circle.plate-mark.${isHere(index) ? "here" : "not-here"}`, {
  cx, cy, r: 5, data: { tip: put(whereabouts(index, seat), { player: seat.name }) },
});

const hinted = (x, y, seat, mine) => svg("path.plate-mark.with-hint", {
  d: `M${x} ${y - 6}L${x + 6} ${y}L${x} ${y + 6}L${x - 6} ${y}Z`,
  data: { tip: plural(mine ? say.you_had_hints : say.had_hints, seat.hints, { player: seat.name }) },
});
