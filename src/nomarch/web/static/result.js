// After the game: ranking, points by category, the course of the game, seed and rematch.
import { picture } from "./story.js";

const SVG = "http://www.w3.org/2000/svg";

export function showResult(box, state, say, { rematch, verify }) {
  const { ranking, categories, table, course } = state.result;
  if (!box.hidden && box.dataset.rematch === state.rematch) return;
  box.dataset.rematch = state.rematch;
  box.hidden = false;
  const best = ranking.filter((line) => line.place === 1);
  const title = document.createElement("h2");
  title.textContent = best.map((line) => say.won.replace("{player}", line.name)).join(" ");
  box.replaceChildren(title, places(ranking, say), again(state, say, rematch),
    byCategory(ranking, categories, table, say), chart(course, ranking, say),
    seed(state, say, verify));
}

function places(ranking, say) {
  const list = document.createElement("ol");
  list.className = "ranking";
  for (const line of ranking) {
    const item = document.createElement("li");
    item.value = line.place;
    const name = document.createElement("span");
    name.textContent = line.name;
    const points = document.createElement("b");
    points.textContent = `${line.points} ${say.points}`;
    item.append(picture(`seat-${line.seat}`, "badge"), name, points);
    list.append(item);
  }
  return list;
}

function byCategory(ranking, categories, sums, say) {
  const scroll = document.createElement("div");
  scroll.className = "scroll";
  scroll.tabIndex = 0;
  scroll.role = "region";
  scroll.ariaLabel = say.by_category;
  const table = document.createElement("table");
  const head = table.createTHead().insertRow();
  head.append(document.createElement("td"));
  for (const line of ranking) {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.append(picture(`seat-${line.seat}`, "badge"));
    const name = document.createElement("span");
    name.className = "unseen";
    name.textContent = line.name;
    cell.append(name);
    head.append(cell);
  }
  const body = table.createTBody();
  categories.forEach((category, index) => {
    const row = body.insertRow();
    const label = document.createElement("th");
    label.scope = "row";
    label.textContent = category;
    row.append(label);
    for (const line of ranking) row.insertCell().textContent = sums[line.seat][index];
  });
  scroll.append(table);
  return scroll;
}

function chart(course, ranking, say) {
  const [width, height, edge] = [320, 124, 28];
  const steps = Math.max(1, course[0].length - 1);
  const all = course.flat();
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const x = (i) => edge + ((width - edge - 6) * i) / steps;
  const y = (v) => height - edge / 2 - ((height - edge) * (v - low)) / (high - low);
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("class", "chart");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `${say.course}: ${
    ranking.map((line) => `${line.name} ${line.points}`).join(", ")}`);
  for (const value of [low, high]) {
    const text = document.createElementNS(SVG, "text");
    text.setAttribute("x", edge - 4);
    text.setAttribute("y", y(value) + 4);
    text.textContent = value;
    svg.append(text);
  }
  const seats = ["lapis", "carnelian", "malachite", "gold", "amethyst", "kohl"];
  course.forEach((line, seat) => {
    const path = document.createElementNS(SVG, "polyline");
    path.setAttribute("points", line.map((v, i) => `${x(i).toFixed(1)},${y(v).toFixed(1)}`).join(" "));
    path.setAttribute("class", `nofill s-${seats[seat]} course course-${seat}`);
    svg.append(path);
  });
  return svg;
}

function seed(state, say, verify) {
  const box = document.createElement("p");
  box.className = "hex";
  const code = document.createElement("code");
  code.textContent = state.seed;
  const button = document.createElement("button");
  button.className = "tool";
  button.id = "verify";
  button.textContent = say.check_seed;
  const answer = document.createElement("span");
  answer.setAttribute("role", "status");
  button.addEventListener("click", () => verify(answer));
  box.append(code, button, " ", answer);
  return box;
}

function again(state, say, rematch) {
  const box = document.createElement("p");
  box.className = "actions";
  const button = document.createElement("button");
  button.className = "primary";
  button.id = "rematch";
  button.textContent = state.rematch ? say.go : say.rematch;
  button.hidden = state.mine.length === 0;
  button.addEventListener("click", rematch);
  const replay = document.createElement("a");
  replay.className = "button";
  replay.href = `${location.pathname}/replay`;
  replay.textContent = say.replay;
  if (state.rematch) {
    const words = document.createElement("span");
    words.textContent = `${say.rematch_ready} `;
    box.append(words);
  }
  box.append(button, replay);
  return box;
}
