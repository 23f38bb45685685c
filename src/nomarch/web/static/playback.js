// Playback: the queue of stages that the page has yet to show, played at the reader's pace.
import { find } from "./copies.js";
import { $ } from "./dom.js";
import { linesOf, turnsOf } from "./log_lines.js";
import { estimate, finish, isPlaying, isWelcome } from "./moments.js";
import { finishTasks } from "./tasks.js";

const PACES = { slow: 1600, normal: 900, fast: 300, instant: 0 };
// The longest that an update waits, in milliseconds; then everything goes faster.
const LONGEST = 8000;
// The same for someone who listens, unless a clock runs.
const LONGEST_HEARD = 60_000;
// Milliseconds that a screen reader takes for a letter.
const LETTER = 50;
// Time to read what a stage says.
const STAGE = 450;
// The longest that a routine move takes, that a part of one does, and what all that wait should.
const [ROUTINE, PART, SOON] = [600, 300, 3600];
// Routine moves go no faster than this to be shown soon.
const BRISK = 0.4;
// With less than this share of its usual time nobody can follow a moment.
const LEAST = 0.12;

const choices = [...document.querySelectorAll("[data-pace]")];
const paceNow = () => (localStorage.getItem("pace") in PACES ? localStorage.getItem("pace") : "normal");
const isMine = (state) => state.mine.includes(state.mover);

// How much longer than usual moments take; at once, none play.
const SPEEDS = { slow: 1.5, normal: 1, fast: 0.45 };
const speedOf = (state) => (isMine(state) ? 1 : SPEEDS[paceNow()]);

// The same for a state: routine moves pass quickly, unless the reader wants everything slow.
const isBrisk = (state) => state.isRoutine && paceNow() !== "slow";
function briskOf(state) {
  const most = !isBrisk(state) ? Infinity : goesOn(state) ? PART : ROUTINE;
  return speedOf(state) * Math.min(1, most / Math.max(1, estimate(state.moments)));
}

// The next move waits until the announcement of the last could be heard.
const isHeard = ({ seats }) => localStorage.getItem("text-board") === "on" && !seats.some(({ clock }) => clock);
const patience = (state) => (isHeard(state) ? LONGEST_HEARD : LONGEST);
const hearingOf = (state) => (isHeard(state) && state.log.length
  ? LETTER * linesOf(turnsOf(state.log).at(-1)).reduce((sum, { text }) => sum + text.length, 0) : 0);

// Whether a bot's turn is not over yet.
function goesOn(state) {
  const seat = state.seats[state.mover];
  return Boolean(seat?.to_act && !seat.mine && (seat.kind === "bot" || seat.away));
}

// Whether an update may pass quickly: a move of somebody else in which nothing of mine is touched, and
// no bid for what I bid for, which nameplates say in the same words.
export function isRoutine(board, { mine, moments, mover, seats }, before) {
  const isOwn = (name) => mine.includes(Number(find(board, name)?.closest("[data-seat]")?.dataset.seat ?? NaN));
  const aimOf = ({ stands }) => stands.replace(/\d+/, "");
  const isBid = seats[mover]?.stands !== before.seats[mover]?.stands;
  const isMyAuction = isBid && mine.some((seat) => /\d/.test(seats[seat].stands) && aimOf(seats[seat]) === aimOf(seats[mover]));
  if (isMyAuction || mine.includes(mover)) return false;
  return !moments.some(({ at, start }) => [at, start].some((name) => name && isOwn(name)));
}

export class Playback {
  // `show(state, speed, done)` puts a state on the page and returns whether beats play before; with
  // speed 0 none do.
  constructor(show) {
    this.show = show;
    this.waiting = []; // stages, each with the time when it is due
    this.shown = null;
    this.timer = 0;
    this.isPaused = false;
    this.isSkipping = false;
    this.isBusy = false; // while a stage is put on the page
    this.isHurried = false;
  }

  // The stages of an update; the last one is the page. What waits must not delay what I did.
  add(stages) {
    if (isMine(stages.at(-1))) this.flush();
    const due = performance.now() + patience(stages.at(-1));
    this.waiting.push(...stages.map((state) => ({ state, due })));
    document.body.dataset.latest = stages.at(-1).seq;
    this.run();
  }

  // A complete page: it includes everything that was waiting.
  reset(state) {
    this.waiting = [{ state }];
    document.body.dataset.latest = state.seq;
    this.flush();
  }

  // The page after everything that waits.
  get latest() {
    return this.waiting.at(-1)?.state ?? this.shown;
  }

  run() {
    if (this.isSkipping || this.pace === 0) this.flush();
    else if (!this.timer && !this.isPaused && !this.isBusy && this.waiting.length) this.next();
    this.draw();
  }

