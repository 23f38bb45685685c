// After a rated game: the players' new ratings beside their places.
import { el } from "./dom.js";
import { signed } from "./format.js";
import { t } from "./i18n.js";
import { path } from "./context.js";

const TRIES = 5;
const FIRST_WAIT = 300;
let loading = null;

// The server stores ratings a moment after the last move.
async function load() {
  for (let wait = FIRST_WAIT, tries = 0; tries < TRIES; wait *= 2, tries += 1) {
    const answer = await fetch(`${path}/ratings`);
    const found = answer.ok ? await answer.json() : [];
    if (found.length) return found;
    await new Promise((done) => { setTimeout(done, wait); });
  }
  return [];
}

export async function showRatings(box) {
  if (!("rated" in box.dataset)) return;
  loading ??= load().catch(() => []);
  for (const { seat, rating, change } of await loading) {
    const line = box.querySelector(`.ranking [data-seat="${seat}"] span`);
    if (!line || line.querySelector(".rating")) continue;
    line.append(el("small.rating", {}, t("Rating {rating} ({change})", { rating, change: signed(change) })));
  }
}
