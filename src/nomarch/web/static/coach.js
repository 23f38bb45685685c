// The coach: explains a new kind of decision, and suggests a move on request.
import { mark } from "./board.js";
import { $, el, put } from "./dom.js";
import { say } from "./context.js";
import { markMove } from "./moves.js";

let shown = null;

export function showCoach(state, board) {
  const box = $("coach");
  const { coach } = state;
  box.hidden = !coach;
  if (!coach || (shown?.seq === state.seq && shown?.move === coach.move)) return;
  shown = { seq: state.seq, move: coach.move };
  const advise = () => {
    mark(board, coach.move, "hinted");
    markMove(coach.move, "hinted");
    box.replaceChildren(el("h2", {}, say.coach), recommendation(coach)); // replaces the tip
  };
  const ask = el("button.tool", { id: "coach-ask", onclick: advise }, say.coach_ask);
  // Speak up when something is new; later only on request.
  box.replaceChildren(...[el("h2", {}, say.coach), ask,
    coach.text && el("p", { id: "coach-text" }, coach.text)].filter(Boolean));
}

const recommendation = ({ words, why }) =>
  el("p", { id: "coach-move" }, el("b", {}, put(say.coach_would, { move: words })), why && ` ${why}`);
