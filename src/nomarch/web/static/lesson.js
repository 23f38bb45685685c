// A lesson: explains, points, asks, and lets the others move, step by step.
import { markMove } from "./advice.js";
import { explain, listen, mark, onShapeChange, pointAt, shapeNow, swap } from "./board.js";
import { at, post, read, trying } from "./common.js";
import { $, el } from "./dom.js";
import { t } from "./i18n.js";
import { place } from "./context.js";
import { playFrame } from "./frames.js";
import { isOn, offerMoves, showMoves } from "./moves.js";
import { ruleLink } from "./rule_links.js";
import { offerRegions } from "./zoom.js";
import { fillTurns, turnsOf } from "./log_lines.js";
import { announce } from "./announce.js";
import { offerCursor } from "./cursor.js";
import { keepFocus } from "./focus.js";
import { offerTextBoard } from "./text_board.js";

const board = $("frame");
const path = at(`/api/lessons/${place.id}`);
const lang = `lang=${document.documentElement.lang}`;
const MOMENT = 1100;
const MOST_LINES = 7;
const SHAKE = ["-5px", "4px", "0"].map((x) => ({ transform: `translateX(${x})` }));
const calm = matchMedia("(prefers-reduced-motion: reduce)");

let now = read("state");
let busy = false;
let skip = () => {};

// --- Showing --------------------------------------------------------------------------------

async function show(state) {
  document.body.dataset.step = "";
  showHeard({ heard: "", right: true });
  await tellMoves(state.frames);
  if (state.frames.length && !state.right) await holdLine(state);
  now = state;
  if (state.board) swap(board, state.board);
  dim(state.later);
  pointAt(board, state.points);
  showHeard(state);
  $("prompt").replaceChildren(state.done ? $("prompt").dataset.done : state.text, " ", ruleLink(state.rule));
  announce(state.done ? $("prompt").dataset.done : state.text);
  document.body.classList.toggle("my-turn", state.asks);
  showProgress(state);
  showMoves(state, board, choose);
  // Choices that the board offers are made there.
  $("endings").hidden = state.moves.every(({ move, ends }) => !ends || isOn(board, move));
  for (const button of $("endings").children) {
    button.classList.toggle("hinted", state.points.includes(button.dataset.move));
  }
  showButtons(state);
  showResult(state);
  $("log").replaceChildren();
  fillTurns($("log"), turnsOf(state.log));
  const panel = $("log").parentElement;
  panel.scrollTop = panel.scrollHeight;
  if (state.asks && document.activeElement === board) $("prompt").focus({ preventScroll: true });
  keepFocus();
  document.body.dataset.step = state.done ? "done" : state.at;
}

async function tellMoves(frames) {
  // Show intermediate moves one by one; a click skips the wait.
  pointAt(board, []);
  for (const frame of frames) {
    await playFrame(board, frame, ({ lines }) => {
      dim(now.later);
      announce(lines.map((line) => line.text));
      if (lines.length) $("prompt").textContent = shorten(lines.map((line) => line.text)).join(" ");
    });
    await new Promise((done) => {
      skip = done;
      setTimeout(done, MOMENT);
    });
  }
}

// What is taught in a later lesson stays in the background.
function dim(later) {
  for (const name of later) $(`board-${name}`)?.classList.add("later");
}

const captions = (frame) => [...(frame.stages ?? []), frame].flatMap(({ lines }) => lines.map((line) => line.text));

// The end of a game has a line for every score: the last ones say who won.
const shorten = (lines) =>
  (lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES - 2), "…", ...lines.slice(-2)] : lines);

// What follows a wrong answer stays on the board until the reader tries again.
async function holdLine(state) {
  showHeard(state);
  showResult(state);
  $("prompt").textContent = shorten(state.frames.flatMap(captions)).join(" ");
  document.body.dataset.step = "line";
  $("retry").hidden = false;
  $("retry").focus({ preventScroll: true });
  await new Promise((done) => { $("retry").onclick = done; });
  $("retry").hidden = true;
}

