// The final scoring as a race above the darkened board: category by category, losses last, then the
// plinths. Nothing tells who won before it is over.
import { el } from "./dom.js";
import { number } from "./format.js";
import { t } from "./i18n.js";
import { picture } from "./icons.js";
import { occupy } from "./moments.js";
import { isGiven, plinths, ranking, rowsOf, stepsOf, total } from "./score_bars.js";
import { sound } from "./sound.js";

const ENTER = 350; // milliseconds until the first category
const STEP = 600;
const LAST = 1000; // of each of the last two
const MOST = 5800; // for all categories
const GROW = 0.58; // the share of its time in which a block grows
const SWAP = 250;
const HOLD = 500;
const RISE = 420;
const STAGGER = 140;
const CARTOUCHE = 260;
const EASE = "cubic-bezier(.3,.1,.2,1)";
const PLAIN = { boxShadow: "0 0 0 rgb(20 10 4/0)", opacity: 1 };
const RAISED = { boxShadow: "0 4px 14px rgb(20 10 4/.45)", opacity: 1, easing: "ease-out" };
const SUNK = { ...PLAIN, opacity: 0.45, easing: "ease-out" };

export const canRace = ({ table }) => stepsOf(rowsOf(table)).some((step) => !isGiven(step));

// Each step with its time, and the totals and order of the lines after it.
export function planOf(steps, lines, speed = 1) {
  const shown = steps.filter((step) => !isGiven(step));
  const lengths = shown.map((_, i) => (i < shown.length - 2 ? STEP : LAST));
  const scale = Math.min(1, MOST / total(lengths)) * speed;
  let [at, order] = [ENTER * speed, [...lines.keys()]];
  let totals = lines.map(({ seat }) => total(steps.filter(isGiven).map(({ amounts }) => amounts[seat])));
  return shown.map((step, i) => {
    const before = totals;
    totals = lines.map(({ seat }, row) => before[row] + step.amounts[seat]);
    // Whoever is not overtaken keeps the place; at last all have their own.
    const isLast = i === shown.length - 1;
    order = [...order].sort(isLast ? (a, b) => lines[a].rank - lines[b].rank : (a, b) => totals[b] - totals[a]);
    const part = { step, index: steps.indexOf(step), at, length: scale * lengths[i], before, after: totals, order };
    at += part.length;
    return part;
  });
}

export function race(box, { ranking: places, table }, mine, speed, done) {
  const rows = rowsOf(table);
  const steps = stepsOf(rows);
  const lines = places.map((line, rank) => ({ ...line, rank })).sort((a, b) => a.seat - b.seat);
  const plan = planOf(steps, lines, speed);
  const list = ranking(lines, rows, mine, plan[0].before);
  const category = el("div.category");
  const stand = el("div.stand", {}, category);
  box.replaceChildren(el("div.podium.racing", { "aria-hidden": "true" },
    el("p.eyebrow", {}, t("Final scoring")), stand, list, el("p.actions")));
  box.hidden = false;
  document.body.dataset.racing = "";

  const rise = plan.at(-1).at + plan.at(-1).length + HOLD * speed;
  const end = rise + (RISE + 2 * STAGGER + CARTOUCHE) * speed;
  const animations = [];
  const play = (node, frames, timing) => animations.push(node.animate(frames, { fill: "both", easing: EASE, ...timing }));
  play(box, [{ opacity: 0 }, { opacity: 1 }], { duration: ENTER * speed, easing: "ease-out", fill: "none" });
  grow(list, plan, play);
  swap([...list.children], plan, end, play);

  let [shown, podium] = [null, null];
  const tick = () => {
    const time = Number(clock.currentTime ?? end);
    const part = plan.findLast((each) => time >= each.at);
    if (part && part !== shown) {
      shown = part;
      const { icons, title, isLoss } = part.step;
      const signs = icons.filter(Boolean).map((icon) => picture(`icon-${icon}`, "sign"));
      category.replaceChildren(el("span.signs", {}, signs), el("span", {}, title));
      category.classList.toggle("loss", Boolean(isLoss));
      category.animate([{ opacity: 0, transform: "translateY(10px)" }, { opacity: 1, transform: "none" }],
        { duration: 140 * speed, easing: "ease-out" });
      sound(isLoss ? "crumble" : "tile");
    }
    for (const each of plan.filter(({ at, isCounted }) => time >= at && !isCounted)) {
      const share = Math.min(1, (time - each.at) / (GROW * each.length));
      count(list, each, share);
      each.isCounted = share === 1;
    }
    if (time >= rise && !podium) {
      podium = plinths(places, mine);
      category.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 160 * speed, fill: "forwards" });
      stand.append(podium);
      raise(podium, speed, play);
      sound("stone", "stone");
    }
    if (scene.isOn) requestAnimationFrame(tick);
  };
  const clock = box.animate([], { duration: end });
  const scene = occupy(() => {
    clock.cancel();
    delete document.body.dataset.racing;
    for (const animation of animations) animation.finish(); // what comes next is drawn a moment later
    done();
  });
  clock.finished.then(() => scene.end(), () => {});
  tick();
}

