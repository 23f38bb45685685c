// The version without a server: the player's name, all games as one file, and saves of running ones.
import { at, post, toast, trying } from "./common.js";
import { $ } from "./dom.js";

const words = $("device").dataset;

$("rename").addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = new FormData(event.target).get("name");
  if (await trying(() => post(at("/api/person"), { name }))) toast(words.renamed);
});

document.addEventListener("click", async ({ target }) => {
  const id = target.dataset.save;
  if (!id) return;
  await trying(async () => {
    const answer = await fetch(at(`/api/tables/${id}/save`));
    await navigator.clipboard.writeText(await answer.text());
    toast(words.copied);
  });
});

$("copy").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (!file || !confirm(words.lost)) return;
  await trying(async () => {
    const answer = await fetch(at("/device/games"), { method: "POST", body: file });
    if (!answer.ok) throw new Error((await answer.json()).error);
    toast(words.loaded);
  });
  target.value = "";
});
