// The keys of a page with a board: one map of them, and single keys that can be switched off, because
// screen readers have single keys of their own.
import { $, el } from "./dom.js";
import { t } from "./i18n.js";

const KEY = "single-keys";
const KEYS = [
  [t("Tab"), t("Next choice or button")],
  [t("Enter or Space"), t("Choose; on a piece that can't be chosen: why not")],
  [t("Arrow keys"), t("Next choice on the board")],
  [t("Shift + arrow keys"), t("Next piece of the same area, legal or not")],
  [t("Shift + Page up, Shift + Page down"), t("Previous or next area of the board")],
  [t("Escape"), t("Close a question, a dialog or a panel")],
  ["R", t("Turn a tile while you place it")],
  ["/", t("Ask about the game, or find a move by its words")],
  ["W", t("What changed since your last turn")],
  ["Q", t("Hear the question again")],
  ["C", t("Hear the clocks")],
  ["T", t("Show or hide the text board")],
  ["L", t("Open or close the log")],
  ["?", t("This list")],
];
const own = new Map(); // key → what it does
let isOn = localStorage.getItem(KEY) !== "off";

export const hasSingleKeys = () => isOn;

// A single key of this page, while no field has the focus.
export const onKey = (key, act) => own.set(key, act);

addEventListener("keydown", (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (!isOn || ctrlKey || metaKey || altKey || target.closest("input:not([type=range]), textarea, select, dialog")) return;
  if (!own.has(key)) return;
  event.preventDefault();
  own.get(key)();
});

// A dialog with a title; Escape closes it and the browser returns the focus. What was opened meanwhile,
// such as a warning, keeps it.
export function openDialog(title, ...children) {
  const box = el("dialog.interlude.reading", { "aria-labelledby": "reading-title", onclose: () => {
    box.remove();
    if (document.activeElement === document.body) ($("prompt") ?? $("told"))?.focus({ preventScroll: true });
  } },
  el("h2", { id: "reading-title", tabindex: "-1" }, title), ...children,
  el("p.actions", {}, el("button.tool", { onclick: () => box.close() }, t("Close"))));
  document.body.append(box);
  box.showModal();
  return box;
}

function showKeys() {
  const rows = KEYS.map(([keys, about]) => el("tr", {}, el("th", { scope: "row" }, keys), el("td", {}, about)));
  openDialog(t("All keys"), el("table.keys", {}, el("tbody", {}, rows))).querySelector("h2").focus();
}

onKey("?", showKeys);
for (const button of document.querySelectorAll("[data-show-keys]")) button.addEventListener("click", showKeys);

const switches = [...document.querySelectorAll("[data-single-keys]")];
const draw = () => switches.forEach((button) => button.setAttribute("aria-pressed", String(isOn)));
for (const button of switches) {
  button.addEventListener("click", () => {
    isOn = !isOn;
    localStorage.setItem(KEY, isOn ? "on" : "off");
    draw();
  });
}
draw();
