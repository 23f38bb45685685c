// At the nameplates: who is connected, and who was given hints.
import { svg } from "./dom.js";
import { t, tn } from "./i18n.js";
import { isYou } from "./context.js";

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

const whereabouts = (index, { name: player, away }) =>
  (away ? t("{player} is away: a bot is playing.", { player })
    : isHere(index) ? t("{player} is here.", { player }) : t("{player} isn't here right now.", { player }));

const dot = (cx, cy, index, seat) => svg(`circle.plate-mark.${isHere(index) ? "here" : "not-here"}`, {
  cx, cy, r: 5, data: { tip: whereabouts(index, seat) },
});

const hinted = (x, y, seat, mine) => svg("path.plate-mark.with-hint", {
  d: `M${x} ${y - 6}L${x + 6} ${y}L${x} ${y + 6}L${x - 6} ${y}Z`,
  data: { tip: mine ? tn("You used {count} hint", "You used {count} hints", seat.hints)
    : tn("{player} used {count} hint", "{player} used {count} hints", seat.hints, { player: seat.name }) },
});
