// The table: shows what the server says, and says what the player chooses.
import { copyFrom, post, read, toast, trying } from "./common.js";
import { explain, listen, mark, onShapeChange, shapeNow, swap } from "./board.js";
import { Live } from "./live.js";
import { fill, picture } from "./story.js";
import { showResult } from "./result.js";

const place = read("place");
const say = read("phrases");
const $ = (id) => document.getElementById(id);
const board = $("frame");
const path = `/api/tables/${place.id}`;
const seenKey = `seen-${place.id}`;
const preferred = (key) => localStorage.getItem(key) === "on";

let now = read("state");
let shape = place.shape;
let waiting = false;
let scores = null;
let lifted = -1;
let firstShow = true;
let isShown = false;

const put = (words, values) => words.replace(/\{(\w+)\}/g, (_, key) => values[key]);

// --- Showing --------------------------------------------------------------------------------

function show(state) {
  const before = now;
  if (state.seq < before.seq) return;
  now = state;
  waiting = false;
  if (state.board) swap(board, state.board);
  if ($("prompt").textContent !== state.prompt) $("prompt").textContent = state.prompt;
  document.body.classList.toggle("my-turn", state.turn);
  document.body.classList.toggle("over", state.over);
  document.body.classList.toggle("waiting", !state.started);
  document.body.dataset.seq = state.seq;
  showMoves(state);
  showTools(state, before);
  showLog(state, before);
  showPlayers(state);
  showChat(state.chat);
  showInvite(state);
  showCurtain(state);
  if (state.over) showResult($("result"), state, say, { rematch, verify });
  else $("result").hidden = true;
  if (state.over && !before.over) {
    $("result").scrollIntoView({ block: "nearest" });
    if ($("moves").contains(document.activeElement)) $("result").focus({ preventScroll: true });
  }
  countUp(state);
  notice(state, before);
  isShown = true;
}

function showMoves(state) {
  const box = $("moves");
  const active = document.activeElement;
  const held = box.contains(active) ? active.dataset.move ?? "" : null;
  box.replaceChildren();
  for (const { move, words } of state.moves) {
    const button = document.createElement("button");
    button.className = "move";
    button.dataset.move = move;
    button.textContent = words;
    button.addEventListener("click", () => choose(move));
    button.addEventListener("mouseenter", () => mark(board, move));
    button.addEventListener("focus", () => mark(board, move));
    button.addEventListener("mouseleave", () => mark(board, null));
    button.addEventListener("blur", () => mark(board, null));
    box.append(button);
  }
  if (held !== null) {
    // Whoever plays by keyboard keeps their place, also while the others move.
    const same = [...box.children].find((button) => button.dataset.move === held);
    (same || box.firstElementChild || box).focus({ preventScroll: true });
  }
}

function showTools(state, before) {
  $("undo").hidden = !state.undo;
  $("undo").textContent = state.undo === "ask" ? say.ask_undo : say.undo;
  $("hint").hidden = !state.turn;
  $("back").hidden = !state.seats.some((seat) => seat.mine && seat.away);
  if (before.asking >= 0 && state.asking < 0 && before.mine.includes(before.asking)) {
    toast(state.ply < before.ply ? say.undo_allowed : say.undo_refused);
  }
  const ask = $("ask");
  ask.hidden = state.asking < 0;
  ask.replaceChildren();
  if (state.asking < 0) return;
  const words = document.createElement("p");
  words.textContent = state.may_answer.length
    ? put(say.asks_undo, { player: state.seats[state.asking].name })
    : say.waits_undo;
  ask.append(words);
  const offer = (key, seat, agree) => {
    const button = document.createElement("button");
    button.className = "tool";
    button.dataset.answer = key;
    button.textContent = say[key];
    button.addEventListener("click", () => live.send({ type: "answer", seat, agree }));
    ask.append(button);
  };
  for (const seat of state.may_answer.slice(0, 1)) {
    offer("agree", seat, true);
    offer("refuse", seat, false);
  }
  if (state.mine.includes(state.asking)) offer("withdraw", state.asking, false);
}

function showLog(state, before) {
  const log = $("log");
  const panel = $("panel-log");
  const follows = firstShow || panel.scrollHeight - panel.scrollTop - panel.clientHeight < 40;
  if (state.log_from === 0) log.replaceChildren();
  for (const item of [...log.children]) {
    if (Number(item.dataset.ply) > state.log_from) item.remove();
  }
  fill(log, state.log);
  if (follows) panel.scrollTop = panel.scrollHeight;
  if (firstShow) tellNews(state);
  else announce(state.log.filter((entry) => entry.ply > before.ply));
  localStorage.setItem(seenKey, state.ply);
  firstShow = false;
}

