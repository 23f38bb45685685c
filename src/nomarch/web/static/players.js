// Players at the table: the seats, the invitation, and the curtain of a shared screen.
import { timeOf } from "./clocks.js";
import { at, post, trying } from "./common.js";
import { $, el } from "./dom.js";
import { day, number } from "./format.js";
import { t, tn } from "./i18n.js";
import { ownFirst, path, place } from "./context.js";
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
  const hasOthers = state.seats.some(({ person, mine }) => person && !mine);
  $("manners").textContent = !state.hints ? t("Hints are off at this table.")
    : hasOthers ? t("Hints are allowed at this table. Everyone sees who uses one.") : t("Hints are allowed at this table.");
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
}, t("Replace with bot"));

// What a player who resigns must know: who wins, and what it does to the rating.
function costs({ mine, seats, rated, resigning_ends: ends }) {
  const winner = seats.find((seat, index) => !mine.includes(index)) ?? seats[mine[1]];
  const told = ends ? t("If you resign, the game ends and {player} wins.", { player: winner.name })
    : t("If you resign, a bot plays on in your seat. You come last, whatever it scores.");
  return !rated ? told : [told, t("Your rating falls as for last place. "
    + "If you leave a second rated game within a day, you can't play rated for a while.")].join(" ");
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
    el("h2", { id: "leaving-title" }, t("Leave the table?")),
    started && el("p", {}, breaks
      ? t("Take a break and a bot plays for you until you're back.")
      : t("This game has no breaks. You can close the page and come back.")),
    started && el("p", { id: "resign-costs" }, costs(state)),
    el("p.actions", {},
      started && breaks && el("button.primary", { id: "take-break", onclick: leave("pause") }, t("Take a break")),
      el("button.tool", { id: "resign", onclick: leave("leave") },
        !started ? t("Leave table") : ends ? t("Resign the game") : t("Resign for good")),
      el("button.tool", { onclick: () => box.close() }, t("Stay"))));
  document.body.append(box);
  box.showModal();
}

const facts = (seat, index) => [
  seat.mine && t("you"), seat.kind === "bot" && t("bot"),
  seat.vacation && t("on vacation until {day}", { day: day(seat.vacation) }),
  seat.kind === "open" && t("free seat"), seat.away && t("away, bot playing"),
  seat.to_act && (seat.mine ? t("your turn") : t("to move")), seat.stands,
  seat.person && !seat.mine && isHere(index) && t("here now"),
  seat.hints > 0 && tn("{count} hint", "{count} hints", seat.hints),
].filter(Boolean).join(", ");

export function showInvite(state) {
  $("pass-on").hidden = !state.passes;
  $("copy-game").textContent = t("Copy the game for {player}", { player: state.passes });
  $("invite").hidden = !state.invite;
  if (!state.invite) return;
  for (const part of $("invite").querySelectorAll(".for-anyone")) part.hidden = state.kept;
  if ($("listing")) {
    $("listing").hidden = !state.host || state.kept;
    $("listed").checked = state.listed;
  }
  const { room } = document.documentElement.dataset;
  if ($("invite-link")) $("invite-link").value = room ? `${room}/t/${place.id}` : location.origin + at(`/t/${place.id}/join/${state.invite}`);
}

export function showCurtain(state, lift) {
  // On a shared screen nobody may see the next player's hand before they sit down. Until they confirm,
  // the server sends only the public view; the curtain asks them.
  const curtain = $("curtain");
  if (!state.curtain || !state.turn) {
    curtain.close();
    return;
  }
  $("curtain-words").textContent = t("Pass the device to {player}", { player: state.seats[state.seat].name });
  $("lift").textContent = t("Show my hand");
  $("lift").onclick = () => lift(state.seat);
  if (curtain.open) return;
  curtain.oncancel = (event) => event.preventDefault(); // only its button lifts it
  curtain.showModal();
}
