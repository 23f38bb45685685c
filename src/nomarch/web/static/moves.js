// Beside the board: the moves as buttons, a step back, and what the others say to it.
import { mark } from "./board.js";
import { toast } from "./common.js";
import { $, el, put } from "./dom.js";
import { say } from "./here.js";

export function showMoves(state, board, choose) {
  const box = $("moves");
  const active = document.activeElement;
  const held = box.contains(active) ? active.dataset.move ?? "" : null;
  const button = ({ move, words }) => {
    const [point, leave] = [() => mark(board, move), () => mark(board, null)];
    return el("button.move", {
      data: { move }, onclick: () => choose(move),
      onmouseenter: point, onfocus: point, onmouseleave: leave, onblur: leave,
    }, words);
  };
  box.replaceChildren(...state.moves.map(button));
  if (held !== null) {
    // Whoever plays by keyboard keeps their place, also while the others move.
    const same = [...box.children].find((choice) => choice.dataset.move === held);
    (same || box.firstElementChild || box).focus({ preventScroll: true });
  }
}

export function markMove(move) {
  for (const button of $("moves").children) {
    button.classList.toggle("hinted", button.dataset.move === move);
  }
}

export function showTools(state, before, send) {
  $("undo").hidden = !state.undo;
  $("undo").textContent = state.undo === "ask" ? say.ask_undo : say.undo;
  $("hint").hidden = !state.turn;
  $("back").hidden = !state.seats.some((seat) => seat.mine && seat.away);
  if (before.asking >= 0 && state.asking < 0 && before.mine.includes(before.asking)) {
    toast(state.ply < before.ply ? say.undo_allowed : say.undo_refused);
  }
  $("ask").hidden = state.asking < 0;
  $("ask").replaceChildren(...(state.asking < 0 ? [] : question(state, send)));
}

function question(state, send) {
  const offer = (key, seat, agree) => el("button.tool", {
    data: { answer: key }, onclick: () => send({ type: "answer", seat, agree }),
  }, say[key]);
  const player = state.seats[state.asking].name;
  const words = state.may_answer.length ? put(say.asks_undo, { player }) : say.waits_undo;
  const offers = state.may_answer.slice(0, 1).flatMap((seat) =>
    [offer("agree", seat, true), offer("refuse", seat, false)]);
  if (state.mine.includes(state.asking)) offers.push(offer("withdraw", state.asking, false));
  return [el("p", {}, words), ...offers];
}
