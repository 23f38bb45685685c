// After the game: ranking, points by category, the course of the game, seed and rematch.
import { el, plural, put, svg } from "./dom.js";
import { list, number } from "./format.js";
import { isYou, say } from "./context.js";
import { badge } from "./log_lines.js";
import { showRatings } from "./rating_change.js";

const COLOURS = ["lapis", "carnelian", "malachite", "gold", "amethyst", "kohl"];

export function showResult(box, state, { rematch, verify }) {
  const { ranking, table, course } = state.result;
  if (!box.hidden && box.dataset.rematch === state.rematch) return;
  box.dataset.rematch = state.rematch;
  box.hidden = false;
  const best = ranking.filter((line) => line.place === 1);
  box.replaceChildren(
    el("h2", {}, winners(best, state.mine)), tie(best[0], state.mine), places(ranking, state.mine), again(state, rematch), byCategory(ranking, table, state.mine),
    hasCourse(course) ? chart(course, ranking) : "", state.seed ? seed(state, verify) : "");
  void showRatings(box);
}

// Games that score only at the end have no course to show.
const hasCourse = (course) =>
  course.some((line) => line.slice(0, -1).some((points) => points !== line[0]));

export function winners(best, mine) {
  const names = best.map((line) => line.name);
  if (names.length > 1) {
    return put(say.shared, { players: list(names) });
  }
  return isYou(mine, best[0].seat) ? say.you_won : put(say.won, { player: names[0] });
}

function tie({ tie: reason, seat, name }, mine) {
  if (!reason) return "";
  return el("p.tie", {}, put(isYou(mine, seat) ? say.you_won_tie : say.won_tie, { player: name, reason }));
}

const places = (ranking, mine) => el("ol.ranking", {}, ranking.map((line) =>
  el("li", { value: line.place, data: { seat: line.seat } }, badge(line.seat),
    el("span", {}, isYou(mine, line.seat) ? say.You : line.name,
      line.left && el("small.left", {}, ` (${line.left})`), line.place > 1 && line.tie && el("small.tie", {}, line.tie)),
    el("b", {}, `${number(line.points)} ${plural(say.points, line.points)}`))));

function byCategory(ranking, rows, mine) {
  const head = ranking.map((line) =>
    el("th", { scope: "col" }, badge(line.seat),
      el("span.unseen", {}, isYou(mine, line.seat) ? say.You : line.name)));
  const row = ({ title, amounts }) => el("tr", {}, el("th", { scope: "row" }, title),
    ranking.map((line) => el("td", {}, number(amounts[line.seat]))));
  const sums = el("tr.sums", {}, el("th", { scope: "row" }, say.total),
    ranking.map((line) => el("td", {}, number(line.points))));
  return el("div.scroll", { tabindex: 0, role: "region", "aria-label": say.by_category },
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
    viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${say.course}: ${told}`,
  }, [low, high].map(limit), course.map(curve));
}

function seed(state, verify) {
  const answer = el("span", { role: "status" });
  return el("details", { id: "details" }, el("summary", {}, say.details), el("p.hex", {}, el("code", {}, state.seed),
    el("button.tool", { id: "verify", onclick: () => verify(answer) }, say.check_seed),
    " ", answer));
}

const again = (state, rematch) => el("p.actions", {},
  state.rematch && el("span", {}, `${say.rematch_ready} `),
  el("button.primary", { id: "rematch", hidden: state.mine.length === 0, onclick: rematch },
    state.rematch ? say.go : say.rematch),
  el("a.button", { href: `${location.pathname}/replay` }, say.replay),
  el("a.button", { id: "analysis", hidden: !state.seed, href: `${location.pathname}/analysis` }, say.analysis));