function grow(list, plan, play) {
  for (const { step, index, at, length } of plan) {
    for (const block of list.querySelectorAll(`[data-step="${index}"]`)) {
      const hidden = step.isLoss ? "inset(0 0 0 100%)" : "inset(0 100% 0 0)";
      play(block, [{ clipPath: hidden }, { clipPath: "inset(0)" }], { delay: at, duration: GROW * length });
      if (!step.isLoss) play(block.firstChild, [{ transform: "scale(.3)" }, { transform: "scale(1.25)", offset: 0.6 }, { transform: "none" }],
        { delay: at + 0.5 * GROW * length, duration: 0.6 * length });
    }
  }
}

// Lines change places when the growing is over; who rises passes above.
function swap(lines, plan, end, play) {
  lines.forEach((line, row) => {
    let was = row;
    const frames = [{ offset: 0, transform: "none", zIndex: 0, ...PLAIN }];
    for (const { at, length, order } of plan) {
      const place = order.indexOf(row);
      if (place === was) continue;
      const [from, to] = [at + GROW * length, Math.min(at + GROW * length + SWAP, at + length)];
      const isRising = place < was;
      const frame = (time, y, more = PLAIN) =>
        ({ offset: time / end, transform: `translateY(${100 * (y - row)}%)`, zIndex: isRising ? 2 : 1, ...more });
      frames.push({ ...frame(from, was), easing: "ease-in" }, frame((from + to) / 2, (was + place) / 2, isRising ? RAISED : SUNK), frame(to, place));
      was = place;
    }
    play(line, [...frames, { ...frames.at(-1), offset: 1, zIndex: 0 }], { duration: end, easing: "linear" });
  });
}

// The sums, and what each block adds to them.
function count(list, { index, before, after }, share) {
  [...list.children].forEach((line, row) => {
    const now = Math.round((after[row] - before[row]) * share);
    line.querySelector("b").textContent = number(before[row] + now);
    const amount = line.querySelector(`[data-step="${index}"] em`);
    if (amount) amount.textContent = number(now);
  });
}

// From the lowest to the highest; then the gold.
function raise(podium, speed, play) {
  for (const item of podium.children) {
    const place = Number(item.dataset.place);
    play(item, [{ transform: "translateY(100%)" }, { transform: "translateY(-6px)", offset: 0.75 }, { transform: "none" }],
      { delay: STAGGER * speed * (3 - place), duration: RISE * speed });
    if (place === 1) play(item.querySelector(".cartouche"), [{ clipPath: "inset(0 50%)", opacity: 0 }, { clipPath: "inset(-9px)", opacity: 1 }],
      { delay: (2 * STAGGER + RISE) * speed, duration: CARTOUCHE * speed });
  }
}
