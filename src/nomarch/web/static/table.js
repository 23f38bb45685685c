// The table: shows what the server says, and says what the player chooses.
import { assemble, explain, listen, mark, onShapeChange, shapeNow, swap } from "./board.js";
import { copyFrom, post, read, toast, trying } from "./common.js";
import { $, put } from "./dom.js";
import { path, say } from "./here.js";
import { Live } from "./live.js";
import { markMove, showMoves, showTools } from "./moves.js";
import { notice, offerNotices, showClock } from "./notice.js";
import { showCurtain, showInvite, showPlayers } from "./people.js";
import { showResult } from "./result.js";
import { countUp } from "./scores.js";
import { offerTabs } from "./tabs.js";
import { showChat, showLog } from "./telling.js";

const board = $("frame");
const { lang } = document.documentElement;

let now = read("state");
let waiting = false;
let chosen = null;
let isBack = false;
let isFirst = true;

// --- Showing --------------------------------------------------------------------------------

function show(state) {
  const before = now;
  now = state;
  waiting = false;
  if (state.board.length) swap(board, assemble(state.board));
  if ($("prompt").textContent !== state.prompt) $("prompt").textContent = state.prompt;
  document.body.classList.toggle("my-turn", state.turn);
  document.body.classList.toggle("over", state.over);
  document.body.classList.toggle("waiting", !state.started);
  document.body.dataset.seq = state.seq;
  showMoves(state, board, choose);
  showTools(state, before, send);
  showLog(state, before, isFirst);
  showPlayers(state);
  showInvite(state);
  showCurtain(state);
  showEnd(state, before);
  countUp(board, state);
  notice(state, before);
  if (isFirst) showChat(state.chat, true);
  isFirst = false;
}

// What is not told has not changed; but the log and the board tell only what is new.
const changed = (news) => ({ ...now, log: [], log_from: now.ply, board: [], ...news });

function hear(line) {
  now.chat.push(line);
  showChat(now.chat, false);
}

function sayAgain() {
  // A choice that was lost with a connection: it names its position, so it is never made twice.
  if (isBack && chosen && chosen.seq === now.seq && now.turn) waiting = send(chosen);
  isBack = false;
}

function catchUp(page) {
  // Everything at once, after a first or a lost connection.
  const before = now.chat.length;
  show(page);
  showChat(page.chat, page.chat.length <= before);
}

function showEnd(state, before) {
  const box = $("result");
  if (state.over) showResult(box, state, { rematch, verify });
  else box.hidden = true;
  if (!state.over || before.over) return;
  box.scrollIntoView({ block: "nearest" });
  if ($("moves").contains(document.activeElement)) box.focus({ preventScroll: true });
}

// --- Saying ---------------------------------------------------------------------------------

const look = () => ({ type: "look", shape: shapeNow(), lang });
const send = (message) => live.send(message);

function choose(move) {
  if (waiting || !now.moves.some((offer) => offer.move === move)) return;
  mark(board, null);
  chosen = { type: "play", seat: now.seat, move, seq: now.seq };
  waiting = send(chosen);
  if (!waiting) toast(say.reconnecting, "bad");
}

const live = new Live(`${path}/live`, {
  hello: look,
  state: (state) => {
    $("link-state").textContent = state === "open" ? "" : say.reconnecting;
    document.body.dataset.link = state;
    if (state === "open") {
      waiting = false;
      isBack = true;
    }
  },
  heard: (message) => {
    if (message.type === "page") {
      catchUp(message);
      sayAgain();
      document.body.dataset.link = "live";
    } else if (message.type === "change") {
      show(changed(message));
    } else if (message.type === "chat") {
      hear(message.line);
    } else if (message.type === "refused") {
      waiting = false;
      chosen = null;
      toast(message.error, "bad");
      send(look());
    }
  },
});

async function hint() {
  const button = $("hint");
  const words = button.textContent;
  button.disabled = true;
  button.textContent = say.thinking;
  const found = await trying(() => post(`${path}/hint?lang=${lang}`, { seat: now.seat }));
  button.disabled = false;
  button.textContent = words;
  if (!found) return;
  mark(board, found.move);
  markMove(found.move);
  const why = found.reason ? ` (${found.reason})` : "";
  toast(put(say.hint_is, { move: found.words }) + why);
}

async function rematch() {
  const next = now.rematch || (await trying(() => post(`${path}/rematch`)))?.id;
  if (next) location.href = `/t/${next}`;
}

async function verify(answer) {
  const checked = await trying(async () => (await fetch(`${path}/verify`)).json());
  if (checked) answer.textContent = checked.good ? say.verified : say.failed;
}

function chat(event) {
  event.preventDefault();
  const input = event.target.querySelector("input");
  if (input.value.trim() && send({ type: "chat", text: input.value })) input.value = "";
}

function comeBack() {
  send({ type: "back", seat: now.seats.findIndex((seat) => seat.mine && seat.away) });
}

// --- Everything that can be pressed ---------------------------------------------------------

listen(board, choose);
explain(board, $("tip"));
onShapeChange(() => send(look()));
offerNotices();
offerTabs();
setInterval(() => showClock(now.deadline), 500);

$("undo").addEventListener("click", () => send({ type: "undo", seat: now.seat }));
$("back").addEventListener("click", comeBack);
$("hint").addEventListener("click", hint);
$("copy").addEventListener("click", () => copyFrom($("invite-link"), say.copied));
$("fill").addEventListener("click", () => trying(() => post(`${path}/fill`, {})));
$("say").addEventListener("submit", chat);

show(now);
