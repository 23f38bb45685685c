// The daily board: one click begins it.
import { at, post, trying } from "./common.js";
import "./countdown.js";
import { longDay } from "./format.js";

for (const day of document.querySelectorAll("[data-day]")) day.textContent = longDay(day.dateTime);

for (const button of document.querySelectorAll("[data-play-daily]")) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    const made = await trying(() => post(at("/api/daily/play")));
    if (made) location.href = at(`/t/${made.id}`);
    else button.disabled = false;
  });
}
