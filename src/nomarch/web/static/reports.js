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

for (const form of document.querySelectorAll("[data-report], [data-person]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { days, ...said } = fields(form);
    const { report, person } = form.dataset;
    const path = report ? at("/api/reports/decide") : at("/api/moderation/decide");
    const decision = { ...said, days: Number(days), ...(report ? { report } : { person }) };
    if (await trying(() => post(path, decision))) location.reload();
  });
}

for (const button of document.querySelectorAll("[data-lift]")) {
  button.addEventListener("click", async () => {
    const { lift: subject, kind } = button.dataset;
    if (await trying(() => post(at("/api/moderation/lift"), { subject, kind }))) location.reload();
  });
}
