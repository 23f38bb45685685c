// What waits for the reader, on every page: invitations with an answer, messages, chat of friends.
import { at, post, read, trying } from "./common.js";
import { $, el, put } from "./dom.js";
import { sound } from "./sound.js";

const EVERY = 8000;
const EVERY_HIDDEN = 60_000;
const words = read("inbox-words");
const { lang } = document.documentElement;
const KNOWN = "inbox-known";

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
  el("button.primary", { onclick: () => accept(line) }, words.accept),
  el("button.button", { onclick: () => decline(line) }, words.decline),
];
const sentence = ({ sender, title }) => put(words.invites, { name: sender, game: title });

// An invitation stays in view until it is answered; its place on lists does, too.
function showInvitations(lines) {
  for (const box of document.querySelectorAll(".toast.invitation")) {
    if (!lines.some(({ table }) => table === box.dataset.table)) box.remove();
  }
  const isListed = document.querySelector("[data-invitations]") !== null;
  for (const line of lines) {
    const isHere = location.pathname.startsWith(at(`/t/${line.table}`));
    if (isListed || isHere) {
      if (isNews(`invitation ${line.table}`)) sound("turn");
      continue;
    }
    if ([...document.querySelectorAll(".toast.invitation")].some((box) => box.dataset.table === line.table)) continue;
    if (isNews(`invitation ${line.table}`)) sound("turn");
    $("toasts").append(el("div.toast.invitation", { data: { table: line.table } },
      el("p", {}, sentence(line)), el("p.actions", {}, answers(line))));
  }
  for (const list of document.querySelectorAll("[data-invitations]")) {
    list.hidden = !lines.length;
    list.querySelector("ul").replaceChildren(...lines.map((line) =>
      el("li", {}, el("span", {}, sentence(line)), answers(line))));
  }
}

function tell(text, href) {
  sound("turn");
  const note = el("p.toast", {}, text, " ", el("a", { href }, words.open));
  $("toasts").append(note);
  setTimeout(() => note.remove(), 8000);
}

function showBadges(count, messages) {
  for (const badge of document.querySelectorAll("[data-inbox-badge]")) {
    const number = badge.dataset.inboxBadge === "messages" ? messages : count;
    badge.hidden = !number;
    badge.textContent = number;
  }
  const plain = document.title.replace(/^\(\d+\) /, "");
  document.title = count ? `(${count}) ${plain}` : plain;
}

async function look() {
  const answer = await fetch(at(`/api/inbox?lang=${lang}`)).catch(() => null);
  if (!answer?.ok) return;
  const { invitations, messages, requests, chats } = await answer.json();
  showInvitations(invitations);
  for (const { id, name, text } of messages) {
    if (isNews(`message ${id}`)) tell(put(words.wrote, { name, text }), at(`/messages/${encodeURIComponent(name)}`));
  }
  for (const { table, name, text, at: when } of chats) {
    const isHere = location.pathname === at(`/t/${table}`);
    if (!isHere && isNews(`chat ${table} ${when}`)) tell(put(words.said, { player: name, text }), at(`/t/${table}`));
  }
  showBadges(invitations.length + messages.length + requests + chats.length, messages.length);
}

let timer = null;
async function keepLooking() {
  clearTimeout(timer);
  await look();
  timer = setTimeout(keepLooking, document.hidden ? EVERY_HIDDEN : EVERY);
}
document.addEventListener("visibilitychange", () => { if (!document.hidden) keepLooking(); });
keepLooking();
