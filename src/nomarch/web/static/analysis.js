// Analysis page: the chart, the turning points, and the shares of skill and luck.
import { playOn } from "./branch.js";
import { at, copyFrom, post, read, trying } from "./common.js";
import { $, el, percent, put, svg } from "./dom.js";
import { isYou, ownFirst, path, place } from "./context.js";
import { odds } from "./winrate.js";
import { badge } from "./icons.js";

const words = read("words");
const EVERY = 1500;
const mine = JSON.parse($("study").dataset.mine);
let state = read("state");

const link = (one) => at(`/t/${place.id}/replay?ply=${one.ply + 1}`);
const signed = (value) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${percent(Math.abs(value))}`;

function showProgress() {
  if (state.ready) return $("progress").replaceChildren();
  const told = put(words.progress, { done: state.done, of: state.of });
  return $("progress").replaceChildren(...(state.running ? [
    el("p", {}, words.waiting),
    el("progress", { max: state.of, value: state.done, "aria-label": told }), " ", told,
  ] : [
    el("p", {}, words.stopped),
    el("button.primary", { id: "begin", onclick: begin }, words.again),
  ]));
}

function show() {
  showProgress();
  const width = Math.max(300, Math.floor($("study").clientWidth));
  const chart = el("div.odds-frame", {}, state.decisions.length > 1 && odds(state, words, {
    mine, width, link, go: (one) => location.assign(link(one)),
  }));
  $("study").replaceChildren(legend(), chart, ...(state.ready ? [players(), turning()] : []));
}

const nameOf = (seat) => (isYou(mine, seat) ? words.you : state.names[seat]);
const isOwn = (one) => mine.includes(one.seat);

const FAULTS = ["inaccuracy", "mistake", "blunder"];

// The chart's legend.
const legend = () => el("ul.odds-names", {},
  state.names.map((_, seat) => el("li", {}, badge(seat), nameOf(seat))),
  FAULTS.map((name) => el("li", {}, dot(name), words[name])));

const dot = (name) => svg("svg.odds-dot", { viewBox: "0 0 16 16", "aria-hidden": "true" },
  svg(`circle.fault.${name}`, { cx: 8, cy: 8, r: name === "inaccuracy" ? 4 : 6 }));

// One's own decisions first; those of the others are shown on request.
function turning() {
  const own = state.turning.filter(isOwn);
  const others = state.turning.filter((one) => !isOwn(one));
  const isAsked = state.everyone || !mine.length;
  const shown = isAsked ? [...own, ...others] : own;
  return el("section", {}, el("h2", {}, mine.length && !isAsked ? words.own_turning : words.turning),
    shown.length ? el("ol.turning", {}, shown.map(point)) : el("p", {}, mine.length && !isAsked ? words.own_none : words.none),
    !isAsked && others.length && el("button.button", { id: "everyone", onclick: () => {
      state.everyone = true;
      show();
    } }, words.everyone));
}

const point = (one) => el("li", {},
  el("p.turning-head", {}, badge(one.seat), el("b", {}, nameOf(one.seat)),
    el("span.turning-when", {}, put(words.number, { number: one.ply + 1 })),
    el(`span.fault-name.${one.fault}`, {}, `${words[one.fault]} −${percent(one.loss)}`)),
  el("p", {}, put(words.played, { move: one.move, win: Math.round(one.win) })),
  el("p", {}, put(words.better, { move: one.best, win: Math.round(one.best_win) })),
  one.reason && el("p.hint-text", {}, one.reason),
  el("p.actions", {}, el("a.button", { href: link(one) }, words.look),
    el("button.button", { data: { ply: one.ply }, onclick: () =>
      playOn(path, { ply: one.ply, seat: one.seat }) }, words.play_on)));

function averageLoss(seat) {
  const own = state.decisions.filter((one) => one.seat === seat);
  const sum = own.reduce((total, { loss }) => total + loss, 0);
  const exact = new Intl.NumberFormat(document.documentElement.lang, { style: "percent", maximumFractionDigits: 1 });
  return exact.format(sum / Math.max(1, own.length) / 100);
}

// A column per player: their number is small, and a phone has room for it.
function players() {
  // Without a scale, an accuracy would say nothing: the plain loss stands instead.
  const rows = [state.scaled ? "accuracy" : "loss", "start", "skill", "luck", "result"];
  const tell = {
    skill: (one) => signed(one.skill), luck: (one) => signed(one.luck), loss: (one) => averageLoss(one.seat),
  };
  const accounts = ownFirst(state.accounts, isOwn);
  const cell = (one, name) => el("td", {}, tell[name]?.(one) ?? percent(one[name]));
  return el("section", {}, el("h2", {}, words.players),
    el("div.scroll", { tabindex: 0, role: "region", "aria-label": words.players },
      el("table.accounts", {},
        el("thead", {}, el("tr", {}, el("td"), accounts.map(({ seat }) =>
          el("th", { scope: "col" }, badge(seat), el("span", {}, nameOf(seat)))))),
        el("tbody", {}, rows.map((name) => el("tr", {}, el("th", { scope: "row" }, words[name]),
          accounts.map((one) => cell(one, name))))))),
    el("p.hint-text", {}, state.scaled ? words.scale : words.plain),
    el("p.hint-text", {}, words.how));
}

const begin = () => trying(async () => {
  state = await post(`${path}/analysis?lang=${document.documentElement.lang}`);
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

$("link").value = location.href;
$("share").addEventListener("click", () => copyFrom($("link"), words.copied));
let drawn = innerWidth;
addEventListener("resize", () => {
  if (innerWidth === drawn) return;
  drawn = innerWidth;
  show();
});
if (state.ready || state.running) follow();
else begin();
