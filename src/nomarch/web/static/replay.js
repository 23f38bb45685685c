// Replay: the slider fetches the board of each step.
import { playOn } from "./branch.js";
import { read } from "./common.js";
import { explain, onShapeChange, shapeNow } from "./board.js";
import { $, el } from "./dom.js";
import { t } from "./i18n.js";
import { playFrame } from "./frames.js";
import { highlight } from "./highlights.js";
import { path } from "./context.js";
import { namePlayers } from "./scoring.js";
import { offerRegions } from "./zoom.js";
import { offerCursor } from "./cursor.js";
import { offerTextBoard } from "./text_board.js";
import { brief, fillSteps } from "./log_lines.js";

const STEP = 900; // milliseconds from one step to the next

const state = read("state");
const slider = $("ply");
const entries = new Map(state.log.map((entry) => [entry.ply, entry]));
let at = 0;
let timer = 0;
let asked = 0;

slider.max = state.plies;
fillSteps($("log"), state.log);
namePlayers(state.names, state.mine);
explain($("frame"), $("tip"));
offerRegions($("frame"));
offerTextBoard($("frame"));
offerCursor($("frame"));

function keepInSight(panel, item) {
  // Scroll only the log: on a phone the page must stay at the board.
  const outer = panel.getBoundingClientRect();
  const inner = item.getBoundingClientRect();
  panel.scrollTop += Math.min(0, inner.top - outer.top) + Math.max(0, inner.bottom - outer.bottom);
}

// Shows a step; from the one before it, stage by stage. Resolves when it is on the board.
async function go(ply) {
  const isNext = ply === at + 1;
  at = Math.max(0, Math.min(state.plies, ply));
  slider.value = at;
  $("count").textContent = `${at} / ${state.plies}`;
  const mine = ++asked;
  const lang = document.documentElement.lang;
  const answer = await fetch(`${path}/frame?ply=${at}&seat=${state.seat}&shape=${shapeNow()}&lang=${lang}`);
  if (!answer.ok || mine !== asked) return;
  const frame = await answer.json();
  if (mine !== asked) return;
  if (!isNext) Object.assign(frame, { moments: [], stages: [] });
  document.body.dataset.asked = at;
  await playFrame($("frame"), frame, (stage, isLast) => tell(isLast ? lastLines() : stage.lines, isLast));
}

// What a step or a stage of it says.
function tell(lines, isLast) {
  const words = el("p", {}, brief(lines));
  if (lines.length && words.textContent !== $("told").textContent) $("told").replaceChildren(...words.childNodes);
  if (!isLast) return;
  for (const item of $("log").children) {
    const here = Number(item.dataset.ply) === at;
    item.classList.toggle("here", here);
    if (here) keepInSight($("log").parentElement, item);
  }
  showHighlights();
  document.body.dataset.ply = at;
}

// A step without text, such as picking up a tile, shows the text before it.
function lastLines() {
  let last = at;
  while (last && !entries.get(last)?.lines.length) last -= 1;
  return entries.get(last)?.lines ?? [{ text: t("The game begins.") }];
}

function showHighlights() {
  const entry = entries.get(at);
  const turns = entry && entry.seat >= 0 ? [{ seat: entry.seat, entries: [{ touched: entry.touched }] }] : [];
  const seats = standing(at).map((stands) => ({ stands }));
  highlight($("frame"), { mine: [], seats }, turns, []);
}

// Bids and passes after a step: those of the last step that changed them.
function standing(ply) {
  let last = ply;
  while (last && !state.stands[last]) last -= 1;
  return state.stands[last];
}

slider.addEventListener("input", () => go(Number(slider.value)));
$("first").addEventListener("click", () => go(0));
$("previous").addEventListener("click", () => go(at - 1));
$("next").addEventListener("click", () => go(at + 1));
$("last").addEventListener("click", () => go(state.plies));
const isRunning = () => $("run").getAttribute("aria-pressed") === "true";

async function run() {
  clearTimeout(timer);
  if (!isRunning()) return;
  if (at >= state.plies) {
    $("run").setAttribute("aria-pressed", "false");
    return;
  }
  await go(at + 1);
  if (isRunning()) timer = setTimeout(run, STEP);
}

$("run").addEventListener("click", () => {
  $("run").setAttribute("aria-pressed", String(!isRunning()));
  clearTimeout(timer);
  timer = setTimeout(run, STEP);
});
$("log").addEventListener("click", (event) => {
  const item = event.target.closest("li");
  if (item && !event.target.closest("button")) go(Number(item.dataset.ply));
});
document.addEventListener("keydown", (event) => {
  if (event.target === slider || event.altKey || event.ctrlKey || event.metaKey) return;
  const goal = {
    ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: state.plies,
  }[event.key];
  if (goal === undefined) return;
  event.preventDefault();
  go(goal);
});
$("play-on")?.addEventListener("click", () => playOn(path, { ply: Math.min(at, state.plies - 1) }));
onShapeChange(() => go(at));
go(Number(new URLSearchParams(location.search).get("ply") ?? 0));
