// The table page: shows the server's updates and sends the player's choices.
import {
  assemble, explain, listen, mark, onShapeChange, parse, reveal, shapeNow, swap,
} from "./board.js";
import { askAbout, hideAdvice, hintedMove, isWhatIf, markMove, showHint } from "./advice.js";
import { offerAmbience } from "./ambience.js";
import { tellAttention } from "./attention.js";
import { markClocks, tick } from "./clocks.js";
import { showCoach } from "./coach.js";
import { at, copyFrom, post, read, toast, trying } from "./common.js";
import { $ } from "./dom.js";
import { t } from "./i18n.js";
import { highlight } from "./highlights.js";
import { followLog } from "./log_scroll.js";
import { askAnew, guard } from "./click_guard.js";
import { closeExplained, showExplained } from "./explained.js";
import { path, place } from "./context.js";
import { namePlayers } from "./scoring.js";
import { Live, canUnpack } from "./connection.js";
import { ruleLink } from "./rule_links.js";
import { askBefore, needsAsking, offerMoves, showMoves, showTools } from "./moves.js";
import { latest, ownSeats, showCaption } from "./caption.js";
import { receive } from "./log_lines.js";
import { notice, offerNotices, showClock } from "./notifications.js";
import { meetPeople } from "./people.js";
import { isWelcome, perform, plays } from "./moments.js";
import { isRoutine, offerHurry, offerPace, Playback } from "./playback.js";
import { contribute } from "./deal.js";
import { showCurtain, showInvite, showPlayers } from "./players.js";
import { loadRatings, markRatings } from "./seat_ratings.js";
import { hearPresence, markPlates } from "./presence.js";
import { offerName } from "./own_name.js";
import { offerRegions } from "./zoom.js";
import { canRace, race } from "./race.js";
import { showResult } from "./result.js";
import { offerTabs } from "./tabs.js";
import { noteNewVersion, offerReload, version } from "./new_version.js";
import { announce, announceChanges, announceQuestion } from "./announce.js";
import { offerCursor } from "./cursor.js";
import { keepFocus } from "./focus.js";
import { offerQuestions } from "./questions.js";
import { readPosition } from "./position.js";
import { offerTextBoard } from "./text_board.js";
import { countUnread, hush, showChat, showLog } from "./sidebar.js";
import { noteMove, reviewMove } from "./review.js";
import { finishTasks, inTasks } from "./tasks.js";
import { tipsOf } from "./tips.js";

const board = $("frame");
const { lang } = document.documentElement;

let now = read("state"); // what is on the page, perhaps a stage
let page = now; // the last whole page
let pending = null;
let said = null;
let isBack = false;
let isFirst = true;

// --- Showing --------------------------------------------------------------------------------

// Shows a state in several tasks, after its beats if they play; returns whether they do.
function show(state, speed, done) {
  finishTasks();
  const [beats, isNew, isAnswer] = [state.moments, isFirst, pending !== null];
  settle();
  isFirst = false;
  if (state.ends && speed && isWelcome() && canRace(state.result)) {
    hold();
    document.title = `${place.game} – Nomarch`;
    race($("result"), state.result, state.mine, speed, () => {
      if (state.drawing) swap(board, state.drawing);
      inTasks(...wordsOf(state, { isNew, isAnswer, done }));
    });
    return true;
  }
  if (!speed || isNew || !plays(beats)) {
    inTasks(() => state.drawing && swap(board, state.drawing), ...wordsOf(state, { isNew, isAnswer, done }));
    return false;
  }
  let next;
  hold();
  inTasks(() => { next = parse(state.drawing); }, () => perform(board, beats, next, speed, () => {
    if (next) swap(board, state.drawing, next);
    inTasks(...wordsOf(state, { isNew, isAnswer, done }));
  }));
  return true;
}

// While beats play nobody is asked anything.
function hold() {
  const wasAsked = now.turn;
  document.body.dataset.staged = "";
  now = { ...now, moves: [], turn: false, undo: null };
  document.body.classList.remove("my-turn");
  if (wasAsked) $("prompt").textContent = "";
  showMoves(now, board, choose);
  showTools(now, now, send);
}

