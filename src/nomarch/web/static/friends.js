// Friends: add, remove, invite; answer requests and invitations.
import { at, post, trying } from "./common.js";
import { $ } from "./dom.js";

function onPress(name, act) {
  for (const button of document.querySelectorAll(`[data-${name}]`)) {
    button.addEventListener("click", async () => {
      button.disabled = true;
      if (!(await trying(() => act(button.dataset)))) button.disabled = false;
    });
  }
}

const again = () => { location.reload(); return true; };
const go = (table) => { location.href = at(`/t/${table}`); return true; };

onPress("relate", async ({ relate, kind }) => {
  await post(at(`/api/friends/${relate}`), { kind });
  return again();
});
onPress("invite", async ({ invite }) => {
  const { id } = await post(at(`/api/friends/${invite}/invite`), { game: $("invite-game").value });
  return go(id);
});
onPress("join", async ({ join, token }) => {
  await post(at(`/api/tables/${join}/join`), { token });
  return go(join);
});
onPress("decline", async ({ decline }) => {
  await post(at("/api/invitations/decline"), { table: decline });
  return again();
});
$("add-friend")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = new FormData(event.target).get("name");
  if (await trying(() => post(at("/api/friends"), { name }))) location.reload();
});
$("contact")?.addEventListener("change", ({ target }) =>
  trying(() => post(at("/api/contact"), { wanted: target.value })));
$("shown")?.addEventListener("change", ({ target }) =>
  trying(() => post(at("/api/presence"), { shown: target.checked })));
