// The podium: after the game, the places with points by category as bars that grow, what decided it, a
// picture to share, and what to do next. Tables, course and seed are one click away.
import { at } from "./common.js";
import { el, svg } from "./dom.js";
import { list, number } from "./format.js";
import { t, tn } from "./i18n.js";
import { isYou, path } from "./context.js";
import { badge } from "./log_lines.js";
import { showRatings } from "./rating_change.js";
import { sharePodium } from "./share.js";
import { sound } from "./sound.js";

export const COLOURS = ["lapis", "carnelian", "malachite", "gold", "amethyst", "kohl"];
const STEP = 380; // milliseconds from one category to the next
const GROW = 520;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export function showResult(box, state, { rematch, verify }, isNew) {
  const { ranking, table, course } = state.result;
  const button = document.getElementById("open-result");
  if (box.dataset.rematch === state.rematch) return;
  const isShown = box.dataset.rematch === undefined || !box.hidden;
  box.dataset.rematch = state.rematch;
  const open = (is) => {
    box.hidden = !is;
    button.hidden = is;
  };
  button.onclick = () => open(true);
  open(isShown);
  const best = ranking.filter((line) => line.place === 1);
  const rows = table.filter((row) => row.amounts.some(Boolean));
  const decided = tie(best[0], state.mine) || decision(ranking, rows, state.mine);
  const title = winners(best, state.mine);
  box.replaceChildren(el("div.podium", {},
    el("button.tool.podium-close", { "aria-label": t("Close"), onclick: () => open(false) }, "✕"),
    el("h2", {}, title), decided && el("p.decided", {}, decided),
    places(ranking, rows, state.mine), legend(rows),
    again(state, rematch, () => sharePodium({ title, decided, ranking, mine: state.mine,
      longest: mostGained(ranking, rows), amountsOf: (seat) => amountsOf(rows, seat) })),
    el("details.more", {}, el("summary", {}, t("Points by category")), byCategory(ranking, table, state.mine),
      hasCourse(course) ? chart(course, ranking) : ""),
    state.seed ? seed(state, verify) : ""));
  void showRatings(box);
  if (isNew || calm.matches || document.hidden) return;
  grow(box, rows.length);
  void showMilestone(box, state);
}

// What the best had more of than the next: the largest difference of a category.
function decision(ranking, rows, mine) {
  const [first, second] = ranking;
  if (!second || second.place === 1 || !rows.length) return "";
  const lead = ({ amounts }) => (amounts[first.seat] ?? 0) - (amounts[second.seat] ?? 0);
  const most = rows.reduce((a, b) => (lead(b) > lead(a) ? b : a));
  if (lead(most) <= 0) return "";
  const nameOf = (line) => (isYou(mine, line.seat) ? t("You") : line.name);
  return t("{category} decided it: {player} {points}, {other} {fewer}.", {
    category: most.title, player: nameOf(first), other: nameOf(second),
    points: number(most.amounts[first.seat] ?? 0), fewer: number(most.amounts[second.seat] ?? 0),
  });
}

// Category by category, and the sums with them.
function grow(box, count) {
  for (const bar of box.querySelectorAll(".bars i")) {
    bar.animate([{ transform: "scaleX(0)" }, { transform: "none" }],
      { duration: GROW, delay: STEP * Number(bar.dataset.row), fill: "backwards", easing: "ease-out" });
  }
  const began = performance.now();
  const length = STEP * Math.max(0, count - 1) + GROW;
  const sums = [...box.querySelectorAll(".ranking b[data-points]")];
  const tick = (time) => {
    const part = Math.min(1, Math.max(0, (time - began) / length));
    for (const sum of sums) sum.textContent = number(Math.round(part * Number(sum.dataset.points)));
    if (part < 1 && box.isConnected) requestAnimationFrame(tick);
    else sound("win");
  };
  tick(began);
}

const MILESTONES = { "first-win": t("Your first win in this game!"), best: t("Your best result so far!") };

async function showMilestone(box, { mine }) {
  if (mine.length !== 1) return;
  const answer = await fetch(`${path}/milestone`).catch(() => null);
  const words = answer?.ok && MILESTONES[(await answer.json()).kind];
  if (words) box.querySelector("h2").append(el("small.milestone", {}, words));
}

// Games that score only at the end have no course to show.
const hasCourse = (course) =>
  course.some((line) => line.slice(0, -1).some((points) => points !== line[0]));

export function winners(best, mine) {
  const names = best.map((line) => line.name);
  if (names.length > 1) {
    return t("{players} share the victory!", { players: list(names) });
  }
  return isYou(mine, best[0].seat) ? t("You win!") : t("{player} wins!", { player: names[0] });
}

function tie({ tie: reason, seat, name }, mine) {
  return reason && (isYou(mine, seat) ? t("You win the tie: {reason}.", { reason })
    : t("{player} wins the tie: {reason}.", { player: name, reason }));
}

