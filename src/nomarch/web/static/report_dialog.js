// Report somebody without leaving the page.
import { at, post, toast, trying } from "./common.js";
import { $ } from "./dom.js";

let about = {};

// `about` names the player: `{ player }`, or `{ table, seat }`; `text` is what they wrote.
export function openReport(who, about_, text = "") {
  about = about_;
  $("report-who").textContent = who;
  $("report-form").elements.text.value = text ? `“${text}”\n` : "";
  $("report-dialog").showModal();
}

$("report-form")?.addEventListener("submit", async (event) => {
  if (event.submitter?.value === "cancel") return;
  event.preventDefault();
  const { kind, text } = event.target.elements;
  const report = { ...about, kind: kind.value, text: text.value };
  if (!await trying(() => post(at("/api/report"), report))) return;
  $("report-dialog").close();
  toast(event.target.dataset.thanks);
});

for (const button of document.querySelectorAll("[data-report-player]")) {
  const { reportPlayer: player, reportText: text, withMessages } = button.dataset;
  button.addEventListener("click", () =>
    openReport(player, withMessages === undefined ? { player } : { player, messages: true }, text));
}
