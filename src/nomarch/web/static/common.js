// What every page shares: theme, language, toasts, and a fetch that speaks in sentences.

export function read(id) {
  const node = document.getElementById(id);
  return node ? JSON.parse(node.textContent) : null;
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

export function toast(words, kind = "") {
  const place = document.getElementById("toasts");
  const note = document.createElement("p");
  note.className = `toast ${kind}`;
  note.textContent = words;
  place.append(note);
  setTimeout(() => note.remove(), 5000);
}

export async function trying(action) {
  try {
    return await action();
  } catch (error) {
    toast(error.message, "bad");
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

function remember(name, value) {
  document.cookie = `${name}=${value};path=/;max-age=31536000;samesite=lax`;
}

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