// A row for each player: what was gained, and what was lost takes away from its end.
function places(ranking, rows, mine) {
  const most = mostGained(ranking, rows);
  const bar = ({ amount, row }) => {
    const node = el(`i.bar-${row % 8}${amount < 0 ? ".lost" : ""}`,
      { data: { row: String(amount < 0 ? rows.length - 1 : row) }, title: `${rows[row].title}: ${number(amount)}` });
    const wide = `${(100 * Math.abs(amount)) / most}%`;
    node.style.setProperty("width", wide);
    if (amount < 0) node.style.setProperty("margin-left", `-${wide}`);
    return node;
  };
  const row = (line) => el("li", { value: line.place, data: { seat: line.seat } },
    el("span.place", {}, number(line.place)), badge(line.seat),
    el("span.name", {}, isYou(mine, line.seat) ? t("You") : line.name,
      line.left && el("small.left", {}, ` (${line.left})`), line.place > 1 && line.tie && el("small.tie", {}, line.tie)),
    el("div.bars", { "aria-hidden": "true" }, amountsOf(rows, line.seat).map(bar)),
    el("b", { data: { points: String(line.points) } }, number(line.points)),
    el("small.unit", {}, tn("point", "points", line.points)));
  return el("ol.ranking", {}, ranking.map(row));
}

// A player's amounts by category, those that were lost at the end.
const amountsOf = (rows, seat) => rows
  .map(({ amounts }, row) => ({ amount: amounts[seat] ?? 0, row }))
  .filter(({ amount }) => amount)
  .sort((a, b) => (a.amount < 0) - (b.amount < 0));

const mostGained = (ranking, rows) => Math.max(1, ...ranking.map(({ seat }) =>
  amountsOf(rows, seat).reduce((sum, { amount }) => sum + Math.max(0, amount), 0)));

const legend = (rows) => el("ul.legend", {}, rows.map(({ title }, i) => el("li", {}, el(`i.bar-${i % 8}`), title)));

function byCategory(ranking, rows, mine) {
  const head = ranking.map((line) =>
    el("th", { scope: "col" }, badge(line.seat),
      el("span.unseen", {}, isYou(mine, line.seat) ? t("You") : line.name)));
  const row = ({ title, amounts }) => el("tr", {}, el("th", { scope: "row" }, title),
    ranking.map((line) => el("td", {}, number(amounts[line.seat]))));
  const sums = el("tr.sums", {}, el("th", { scope: "row" }, t("Total")),
    ranking.map((line) => el("td", {}, number(line.points))));
  return el("div.scroll", { tabindex: 0, role: "region", "aria-label": t("Points by category") },
    el("table", {}, el("thead", {}, el("tr", {}, el("td"), head)),
      el("tbody", {}, rows.map(row)), el("tfoot", {}, sums)));
}

function chart(course, ranking) {
  const [width, height, edge] = [320, 124, 28];
  const steps = Math.max(1, course[0].length - 1);
  const all = course.flat();
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const x = (i) => edge + ((width - edge - 6) * i) / steps;
  const y = (v) => height - edge / 2 - ((height - edge) * (v - low)) / (high - low);
  const told = ranking.map((line) => `${line.name} ${line.points}`).join(", ");
  const limit = (value) => svg("text", { x: edge - 4, y: y(value) + 4 }, number(value));
  const curve = (line, seat) => svg("polyline", {
    points: line.map((v, i) => `${x(i).toFixed(1)},${y(v).toFixed(1)}`).join(" "),
    class: `nofill s-${COLOURS[seat]} course course-${seat}`,
  });
  return svg("svg.chart", {
    viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${t("Points over time")}: ${told}`,
  }, [low, high].map(limit), course.map(curve));
}

function seed(state, verify) {
  const answer = el("span", { role: "status" });
  return el("details", { id: "details" }, el("summary", {}, t("Details")), el("p.hex", {}, el("code", {}, state.seed),
    el("button.tool", { id: "verify", onclick: () => verify(answer) }, t("Verify seed")),
    " ", answer));
}

const again = (state, rematch, share) => el("p.actions", {},
  state.rematch && el("span", {}, `${t("A rematch is ready.")} `),
  state.tournament
    ? el("a.button.primary", { href: at(`/tournaments/${state.tournament}`) }, t("To the tournament"))
    : el("button.primary", { id: "rematch", hidden: state.mine.length === 0, onclick: rematch },
      state.rematch ? t("Join rematch") : t("Rematch")),
  el("a.button", { id: "analysis", hidden: !state.seed || !("lessons" in document.documentElement.dataset), href: `${location.pathname}/analysis` }, t("Learn from this game")),
  el("a.button", { href: `${location.pathname}/replay` }, t("Replay")),
  el("button.button", { id: "share", onclick: share }, t("Share picture")));
