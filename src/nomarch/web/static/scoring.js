// Scoring tables: a scoring or harvest that counts up line by line, when a reader asks for it.
import { $, el } from "./dom.js";
import { number } from "./format.js";
import { t } from "./i18n.js";
import { isYou, ownFirst } from "./context.js";
import { badge } from "./icons.js";

const LINE = 700;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

const box = el("dialog.interlude", {
  id: "interlude", "aria-labelledby": "interlude-title", onclose: () => finish?.(),
});
document.body.append(box);

let names = [];
let order = [];
let finish = null;

// A table's columns, the viewer's own first, as “you”.
export function namePlayers(players, mine) {
  names = players.map((name, seat) => (isYou(mine, seat) ? t("You") : name));
  order = ownFirst([...players.keys()], (seat) => mine.includes(seat));
}

// A button that opens a table.
export const again = (table) =>
  el("button.again", { type: "button", onclick: () => open(table) }, table.title);

function open(table) {
  finish?.();
  const lines = [...table.rows.map((row) => line(row.title, row.amounts)), ...endings(table)];
  const go = el("button.primary", { type: "button", onclick: () => (finish ? finish() : box.close()) });
  box.replaceChildren(el("h2", { id: "interlude-title" }, table.title),
    sheet(lines), el("div.actions", {}, go));
  box.showModal();
  go.focus();
  tell(lines, () => { go.textContent = t("Continue"); }, go);
}

function endings({ rows, sums, standing }) {
  return [
    sums && rows.length > 1 && line(t("Total"), sums, "sums"),
    standing && line(t("Score"), standing, "standing"),
  ].filter(Boolean);
}

function line(title, amounts, kind = "") {
  const best = Math.max(...amounts.map((amount) => amount ?? 0));
  const cell = (amount) => el(kind === "standing" && amount === best ? "td.best" : "td",
    { data: { amount: amount ?? "" } }, amount === null ? "–" : number(amount));
  return el(kind ? `tr.${kind}` : "tr", {}, el("th", { scope: "row" }, title),
    order.map((seat) => cell(amounts[seat])));
}

function sheet(lines) {
  const head = order.map((seat) =>
    el("th", { scope: "col" }, badge(seat), el("span", {}, names[seat])));
  return el("div.scroll", { tabindex: 0, role: "region", "aria-labelledby": "interlude-title" },
    el("table", {}, el("thead", {}, el("tr", {}, el("td"), head)), el("tbody", {}, lines)));
}

// --- Counting up ----------------------------------------------------------------------------

function tell(lines, done, go) {
  const end = () => {
    finish = null;
    for (const row of lines) {
      row.classList.add("told");
      row.querySelectorAll("td").forEach((cell) => count(cell, 1));
    }
    done();
  };
  if (calm.matches) {
    end();
    return;
  }
  go.textContent = t("Show all");
  const began = performance.now();
  finish = end;
  const tick = (time) => {
    if (finish !== end) return;
    const at = (time - began) / LINE;
    lines.forEach((row, i) => {
      row.classList.toggle("told", at >= i);
      row.querySelectorAll("td").forEach((cell) => count(cell, Math.min(1, Math.max(0, at - i))));
    });
    if (at > lines.length) end();
    else requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}

function count(cell, part) {
  const { amount } = cell.dataset;
  if (amount !== "") cell.textContent = number(Math.round(Number(amount) * part));
}