  next() {
    const { haste, rush } = this.tempo;
    const { state } = this.waiting.shift();
    const pace = isBrisk(state) ? Math.min(haste, rush) : haste;
    const read = pace * this.readingOf(state);
    if (state.isStage && !isWelcome()) {
      this.run();
      return;
    }
    let isPlayed = false;
    this.isBusy = true;
    // The end of a game is never hurried by what waited.
    const speed = state.ends ? Math.min(1, speedOf(state)) : haste < LEAST ? 0 : pace * briskOf(state);
    isPlayed = this.present(state, speed, () => {
      this.isBusy = false;
      if (this.isHurried) return;
      if (isPlayed && read) this.later(read);
      else if (!this.timer) this.run();
    });
    if (!isPlayed && read) this.later(read);
  }

  present(state, speed, done = () => {}) {
    if (state.turn || state.over) this.isSkipping = false;
    this.shown = state;
    return this.show(state, speed, done);
  }

  get pace() {
    return document.hidden ? 0 : PACES[paceNow()];
  }

  // The share of its usual time that everything gets, so that nothing is shown later than it is due, and
  // that routine moves get, so that they are over soon.
  get tempo() {
    let [needed, routine, haste, rush] = [0, 0, 1, 1];
    for (const { state, due } of this.waiting) {
      const length = estimate(state.moments) * briskOf(state) + this.readingOf(state);
      const left = due - performance.now();
      needed += length;
      if (isBrisk(state)) {
        routine += length;
        rush = Math.min(rush, (left - patience(state) + SOON + routine - needed) / Math.max(1, routine));
      }
      haste = Math.min(haste, left / Math.max(1, needed));
    }
    return { haste: Math.max(0, haste), rush: Math.max(BRISK, rush) };
  }

  // Time to read what a state says, unless a turn goes on or nothing happened.
  readingOf(state) {
    if (state.isStage) return state.prompt && isWelcome() ? STAGE : 0;
    if (state.mover < 0 || goesOn(state)) return 0;
    return Math.max(isMine(state) ? this.pace / 2 : isBrisk(state) ? this.pace / 3 : this.pace, hearingOf(state));
  }

  later(wait) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = 0;
      this.run();
    }, wait);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  // Shows at once the last one of some stages.
  jump(stages) {
    this.isHurried = true;
    this.stop();
    finishTasks();
    finish();
    finishTasks();
    this.isHurried = false;
    if (!stages.length) return;
    this.present(stages.at(-1).state, 0);
    finishTasks();
  }

  flush() {
    this.jump(this.waiting.splice(0));
    this.draw();
  }

  // Goes to the end of the update that plays; returns whether one does.
  hurry() {
    const isWithin = Boolean(this.shown?.isStage);
    if (!isPlaying() && !isWithin) return false;
    const end = isWithin ? this.waiting.findIndex(({ state }) => !state.isStage) + 1 : 0;
    this.jump(this.waiting.splice(0, end));
    this.later(this.readingOf(this.shown));
    this.draw();
    return true;
  }

  pause(on) {
    this.isPaused = on;
    if (on) this.stop();
    else for (const item of this.waiting) item.due = performance.now() + patience(item.state);
    this.run();
  }

  skip() {
    this.isSkipping = true;
    this.isPaused = false;
    this.run();
  }

  draw() {
    const behind = this.waiting.filter(({ state }) => !state.isStage).length;
    const isOwn = behind === 1 && this.shown?.isStage && isMine(this.shown);
    document.body.dataset.behind = behind;
    $("pace").hidden = (!behind || isOwn) && !this.isPaused;
    $("pause").setAttribute("aria-pressed", String(this.isPaused));
  }
}

export function offerPace(playback) {
  for (const button of choices) {
    button.addEventListener("click", () => choosePace(button.dataset.pace, playback));
  }
  drawPaces();
  $("pause").addEventListener("click", () => playback.pause(!playback.isPaused));
  $("skip").addEventListener("click", () => playback.skip());
  document.addEventListener("visibilitychange", () => playback.run());
}

function choosePace(pace, playback) {
  localStorage.setItem("pace", pace);
  drawPaces();
  playback.stop();
  playback.run();
}

function drawPaces() {
  for (const button of choices) {
    button.setAttribute("aria-pressed", String(button.dataset.pace === paceNow()));
  }
}

// A tap or a key goes to the end of what plays. It counts as nothing else: what it hits was not on
// offer when it began.
export function offerHurry(playback, places) {
  let isSwallowed = false;
  const hurry = ({ target }) => {
    isSwallowed = playback.hurry() && places.some((box) => box.contains(target));
  };
  const forget = () => { isSwallowed = false; };
  addEventListener("pointerdown", hurry, { capture: true });
  addEventListener("pointercancel", forget, { capture: true }); // it becomes a scroll: no click follows
  addEventListener("keydown", (event) => {
    forget();
    if (["Tab", "Shift", "Control", "Alt", "Meta"].includes(event.key) || !playback.hurry()) return;
    if (!places.some((box) => box.contains(event.target))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { capture: true });
  addEventListener("click", (event) => {
    if (!isSwallowed) return;
    forget();
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { capture: true });
}
