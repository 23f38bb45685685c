// Tournaments: times in the reader's own zone, entering, organising, and a page that keeps up.
import { at, post, read, trying } from "./common.js";
import "./countdown.js";
import { $, el } from "./dom.js";
import { moment } from "./format.js";

const POLL = 8000;
const POLL_STARTING = 2000;

for (const time of document.querySelectorAll("[data-time]")) {
  const at_ = Number(time.dataset.time);
  time.dateTime = new Date(at_ * 1000).toISOString();
  time.textContent = moment(at_);
}

// --- One tournament -------------------------------------------------------------------------------

const contest = read("contest");

for (const button of document.querySelectorAll("[data-do]")) {
  button.addEventListener("click", async () => {
    const { do: action, sure } = button.dataset;
    if (sure && !confirm(sure)) return;
    button.disabled = true;
    if (await trying(() => post(at(`/api/tournaments/${contest.id}/${action}`)))) location.reload();
    else button.disabled = false;
  });
}

async function keepUp() {
  const answer = await fetch(at(`/api/tournaments/${contest.id}`)).catch(() => null);
  if (answer?.ok && (await answer.json()).stamp !== contest.stamp) location.reload();
}

if (contest) {
  setInterval(() => { if (!document.hidden) keepUp(); }, contest.starting ? POLL_STARTING : POLL);
}

// --- A new one ------------------------------------------------------------------------------------

const form = $("organise");

function showSizes() {
  const { sizes, shared } = read("data");
  const game = form.elements.game.selectedOptions[0];
  form.elements.seats.replaceChildren(...sizes[game.value].map((count) => el("option", { value: count }, String(count))));
  form.elements.seats.value = game.dataset.usual;
  const canShare = shared.includes(game.value);
  form.elements.duplicate.disabled = !canShare;
  if (!canShare) form.elements.duplicate.checked = false;
}

function showFormat() {
  const format = form.elements.format.value;
  $("rounds").hidden = format === "knockout";
  if (format === "league") {
    form.elements.clock.value = "86400";
    form.elements.round_seconds.value = "604800";
  }
}

function localTime(date) {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60000).toISOString().slice(0, 16);
}

if (form) {
  showSizes();
  form.elements.game.addEventListener("change", showSizes);
  for (const format of form.elements.format) format.addEventListener("change", showFormat);
  form.elements.starts.value = localTime(new Date(Date.now() + 3600000));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const wish = Object.fromEntries(new FormData(form));
    for (const name of ["seats", "rounds", "clock", "round_seconds"]) wish[name] = Number(wish[name]);
    wish.starts = new Date(wish.starts).getTime() / 1000;
    wish.duplicate = form.elements.duplicate.checked;
    wish.rated = form.elements.rated.checked;
    const made = await trying(() => post(at("/api/tournaments"), wish));
    if (made) location.href = at(`/tournaments/${made.id}`);
  });
}
