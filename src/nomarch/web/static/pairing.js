// Quick game: wait for others, keep the request alive, and go to the table.
import { at, post, read, trying } from "./common.js";
import { $ } from "./dom.js";
import { t } from "./i18n.js";

const EVERY = 3000;
const { patience } = read("data");
const form = $("pairing");
let timer = null;

function show({ waiting, seconds, table }) {
  if (table) {
    location.href = at(`/t/${table}`);
    return;
  }
  $("pair-start").hidden = waiting;
  $("pair-stop").hidden = !waiting;
  const left = Math.max(0, Math.round(patience - seconds));
  const told = left ? t("Looking for players… If nobody comes, bots join in {seconds} s.", { seconds: left })
    : t("Looking for players… Bots are joining.");
  $("pair-state").textContent = waiting ? told : "";
  clearTimeout(timer);
  if (waiting) timer = setTimeout(poll, EVERY);
}

async function poll() {
  const state = await trying(async () => {
    const answer = await fetch(at("/api/pairing"));
    const data = await answer.json();
    if (!answer.ok) throw new Error(data.error);
    return data;
  });
  show(state || { waiting: false });
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const data = new FormData(form);
  const state = await trying(() => post(at("/api/pairing"), {
    games: data.getAll("game"), counts: data.getAll("count").map(Number),
    rated: Boolean(data.get("rated")),
  }));
  if (state) show(state);
});

$("pair-stop").addEventListener("click", async () => {
  if (await trying(() => post(at("/api/pairing/stop")))) show({ waiting: false });
});
