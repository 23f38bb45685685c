// The lobby: a seat in one click.
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
