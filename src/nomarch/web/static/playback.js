// Playback: shows other players' moves turn by turn, at the reader's pace.
import { $ } from "./dom.js";

const PACES = { slow: 1600, normal: 900, fast: 300, instant: 0 };
// Milliseconds to catch up when far behind.
const LONGEST = 6000;
// Milliseconds to wait for a bot's next step of the same turn.
const HOLD = 600;

const choices = [...document.querySelectorAll("[data-pace]")];
const paceNow = () => (localStorage.getItem("pace") in PACES ? localStorage.getItem("pace") : "normal");
const moverOf = (state) => state.log.findLast((entry) => !entry.auto)?.seat ?? -1;
const isMine = (state) => state.mine.includes(moverOf(state));

// How much longer than usual moments take.
const SPEEDS = { slow: 1.5, normal: 1, fast: 0.45, instant: 0.3 };
export const speedOf = (state) => (isMine(state) ? 1 : SPEEDS[paceNow()]);

function goesOn(state) {
  const seat = state.seats[moverOf(state)];
  return Boolean(seat?.to_act && !seat.mine && (seat.kind === "bot" || seat.away));
}

// Merges two updates: the later page with the log lines of both.
function merge(first, then) {
  if (!first) return then;
  const known = then.log_from === 0 ? [] : first.log.filter(({ ply }) => ply <= then.log_from);
  return { ...then, log: [...known, ...then.log], log_from: Math.min(first.log_from, then.log_from) };
}

export class Playback {
  constructor(show) {
    this.show = show;
    this.waiting = [];
    this.most = 1; // waited at once, since there was nothing to wait for
    this.timer = 0;
    this.isPaused = false;
    this.isSkipping = false;
    this.isBusy = false; // while an update is put on the page, in several tasks
    this.isHurried = false; // all that waits is next
    this.updates = 0;
  }

  // An update of the latest page.
  add(state) {
    this.waiting.push(state);
    this.most = Math.max(this.most, this.waiting.length);
    document.body.dataset.latest = state.seq;
    if (isMine(state)) this.flush(); // what I did myself I have seen already
    else this.run();
  }

  // A complete page: it includes everything that was waiting.
  reset(state) {
    this.stop();
    this.waiting = [];
    this.isBusy = false;
    this.updates += 1;
    document.body.dataset.latest = state.seq;
    this.show(state);
    this.draw();
  }

  get latest() {
    return this.waiting.at(-1);
  }

  flush() {
    this.isHurried = this.isBusy;
    if (this.isBusy) return;
    this.stop();
    const all = this.waiting.reduce(merge, null);
    this.waiting = [];
    if (all) this.present(all);
    this.draw();
  }

  run() {
    // While a table counts up nothing else plays; the rest follows when it is closed.
    if ($("interlude").open) this.stop();
    else if (this.isSkipping || this.pace === 0) this.flush();
    else if (!this.timer && !this.isPaused && this.waiting.length) this.next();
    this.draw();
  }

  get pace() {
    return document.hidden ? 0 : PACES[paceNow()];
  }

  next() {
    const count = this.turnLength();
    if (count === this.waiting.length && goesOn(this.latest) && !this.isHeld) {
      this.isHeld = true;
      this.later(HOLD);
      return;
    }
    this.isHeld = false;
    this.present(this.waiting.splice(0, count).reduce(merge, null));
  }

  // How many of the waiting pages are steps of one turn: they play as one animation.
  turnLength() {
    const mover = moverOf(this.waiting[0]);
    const end = this.waiting.findIndex((state) => moverOf(state) !== mover || !goesOn(state));
    if (end < 0) return this.waiting.length;
    return moverOf(this.waiting[end]) === mover ? end + 1 : end;
  }

  // Moments are quicker when many turns wait.
  get hurry() {
    return Math.min(1, LONGEST / (1500 * this.most));
  }

  // Gives time to see what plays and to read what happened.
  present(state) {
    if (state.turn || state.over) this.isSkipping = false;
    const read = state.log.length && Math.min(isMine(state) ? this.pace / 2 : this.pace, LONGEST / this.most);
    if (read) this.later(read);
    const began = performance.now();
    this.isBusy = true;
    this.updates += 1;
    const update = this.updates;
    this.show(state, (length) => {
      if (update !== this.updates) return;
      this.isBusy = false;
      if (!this.waiting.length) this.most = 1;
      if (this.timer && length > read) this.later(began + length - performance.now());
      if (this.isHurried) this.flush();
      else if (!read && this.waiting.length) this.run();
    });
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
    this.isHeld = false;
  }

  pause(on) {
    this.isPaused = on;
    if (on) this.stop();
    this.run();
  }

  skip() {
    this.isSkipping = true;
    this.isPaused = false;
    this.run();
  }

  draw() {
    const isBehind = this.waiting.length > 0;
    document.body.dataset.behind = this.waiting.length;
    $("pace").hidden = !isBehind && !this.isPaused;
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
