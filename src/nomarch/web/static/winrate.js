// The chart of an analysis: every seat's chance to win, move by move; a click opens the move.
import { el, svg } from "./dom.js";
import { percent } from "./format.js";
import { t } from "./i18n.js";
import { isYou } from "./context.js";
import { COLOURS } from "./icons.js";

const [LEFT, RIGHT, TOP, BOTTOM] = [48, 14, 14, 28];
const LEVELS = [0, 25, 50, 75, 100];
export const FAULT_NAMES = { inaccuracy: t("Inaccuracy"), mistake: t("Mistake"), blunder: t("Blunder") };

// Drawn at the available width, so that its words keep their size on a phone.
export function odds(state, { mine, width, link, go }) {
  const height = Math.max(220, Math.min(340, width * 0.4));
  const x = (ply) => LEFT + ((width - LEFT - RIGHT) * ply) / Math.max(1, state.plies);
  const y = (win) => height - BOTTOM - ((height - TOP - BOTTOM) * win) / 100;
  const told = el("p.odds-told", {}, "\u00a0");
  const mark = svg("line.odds-mark", { y1: TOP, y2: height - BOTTOM, x1: -9, x2: -9 });
  const drawing = svg("svg.odds", {
    viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": t("Winning chances by move"),
  }, LEVELS.map((level) => grid(level, y(level), width)),
  svg("text", { x: width - RIGHT, y: height - 8, "text-anchor": "end" }, String(state.plies)),
  svg("text", { x: LEFT, y: height - 8 }, "0"),
  mark,
  state.names.map((_, seat) => curve(state, seat, x, y)),
  state.decisions.filter((one) => one.fault).map((one) => fault(one, state, { x, y, mine, link })));
  const nearest = (event) => closest(state.decisions, drawing, event, x);
  drawing.addEventListener("pointermove", (event) => {
    const one = nearest(event);
    if (!one) return;
    for (const end of ["x1", "x2"]) mark.setAttribute(end, x(one.ply + 1));
    told.textContent = sentence(one, state, mine);
  });
  drawing.addEventListener("click", (event) => {
    const one = nearest(event);
    if (one && !event.target.closest("a")) go(one);
  });
  return [drawing, told];
}

const grid = (level, at, width) => svg("g", {},
  svg("line.odds-level", { x1: LEFT, x2: width - RIGHT, y1: at, y2: at }),
  svg("text", { x: LEFT - 6, y: at + 4, "text-anchor": "end" }, percent(level)));

// Everybody's chances add up to 100 % after each decision.
function curve(state, seat, x, y) {
  const account = state.accounts.find((one) => one.seat === seat);
  const points = state.decisions.map((one) => [one.ply + 1, one.chances[seat]]);
  if (account) {
    points.unshift([0, 100 / state.names.length]);
    points.push([state.plies, account.result]);
  }
  return svg("polyline", {
    points: points.map(([ply, win]) => `${x(ply).toFixed(1)},${y(win).toFixed(1)}`).join(" "),
    class: `nofill s-${COLOURS[seat]} course course-${seat}`,
  });
}

const fault = (one, state, { x, y, mine, link }) => svg("a", {
  href: link(one), "aria-label": `${sentence(one, state, mine)}, ${FAULT_NAMES[one.fault]}`,
}, svg(`circle.fault.${one.fault}`, {
  cx: x(one.ply + 1), cy: y(one.win), r: one.fault === "inaccuracy" ? 4 : 6,
}));

function sentence(one, state, mine) {
  const values = { number: one.ply + 1, player: state.names[one.seat], win: Math.round(one.win) };
  return isYou(mine, one.seat) ? t("Move {number}: you {win}%", values)
    : t("Move {number}: {player} {win}%", values);
}

function closest(decisions, drawing, event, x) {
  const { left, width } = drawing.getBoundingClientRect();
  const here = ((event.clientX - left) * drawing.viewBox.baseVal.width) / width;
  const away = (one) => Math.abs(x(one.ply + 1) - here);
  return decisions.reduce((best, one) => (!best || away(one) < away(best) ? one : best), null);
}
