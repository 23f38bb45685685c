// A lesson: says, points, asks, and lets the others move, one step after the other.
import { explain, listen, mark, onShapeChange, pointAt, shapeNow, swap } from "./board.js";
import { at, post, read, trying } from "./common.js";
import { $ } from "./dom.js";
import { place, say } from "./here.js";
import { markMove, offerMoves, showMoves } from "./moves.js";
import { offerRegions } from "./regions.js";
import { fill } from "./story.js";

const board = $("frame");
const path = at(`/api/lessons/${place.id}`);
const lang = `lang=${document.documentElement.lang}`;
const MOMENT = 1100;

let now = read("state");
let busy = false;
let skip = () => {};

const [game] = place.id.split("/");

// --- Showing --------------------------------------------------------------------------------

async function show(state) {
  document.body.dataset.step = "";
  await tellMoves(state.frames);
  now = state;
  if (state.board) swap(board, state.board);
  pointAt(board, state.points);
  showHeard(state);
  const done = place.id.includes("/puzzle-") ? say.puzzle_done : say.lesson_done;
  $("prompt").textContent = state.done ? done : state.text;
  document.body.classList.toggle("my-turn", state.asks);
  $("progress").max = state.steps;
  $("progress").value = state.at;
  showMoves(state, board, choose);
  showButtons(state);
  $("log").replaceChildren();
  fill($("log"), state.log);
  document.body.dataset.step = state.done ? "done" : state.at;
}

async function tellMoves(frames) {
  // What happened on the way is shown move by move; a click does not wait.
  pointAt(board, []);
  for (const frame of frames) {
    swap(board, frame.board);
    $("heard").hidden = true;
    $("prompt").textContent = frame.lines.map((line) => line.text).join(" ");
    await new Promise((done) => {
      skip = done;
      setTimeout(done, MOMENT);
    });
  }
}

function showHeard(state) {
  const box = $("heard");
  box.textContent = state.heard;
  box.hidden = !state.heard;
  box.classList.toggle("good", state.right);
  box.classList.toggle("bad", !state.right);
}

function showButtons(state) {
  $("go").hidden = state.asks || state.done;
  $("show").hidden = !state.shown.length;
  $("again").hidden = !state.at;
  $("all").hidden = !state.done;
  const following = state.done && state.following;
  $("following").hidden = !following;
  if (following) $("following").href = at(`/learn/${game}/${state.following}`);
  if (!state.asks) (state.done ? $("following") : $("go")).focus({ preventScroll: true });
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

function choose(move) {
  if (now.moves.some((offer) => offer.move === move)) take(move);
}

function showRight() {
  mark(board, now.shown[0], "hinted");
  markMove(now.shown[0], "hinted");
}

listen(board, choose);
offerMoves();
explain(board, $("tip"));
offerRegions(board, choose);
board.addEventListener("click", () => skip());
onShapeChange(() => ask(look));
$("go").addEventListener("click", () => take());
$("show").addEventListener("click", showRight);
$("again").addEventListener("click", () =>
  ask(() => post(`${path}/again?${lang}`, { shape: shapeNow() })));

// The server guessed the board's shape; the screen knows it.
const isWide = board.firstElementChild.viewBox.baseVal.width > 800;
if (isWide === (shapeNow() === "wide")) show(now);
else ask(look);