// What a state says, once its drawing is there.
function wordsOf(state, { isNew, isAnswer, done }) {
  const [before, last] = [now, page];
  now = state;
  if (state.isStage) return [() => showStage(state, before), done];
  page = state;
  return [
    () => {
      delete document.body.dataset.staged;
      showQuestion(state, last);
    },
    () => showStory(state, before, last, isNew),
    () => showTable(state, last, isNew),
    () => tellAll(state, last, isNew),
    () => {
      document.body.classList.toggle("my-turn", state.turn);
      document.body.dataset.seq = state.seq;
      if (questionOf(state) !== questionOf(last) || isNew) beginQuestion(state, isNew);
      if (isAnswer) leaveChoices();
      keepFocus();
      done();
    },
  ];
}

// What happened is announced by now; then come numbers, and last the question.
let told = [];
let since = { position: [], ply: 0 }; // when the reader's last turn ended
function tellAll(state, last, isNew) {
  const position = readPosition(board);
  if (isNew || (last.turn && !state.turn)) since = { position, ply: state.ply };
  if (!isNew) {
    // Whoever asked for it gets a toast, which is read, too.
    if (state.ply < last.ply && !last.mine.includes(last.asking)) announce(t("Move undone."));
    announceChanges(told, position);
    if (state.ply !== last.ply || questionOf(state) !== questionOf(last)) announceQuestion(state);
  }
  told = position;
}

// A position on the way: its words and numbers.
function showStage(state, before) {
  if (state.prompt) $("prompt").textContent = state.prompt;
  showMoves(state, board, choose);
  showTools(state, before, send);
  showLog(state, before, false);
  showCaption(state);
  highlight(board, state, latest(state), ownSeats(state));
  showPlayers(state);
  markPlates(board, state);
  markRatings(board);
}

// What is asked, and what may be answered.
function showQuestion(state, before) {
  if ($("prompt").textContent !== state.prompt) $("prompt").textContent = state.prompt;
  $("prompt").title = state.prompt;
  $("round").textContent = state.turn_line;
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
function showStory(state, before, last, isNew) {
  namePlayers(state.seats.map((seat) => seat.name), state.mine);
  showLog(state, before, isNew);
  showCaption(state);
  if (!isNew) showExplained(state, last);
}

// Who sits at the table, and whose turn it is.
function showTable(state, before, isNew) {
  document.body.classList.toggle("over", state.over);
  document.body.classList.toggle("waiting", !state.started);
  highlight(board, state, latest(state), ownSeats(state));
  showPlayers(state);
  showInvite(state);
  contribute(state);
  showCurtain(state, lift);
  showEnd(state, before, isNew);
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
  if (now.over) return;
  if (isAmong || active === document.body) $("prompt").focus({ preventScroll: true });
}

const playback = new Playback(show);

// The states of an update, one after the other; the last one is the page. Missing fields are unchanged,
// except that the log holds only new lines and those that changed.
const ON_THE_WAY = { isStage: true, prompt: "", moves: [], turn: false, undo: null, coach: null, deadline: null };
function unfold(news) {
  const base = playback.latest;
  let was = base;
  const mover = [...(news.stages ?? []), news].flatMap(({ log }) => log ?? []).findLast((entry) => !entry.auto)?.seat ?? -1;
  const state = (fields, part) => {
    const drawing = part.board?.length ? assemble(part.board) : was.drawing;
    const moments = part.moments ?? [];
    const log = part.log ? receive(part.log, part.log_from) : was.log;
    was = { ...fields, ...part, drawing, moments, log, mover };
    return was;
  };
  const stages = (news.stages ?? []).map((part) => state({ ...was, ...ON_THE_WAY }, part));
  const end = state({ ...base, isStage: false, ends: Boolean(news.over) && !base.over }, news);
  end.isRoutine = !stages.length && isRoutine(board.firstElementChild, end, base);
  return [...stages, end];
}

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

const START = { moments: [], mover: -1, isStage: false };

function catchUp(whole) {
  // A complete update, after a first or lost connection.
  playback.reset({ ...whole, ...START, log: receive(whole.log, 0), drawing: assemble(whole.board) });
  showChat(whole.chat, false, whole.mine);
  tellUnread();
}

function showEnd(state, before, isNew) {
  const box = $("result");
  if (state.over) showResult(box, state, { rematch, verify }, isNew);
  else box.hidden = true;
  if (!state.over || before.over || isNew) return;
  const active = document.activeElement;
  const isFree = active === document.body || [board, document.querySelector(".bar"), $("text-board")].some((part) => part.contains(active));
  if (isFree) box.focus({ preventScroll: true });
}

// --- Sending ---------------------------------------------------------------------------------

const look = (seat = now.turn && !now.curtain ? now.seat : -1) =>
  ({ type: "look", shape: shapeNow(), lang, seat, version, packed: canUnpack });
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
  } else toast(t("Connection lost. Reconnecting…"), "bad");
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
    $("link-state").textContent = state === "open" ? "" : t("Connection lost. Reconnecting…");
    document.body.dataset.link = state;
    if (state !== "open") return;
    settle();
    isBack = true;
    tellNow();
  },
  heard: (message) => {
    if (message.type === "page") {
      $("busy").textContent = "";
      catchUp(message);
      sayAgain();
      document.body.dataset.link = "live";
    } else if (message.type === "change") {
      playback.add(unfold(message));
    } else if (message.type === "chat") {
      hear(message.line);
    } else if (message.type === "present") {
      meet(message.seats);
    } else if (message.type === "queue") {
      $("busy").textContent = message.is_waiting ? t("Busy right now: bots take longer") : "";
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
  if (button.ariaBusy === "true") return;
  button.ariaBusy = "true"; // a disabled button would lose the focus
  const first = await trying(() => ask(true));
  button.ariaBusy = "false";
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
  if (told?.text) toast(told.text, "", ruleLink(told.rule));
}

async function rematch() {
  const next = (await trying(() => post(`${path}/rematch`)))?.id;
  if (next) location.href = at(`/t/${next}`);
}

async function verify(answer) {
  const checked = await trying(async () => (await fetch(`${path}/verify`)).json());
  if (checked) answer.textContent = checked.good
    ? t("Verified: the seed reproduces every move and every draw.")
    : t("Verification failed.");
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
  seat: now.curtain ? -1 : now.seat, ...(playback.latest !== now && { ply: page.ply }),
}), announce);

