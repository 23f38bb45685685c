// Scoring tables: a scoring or harvest that counts up line by line.
import { $, el } from "./dom.js";
import { number } from "./format.js";
import { isYou, ownFirst, say } from "./context.js";
import { badge } from "./icons.js";

const KEY = "interludes";
const LINE = 700;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

const box = el("dialog.interlude", {
  id: "interlude", "aria-labelledby": "interlude-title", onclose: () => next(),
});
document.body.append(box);

let names = [];
let order = [];
let waiting = [];
let finish = null;
let goOn = () => {};

const isWelcome = () => localStorage.getItem(KEY) !== "off";

// A table's columns, the viewer's own first, as “you”.
export function namePlayers(players, mine) {
  names = players.map((name, seat) => (isYou(mine, seat) ? say.You : name));
  order = ownFirst([...players.keys()], (seat) => mine.includes(seat));
}

export function offerInterludes(after = () => {}) {
  goOn = after;
  const button = $("interludes");
  const draw = () => button?.setAttribute("aria-pressed", String(isWelcome()));
  button?.addEventListener("click", () => {
    localStorage.setItem(KEY, isWelcome() ? "off" : "on");
    draw();
  });
  draw();
}

// A scoring opens automatically, unless the player turned that off.
export function showInterludes(state, before) {
  if (state.ply < before.ply) {
    waiting = [];
    if (box.open) box.close();
  }
  if (!isWelcome()) return;
  const fresh = state.log.filter((entry) => entry.ply > before.ply);
  open(...fresh.flatMap((entry) => entry.interludes ?? []));
}

// A button that reopens a table.
export const again = (table) =>
  el("button.again", { type: "button", onclick: () => open(table) }, table.title);

function open(...tables) {
  waiting.push(...tables);
  if (tables.length && !box.open) next();
}

function next() {
  finish?.();
  const table = waiting.shift();
  if (!table) {
    goOn();
    return;
  }
  const lines = [...table.rows.map((row) => line(row.title, row.amounts)), ...endings(table)];
  const go = el("button.primary", { type: "button", onclick: () => (finish ? finish() : box.close()) });
  box.replaceChildren(el("h2", { id: "interlude-title" }, table.title),
    sheet(lines), el("div.actions", {}, go, silence()));
  box.showModal();
  go.focus();
  tell(lines, () => { go.textContent = waiting.length ? say.next : say.go_on; }, go);
}

function endings({ rows, sums, standing }) {
  return [
    sums && rows.length > 1 && line(say.sum, sums, "sums"),
    standing && line(say.points_now, standing, "standing"),
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

function silence() {
  const input = el("input", {
    type: "checkbox", checked: !isWelcome(),
    onchange: () => {
      localStorage.setItem(KEY, input.checked ? "off" : "on");
      $("interludes")?.setAttribute("aria-pressed", String(isWelcome()));
    },
  });
  return el("label.silence", {}, input, say.no_interludes);
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
  go.textContent = say.show_all;
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
