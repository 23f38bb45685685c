// The ending: the board dims, points count up category by category beside the names, a tie is decided,
// and the winner is crowned. A tap or a key ends it.
import { boxOf, find } from "./copies.js";
import { path, isYou, say } from "./context.js";
import { el, put, svg } from "./dom.js";
import { number, signed } from "./format.js";
import { badge } from "./icons.js";
import { sound } from "./sound.js";
import { winners } from "./result.js";

const ROW = 900; // milliseconds for a category
const ROWS = 4000; // for all of them
const TIE = 1200;
const CROWN = 1900;
const PLACES = [50, 62, 38, 74, 26, 86]; // heights of the banner, in per cent
const CROWN_SHAPE = "M4 12l7 10l7 -14l7 14l7 -10l-4 22h-20z";

const MILESTONES = { "first-win": say.first_win, best: say.best_result };

const calm = matchMedia("(prefers-reduced-motion: reduce)");
export const wantsEnding = () =>
  !calm.matches && !document.hidden && localStorage.getItem("interludes") !== "off";

// Resolves when the ending is over or was ended.
export async function playEnding(board, state) {
  const ending = new Ending(board, state);
  const skip = () => ending.end();
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, skip, { capture: true });
  await ending.run();
  for (const kind of ["pointerdown", "keydown"]) removeEventListener(kind, skip, { capture: true });
}

class Ending {
  constructor(board, state) {
    this.board = board;
    this.state = state;
    this.isOver = false;
    this.banner = el("p.banner");
    // In the order of the seats: that of the places would tell who wins.
    const lines = [...state.result.ranking].sort((a, b) => a.seat - b.seat);
    this.plates = new Map(lines.map((line) => [line.seat, new Plate(line, state.mine)]));
    this.layer = el("div.final-count", { "aria-hidden": "true" }, el("i.night"), this.banner);
  }

  async run() {
    const milestone = this.milestone();
    this.open();
    const rows = this.state.result.table.filter((row) => row.amounts.some(Boolean));
    const pause = Math.min(ROW, ROWS / Math.max(1, rows.length));
    for (const row of rows) await this.count(row, pause);
    await this.decideTie();
    await this.crown(milestone);
    this.close();
  }

  open() {
    const nameplates = [...this.plates.keys()].map((seat) => [seat, find(this.board.firstElementChild, `@${seat}`)]);
    const isSeen = nameplates.every(([, node]) => {
      const box = node?.getBoundingClientRect();
      return box && box.top >= 0 && box.bottom <= innerHeight;
    });
    this.layer.classList.toggle("listed", !isSeen);
    this.board.append(this.layer);
    for (const [seat, node] of nameplates) {
      const plate = this.plates.get(seat);
      if (isSeen) plate.cover(boxOf(this.layer, node));
      this.layer.append(plate.node);
    }
    if (isSeen) this.placeBanner();
    this.board.classList.add("ended");
    this.layer.animate([{ opacity: 0 }, { opacity: 1 }], 300);
  }

  // Where it covers no name.
  placeBanner() {
    const { top, height } = this.layer.getBoundingClientRect();
    const plates = [...this.plates.values()].map(({ node }) => node.getBoundingClientRect());
    const room = 60;
    const isFree = (part) => plates.every((box) =>
      Math.abs((box.top + box.bottom) / 2 - top - (part / 100) * height) > box.height / 2 + room);
    this.banner.style.setProperty("top", `${PLACES.find(isFree) ?? PLACES[0]}%`);
  }

  async count({ title, amounts }, pause) {
    if (this.isOver) return;
    this.say(title);
    sound("coin");
    for (const [seat, plate] of this.plates) plate.add(amounts[seat] ?? 0, pause);
    await this.wait(pause);
  }

  async decideTie() {
    const [best] = this.state.result.ranking;
    if (!best.tie || this.isOver) return;
    const equal = this.state.result.ranking.filter(({ points }) => points === best.points);
    for (const { seat } of equal) this.plates.get(seat).shine();
    this.say(put(isYou(this.state.mine, best.seat) ? say.you_won_tie : say.won_tie, { player: best.name, reason: best.tie }));
    sound("reveal");
    await this.wait(TIE);
  }

  async crown(milestone) {
    if (this.isOver) return;
    const best = this.state.result.ranking.filter(({ place }) => place === 1);
    for (const { seat } of best) this.plates.get(seat).crown();
    this.say(winners(best, this.state.mine));
    sound("win");
    milestone.then((kind) => kind && this.banner.append(el("small", {}, MILESTONES[kind])));
    await this.wait(CROWN);
  }

  async milestone() {
    if (this.state.mine.length !== 1) return "";
    try {
      return (await (await fetch(`${path}/milestone`)).json()).kind;
    } catch {
      return "";
    }
  }

  say(words) {
    this.banner.textContent = words;
    this.banner.animate([{ opacity: 0, transform: "translateY(8px)" }, { opacity: 1, transform: "none" }], 220);
  }

  // A pause that a tap ends.
  async wait(length) {
    if (this.isOver) return;
    this.pause = this.layer.animate([{ opacity: 1 }, { opacity: 1 }], length);
    await this.pause.finished.catch(() => {});
  }

  end() {
    this.isOver = true;
    this.pause?.cancel();
  }

  close() {
    this.board.classList.remove("ended");
    this.layer.remove();
  }
}

// A player's name with the points so far.
class Plate {
  constructor({ seat, name }, mine) {
    this.shown = 0;
    this.total = el("b", {}, "0");
    this.gain = el("i.gain");
    this.node = el("div.plate", { data: { seat: String(seat) } }, badge(seat),
      el("span", {}, isYou(mine, seat) ? say.You : name), this.gain, this.total);
  }

  cover({ x, y, w, h }) {
    const edge = 3;
    const box = { left: x - edge, top: y - edge, "min-width": w + 2 * edge, "min-height": h + 2 * edge };
    for (const [name, value] of Object.entries(box)) this.node.style.setProperty(name, `${value}px`);
  }

  add(amount, pause) {
    this.gain.textContent = amount ? signed(amount) : "";
    const timing = { duration: 0.8 * pause, easing: "ease-out" };
    if (amount) this.gain.animate([{ opacity: 0, transform: "translateY(10px) scale(.7)" }, { opacity: 1, transform: "none", offset: 0.3 }, { opacity: 1 }], timing);
    this.climb(this.shown, this.shown + amount, 0.6 * pause);
    this.shown += amount;
  }

  climb(from, to, length) {
    const began = performance.now();
    const tick = (time) => {
      const part = Math.min(1, Math.max(0, (time - began) / length));
      this.total.textContent = number(Math.round(from + (to - from) * part));
      if (part < 1 && this.node.isConnected) requestAnimationFrame(tick);
    };
    tick(began);
  }

  shine() {
    this.gain.textContent = "=";
    this.node.animate([{ transform: "none" }, { transform: "scale(1.06)" }, { transform: "none" }], { duration: 500, iterations: 2 });
  }

  crown() {
    this.gain.textContent = "";
    this.node.classList.add("winner");
    const crown = svg("svg.crown", { viewBox: "0 0 36 36" }, svg("path.f-gold.line", { d: CROWN_SHAPE }));
    this.node.append(crown);
    crown.animate([{ opacity: 0, transform: "translateY(-40px) scale(1.6)" }, { opacity: 1, transform: "translateY(2px) scale(1.05)", offset: 0.7 }, { opacity: 1, transform: "none" }],
      { duration: 600, easing: "ease-in" });
  }
}
