// Home, invitation and person pages: a table in one click, a name, a link to copy.
import { at, copyFrom, post, trying } from "./common.js";
import { $ } from "./dom.js";

// Before somebody's first game of each kind, offer its lesson once.
function isNew(button) {
  const { quick: game, offer } = button.dataset;
  if (localStorage.getItem(`offered-${game}`)) return false;
  localStorage.setItem(`offered-${game}`, "yes");
  $("offer-title").textContent = offer;
  $("offer-learn").href = at(`/learn/${game}/start`);
  $("offer-play").onclick = () => { $("offer").close(); button.click(); };
  $("offer").showModal();
  return true;
}

for (const select of document.querySelectorAll("select.level")) {
  select.value = localStorage.getItem("level") ?? select.value;
  select.addEventListener("change", () => localStorage.setItem("level", select.value));
}

for (const button of document.querySelectorAll("[data-quick]")) {
  button.addEventListener("click", async () => {
    if (button.dataset.offer && isNew(button)) return;
    button.disabled = true;
    const chosenAs = (name) => button.closest("article")?.querySelector(name)?.value;
    const players = Number(chosenAs(".count") ?? button.dataset.players);
    const { quick: game, level = chosenAs(".level") ?? "greedy" } = button.dataset;
    const coached = "coached" in button.dataset;
    const seats = [{ kind: "me" }];
    while (seats.length < players) seats.push({ kind: "bot", level });
    const made = await trying(() => post(at("/api/tables"), { game, seats, coached }));
    if (made) location.href = at(`/t/${made.id}`);
    else button.disabled = false;
  });
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", () => copyFrom($(button.dataset.copy)));
}

$("rename")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = new FormData(event.target).get("name");
  if (await trying(() => post(at("/api/person"), { name }))) location.reload();
});

$("recover")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { token } = event.target.dataset;
  const merge = event.submitter.value === "merge";
  if (await trying(() => post(at("/api/recover"), { token, merge }))) location.href = at("/tables");
});

$("end-sessions")?.addEventListener("click", async () => {
  if (await trying(() => post(at("/api/sessions/end")))) location.reload();
});

$("forget")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = new FormData(event.target).get("name");
  if (!await trying(() => post(at("/api/me/forget"), { name }))) return;
  $("account").replaceWith($("goodbye").content);
  document.querySelector("main h1").focus();
});

$("join")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const name = new FormData(form).get("name");
  const seated = await trying(async () => {
    await post(at("/api/person"), { name });
    return post(at(`/api/tables/${form.dataset.table}/join`), { token: form.dataset.token });
  });
  if (seated) location.href = at(`/t/${form.dataset.table}`);
});
