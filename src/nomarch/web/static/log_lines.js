// Log lines with icons, shared by table, replay and lesson.
import { el } from "./dom.js";
import { t } from "./i18n.js";
import { place } from "./context.js";
import { again } from "./scoring.js";
import { badge, picture } from "./icons.js";

export { badge, picture };

// An icon links to its glossary entry; the rules tab has links for keyboards and screen readers.
const explained = (name) => (place.glossary
  ? el("a.icon-link", {
    href: `${place.glossary}#${name}`, target: "_blank", tabindex: "-1", "aria-hidden": "true",
    onclick: (event) => event.stopPropagation(),
  }, picture(`icon-${name}`))
  : picture(`icon-${name}`));

export const sentence = (line) =>
  el("span", {}, line.icon && explained(line.icon), line.text);

// Repeated sentences stand once.
const once = (lines) => lines.filter(({ text }, i) => lines.findIndex((line) => line.text === text) === i);

const told = (line) => [sentence(line), " "];

// All sentences of a turn, one after the other.
export const brief = (lines) => lines.flatMap(told);

// All sentences of a turn, each in a row of its own; a sentence may have several parts.
function rows(lines) {
  const found = [[]];
  for (const line of lines) {
    found.at(-1).push(line);
    if (/[.!?)]$/.test(line.text)) found.push([]);
  }
  return found.filter((row) => row.length).map((row) => el("span.row", {}, row.flatMap(told)));
}

// --- Turns ------------------------------------------------------------------------------------

let received = [];

// The whole log after an update: the entries up to `from`, some of which may read differently now, and
// new ones.
export function receive(log, from) {
  const sent = new Map(log.map((entry) => [entry.ply, entry]));
  const known = from ? received.filter(({ ply }) => ply <= from).map((entry) => sent.get(entry.ply) ?? entry) : [];
  received = [...known, ...log.filter(({ ply }) => !from || ply > from)];
  return received;
}

// Consecutive steps of the same seat are one turn.
export function turnsOf(entries) {
  const turns = [];
  for (const entry of entries) {
    if (turns.at(-1)?.seat !== entry.seat) turns.push({ seat: entry.seat, entries: [] });
    turns.at(-1).entries.push(entry);
  }
  return turns;
}

// What a turn's steps say: one sentence with what they have in common, where the server made one.
export function linesOf({ entries }) {
  const { turn } = entries.at(-1);
  return turn ?? once(allLinesOf({ entries }));
}
export const allLinesOf = ({ entries }) => entries.flatMap((entry) => entry.lines);

export const tablesOf = ({ entries }) => entries.flatMap((entry) => (entry.interludes ?? []).map(again));

// --- Lists --------------------------------------------------------------------------------------

const item = (turn, lines) => el(turn.entries.every(({ auto }) => auto) ? "li.auto" : "li",
  { data: { ply: turn.entries.at(-1).ply } },
  turn.seat >= 0 && badge(turn.seat),
  el("div", {}, rows(lines), turn.entries.some(({ hinted }) => hinted) && el("small.with-hint", {}, t("used a hint")),
    tablesOf(turn)));

// Turn by turn.
export function fillTurns(list, turns) {
  list.append(...turns.filter((turn) => linesOf(turn).length).map((turn) => item(turn, linesOf(turn))));
}

// Step by step.
export function fillSteps(list, entries) {
  list.append(...entries.filter(({ lines }) => lines.length)
    .map((entry) => item({ seat: entry.seat, entries: [entry] }, entry.lines)));
}