function showProgress({ at: taken, steps, done }) {
  const isShort = steps === 1;
  $("progress").hidden = $("steps").hidden = isShort;
  $("progress").max = steps;
  $("progress").value = taken;
  $("steps").textContent = `${Math.min(taken + 1, steps)}/${steps}`;
  $("again").hidden = isShort ? !done : !taken;
}

const lessonAt = (id) => at(`/learn/${place.kind}/${id}`);

function showHeard({ heard, right, taught }) {
  const box = $("heard");
  box.replaceChildren(heard, taught ? " " : "", taught ? el("a", { href: lessonAt(taught) }, t("See the lesson")) : "");
  box.hidden = !heard;
  box.classList.toggle("bad", !right);
  // The same answer again still counts.
  if (!right && !calm.matches) box.animate(SHAKE, 250);
}

function showButtons(state) {
  $("choices").hidden = !state.choices.length;
  $("choices").replaceChildren(...state.choices.map((answer, number) =>
    el("button.tool", { onclick: () => take(`#${number}`) }, answer)));
  $("go").hidden = state.asks || state.done || !$("choices").hidden;
  $("show").hidden = !state.shown.length;
  for (const part of document.querySelectorAll(".finale")) part.hidden = !state.done;
  const isMissed = state.done && state.following.startsWith("practice-");
  $("practice").hidden = !isMissed;
  if (isMissed) $("practice").href = lessonAt(state.following);
  const onward = isMissed ? $("practice") : $("onward");
  if (!state.asks && $("choices").hidden) (state.done ? onward : $("go")).focus({ preventScroll: true });
}

// What a puzzle was about, and what its first try did to one's rating.
function showResult({ done, puzzle }) {
  const box = $("result");
  if (!box || !puzzle) return;
  if (done) $("theme").textContent = puzzle.theme;
  const sign = puzzle.change > 0 ? "+" : "−";
  const change = puzzle.change === null ? "" : ` (${sign}${Math.abs(puzzle.change)})`;
  $("rating").textContent = t("Your puzzle rating: {rating}. This puzzle: {puzzle}.", {
    rating: `${puzzle.yours}${puzzle.is_sure ? "" : "?"}${change}`, puzzle: puzzle.rating });
  $("streak").textContent = puzzle.streak > 1 ? t("{count} in a row!", { count: puzzle.streak }) : "";
  box.hidden = false;
}

// --- Saying ---------------------------------------------------------------------------------

async function ask(question) {
  if (busy) return;
  busy = true;
  const state = await trying(question);
  if (state) await show(state);
  busy = false;
}

const look = async () => (await fetch(`${path}?${lang}&shape=${shapeNow()}`)).json();
const take = (move = "") =>
  ask(() => post(`${path}?${lang}`, { at: now.at, move, shape: shapeNow() }));

// Every click gets an answer: from the lesson, from the rules if it is illegal, or a note that there is
// something to read first.
function choose(move) {
  if (busy || now.done) return;
  if (now.asks) {
    take(move);
  } else if (!now.choices.length) {
    showHeard({ heard: t("Nothing to choose yet: read this, then press Continue."), right: false });
    $("go").focus({ preventScroll: true });
  }
}

function showRight() {
  mark(board, now.shown[0], "hinted");
  markMove(now.shown[0], "hinted");
}

listen(board, choose, choose);
board.addEventListener("click", ({ target }) => {
  // A piece that is no choice now says what it is.
  const piece = target.closest("[data-action], [data-not], [data-tip]");
  const tip = piece && !piece.dataset.action && !piece.dataset.not && piece.dataset.tip;
  if (tip && !busy && !now.done) showHeard({ heard: tip, right: true });
});
offerMoves();
explain(board, $("tip"));
offerRegions(board, choose);
offerTextBoard(board, { choose, why: choose });
offerCursor(board, { why: choose });
board.addEventListener("click", () => skip());
onShapeChange(() => ask(look));
$("go").addEventListener("click", () => take());
$("show").addEventListener("click", showRight);
$("again").addEventListener("click", () =>
  ask(() => post(`${path}/again?${lang}`, { shape: shapeNow() })));

// The server guessed the board's shape; correct it if the screen differs.
const isWide = board.firstElementChild.viewBox.baseVal.width > 800;
if (isWide === (shapeNow() === "wide")) show(now);
else ask(look);
