// A deal that all players make together: this page adds a secret of its own, and checks afterwards
// that the seed was made of it.
import { post, trying } from "./common.js";
import { path, place } from "./context.js";
import { $ } from "./dom.js";
import { t } from "./i18n.js";

const KEY = `deal-${place.id}`;
const added = new Set();

const hexOf = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));
const digest = async (hex) => hexOf(await crypto.subtle.digest("SHA-256", bytesOf(hex)));
const kept = () => JSON.parse(localStorage.getItem(KEY) ?? "null");

// Adds what the table asks of this player: first the promise of a secret, then the secret.
export async function addToDeal({ deal, over, seed }) {
  if (!deal) return;
  if (over) return showCheck(deal, seed);
  const { asks, promises } = deal;
  if (!asks || added.has(asks)) return;
  added.add(asks);
  if (asks === "promise") {
    added.delete("secret");
    const secret = hexOf(crypto.getRandomValues(new Uint8Array(32)));
    localStorage.setItem(KEY, JSON.stringify({ secret, first: promises[0] }));
    await trying(async () => post(`${path}/deal`, { kind: "promise", text: await digest(secret) }));
  } else if (kept()?.first === promises[0]) {
    localStorage.setItem(KEY, JSON.stringify({ ...kept(), promises }));
    await trying(() => post(`${path}/deal`, { kind: "secret", text: kept().secret }));
  } else $("notice").textContent = t("The host's browser changed its part of the deal. Ask for a new table.");
}

// What was promised before the game is compared with what is shown after it.
async function showCheck({ promises, secrets }, seed) {
  const mine = kept();
  const digests = await Promise.all(secrets.map(digest));
  const sorted = secrets.map((secret, i) => [promises[i], secret]).sort(([a], [b]) => (a < b ? -1 : 1));
  const isSame = !mine?.promises || (mine.promises.join() === promises.join() && secrets.includes(mine.secret));
  const isFair = isSame && digests.join() === promises.join()
    && seed === await digest(sorted.map(([, secret]) => secret).join(""));
  $("deal-check").textContent = isFair
    ? t("Checked: the seed was made of secrets of all players, so nobody could choose it.")
    : t("The seed was not made of what the players promised.");
}
