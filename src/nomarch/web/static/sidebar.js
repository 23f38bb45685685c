// Beside the board: the log, what happened since the last visit, chat, announcements.
import { announce, announceSteps, forget } from "./announce.js";
import { toast } from "./common.js";
import { $, el } from "./dom.js";
import { t, tn } from "./i18n.js";
import { keep, toNewest } from "./log_scroll.js";
import { isYou, place } from "./context.js";
import { badge, fillTurns, turnsOf } from "./log_lines.js";
import { isMuted, reportSeat } from "./people.js";

const SEEN = `seen-${place.id}`;
const MOST_NEWS = 12;

// When the curtain falls, hide everything the last player was told.
export function hush() {
  forget();
  for (const id of ["tip", "toasts", "news"]) $(id).replaceChildren();
  for (const id of ["tip", "news", "confirm"]) $(id).hidden = true;
}

let listed = [];

export function showLog(state, before, isFirst) {
  const { log } = state;
  const at = log.findIndex((entry, i) => entry !== listed[i]);
  const same = at < 0 ? log.length : at;
  const from = Math.min(...[log[same], listed[same]].map((entry) => entry?.ply ?? Infinity));
  // A turn that goes on is told again as a whole.
  const changed = turnsOf(log).filter(({ entries }) => entries.at(-1).ply >= from);
  const first = changed.at(0)?.entries[0].ply ?? from;
  for (const item of [...$("log").children]) {
    if (Number(item.dataset.ply) >= first) item.remove();
  }
  fillTurns($("log"), changed);
  if (state.over && !before.over) toNewest();
  else keep();
  if (isFirst) tellNews(state);
  else if (state.ply >= before.ply) announceSteps(log.slice(same), knownLines(listed.slice(same), log));
  listed = log;
  localStorage.setItem(SEEN, state.ply);
}

// How many lines of a step were told before: a stage tells a part of it, a joint decision moves steps behind
// others, and a step that its viewer forgets reads differently.
const knownLines = (old, log) => {
  const at = (steps, { ply, seat }) => steps.find((step) => step.ply === ply && step.seat === seat);
  const moved = old.filter((step) => step.lines.length > 0 && !at(log, step));
  return (entry) => {
    const here = at(old, entry);
    if (here) return here === old.at(-1) ? here.lines.length : entry.lines.length;
    return moved.find(({ seat, lines }) => seat === entry.seat
      && lines.every(({ text }, i) => text === entry.lines[i]?.text))?.lines.length ?? 0;
  };
};

function tellNews(state) {
  const seen = Number(localStorage.getItem(SEEN) ?? state.ply);
  const fresh = state.log.filter((entry) => entry.ply > seen && entry.lines.length);
  if (fresh.length < 2 || state.mine.length === 0) return;
  const box = $("news");
  const list = el("ol.log");
  fillTurns(list, turnsOf(fresh).slice(-MOST_NEWS));
  const hide = () => { box.hidden = true; };
  const close = el("button.tool", { "aria-label": "OK", onclick: hide }, "✓");
  box.replaceChildren(el("h2", {}, t("Since your last visit"), close), list);
  box.hidden = false;
}

// --- Chat -----------------------------------------------------------------------------------

let lines = [];
let readUpTo = 0;

const unreadLines = (mine) => lines.filter(({ at, seat }) => at > readUpTo && !mine.includes(seat));

export function showChat(all, isFirst, mine) {
  const list = $("chat");
  const had = list.children.length;
  lines = all.filter(({ seat }) => !isMuted(seat));
  if (isFirst) readUpTo = lines.at(-1 - place.unread)?.at ?? 0;
  list.replaceChildren(...lines.map((line) =>
    el("li", {}, badge(line.seat),
      el("div", {}, el("b", {}, isYou(mine, line.seat) ? t("You") : line.name), ` ${line.text}`),
      !mine.includes(line.seat) && el("button.flag", {
        title: t("Report"), "aria-label": `${t("Report")}: ${line.text}`,
        onclick: () => reportSeat(line.seat, line.name, line.text),
      }))));
  if (isFirst || lines.length <= had) return;
  const { name, seat, text } = lines.at(-1);
  const said = t("{player} says: {text}", { player: name, text });
  announce(isYou(mine, seat) ? t("You say: {text}", { text }) : said);
  const panel = $("panel-chat");
  if (!panel.checkVisibility() && !mine.includes(seat)) toast(said);
  panel.scrollTop = panel.scrollHeight;
}

// Messages are read once they are visible; the bar counts the rest.
export function countUnread(mine, read) {
  let count = unreadLines(mine).length;
  if (count && $("panel-chat").checkVisibility() && !document.hidden) {
    readUpTo = lines.at(-1).at;
    count = 0;
    read();
  }
  const mark = $("unread");
  mark.hidden = !count;
  mark.textContent = count;
  mark.setAttribute("aria-label", tn("{count} unread message", "{count} unread messages", count));
}