// --- Buttons ----------------------------------------------------------------------------------

guard();
listen(board, choose, why, (move) => offered(move)?.ends ?? false);
explain(board, $("tip"), tell);
offerRegions(board, choose, tell);
offerTextBoard(board, { choose, why, ask: tell });
offerCursor(board, { why, ask: tell });
offerQuestions(board, { now: () => now, since: () => since, choose });
onShapeChange(() => send(look()));
followLog();
offerMoves();
offerNotices();
offerPace(playback);
offerAmbience(place.kind);
offerTabs(tellUnread);
document.addEventListener("visibilitychange", tellUnread);
offerHurry(playback, [board, document.querySelector(".bar"), $("result")]);
meetPeople(() => {
  showPlayers(now);
  showChat(now.chat, false, now.mine);
});
setInterval(() => {
  showClock(now.deadline);
  tick(board, now);
}, 500);

offerName();
$("download-game").href = `${path}/save`;
$("copy-game").addEventListener("click", () => trying(async () => {
  const answer = await fetch(`${path}/save`);
  if (!answer.ok) throw new Error((await answer.json()).error);
  await navigator.clipboard.writeText(await answer.text());
  toast(t("Copied!"));
  return true;
}));
$("undo").addEventListener("click", () => send({ type: "undo", seat: now.seat }));
$("back").addEventListener("click", comeBack);
$("hint").addEventListener("click", () => advise());
$("copy")?.addEventListener("click", () => copyFrom($("invite-link"), t("Copied!")));
$("fill").addEventListener("click", () => trying(() => post(`${path}/fill`, {})));
$("listed")?.addEventListener("change", ({ target }) =>
  trying(() => post(`${path}/list`, { listed: target.checked })));
$("say").addEventListener("submit", chat);

playback.reset({ ...now, ...START, log: receive(now.log, 0) });
