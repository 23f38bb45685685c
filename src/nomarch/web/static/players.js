// Players at the table: the seats, the invitation, and the curtain of a shared screen.
import { timeOf } from "./clocks.js";
import { at, post, trying } from "./common.js";
import { $, el, plural, put } from "./dom.js";
import { day, number } from "./format.js";
import { ownFirst, path, place, say } from "./context.js";
import { personMenu } from "./people.js";
import { isHere } from "./presence.js";
import { badge } from "./log_lines.js";
import { profileOf, ratingOf } from "./seat_ratings.js";

export function showPlayers(state) {
  const lines = state.seats.map((seat, index) => ({ seat, index }));
  $("players").replaceChildren(...ownFirst(lines, ({ seat }) => seat.mine).map(({ seat, index }) =>
    el(seat.to_act ? "li.to-act" : "li", {}, badge(index), nameOf(seat, index),
      el("small", {}, facts(seat, index)), seat.habit && el("small.habit", {}, seat.habit),
      seat.clock && el("span.seat-clock", { data: { clock: String(index) } }, timeOf(seat)), el("b", {}, pointsOf(seat, index)),
      seat.person && !seat.mine && state.mine.length > 0 && personMenu(seat, index),
      ...(seat.absent && !seat.mine && state.mine.length ? [removal(state.mine[0], index)] : []))));
  $("manners").textContent = state.hints ? say.hints_yes : say.hints_no;
  $("give").hidden = !state.gives;
  $("give").onclick = () => trying(() => post(`${path}/give`, { seat: state.seat }));
  $("leave").hidden = !state.mine.length || state.over;
  $("leave").onclick = () => askToLeave(state);
  $("say").hidden = !state.mine.length;
  $("only-listening").hidden = state.mine.length > 0;
}

// The points as the board shows them: some games count what everyone can see before the end.
function pointsOf({ points }, index) {
  const [, shown] = $("frame").querySelectorAll(`[data-seat="${index}"] .nameplate text`);
  return shown?.textContent || number(points);
}

const nameOf = (seat, index) => el("span", {},
  profileOf(index) ? el("a", { href: profileOf(index), target: "_blank" }, seat.name) : seat.name,
  ratingOf(index) && el("small.rating", {}, ` ${ratingOf(index)}`),
  seat.kind === "bot" && el("span.level-flag", { title: seat.habit || seat.level }, seat.level));

const removal = (seat, absent) => el("button.tool", {
  onclick: () => trying(() => post(`${path}/remove`, { seat, absent })),
}, say.remove);

// What a player who resigns must know: who wins, and what it does to the rating.
function costs({ mine, seats, rated, resigning_ends: ends }) {
  const winner = seats.find((seat, index) => !mine.includes(index)) ?? seats[mine[1]];
  const told = ends ? put(say.resign_ends, { player: winner.name }) : say.resign_bot;
  return rated ? `${told} ${say.resign_rated}` : told;
}

// Leaving pauses unless the player resigns; before the game it frees the seat.
function askToLeave(state) {
  const { mine, started, breaks, resigning_ends: ends } = state;
  const leave = (how) => async () => {
    const stays = started && ends && how === "leave"; // to see the result
    for (const seat of stays ? mine.slice(0, 1) : mine) await trying(() => post(`${path}/${how}`, { seat }));
    if (stays) box.close();
    else location.href = at("/tables");
  };
  const box = el("dialog.interlude.leaving", { "aria-labelledby": "leaving-title", onclose: () => box.remove() },
    el("h2", { id: "leaving-title" }, say.leave_title),
    started && el("p", {}, breaks ? say.leave_about : say.leave_unbroken),
    started && el("p", { id: "resign-costs" }, costs(state)),
    el("p.actions", {},
      started && breaks && el("button.primary", { id: "take-break", onclick: leave("pause") }, say.leave_pause),
      el("button.tool", { id: "resign", onclick: leave("leave") }, !started ? say.leave_table : ends ? say.resign_game : say.leave_resign),
      el("button.tool", { onclick: () => box.close() }, say.leave_cancel)));
  document.body.append(box);
  box.showModal();
}

const facts = (seat, index) => [
  seat.mine && say.you, seat.kind === "bot" && say.bot,
  seat.vacation && put(say.on_vacation, { day: day(seat.vacation) }),
  seat.kind === "open" && say.free, seat.away && say.away, seat.to_act && (seat.mine ? say.your_move : say.to_move), seat.stands,
  seat.person && !seat.mine && isHere(index) && say.here,
  seat.hints > 0 && plural(say.hints_given, seat.hints),
].filter(Boolean).join(", ");

export function showInvite(state) {
  $("invite").hidden = !state.invite;
  if (!state.invite) return;
  for (const part of $("invite").querySelectorAll(".for-anyone")) part.hidden = state.kept;
  $("listing").hidden = !state.host || state.kept;
  $("listed").checked = state.listed;
  $("invite-link").value = location.origin + at(`/t/${place.id}/join/${state.invite}`);
}

export function showCurtain(state, lift) {
  // On a shared screen nobody may see the next player's hand before they sit down. Until they confirm,
  // the server sends only the public view; the curtain asks them.
  const curtain = $("curtain");
  if (!state.curtain || !state.turn) {
    curtain.close();
    return;
  }
  $("curtain-words").textContent = put(say.curtain, { player: state.seats[state.seat].name });
  $("lift").textContent = say.show;
  $("lift").onclick = () => lift(state.seat);
  if (curtain.open) return;
  curtain.oncancel = (event) => event.preventDefault(); // only its button lifts it
  curtain.showModal();
}
