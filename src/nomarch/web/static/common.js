// Shared by all pages: theme, language, toasts, and a fetch with readable errors.
import { $, el } from "./dom.js";
import { localTimes, moment } from "./format.js";

const { root } = document.documentElement.dataset;

// A URL of this site, under its root path.
export const at = (path) => root + path;

export function read(id) {
  return $(id) && JSON.parse($(id).textContent);
}

export async function post(path, body = {}) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const data = await answer.json();
  if (!answer.ok) throw new Error(data.error);
  return data;
}

export function toast(words, kind = "", ...more) {
  const note = el(kind ? `p.toast.${kind}` : "p.toast", {}, words, " ", ...more);
  $("toasts").append(note);
  setTimeout(() => note.remove(), 5000);
}

export async function trying(action) {
  try {
    return await action();
  } catch (error) {
    toast(localTimes(error.message), "bad");
    return null;
  }
}

export async function copyFrom(input, words) {
  input.select();
  try {
    await navigator.clipboard.writeText(input.value);
  } catch {
    document.execCommand("copy");
  }
  if (words) toast(words);
}

for (const time of document.querySelectorAll("[data-moment]")) time.textContent = moment(Number(time.dataset.moment));
for (const text of document.querySelectorAll("[data-local-times]")) text.textContent = localTimes(text.textContent);

function remember(name, value) {
  document.cookie = `${name}=${value};path=${at("/")};max-age=31536000;samesite=lax`;
}

// Tell the server the board's shape with the next page, so that it is right at once.
const narrow = matchMedia("(max-width: 860px)");
const rememberShape = () => remember("shape", narrow.matches ? "tall" : "wide");
rememberShape();
narrow.addEventListener("change", rememberShape);

const themes = [...document.querySelectorAll("[data-theme-choice]")];

function showTheme() {
  const theme = document.documentElement.dataset.theme ?? "";
  for (const button of themes) {
    button.setAttribute("aria-pressed", String(button.dataset.themeChoice === theme));
  }
}
showTheme();

for (const button of themes) {
  button.addEventListener("click", () => {
    const theme = button.dataset.themeChoice;
    remember("theme", theme);
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    showTheme();
  });
}

document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

// The service worker shows notices and an offline page; a page works as well without it.
const { lang } = document.documentElement;
if (isSecureContext && "serviceWorker" in navigator && !("alone" in document.documentElement.dataset)) {
  addEventListener("load", () => navigator.serviceWorker.register(at(`/sw.js?lang=${lang}`))
    .catch(() => {}));
}
