// Analysis page: the chart, the moments that decided the game, and each player's moves and luck.
import { playOn } from "./branch.js";
import { at, copyFrom, post, read, trying } from "./common.js";
import { $, el, svg } from "./dom.js";
import { number, percent } from "./format.js";
import { t } from "./i18n.js";
import { isYou, ownFirst, path, place } from "./context.js";
import { ruleLink } from "./rule_links.js";
import { FAULT_NAMES, odds } from "./winrate.js";
import { badge } from "./icons.js";

const EVERY = 1500;
const mine = JSON.parse($("study").dataset.mine);
// In a page, a worker beside it has Python alone: it looks ahead less far, and can be paused.
const isPlain = "plain" in $("study").dataset;
let state = read("state");

const link = (one) => at(`/t/${place.id}/replay?ply=${one.ply + 1}`);

function showProgress() {
  if (state.ready) return $("progress").replaceChildren();
  const told = t("{done} of {of} moves", { done: state.done, of: state.of });
  return $("progress").replaceChildren(...(state.running ? [
    el("p", {}, t("Analysing the game… You can come back later.")),
    el("progress", { max: state.of, value: state.done, "aria-label": told }), " ", told,
    isPlain && el("p.actions.after", {}, el("button.tool", { id: "pause", onclick: pause }, t("Pause"))),
  ].filter(Boolean) : [
    el("p", {}, isPlain && state.done ? t("The analysis is paused: {done} of {of} moves.", state) : t("The analysis has stopped.")),
    el("button.primary", { id: "begin", onclick: begin }, isPlain && state.done ? t("Continue") : t("Analyse game")),
  ]));
}

function show() {
  showProgress();
  const width = Math.max(300, Math.floor($("study").clientWidth));
  const chart = el("div.odds-frame", {}, state.decisions.length > 1 && odds(state, {
    mine, width, link, go: (one) => location.assign(link(one)),
  }));
  // A player's own decisions come first.
  const parts = mine.length ? [turning, players] : [players, turning];
  const told = state.ready ? parts.map((part) => part()) : [];
  $("study").replaceChildren(...(mine.length && state.ready ? [told.shift()] : []), legend(), chart, ...told);
}

const nameOf = (seat) => (isYou(mine, seat) ? t("You") : state.names[seat]);
const isOwn = (one) => mine.includes(one.seat);

// The chart's legend.
const legend = () => el("ul.odds-names", {},
  state.names.map((_, seat) => el("li", {}, badge(seat), nameOf(seat))),
  Object.entries(FAULT_NAMES).map(([name, told]) => el("li", {}, dot(name), told)));

const dot = (name) => svg("svg.odds-dot", { viewBox: "0 0 16 16", "aria-hidden": "true" },
  svg(`circle.fault.${name}`, { cx: 8, cy: 8, r: name === "inaccuracy" ? 4 : 6 }));

// The three decisions that cost most: one's own, or anybody's for those who watched.
const MOMENTS = 3;

function turning() {
  const seen = mine.length ? state.turning.filter(isOwn) : state.turning;
  const shown = seen.filter(({ loss }) => loss > 0).sort((one, other) => other.loss - one.loss).slice(0, MOMENTS);
  const none = mine.length ? t("You made no costly mistake.") : t("Nobody made a costly mistake.");
  return el("section", {}, el("h2", {}, mine.length ? t("Your turning points") : t("What decided the game")),
    shown.length ? el("ol.turning", {}, shown.map(point)) : el("p", {}, none),
    mine.length && shown.length && el("p.hint-text", {}, 
      t("Mistakes and blunders come back as your own puzzles, from tomorrow on:"), " ",
      el("a", { href: at("/practice") }, t("Practice"))));
}

const picture = ({ ply, seat }) => el("img.turning-board", {
  src: `${path}/board.svg?ply=${ply}&seat=${seat}`, alt: "", loading: "lazy" });

