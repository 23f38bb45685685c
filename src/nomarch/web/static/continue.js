// A saved game: whose seats are mine, and a table that plays on from it.
import { at, post, trying } from "./common.js";
import { $, el } from "./dom.js";

const form = $("saved");
const { save, level } = form.elements;
const bots = new Set($("continue").dataset.bots.split(" "));

function listSeats() {
  const players = Number(/^players (\d+)$/m.exec(save.value)?.[1] ?? 0);
  const names = new Map([...save.value.matchAll(/^name (\d+) (.+)$/gm)].map(([, seat, name]) => [Number(seat), name]));
  const arePeople = form.elements.others.value === "people";
  const isMine = (seat) => (names.size ? !arePeople && !bots.has(names.get(seat)) : seat === 0);
  $("whose").hidden = !players;
  $("whose").replaceChildren($("whose").firstElementChild, ...Array.from({ length: players }, (_, seat) => el(
    "label.check", {}, el("input", { type: "checkbox", name: "seat", value: seat, checked: isMine(seat) }),
    el("span", {}, names.get(seat) ?? String(seat + 1)),
  )));
}
for (const input of form.elements.others) {
  input.addEventListener("change", () => { $("bot-level").hidden = form.elements.others.value !== "bots"; listSeats(); });
}
save.addEventListener("input", listSeats);
listSeats();

$("file").addEventListener("change", async ({ target }) => {
  save.value = await target.files[0]?.text() ?? "";
  listSeats();
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const seats = [...form.querySelectorAll("[name=seat]:checked")].map(({ value }) => Number(value));
  const others = form.elements.others.value;
  await trying(async () => {
    const { id } = await post(at("/api/saves"), { save: save.value, seats, level: level.value, others });
    location.href = at(`/t/${id}`);
    return true;
  });
});
