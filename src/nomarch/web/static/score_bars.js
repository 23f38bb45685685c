// The lines of a result: a bar of blocks in the seat's colour, one per category with its picture. Losses
// pull the bar's end back.
import { el } from "./dom.js";
import { number } from "./format.js";
import { t, tn } from "./i18n.js";
import { isYou } from "./context.js";
import { badge, COLOURS, picture } from "./icons.js";

export const rowsOf = (table) => table.filter(({ amounts }) => amounts.some(Boolean));
export const nameOf = (line, mine) => (isYou(mine, line.seat) ? t("You") : line.name);
export const total = (amounts) => amounts.reduce((sum, amount) => sum + amount, 0);

// What is added at a time, to all seats: one category after the other, at last all losses together.
export function stepsOf(rows) {
  const gains = rows.map(({ title, icon, amounts }) =>
    ({ title, icons: [icon], amounts: amounts.map((amount) => Math.max(0, amount ?? 0)) }));
  const lost = rows.filter(({ amounts }) => amounts.some((amount) => amount < 0));
  const losses = { title: lost.map(({ title }) => title).join(" · "), icons: lost.map(({ icon }) => icon),
    amounts: rows[0]?.amounts.map((_, seat) => total(lost.map(({ amounts }) => Math.min(0, amounts[seat])))), isLoss: true };
  return [...gains.filter(({ amounts }) => amounts.some(Boolean)), ...(lost.length ? [losses] : [])];
}

// What all have from the beginning takes no time.
export const isGiven = ({ amounts, icons }) => !icons[0] && amounts.every((amount) => amount === amounts[0]);

export const gainedBy = (steps, seat) => total(steps.map(({ amounts }) => Math.max(0, amounts[seat])));

// From the lowest total, if it is below 0, to the most that anybody gained.
function scaleOf(steps, seats) {
  const low = Math.min(0, ...seats.map((seat) => total(steps.map(({ amounts }) => amounts[seat]))));
  const wide = Math.max(1, ...seats.map((seat) => gainedBy(steps, seat))) - low;
  return { per: 100 / wide, zero: (100 * -low) / wide };
}

function bar(seat, steps, { per, zero }, isOver) {
  let at = zero;
  const block = ({ amounts, icons, title, isLoss }, step) => {
    const amount = amounts[seat];
    if (!amount) return null;
    at += Math.min(0, per * amount);
    const node = el(isLoss ? "i.block.loss" : "i.block", { data: { step: String(step) }, ...(isOver && { title: `${title}: ${number(amount)}` }) },
      el("span", {}, !isLoss && icons[0] && picture(`icon-${icons[0]}`, "sign"), el("em", {}, isOver && number(amount))));
    node.style.setProperty("left", `${at}%`);
    node.style.setProperty("width", `${per * Math.abs(amount)}%`);
    at += Math.max(0, per * amount);
    return node;
  };
  const whole = el("div.bars", { "aria-hidden": "true", data: { colour: COLOURS[seat] } }, steps.map(block));
  whole.style.setProperty("--zero", `${zero}%`);
  return whole;
}

// The lines in a given order. Before the end they show the points `begun`, and no word tells the others.
export function ranking(lines, rows, mine, begun = null) {
  const steps = stepsOf(rows);
  const scale = scaleOf(steps, lines.map(({ seat }) => seat));
  return el("ol.ranking", {}, lines.map((line, row) => el("li", { ...(!begun && { value: line.place }), data: { seat: line.seat } },
    badge(line.seat),
    el("span.name", {}, nameOf(line, mine)),
    bar(line.seat, steps, scale, !begun),
    el("b", {}, number(begun?.[row] ?? line.points)), !begun && el("small.unseen", {}, tn("point", "points", line.points)))));
}

// The best on plinths: the higher the better, equal places on equal heights, the first in the middle.
export function plinths(lines, mine) {
  const best = lines.filter(({ place }) => place <= 3).slice(0, 6);
  const order = [...best.filter((_, i) => i % 2).reverse(), ...best.filter((_, i) => i % 2 === 0)];
  return el("ul.plinths", { "aria-hidden": "true" }, order.map((line) => el("li", { data: { place: line.place } },
    badge(line.seat), el("span.cartouche", {}, el("span", {}, nameOf(line, mine))), el("i", {}, number(line.place)))));
}
