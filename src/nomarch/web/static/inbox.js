// What waits for the reader, on every page: one quiet line for invitations, one toast for messages.
import { at, post, trying } from "./common.js";
import { $, el } from "./dom.js";
import { t, tn } from "./i18n.js";
import { sound } from "./sound.js";

const EVERY = 8000;
const EVERY_HIDDEN = 60_000;
const TOAST_TIME = 8000;
const { lang } = document.documentElement;
const KNOWN = "inbox-known";
const isAtTable = document.body.classList.contains("at-table");

// Every tab tells a thing once; what was told in another tab of this browser is not told again.
const known = new Set(JSON.parse(localStorage.getItem(KNOWN) ?? "[]"));
const isNews = (key) => {
  if (known.has(key)) return false;
  known.add(key);
  localStorage.setItem(KNOWN, JSON.stringify([...known].slice(-200)));
  return true;
};

async function accept({ table, token }) {
  if (await trying(() => post(at(`/api/tables/${table}/join`), { token }))) location.href = at(`/t/${table}`);
}

async function decline({ table }) {
  if (await trying(() => post(at("/api/invitations/decline"), { table }))) await look();
}

const answers = (line) => [
  el("button.primary", { onclick: () => accept(line) }, t("Accept")),
  el("button.button", { onclick: () => decline(line) }, t("Decline")),
];
const sentence = ({ sender, title }) => t("{name} invites you to play {game}", { name: sender, game: title });
const terms = (line) => line.terms.join(" · ");

// Lists show invitations with an answer, other pages one line. A table's page has its menu only.
function showInvitations(lines) {
  const news = lines.filter(({ table }) => isNews(`invitation ${table}`));
  for (const list of document.querySelectorAll("[data-invitations]")) {
    list.hidden = !lines.length;
    list.querySelector("ul").replaceChildren(...lines.map((line) =>
      el("li", {}, el("span", {}, sentence(line), el("small", {}, terms(line))), answers(line))));
  }
  for (const link of document.querySelectorAll("[data-invitations-link]")) link.hidden = !lines.length;
  if (isAtTable) return;
  if (news.length) sound("turn");
  const isListed = document.querySelector("[data-invitations], #invitations") !== null;
  $("waiting").hidden = isListed || !lines.length;
  if ($("waiting").hidden) return;
  const said = lines.length === 1 ? `${sentence(lines[0])} – ${terms(lines[0])}`
    : tn("{count} invitation", "{count} invitations", lines.length);
  $("waiting").replaceChildren(said, " ", el("a", { href: at("/friends#invitations") }, t("Show")));
}

// One toast at a time: a later one takes its place.
function tell(text, href) {
  sound("turn");
  document.querySelector(".toast.inbox")?.remove();
  const note = el("p.toast.inbox", {}, text, " ", el("a", { href }, t("Open")));
  $("toasts").append(note);
  setTimeout(() => note.remove(), TOAST_TIME);
}

function showMessages(messages, chats) {
  const written = messages.filter(({ id }) => isNews(`message ${id}`))
    .map(({ name, text }) => [
      t("Message from {name}: {text}", { name, text }), at(`/messages/${encodeURIComponent(name)}`)]);
  const said = chats.filter(({ table, at: when }) => location.pathname !== at(`/t/${table}`) && isNews(`chat ${table} ${when}`))
    .map(({ table, name, text }) => [t("{player} says: {text}", { player: name, text }), at(`/t/${table}`)]);
  const news = [...written, ...said];
  if (news.length === 1) tell(...news[0]);
  else if (news.length) {
    const told = tn("{count} new message", "{count} new messages", news.length);
    tell(told, written.length ? at("/messages") : at("/tables"));
  }
}

function showBadges(counts) {
  for (const badge of document.querySelectorAll("[data-inbox-badge]")) {
    const number = counts[badge.dataset.inboxBadge];
    badge.hidden = !number;
    badge.textContent = number;
  }
  const plain = document.title.replace(/^\(\d+\) /, "");
  document.title = counts.all ? `(${counts.all}) ${plain}` : plain;
}

async function look() {
  const answer = await fetch(at(`/api/inbox?lang=${lang}`)).catch(() => null);
  // Who was banned meanwhile reads why.
  if (answer?.status === 403 && !document.querySelector("[data-local-times]")) location.reload();
  if (!answer?.ok) return;
  const { invitations, messages, requests, chats, reports } = await answer.json();
  showInvitations(invitations);
  showMessages(messages, chats);
  const all = invitations.length + messages.length + requests + chats.length + reports;
  showBadges({ all, invitations: invitations.length, messages: messages.length, requests, reports });
}

let timer = null;
async function keepLooking() {
  clearTimeout(timer);
  await look();
  timer = setTimeout(keepLooking, document.hidden ? EVERY_HIDDEN : EVERY);
}
document.addEventListener("visibilitychange", () => { if (!document.hidden) keepLooking(); });
keepLooking();
