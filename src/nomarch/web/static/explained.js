// Big changes are explained once: the first time that one happens to this reader.
import { $, el } from "./dom.js";
import { t } from "./i18n.js";
import { place } from "./context.js";

const KEY = `explained-${place.game}`;
const known = new Set(JSON.parse(localStorage.getItem(KEY) ?? "[]"));

// An explanation closes with the next move.
export function closeExplained() {
  if (!$("explained").checkVisibility()) return;
  $("explained").firstElementChild?.remove();
  $("explained").hidden = !$("explained").children.length;
}

export function showExplained(state, before) {
  for (const { ply, explained } of state.log) {
    if (ply <= before.ply) continue;
    for (const [name, text] of Object.entries(explained ?? {})) explain(name, text);
  }
}

function explain(name, text) {
  if (known.has(name)) return;
  known.add(name);
  localStorage.setItem(KEY, JSON.stringify([...known]));
  const box = $("explained");
  box.append(el("p", {}, el("span", {}, text), " ",
    el("button.tool", { type: "button", "aria-label": t("Close"), onclick: closeExplained }, "×")));
  box.hidden = false;
}
