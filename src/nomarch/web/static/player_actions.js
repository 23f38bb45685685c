// What one can do about a player: write, befriend, mute, block, report.
import { at, post, trying } from "./common.js";
import { $ } from "./dom.js";
import "./report_dialog.js";

for (const button of document.querySelectorAll("[data-relation]")) {
  button.addEventListener("click", async () => {
    const { relation: kind, handle } = button.dataset;
    button.disabled = true;
    const path = at(`/api/players/${encodeURIComponent(handle)}/relation`);
    if (await trying(() => post(path, { kind }))) location.reload();
    else button.disabled = false;
  });
}

$("write")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = new FormData(event.target).get("text");
  if (await trying(() => post(at("/api/messages"), { to: event.target.dataset.to, text }))) location.reload();
});
const { unread } = $("conversation")?.dataset ?? {};
if (unread) post(at(`/api/messages/${encodeURIComponent(unread)}/read`)).catch(() => {}); // else it stays unread
$("conversation")?.lastElementChild?.scrollIntoView({ block: "nearest" });
