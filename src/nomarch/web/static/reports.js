// Report a player, and decide about reports.
import { at, post, trying } from "./common.js";
import { $ } from "./dom.js";

const fields = (form) => Object.fromEntries(new FormData(form));

$("report")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { seat = 0, ...said } = fields(event.target);
  const report = { ...said, seat: Number(seat), table: event.target.dataset.table };
  if (!await trying(() => post(at("/api/report"), report))) return;
  event.target.hidden = true;
  $("thanks").hidden = false;
});

for (const form of document.querySelectorAll("[data-report]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { days, ...said } = fields(form);
    const decision = { ...said, days: Number(days), report: form.dataset.report };
    if (await trying(() => post(at("/api/reports/decide"), decision))) location.reload();
  });
}
