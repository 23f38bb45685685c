// Announcements for screen readers: a log that is only appended to, so that nothing is overwritten.
import { $, el } from "./dom.js";
import { t } from "./i18n.js";
import { changesOf } from "./position.js";

const MOST = 60; // lines that stay in the log
const KEY = "announcements";
export const LENGTHS = ["short", "normal", "all"];

export const lengthNow = () => (LENGTHS.includes(localStorage.getItem(KEY)) ? localStorage.getItem(KEY) : "normal");

// What is outside of an open dialog isn't read, so that each dialog has a log of its own.
function logNow() {
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  if (!dialog) return $("announce");
  const own = dialog.querySelector(":scope > .announce");
  if (own) return own;
  dialog.append(el("div.announce.unseen", { role: "log", "aria-live": "polite", "aria-label": t("Announcements") }));
  return dialog.lastElementChild;
}

export function announce(...words) {
  const told = words.flat().filter(Boolean);
  if (!told.length) return;
  const log = logNow();
  log.append(...told.map((text) => el("p", {}, text)));
  while (log.children.length > MOST) log.firstElementChild.remove();
}

// When the curtain falls, nothing that the last player was told may be read again.
export const forget = () => {
  for (const log of document.querySelectorAll("[role=log]")) log.replaceChildren();
};

// The new sentences of some steps; a short announcement has one sentence per step that somebody chose.
export function announceSteps(entries, knownOf = () => 0) {
  const isShort = lengthNow() === "short";
  announce(entries.flatMap((entry) => {
    const fresh = entry.lines.slice(knownOf(entry)).map((line) => line.text);
    if (!isShort) return fresh;
    return entry.auto ? [] : fresh.slice(0, 1);
  }));
}

// The question comes after what has happened; that others think is told only on request.
export function announceQuestion({ prompt, turn, over, curtain }) {
  if (curtain) return;
  if (turn || over || lengthNow() === "all") announce(prompt);
}

// With the longest announcements, every number and line that changed.
export function announceChanges(before, now) {
  if (lengthNow() === "all") announce(tellChanges(before, now));
}

export const tellChanges = (before, now) => changesOf(before, now).map((change) =>
  ("line" in change ? change.line : t("{row}, {column}: {old} → {now}", change)));

const choices = () => [...document.querySelectorAll("[data-announcements]")];

function drawLengths() {
  for (const button of choices()) {
    button.setAttribute("aria-pressed", String(button.dataset.announcements === lengthNow()));
  }
}

for (const button of choices()) {
  button.addEventListener("click", () => {
    localStorage.setItem(KEY, button.dataset.announcements);
    drawLengths();
  });
}
drawLengths();
