// Table setup: player count, seats, variants, clock.
import { at, post, read, trying } from "./common.js";
import { $, el } from "./dom.js";
import { t } from "./i18n.js";
import { openRoom } from "./room_channel.js";

const game = read("game");
const form = $("setup");
const list = $("seats");
// With friends, the other seats start free.
const query = new URLSearchParams(location.search);
const invited = query.get("invite");
const usual = query.has("friends") ? "friend" : "bot:greedy";

function addSeat(index) {
  const item = $("seat-row").content.firstElementChild.cloneNode(true);
  const kind = item.querySelector(".kind");
  kind.setAttribute("aria-label", t("Seat {number}", { number: index + 1 }));
  item.querySelector(".seat-badge").textContent = index + 1;
  kind.value = index === 0 ? "me" : index === 1 && invited ? `invite:${invited}` : usual;
  const name = item.querySelector(".name");
  const habit = item.querySelector(".habit");
  const ask = () => {
    name.hidden = !["here", "friend", "elsewhere"].includes(kind.value);
    habit.textContent = game.habits[kind.value.replace("bot:", "")] ?? "";
    habit.hidden = !habit.textContent;
  };
  kind.addEventListener("change", () => { ask(); mindManners(); });
  ask();
  list.append(item);
}

// Ratings depend on the player count, and so do the levels worth offering.
function offerLevels(select, levels) {
  for (const option of select.options) {
    const [kind, level] = option.value.split(":");
    if (kind !== "bot" || level in game.habits) continue;
    option.hidden = option.disabled = !(level in levels);
    option.textContent = `${t("Bot")} – ${levels[level]}`;
  }
  if (select.selectedOptions[0].hidden) select.value = "bot:greedy"; // offered with every count
}

function setPlayers(count) {
  while (list.children.length > count) list.lastElementChild.remove();
  while (list.children.length < count) addSeat(list.children.length);
  for (const select of list.querySelectorAll(".kind")) offerLevels(select, game.levels[count]);
  for (const select of form.querySelectorAll("select[data-option]")) {
    const option = game.options.find((o) => o.id === select.dataset.option);
    for (const entry of select.options) {
      const { players } = option.choices.find((c) => c.id === entry.value);
      entry.disabled = players.length > 0 && !players.includes(count);
    }
    if (select.selectedOptions[0].disabled) {
      select.value = [...select.options].find((entry) => !entry.disabled).value;
    }
    // A variant that the player count decides isn't shown.
    const open = [...select.options].filter((entry) => !entry.disabled);
    select.closest(".field").hidden = open.length < 2;
  }
  mindManners();
  const box = $("options");
  box.hidden = ![...box.querySelectorAll(".field")].some((field) => !field.hidden);
}

// Hints are on for solo games by default; the lobby lists tables with free seats. Without accounts
// nothing is rated, and there is no lobby.
const { hints, listed, rated } = form.elements;
const canRate = rated?.disabled === false;
let isHintChosen = false;
hints.addEventListener("change", () => { isHintChosen = true; });
rated?.addEventListener("change", () => mindManners());

function mindManners() {
  const kinds = [...list.querySelectorAll(".kind")].map(({ value }) => value);
  if (rated) mindRating(kinds);
  if (!isHintChosen && !hints.disabled) hints.checked = kinds.filter((kind) => !kind.startsWith("bot")).length < 2;
}

function mindRating(kinds) {
  const isMeasured = game.measured.includes(kinds.length) || !kinds.some((kind) => kind.startsWith("bot"));
  $("unmeasured").hidden = isMeasured;
  rated.disabled = !isMeasured || !canRate;
  if (!isMeasured) rated.checked = false;
  hints.disabled = rated.checked;
  if (rated.checked) hints.checked = false;
  $("listing").hidden = !kinds.some((kind) => kind === "friend" || kind.startsWith("invite:"));
}

const field = ({ id, title, about, choices }) => el("label.field", {}, el("span", {}, title),
  el("select", { data: { option: id } }, choices.map((c) => new Option(c.title, c.id))),
  el("small", {}, about));
$("options").append(...game.options.map(field));

for (const input of form.querySelectorAll("[name=players]")) {
  input.addEventListener("change", () => setPlayers(Number(input.value)));
}
// A challenge is a duel, where the game has one.
const counts = [...form.querySelectorAll("[name=players]")].map(({ value }) => Number(value));
const first = invited && counts.includes(2) ? 2 : game.usual;
form.querySelector(`[name=players][value="${first}"]`).checked = true;
setPlayers(first);

// "60" is a minute per move, "600+10" a total of ten minutes and ten seconds more per turn.
function clock() {
  const [time, increment] = form.elements.clock.value.split("+").map(Number);
  return increment === undefined ? { clock: time } : { bank: time, increment };
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const players = [];
  const seats = [...list.children].map((item, index) => {
    const [chosen, level] = item.querySelector(".kind").value.split(":");
    if (chosen === "invite") {
      players.push(level);
      return { kind: "friend", name: item.querySelector(".kind").selectedOptions[0].textContent };
    }
    const kind = chosen;
    const free = kind === "friend" ? t("Seat {number}", { number: index + 1 }) : "";
    const seat = { kind, name: item.querySelector(".name").value || free };
    if (level) seat.level = level;
    return seat;
  });
  const options = {};
  for (const select of form.querySelectorAll("select[data-option]")) {
    options[select.dataset.option] = select.value;
  }
  const wish = {
    game: game.id, seats, options, ...clock(),
    hints: hints.checked, rated: rated?.checked ?? false,
    listed: listed ? listed.checked && !$("listing").hidden : seats.some(({ kind }) => kind === "friend"),
  };
  if (!listed && wish.listed && !("others" in document.documentElement.dataset)) await openRoom();
  const made = await trying(() => post(at("/api/tables"), wish));
  if (made && players.length) await trying(() => post(at(`/api/tables/${made.id}/invite`), { players }));
  if (made) location.href = at(`/t/${made.id}`);
});