function tellNews(state) {
  const seen = Number(localStorage.getItem(seenKey) ?? state.ply);
  const fresh = state.log.filter((entry) => entry.ply > seen && entry.lines.length);
  const box = $("news");
  if (fresh.length < 2 || state.mine.length === 0) return;
  box.hidden = false;
  const title = document.createElement("h2");
  title.textContent = say.since;
  const list = document.createElement("ol");
  list.className = "log";
  fill(list, fresh.slice(-12));
  const close = document.createElement("button");
  close.className = "tool";
  close.textContent = "✓";
  close.setAttribute("aria-label", "OK");
  close.addEventListener("click", () => { box.hidden = true; });
  title.append(close);
  box.replaceChildren(title, list);
}

function announce(entries) {
  const words = entries.flatMap((entry) => entry.lines.map((line) => line.text)).slice(-6);
  if (words.length) $("announce").textContent = words.join(" ");
}

function showPlayers(state) {
  const list = $("players");
  list.replaceChildren();
  state.seats.forEach((seat, index) => {
    const item = document.createElement("li");
    if (seat.to_act) item.classList.add("to-act");
    item.append(picture(`seat-${index}`, "badge"));
    const name = document.createElement("span");
    name.textContent = seat.name;
    const facts = document.createElement("small");
    facts.textContent = [
      seat.mine && say.you, seat.kind === "bot" && `${say.bot} (${seat.level})`,
      seat.kind === "open" && say.free, seat.away && say.away, seat.to_act && say.to_move,
    ].filter(Boolean).join(", ");
    const points = document.createElement("b");
    points.textContent = seat.points;
    item.append(name, facts, points);
    list.append(item);
  });
}

function showChat(lines = []) {
  const list = $("chat");
  const had = list.children.length;
  list.replaceChildren();
  for (const line of lines) {
    const item = document.createElement("li");
    item.append(picture(`seat-${line.seat}`, "badge"));
    const text = document.createElement("div");
    const name = document.createElement("b");
    name.textContent = line.name;
    text.append(name, ` ${line.text}`);
    item.append(text);
    list.append(item);
  }
  if (isShown && lines.length > had) {
    const last = lines.at(-1);
    $("announce").textContent = put(say.said, { player: last.name, text: last.text });
    if ($("panel-chat").hidden) $("tab-chat").classList.add("fresh");
    $("panel-chat").scrollTop = $("panel-chat").scrollHeight;
  }
}

function showInvite(state) {
  $("invite").hidden = !state.invite;
  if (state.invite) {
    $("invite-link").value = `${location.origin}/t/${place.id}/join/${state.invite}`;
  }
}

function showCurtain(state) {
  // On a shared screen nobody may see the next player's hand before they sit down.
  const curtain = $("curtain");
  if (!state.curtain || !state.turn || state.seat === lifted) {
    curtain.hidden = true;
    return;
  }
  $("curtain-words").textContent = put(say.curtain, { player: state.seats[state.seat].name });
  $("lift").textContent = say.show;
  curtain.hidden = false;
  $("lift").focus();
}
$("lift").addEventListener("click", () => {
  lifted = now.seat;
  $("curtain").hidden = true;
});

