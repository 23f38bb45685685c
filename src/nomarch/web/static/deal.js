// A deal that all players make together: this page adds a secret of its own, and checks afterwards
// that the seed was made of it.
import { post, trying } from "./common.js";
import { path, place } from "./context.js";
import { $ } from "./dom.js";
import { t } from "./i18n.js";

const KEY = `deal-${place.id}`;
const taken = new Set();

const hexOf = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));
const digest = async (hex) => hexOf(await crypto.subtle.digest("SHA-256", bytesOf(hex)));
const stored = () => JSON.parse(localStorage.getItem(KEY) ?? "null");

// Takes the next step of this player: commits to a secret, then reveals it.
export async function contribute({ deal, over, seed }) {
  if (!deal) return;
  if (over) return showCheck(deal, seed);
  const { step, commitments } = deal;
  if (!step || taken.has(step)) return;
  taken.add(step);
  if (step === "commit") {
    taken.delete("reveal");
    const secret = hexOf(crypto.getRandomValues(new Uint8Array(32)));
    localStorage.setItem(KEY, JSON.stringify({ secret, first: commitments[0] }));
    await trying(async () => post(`${path}/deal`, { step, value: await digest(secret) }));
  } else if (stored()?.first === commitments[0]) {
    localStorage.setItem(KEY, JSON.stringify({ ...stored(), commitments }));
    await trying(() => post(`${path}/deal`, { step, value: stored().secret }));
  } else $("notice").textContent = t("The host's browser changed its part of the deal. Ask for a new table.");
}

// The commitments made before the game are compared with the secrets revealed after it.
async function showCheck({ commitments, secrets }, seed) {
  const mine = stored();
  const digests = await Promise.all(secrets.map(digest));
  const sorted = secrets.map((secret, i) => [commitments[i], secret]).sort(([a], [b]) => (a < b ? -1 : 1));
  const isSame = !mine?.commitments || (mine.commitments.join() === commitments.join() && secrets.includes(mine.secret));
  const isFair = isSame && digests.join() === commitments.join()
    && seed === await digest(sorted.map(([, secret]) => secret).join(""));
  $("deal-check").textContent = isFair
    ? t("Checked: the seed was made of secrets of all players, so nobody could choose it.")
    : t("The seed was not made of the secrets the players committed to.");
}
