// The end of a game: who stands on which plinth and what decided it, every line with its blocks, a picture
// to share, and what to do next. The table and the seed are one click away.
import { at } from "./common.js";
import { el } from "./dom.js";
import { list, number } from "./format.js";
import { t } from "./i18n.js";
import { isYou, path } from "./context.js";
import { showRatings } from "./rating_change.js";
import { nameOf, plinths, ranking as linesOf, rowsOf } from "./score_bars.js";
import { sheet } from "./scoring.js";
import { sharePodium } from "./share.js";
import { sound } from "./sound.js";

export function showResult(box, state, { rematch, verify }, isNew) {
  const { ranking, table } = state.result;
  const button = document.getElementById("open-result");
  const isRaced = box.querySelector(".racing");
  if (box.dataset.rematch === state.rematch && !isRaced) return;
  const isShown = box.dataset.rematch === undefined || !box.hidden;
  box.dataset.rematch = state.rematch;
  const open = (is) => {
    box.hidden = !is;
    button.hidden = is;
  };
  button.onclick = () => open(true);
  open(isShown);
  const best = ranking.filter((line) => line.place === 1);
  const rows = rowsOf(table);
  const decided = tie(best[0], state.mine) || decision(ranking, rows, state.mine);
  const title = winners(best, state.mine);
  const verdict = el("div.verdict", {}, el(title.length > 48 ? "h2.long" : "h2", {}, title), decided && el("p.decided", {}, decided));
  const lines = linesOf(ranking, rows, state.mine);
  [...lines.children].forEach((line, i) => {
    const { left, place, tie: reason } = ranking[i];
    line.querySelector(".name").append(left && el("small.left", {}, ` (${left})`), place > 1 && reason ? el("small.tie", {}, ` ${reason}`) : "");
  });
  const actions = again(state, rematch, () => sharePodium({ title, decided, ranking, rows, mine: state.mine }));
  box.replaceChildren(el("div.podium", {},
    el("button.tool.podium-close", { "aria-label": t("Close"), onclick: () => open(false) }, "✕"),
    el("p.eyebrow", {}, t("Final scoring")),
    el("div.stand", {}, verdict, plinths(ranking, state.mine)), lines, actions,
    el("details.more", {}, el("summary", {}, t("Points by category")), categories(ranking, table)),
    state.seed ? seed(state, verify) : ""));
  void showRatings(box);
  if (isNew) return;
  if (!document.hidden) sound("win");
  if (isRaced) for (const part of [verdict, actions]) part.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 240, easing: "ease-out" });
  void showMilestone(verdict, state);
}

// What the best had more of than the next: the largest difference of a category.
function decision(ranking, rows, mine) {
  const [first, second] = ranking;
  if (!second || second.place === 1 || !rows.length) return "";
  const lead = ({ amounts }) => (amounts[first.seat] ?? 0) - (amounts[second.seat] ?? 0);
  const most = rows.reduce((a, b) => (lead(b) > lead(a) ? b : a));
  if (lead(most) <= 0) return "";
  return t("{category} decided it: {player} {points}, {other} {fewer}.", {
    category: most.title, player: nameOf(first, mine), other: nameOf(second, mine),
    points: number(most.amounts[first.seat] ?? 0), fewer: number(most.amounts[second.seat] ?? 0),
  });
}

const MILESTONES = { "first-win": t("Your first win in this game!"), best: t("Your best result so far!") };

async function showMilestone(box, { mine }) {
  if (mine.length !== 1) return;
  const answer = await fetch(`${path}/milestone`).catch(() => null);
  const words = answer?.ok && MILESTONES[(await answer.json()).kind];
  if (words) box.append(el("p.milestone", {}, words));
}

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

const categories = (ranking, table) => sheet(t("Points by category"), table,
  { sums: ranking.toSorted((a, b) => a.seat - b.seat).map(({ points }) => points) });

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
