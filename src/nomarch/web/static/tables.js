// Cards of one's own tables: since when somebody has to move, and finished ones that can be hidden.
import { at, post, trying } from "./common.js";

const UNITS = [["day", 86_400], ["hour", 3600], ["minute", 60]];
const ago = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });

for (const time of document.querySelectorAll("[data-since]")) {
  const since = Number(time.dataset.since);
  const passed = Date.now() / 1000 - since;
  const [unit, seconds] = UNITS.find(([, length]) => passed >= length) ?? ["second", Infinity];
  time.textContent = ago.format(-Math.floor(passed / seconds), unit);
  time.dateTime = new Date(1000 * since).toISOString();
}

for (const button of document.querySelectorAll("[data-hide]")) {
  button.addEventListener("click", async () => {
    const { parentElement: slot } = button;
    if (!await trying(() => post(at(`/api/tables/${button.dataset.hide}/hide`)))) return;
    (slot.nextElementSibling ?? slot.previousElementSibling)?.querySelector("a").focus();
    slot.remove();
  });
}
