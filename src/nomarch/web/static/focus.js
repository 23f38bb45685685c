// The focus contract: it never falls to the page's body. When the element that had it is gone, it goes to
// where the player reads on.
import { $ } from "./dom.js";

let last = null;
addEventListener("focusin", ({ target }) => { last = target; });

const isThere = (node) => Boolean(node?.isConnected && node.checkVisibility({ visibilityProperty: true }) && !node.disabled);

// The result once the game is over, else the question; on other pages what is told.
function home() {
  const result = $("result");
  if (result?.tabIndex === -1 && isThere(result)) return result;
  return $("prompt") ?? $("told");
}

// What Escape closes, in this order: each by its own button.
const QUESTIONS = ["#not-yet", "#review-close", "#advice .close", "#explained button", "#news button", "#ask [data-answer=refuse]", "#ask [data-answer=withdraw]"];

addEventListener("keydown", ({ key, target }) => {
  if (key !== "Escape" || target.closest("dialog, details[open]")) return;
  const button = QUESTIONS.map((name) => document.querySelector(name)).find(isThere);
  button?.click();
  const prompt = $("prompt");
  if (!button) prompt?.classList.remove("whole");
});

// A button may remove itself or what it is in.
for (const kind of ["click", "keyup"]) addEventListener(kind, () => setTimeout(keepFocus));

export function keepFocus() {
  const active = document.activeElement;
  const isLost = !active || active === document.body;
  if (!isLost && isThere(active)) return;
  if (!last || isThere(last)) return; // nobody had it, or the player has clicked beside it
  home()?.focus({ preventScroll: true });
}
