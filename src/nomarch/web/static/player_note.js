// The private note on a player's profile.
import { at, post, trying } from "./common.js";
import { $ } from "./dom.js";

const form = $("player-note");
const saved = $("note-saved");

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  saved.textContent = "";
  const path = at(`/api/players/${encodeURIComponent(form.dataset.handle)}/note`);
  const done = await trying(() => post(path, { text: form.elements.text.value }));
  if (!done) return;
  form.elements.text.value = done.text;
  saved.textContent = saved.dataset.saved;
});
form?.elements.text.addEventListener("input", () => { saved.textContent = ""; });
