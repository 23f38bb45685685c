// The room of the browser edition: its link, who is here, and codes for one friend.
import { at, toast } from "./common.js";
import { $, el } from "./dom.js";
import { t } from "./i18n.js";
import { offerName } from "./own_name.js";
import { askRoom, watchRoom } from "./room_channel.js";

const codeOf = (link) => at(`/device/qr.svg?text=${encodeURIComponent(link)}`);

function show({ isOpen, link, hasRelay, isReachable, invitation, friends, problem }) {
  $("room-closed").hidden = isOpen;
  $("room-open").hidden = !isOpen;
  $("room-by-link").hidden = !hasRelay;
  $("room-by-hand").open ||= !hasRelay;
  tell(problem ? t("That code doesn't fit. Make a new link and try again.")
    : isOpen && hasRelay && !isReachable ? t("Connecting to the relay…") : "");
  setLink("room-link", "room-code", link);
  $("room-invitation").hidden = !invitation;
  setLink("hand-link", "hand-code", invitation);
  $("room-friends").replaceChildren(...friends.map(({ id, name, isDirect }) => el("li", {},
    el("span", {}, name || t("Somebody who is just coming"), el("small", {}, isDirect ? "" : t("through the relay"))),
    el("button.tool", { onclick: () => askRoom("remove", { id }) }, t("Remove")))));
  if (!friends.length) $("room-friends").replaceChildren(el("li", {}, t("Nobody yet.")));
}

function tell(line) {
  $("room-line").textContent = line;
  $("room-line").hidden = !line;
}

function setLink(field, picture, link) {
  if (!link || $(field).value === link) return;
  $(field).value = link;
  $(picture).src = codeOf(link);
}

document.addEventListener("click", async ({ target }) => {
  const { do: what, ask, copy } = target.dataset;
  if (what && (!ask || confirm(ask))) askRoom(what);
  if (copy) {
    await navigator.clipboard.writeText($(copy).value);
    toast(t("Copied"));
  }
});

$("hand-answer").addEventListener("submit", (event) => {
  event.preventDefault();
  askRoom("admit", { code: new FormData(event.target).get("code").trim() });
  event.target.reset();
});

offerName();
watchRoom(show);
