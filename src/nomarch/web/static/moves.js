// Beside the board: the list of moves, those that end something set apart, and undo.
import { hideAdvice, hintedMove, markMove } from "./advice.js";
import { announce } from "./announce.js";
import { mark } from "./board.js";
import { toast } from "./common.js";
import { $, el } from "./dom.js";
import { t } from "./i18n.js";
import { isYou, place } from "./context.js";

const MANY = 8;
const MOST_DIRECT = 6;
const LIST = "all-moves";

// The list opens above the bar and closes after a choice.
export function offerMoves() {
  const list = $(LIST);
  const close = () => { list.open = false; };
  $("find").addEventListener("input", filter);
  $("moves").addEventListener("click", close);
  addEventListener("click", ({ target }) => { if (!list.contains(target)) close(); });
  list.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !list.open) return;
    close();
    list.querySelector("summary").focus();
  });
  $("prompt").addEventListener("click", () => $("prompt").classList.toggle("whole"));
}

// A hint stays while the same moves are legal.
let offered = "";

export function showMoves(state, board, choose) {
  const button = ({ move, words }) => {
    const [point, leave] = [() => mark(board, move, "pointed"), () => mark(board, null, "pointed")];
    return el("button.move", {
      data: { move }, onclick: () => choose(move),
      onmouseenter: point, onfocus: point, onmouseleave: leave, onblur: leave,
    }, words);
  };
  const [listed, direct] = divide(state.moves, board);
  const held = document.activeElement?.dataset.move;
  $("moves").replaceChildren(...listed.map(button));
  $("endings").replaceChildren(...direct.map(button));
  $("move-count").textContent = listed.length;
  $(LIST).hidden = listed.length === 0;
  $("find").hidden = listed.length <= MANY;
  const offers = state.moves.map((offer) => offer.move).join();
  if (offers !== offered) $(LIST).open = !listed.every(({ move }) => isOn(board, move));
  filter();
  if (held !== undefined) keepPlace(held);
  if (offers !== offered) hideAdvice();
  markMove(offers === offered ? hintedMove() : null, "hinted");
  offered = offers;
}

// Moves that end something, and a few without a place on the board, are buttons in the bar.
function divide(moves, board) {
  const placeless = moves.filter(({ move, ends }) => !ends && !isOn(board, move));
  const isDirect = (offer) => offer.ends || (placeless.length <= MOST_DIRECT && placeless.includes(offer));
  return [moves.filter((offer) => !isDirect(offer)), moves.filter(isDirect)];
}

export const isOn = (board, move) => board.querySelector(`[data-action="${CSS.escape(move)}"]`) !== null;

// Keyboard players keep their place while others move, but never on another move.
function keepPlace(move) {
  const same = document.querySelector(`.bar [data-move="${CSS.escape(move)}"]`);
  (same ?? $("prompt")).focus({ preventScroll: true });
}

function filter() {
  const wanted = $("find").hidden ? "" : $("find").value.trim().toLowerCase();
  for (const button of $("moves").children) {
    button.hidden = !button.textContent.toLowerCase().includes(wanted);
  }
}

// Some moves must be chosen a second time: those that lose something, always, and those of a kind
// that is often regretted, once at a table.
const MUTED = "muted-warnings";
const warned = new Set();
const kindOf = ({ warning: [, kind] }) => `${place.game}/${kind}`;
const muted = () => JSON.parse(localStorage.getItem(MUTED) ?? "[]");

export const needsAsking = (offer) => Boolean(offer.loses)
  || (Boolean(offer.warning[0]) && !warned.has(kindOf(offer)) && !muted().includes(kindOf(offer)));

export function askBefore(offer, go) {
  const close = () => {
    $("confirm").hidden = true;
    $("prompt").focus({ preventScroll: true });
  };
  const never = el("input", { type: "checkbox", id: "no-warning" });
  const answer = (then) => () => {
    if (!offer.loses) warned.add(kindOf(offer));
    if (never.checked) localStorage.setItem(MUTED, JSON.stringify([...muted(), kindOf(offer)]));
    close();
    then();
  };
  $("confirm").replaceChildren(...[el("p", {}, offer.loses || offer.warning[0]),
    el("button.tool", { id: "sure", onclick: answer(go) }, offer.words),
    el("button.tool", { id: "not-yet", onclick: answer(() => {}) }, t("Choose again")),
    !offer.loses && el("label.check", {}, never, el("span", {}, t("Don't warn again")))].filter(Boolean));
  document.querySelector("dialog.region[open]")?.close(); // the question is beside the board
  $("confirm").hidden = false;
  $("not-yet").focus({ preventScroll: true });
  announce(t("Not played yet. {warning}", { warning: offer.loses || offer.warning[0] }));
}

export function showTools(state, before, send) {
  $("undo").hidden = !state.undo;
  $("undo").textContent = state.undo === "ask" ? t("Ask to undo") : t("Undo");
  $("hint").hidden = !state.turn || state.curtain || !state.hints;
  $("back").hidden = !state.seats.some((seat) => seat.mine && seat.away);
  if (before.asking >= 0 && state.asking < 0 && before.mine.includes(before.asking)) {
    toast(state.ply < before.ply ? t("Move undone.") : t("The others declined to undo."));
  }
  $("ask").hidden = state.asking < 0;
  $("ask").replaceChildren(...(state.asking < 0 ? [] : question(state, send)));
}

function question(state, send) {
  const offer = (key, words, seat, agree) => el("button.tool", {
    data: { answer: key }, onclick: () => send({ type: "answer", seat, agree }),
  }, words);
  const player = state.seats[state.asking].name;
  const waiting = [isYou(state.mine, state.asking) && t("You asked to undo a move."),
    t("Waiting for the others to agree…")].filter(Boolean).join(" ");
  const words = state.may_answer.length ? t("{player} would like to undo a move.", { player }) : waiting;
  const offers = state.may_answer.slice(0, 1).flatMap((seat) =>
    [offer("agree", t("Allow"), seat, true), offer("refuse", t("Decline"), seat, false)]);
  if (state.mine.includes(state.asking)) offers.push(offer("withdraw", t("Cancel"), state.asking, false));
  return [el("p", {}, words), ...offers];
}
