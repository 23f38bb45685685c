// The coach speaks up after a blunder: what it costs, why, and whether to take it back.
import { $, el } from "./dom.js";
import { t } from "./i18n.js";

let asked = null;

// Called with every move of one's own. What was recommended is never criticised.
export function noteMove(state, move, hinted) {
  $("review").hidden = true;
  asked = state.coach && move !== hinted ? { seq: state.seq, seat: state.seat } : null;
}

// Called with every state: once the move is made, `ask` fetches the review.
export async function reviewMove(state, ask, undo) {
  if (!asked || state.seq <= asked.seq) return;
  const { seat } = asked;
  asked = null;
  if (state.over) return;
  const found = await ask(seat);
  if (found?.text) showReview(found, () => undo(seat));
}

function showReview({ text, undo: isFree }, undo) {
  const close = () => { $("review").hidden = true; };
  const takeBack = () => {
    close();
    undo();
  };
  $("review").replaceChildren(
    el("h2", {}, t("Coach")), el("p", { id: "review-text" }, text),
    el("p.ask", {}, [
      isFree && el("button.tool", { id: "take-back", onclick: takeBack }, t("Take it back?")),
      el("button.tool", { id: "review-close", onclick: close }, isFree ? t("Keep my move") : t("Close")),
    ]));
  $("review").hidden = false;
}
