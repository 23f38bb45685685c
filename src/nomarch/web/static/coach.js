// The coach explains a new kind of decision; what to do is the hint's business.
import { $, el } from "./dom.js";
import { t } from "./i18n.js";

let shown = null;

export function showCoach(state) {
  const box = $("coach");
  const text = state.coach?.text;
  box.hidden = !text || !$("advice").hidden; // a hint stands in its place
  if (!text || shown === text) return;
  shown = text;
  box.replaceChildren(el("h2", {}, t("Coach")), el("p", { id: "coach-text" }, text));
}
