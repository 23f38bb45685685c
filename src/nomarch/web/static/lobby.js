// The lobby: a seat in one click, and filters.
import { at, post, trying } from "./common.js";

for (const button of document.querySelectorAll("[data-join]")) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    const { join } = button.dataset;
    const seated = await trying(() => post(at(`/api/tables/${join}/join`)));
    if (seated) location.href = at(`/t/${join}`);
    else button.disabled = false;
  });
}

const filters = ["game", "clock"].map((name) => [name, document.getElementById(`filter-${name}`)]);

function filter() {
  const cards = [...document.querySelectorAll("#open-tables .table-card")];
  for (const card of cards) {
    card.hidden = filters.some(([name, { value }]) => value && card.dataset[name] !== value);
  }
  document.getElementById("no-tables").hidden = cards.some((card) => !card.hidden);
}
for (const [, select] of filters) select?.addEventListener("change", filter);
