// The table page: shows the server's updates and sends the player's choices.
import {
  assemble, explain, listen, mark, onShapeChange, parse, reveal, shapeNow, swap,
} from "./board.js";
import { askAbout, hideAdvice, hintedMove, isWhatIf, markMove, showHint } from "./advice.js";
import { tellAttention } from "./attention.js";
import { markClocks, tick } from "./clocks.js";
import { showCoach } from "./coach.js";
import { at, copyFrom, post, read, toast, trying } from "./common.js";
import { $, put } from "./dom.js";
import { highlight } from "./highlights.js";
import { followLog } from "./log_scroll.js";
import { askAnew, guard } from "./click_guard.js";
import { closeExplained, showExplained } from "./explained.js";
import { path, say } from "./context.js";
import { namePlayers, offerInterludes, showInterludes } from "./scoring.js";
import { Live } from "./connection.js";
import { askBefore, needsAsking, offerMoves, showMoves, showTools } from "./moves.js";
import { latest, ownSeats, showCaption } from "./caption.js";
import { receive, remember } from "./log_lines.js";
import { notice, offerNotices, showClock } from "./notifications.js";
import { meetPeople } from "./people.js";
import { playEnding, wantsEnding } from "./ending.js";
import { afterwards, beatsSince, play as playMoments, stage } from "./moments.js";
import { offerPace, Playback, speedOf } from "./playback.js";
import { showCurtain, showInvite, showPlayers } from "./players.js";
import { loadRatings, markRatings } from "./seat_ratings.js";
import { hearPresence, markPlates } from "./presence.js";
import { offerRegions } from "./zoom.js";
import { showResult } from "./result.js";
import { offerTabs } from "./tabs.js";
import { noteNewVersion, offerReload, version } from "./new_version.js";
import { announce, countUnread, hush, showChat, showLog } from "./sidebar.js";
import { noteMove, reviewMove } from "./review.js";
import { finishTasks, inTasks } from "./tasks.js";
import { tipsOf } from "./tips.js";

const board = $("frame");
const { lang } = document.documentElement;

let now = read("state");
let pending = null;
let said = null;
let isBack = false;
let isFirst = true;
let ending = null; // the last position, held back while the final scoring is on the screen

// --- Showing --------------------------------------------------------------------------------

// Shows an update in several tasks; `played` is told how long its moments take. Without it, at once.
function show(state, played = null, wasHeld = false) {
  finishTasks();
  inTasks(...stepsOf(state, wasHeld, played ?? (() => {})));
  if (!played) finishTasks();
}

function stepsOf(state, wasHeld, played) {
  if (!wasHeld && holdsEnd(state)) return [() => played(0)];
  const [before, isAnswer, isNew] = [now, pending !== null, isFirst];
  let fresh, scene, length;
  now = state;
  isFirst = false;
  settle();
  return [
    () => { fresh = state.drawing && parse(state.drawing); },
    () => { scene = isNew || wasHeld ? null : stage(board, beatsSince(state.log, before.ply)); },
    () => {
      if (fresh) swap(board, state.drawing, fresh);
      length = playMoments(board, scene, speedOf(state) * playback.hurry);
    },
    () => showQuestion(state, before),
    () => showStory(state, before, isNew),
    () => showTable(state, before, isNew),
    () => {
      document.body.classList.toggle("my-turn", state.turn);
      document.body.dataset.seq = state.seq;
      if (!isNew && !wasHeld) afterwards(board, () => showInterludes(state, before));
      if (questionOf(state) !== questionOf(before) || isNew) beginQuestion(state, isNew);
      if (isAnswer) leaveChoices();
      played(length);
    },
  ];
}

// What is asked, and what may be answered.
function showQuestion(state, before) {
  if ($("prompt").textContent !== state.prompt) $("prompt").textContent = state.prompt;
  $("prompt").title = state.prompt;
  $("round").textContent = state.round.length ? put(say.round, { round: state.round[0], rounds: state.round[1] }) : "";
  $("notice").textContent = state.notice;
  $("notice").hidden = !state.notice;
  $("commitment").textContent = state.commitment;
  if ($("rated")) $("rated").hidden = !state.rated;
  showMoves(state, board, choose);
  showTools(state, before, send);
  showCoach(state, board);
  reviewMove(state, review, (seat) => send({ type: "undo", seat }));
}

// What has happened.
function showStory(state, before, isNew) {
  remember(state);
  showLog(state, before, isNew);
  namePlayers(state.seats.map((seat) => seat.name), state.mine);
  showCaption(state);
  if (!isNew) showExplained(state, before);
}