function countUp(state) {
  // Scores on the board count up to their new value.
  const next = state.seats.map((seat) => seat.points);
  const last = scores;
  scores = next;
  if (!last || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  next.forEach((points, seat) => {
    if (points === last[seat]) return;
    const plate = board.querySelector(`[data-seat="${seat}"] .nameplate`);
    const number = [...(plate?.querySelectorAll("text") ?? [])].findLast(
      (node) => node.textContent === String(points));
    if (!number) return;
    const began = performance.now();
    const tick = (time) => {
      const part = Math.min(1, (time - began) / 900);
      number.textContent = Math.round(last[seat] + (points - last[seat]) * part);
      if (part < 1) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
}

// --- Telling that it is one's turn ----------------------------------------------------------

function notice(state, before) {
  document.title = `${state.turn ? `● ${say.your_turn} – ` : ""}${place.game} – Nomarch`;
  $("favicon").href = state.turn ? "/static/icon-turn.svg" : "/static/icon.svg";
  const began = state.turn && (!before.turn || state.seq !== before.seq);
  if (!began || firstShow) return;
  if (preferred("sound")) chime();
  if (document.hidden && preferred("notify") && Notification.permission === "granted") {
    new Notification(put(say.notify, { game: place.game }), {
      body: state.prompt, icon: "/static/icon.svg", tag: place.id,
    });
  }
}

function chime() {
  const audio = new AudioContext();
  for (const [delay, tone] of [[0, 523], [0.12, 784]]) {
    const note = audio.createOscillator();
    const level = audio.createGain();
    note.frequency.value = tone;
    level.gain.setValueAtTime(0.12, audio.currentTime + delay);
    level.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + delay + 0.5);
    note.connect(level).connect(audio.destination);
    note.start(audio.currentTime + delay);
    note.stop(audio.currentTime + delay + 0.6);
  }
}

function toggle(id, allow = async () => true) {
  const button = $(id);
  const draw = () => button.setAttribute("aria-pressed", String(preferred(id)));
  button.addEventListener("click", async () => {
    const on = !preferred(id) && (await allow());
    localStorage.setItem(id, on ? "on" : "off");
    draw();
  });
  draw();
}
toggle("sound");
toggle("notify", async () =>
  "Notification" in window && (await Notification.requestPermission()) === "granted");

setInterval(() => {
  const clock = $("clock");
  clock.hidden = !now.deadline;
  if (!now.deadline) return;
  const left = Math.max(0, Math.round(now.deadline - Date.now() / 1000));
  const time = left >= 86400 ? `${Math.floor(left / 86400)} d`
    : left >= 3600 ? `${Math.floor(left / 3600)} h`
      : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  clock.textContent = put(say.time_left, { time });
}, 500);

// --- Saying ---------------------------------------------------------------------------------

function choose(move) {
  if (waiting || !now.moves.some((offer) => offer.move === move)) return;
  mark(board, null);
  waiting = live.send({ type: "play", seat: now.seat, move, seq: now.seq });
  if (!waiting) toast(say.reconnecting, "bad");
}

const live = new Live(`${path}/live`, {
  hello: () => ({ type: "look", shape: shapeNow(), lang: document.documentElement.lang, ply: 0 }),
  state: (state) => {
    $("link-state").textContent = state === "open" ? "" : say.reconnecting;
    if (state === "open") waiting = false;
  },
  heard: (message) => {
    if (message.type === "page") show(message);
    else if (message.type === "refused") {
      waiting = false;
      toast(message.error, "bad");
      live.send({ type: "look", shape: shapeNow(), lang: document.documentElement.lang, ply: 0 });
    }
  },
});

onShapeChange(() => {
  shape = shapeNow();
  live.send({ type: "look", shape, lang: document.documentElement.lang, ply: 0 });
});

listen(board, choose);
explain(board, $("tip"));

$("undo").addEventListener("click", () => live.send({ type: "undo", seat: now.seat }));
$("back").addEventListener("click", () => {
  const seat = now.seats.findIndex((line) => line.mine && line.away);
  live.send({ type: "back", seat });
});
$("hint").addEventListener("click", async () => {
  $("hint").disabled = true;
  $("hint").dataset.words ??= $("hint").textContent;
  $("hint").textContent = say.thinking;
  const hint = await trying(() =>
    post(`${path}/hint?lang=${document.documentElement.lang}`, { seat: now.seat }));
  $("hint").disabled = false;
  $("hint").textContent = $("hint").dataset.words;
  if (!hint) return;
  mark(board, hint.move);
  for (const button of $("moves").children) {
    button.classList.toggle("hinted", button.dataset.move === hint.move);
  }
  toast(put(say.hint_is, { move: hint.words }));
});
$("copy").addEventListener("click", () => copyFrom($("invite-link"), say.copied));
$("fill").addEventListener("click", () => trying(() => post(`${path}/fill`, {})));
$("say").addEventListener("submit", (event) => {
  event.preventDefault();
  const input = event.target.querySelector("input");
  if (input.value.trim() && live.send({ type: "chat", text: input.value })) input.value = "";
});

async function rematch() {
  if (now.rematch) {
    location.href = `/t/${now.rematch}`;
    return;
  }
  const made = await trying(() => post(`${path}/rematch`));
  if (made) location.href = `/t/${made.id}`;
}

async function verify(place) {
  const answer = await trying(async () => (await fetch(`${path}/verify`)).json());
  if (answer) place.textContent = answer.good ? say.verified : say.failed;
}

// --- Tabs -----------------------------------------------------------------------------------

const tabs = [...document.querySelectorAll("[role=tab]")];
function select(tab) {
  for (const other of tabs) {
    const on = other === tab;
    other.setAttribute("aria-selected", String(on));
    other.tabIndex = on ? 0 : -1;
    $(other.getAttribute("aria-controls")).hidden = !on;
  }
  tab.classList.remove("fresh");
  for (const id of ["panel-log", "panel-chat"]) $(id).scrollTop = $(id).scrollHeight;
}
for (const tab of tabs) {
  tab.addEventListener("click", () => select(tab));
  tab.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length];
    select(next);
    next.focus();
  });
}

show(now);
if (shapeNow() !== shape) shape = shapeNow();
