// The browser edition: the player's name, all games as one file, and saves of running ones.
import { at, post, toast, trying } from "./common.js";
import { $, el } from "./dom.js";

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

// A browser asks the static host for a link's download, which has none of these: they are fetched.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[download]");
  if (!link || link.href.startsWith("blob:")) return;
  event.preventDefault();
  trying(async () => {
    const answer = await fetch(link.href);
    if (!answer.ok) throw new Error(answer.statusText);
    const href = URL.createObjectURL(await answer.blob());
    el("a", { href, download: link.download }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
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