// Who sits at the table, and whose turn it is.
function showTable(state, before, isNew) {
  document.body.classList.toggle("over", state.over);
  document.body.classList.toggle("waiting", !state.started);
  highlight(board, state, latest(state), ownSeats(state));
  showPlayers(state);
  showInvite(state);
  showCurtain(state, lift);
  showEnd(state, before);
  markPlates(board, state);
  markClocks(board, state);
  markRatings(board);
  loadRatings(state, () => { showPlayers(now); markRatings(board); });
  notice(state, before);
  offerReload(state);
  if (state.curtain && !before.curtain) hush();
  if (isNew) showChat(state.chat, true, state.mine);
  tellUnread();
}

// Totals and winner stay hidden until the final scoring has been shown.
function holdsEnd(state) {
  if (isFirst || !state.over || now.over) return false;
  const isHeld = ending !== null;
  namePlayers(state.seats.map((seat) => seat.name), state.mine);
  if (wantsEnding()) {
    ending = state;
    if (!isHeld) void showEnding(state);
  } else {
    if (!isHeld) showInterludes(state, now);
    if (!$("interlude").open) return false;
    ending = state;
  }
  settle();
  document.body.classList.remove("my-turn");
  document.body.dataset.seq = state.seq;
  return true;
}

// The last move, then the ending, on the board.
async function showEnding(state) {
  const scene = stage(board, beatsSince(state.log, now.ply));
  board.classList.add("ended");
  swap(board, state.drawing);
  playMoments(board, scene);
  await new Promise((done) => { afterwards(board, done); });
  await playEnding(board, state);
  releaseEnd();
}

function releaseEnd() {
  const state = ending;
  ending = null;
  if (state) show(state, null, true);
}

const questionOf = ({ turn, curtain, seat, prompt, moves }) =>
  JSON.stringify([turn, curtain, seat, prompt, moves.map(({ move }) => move)]);

function beginQuestion(state, isNew) {
  $("confirm").hidden = true;
  $("prompt").classList.remove("whole");
  if (!state.turn) return;
  if (!isNew) askAnew();
  reveal(board);
}

// After a move the focus goes to the prompt, so that no key plays something unseen.
function leaveChoices() {
  const active = document.activeElement;
  const isAmong = [board, $("moves"), $("endings"), $("confirm")].some((box) => box.contains(active));
  if (isAmong || active === document.body) $("prompt").focus({ preventScroll: true });
}

// Missing fields are unchanged, except that the log holds only new lines and those that read anew.
const playback = new Playback(show);
const changed = (news) => {
  const latest = playback.latest ?? ending ?? now;
  const drawing = news.board ? assemble(news.board) : latest.drawing;
  return { ...latest, ...news, ...receive(news.log ?? [], news.log_from ?? latest.ply), drawing };
};

function hear(line) {
  now.chat.push(line);
  showChat(now.chat, false, now.mine);
  tellUnread();
}

// Spectators have no seat to record it for.
const tellUnread = () => now.mine.length && countUnread(now.mine, () => send({ type: "read" }));

function meet(seats) {
  hearPresence(seats);
  markPlates(board, now);
  showPlayers(now);
}

function sayAgain() {
  // Send a choice again that was lost with the connection: it names its position, so it counts once.
  if (isBack && said?.seq === now.seq && now.turn && send(said)) expect(said.move);
  isBack = false;
}

function catchUp(page) {
  // A complete update, after a first or lost connection.
  receive(page.log, 0);
  playback.reset({ ...page, drawing: assemble(page.board) });
  showChat(page.chat, false, page.mine);
  tellUnread();
}

function showEnd(state, before) {
  const box = $("result");
  if (state.over) showResult(box, state, { rematch, verify });
  else box.hidden = true;
  if (!state.over || before.over) return;
  box.scrollIntoView({ block: "nearest" });
  if ($("moves").contains(document.activeElement)) box.focus({ preventScroll: true });
}

// --- Sending ---------------------------------------------------------------------------------

const look = (seat = now.turn && !now.curtain ? now.seat : -1) =>
  ({ type: "look", shape: shapeNow(), lang, seat, version });
const send = (message) => live.send(message);
const lift = (seat) => send(look(seat));
const offered = (move) => now.moves.find((offer) => offer.move === move);

function choose(move) {
  const offer = offered(move);
  if (pending !== null || !offer) return;
  if (isWhatIf()) void whatIf(move);
  else if (needsAsking(offer)) askBefore(offer, () => play(move));
  else play(move);
}

