// Tables of points: a scoring or harvest, when a reader asks for it, and the categories of a result.
import { el } from "./dom.js";
import { number } from "./format.js";
import { t } from "./i18n.js";
import { isYou, ownFirst } from "./context.js";
import { badge } from "./icons.js";

const box = el("dialog.interlude", { id: "interlude", "aria-labelledby": "interlude-title" });
document.body.append(box);

let names = [];
let order = [];

// A table's columns, the viewer's own first, as “you”.
export function namePlayers(players, mine) {
  names = players.map((name, seat) => (isYou(mine, seat) ? t("You") : name));
  order = ownFirst([...players.keys()], (seat) => mine.includes(seat));
}

// A button that opens a table.
export const again = (table) =>
  el("button.again", { type: "button", onclick: () => open(table) }, table.title);

function open(table) {
  const { title, rows, sums, standing } = table;
  const go = el("button.primary", { type: "button", onclick: () => box.close() }, t("Continue"));
  const ends = { sums: rows.length > 1 && sums, standing };
  box.replaceChildren(el("h2", { id: "interlude-title" }, title), sheet(title, rows, ends), el("div.actions", {}, go));
  box.showModal();
  go.focus();
}

// Points by row and player, with their sums and the score after them.
export function sheet(title, rows, { sums, standing }) {
  const head = order.map((seat) =>
    el("th", { scope: "col" }, badge(seat), el("span", {}, names[seat])));
  const lines = [...rows.map((row) => line(row.title, row.amounts)),
    sums && line(t("Total"), sums, "sums"), standing && line(t("Score"), standing, "standing")];
  return el("div.scroll", { tabindex: 0, role: "region", "aria-label": title },
    el("table.sheet-table", {}, el("thead", {}, el("tr", {}, el("td"), head)), el("tbody", {}, lines)));
}

function line(title, amounts, kind = "") {
  const best = Math.max(...amounts.map((amount) => amount ?? 0));
  const cell = (amount) =>
    el(kind === "standing" && amount === best ? "td.best" : "td", {}, amount === null ? "–" : number(amount));
  return el(kind ? `tr.${kind}` : "tr", {}, el("th", { scope: "row" }, title),
    order.map((seat) => cell(amounts[seat])));
}
