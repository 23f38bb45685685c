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

export function keepFocus() {
  const active = document.activeElement;
  const isLost = !active || active === document.body;
  if (!isLost && isThere(active)) return;
  if (!last || isThere(last)) return; // nobody had it, or the player has clicked beside it
  home()?.focus({ preventScroll: true });
}