function play(move) {
  if (pending !== null || !offered(move)) return;
  said = { type: "play", seat: now.seat, move, seq: now.seq };
  if (send(said)) {
    noteMove(now, move, hintedMove());
    closeExplained();
    expect(move);
  } else toast(say.reconnecting, "bad");
}

function review(seat) {
  return trying(() => post(`${path}/review?lang=${lang}`, { seat }));
}

// A move is pending from the click until the server has answered.
function expect(move) {
  pending = move;
  document.body.dataset.pending = move;
  mark(board, null, "hinted");
  hideAdvice();
  mark(board, move, "pending");
  markMove(move, "pending");
}

function settle() {
  pending = null;
  delete document.body.dataset.pending;
  mark(board, null, "pending");
  markMove(null, "pending");
}

const tellNow = tellAttention(send);
const live = new Live(`${path}/live`, {
  hello: look,
  state: (state) => {
    $("link-state").textContent = state === "open" ? "" : say.reconnecting;
    document.body.dataset.link = state;
    if (state !== "open") return;
    settle();
    isBack = true;
    tellNow();
  },
  heard: (message) => {
    if (message.type === "page") {
      catchUp(message);
      sayAgain();
      document.body.dataset.link = "live";
    } else if (message.type === "change") {
      playback.add(changed(message));
    } else if (message.type === "chat") {
      hear(message.line);
    } else if (message.type === "present") {
      meet(message.seats);
    } else if (message.type === "announcement") {
      $("announcement").textContent = message.text;
      $("announcement").hidden = !message.text;
    } else if (message.type === "new-version") {
      noteNewVersion();
      offerReload(now);
    } else if (message.type === "refused") {
      settle();
      said = null;
      toast(message.error, "bad");
      send(look());
    }
  },
});

// The same decision, though others may have written in the log since.
const question = () => `${now.ply} ${now.seat} ${now.moves.map(({ move }) => move).join()}`;

// The first answer comes at once; a look ahead replaces it while the question is the same.
async function advise(move = "") {
  const [button, { seat }, asked] = [$("hint"), now, question()];
  const ask = (quick) => post(`${path}/hint?lang=${lang}`, { seat, quick, move });
  const isSame = () => question() === asked && !button.hidden;
  button.disabled = true;
  const first = await trying(() => ask(true));
  button.disabled = false;
  if (!first || !isSame()) return;
  showHint(board, first, choose);
  const better = await ask(false).catch(() => null); // the first answer stands
  if (better && isSame() && !$("advice").hidden) showHint(board, better, choose);
}

function whatIf(move) {
  askAbout(board, move);
  return advise(move);
}

async function why(move) {
  if (!now.mine.length || !now.started || now.over) return;
  const told = await trying(() => post(`${path}/why?lang=${lang}`, { seat: now.seat, move }));
  if (told?.text) toast(told.text);
}

async function rematch() {
  const next = (await trying(() => post(`${path}/rematch`)))?.id;
  if (next) location.href = at(`/t/${next}`);
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

// During playback the page shows an earlier step; a curtain hides the viewer's hand.
const tell = tipsOf(board, () => ({
  seat: now.curtain ? -1 : now.seat, ...(playback.latest && { ply: now.ply }),
}), announce);

// --- Buttons ----------------------------------------------------------------------------------

guard();
listen(board, choose, why, (move) => offered(move)?.ends ?? false);
explain(board, $("tip"), tell);
offerRegions(board, choose, tell);
onShapeChange(() => send(look()));
followLog();
offerMoves();
offerNotices();
offerPace(playback);
offerTabs(tellUnread);
document.addEventListener("visibilitychange", tellUnread);
offerInterludes(() => {
  releaseEnd();
  playback.run();
});
meetPeople(() => {
  showPlayers(now);
  showChat(now.chat, false, now.mine);
});
setInterval(() => {
  showClock(now.deadline);
  tick(board, now);
}, 500);

$("invite-name")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = new FormData(event.target).get("name");
  if (await trying(() => post(at("/api/guest"), { name }))) {
    for (const id of ["invite-name", "invite-why"]) $(id).remove();
  }
});

$("undo").addEventListener("click", () => send({ type: "undo", seat: now.seat }));
$("back").addEventListener("click", comeBack);
$("hint").addEventListener("click", () => advise());
$("copy").addEventListener("click", () => copyFrom($("invite-link"), say.copied));
$("fill").addEventListener("click", () => trying(() => post(`${path}/fill`, {})));
$("listed").addEventListener("change", ({ target }) =>
  trying(() => post(`${path}/list`, { listed: target.checked })));
$("say").addEventListener("submit", chat);

show(now);