const point = (one) => el("li", {},
  el("p.turning-head", {}, badge(one.seat), el("b", {}, nameOf(one.seat)),
    el("span.turning-when", {}, t("Move {number}", { number: one.ply + 1 })),
    el(`span.fault-name.${one.fault}`, {}, `${FAULT_NAMES[one.fault]} ${percent(-one.loss)}`)),
  isOwn(one) && picture(one),
  el("p", {}, t("Played: {move} ({win}%)", { move: one.move, win: Math.round(one.win) })),
  el("p", {}, t("Better: {move} ({win}%)", { move: one.best, win: Math.round(one.best_win) })),
  one.reason && el("p.hint-text", {}, one.reason),
  el("p.actions", {}, el("a.button", { href: link(one) }, t("View position")),
    el("button.button", { data: { ply: one.ply }, onclick: () =>
      playOn(path, { ply: one.ply, seat: one.seat }) }, isOwn(one) ? t("Try it again from here") : t("Play from here")),
    isOwn(one) && practise(one), isOwn(one) && ruleLink(one.rule)));

const practise = (one) => el("a.button", { href: at(one.practise) }, t("Practise this"));

const EVEN = 10; // Less luck than this, in per cent of a win, is about even.

function pointsLost(seat) {
  const own = state.decisions.filter((one) => one.seat === seat);
  const sum = own.reduce((total, { points }) => total + points, 0);
  return number(sum / Math.max(1, own.length));
}

const count = (seat, fault) => state.decisions.filter((one) => one.seat === seat && one.fault === fault).length;

// From the middle: kind to the right, hard to the left.
function luckBar({ luck }) {
  const part = svg("rect", {
    x: 50 + Math.min(0, luck / 2), y: 2, width: Math.min(50, Math.abs(luck) / 2), height: 12,
  });
  return svg("svg.luck", { viewBox: "0 0 100 16", "aria-hidden": "true" }, part,
    svg("path", { d: "M50 0V16" }));
}

function luckWords({ seat, luck }) {
  const player = state.names[seat];
  if (isYou(mine, seat)) {
    return luck > EVEN ? t("The draws and the others were kind to you.")
      : luck < -EVEN ? t("The draws and the others were hard on you.") : t("Luck was about even for you.");
  }
  return luck > EVEN ? t("The draws and the others were kind to {player}.", { player })
    : luck < -EVEN ? t("The draws and the others were hard on {player}.", { player })
      : t("Luck was about even for {player}.", { player });
}

// A column per player: their number is small, and a phone has room for it.
function players() {
  const accounts = ownFirst(state.accounts, isOwn);
  const row = (name, cell) => el("tr", {}, el("th", { scope: "row" }, name),
    accounts.map((one) => el("td", {}, cell(one))));
  const faults = (name, fault) => row(name, ({ seat }) => String(count(seat, fault)));
  return el("section", {}, el("h2", {}, t("Skill and luck")),
    el("div.scroll", { tabindex: 0, role: "region", "aria-label": t("Skill and luck") },
      el("table.accounts", {},
        el("thead", {}, el("tr", {}, el("td"), accounts.map(({ seat }) =>
          el("th", { scope: "col" }, badge(seat), el("span", {}, nameOf(seat)))))),
        el("tbody", {},
          faults(t("Good moves"), ""), faults(t("Inaccuracies"), "inaccuracy"),
          faults(t("Mistakes"), "mistake"), faults(t("Blunders"), "blunder"),
          isPlain ? null : row(t("Points lost per move"), ({ seat }) => pointsLost(seat)),
          row(t("Luck"), luckBar)))),
    el("ul.lucks", {}, accounts.map((one) => el("li", {}, luckWords(one)))),
    el("p.hint-text", {}, isPlain
      ? t("We judge each decision by what the player knew at the time: a network plays on to that player's next "
        + "decision in imagined games, and says who will win. What a player's own moves don't explain of the result is luck.")
      : t("We judge each decision by what the player knew at the time, "
        + "playing out many games from there. What a player's own moves don't explain of the result is luck.")));
}

const begin = () => trying(async () => {
  state = await post(`${path}/analysis?lang=${document.documentElement.lang}`);
  follow();
});

const pause = () => trying(async () => {
  state = await post(`${path}/analysis/pause?lang=${document.documentElement.lang}`);
  follow();
});

function follow() {
  show();
  if (state.running) setTimeout(() => trying(look), EVERY);
}

async function look() {
  const answer = await fetch(`${path}/analysis?lang=${document.documentElement.lang}`);
  if (answer.ok) state = await answer.json();
  follow();
}

if ($("link")) $("link").value = location.href;
$("share")?.addEventListener("click", () => copyFrom($("link"), t("Copied!")));
let drawn = innerWidth;
addEventListener("resize", () => {
  if (innerWidth === drawn) return;
  drawn = innerWidth;
  show();
});
if (state.ready || state.running || (isPlain && state.done)) follow();
else begin();
