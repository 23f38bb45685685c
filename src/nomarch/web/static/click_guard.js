// Guard against misclicks: ignore input just after the question has changed, and all held keys.

const MOMENT = 400;
const ANSWERS = "[data-action], .move, #undo, #ask button, #confirm button";
const { dataset } = document.body;

let timer = 0;

export const isCareful = () => localStorage.getItem("careful") !== "off";

// The body has `data-guard` while a click or key may have been meant for the previous question.
export function askAnew() {
  if (!isCareful()) return;
  dataset.guard = "";
  clearTimeout(timer);
  timer = setTimeout(() => delete dataset.guard, MOMENT);
}

function weigh(event) {
  const isKey = event.type === "keydown";
  if (isKey && event.key !== "Enter" && event.key !== " ") return;
  if (!event.target.closest?.(ANSWERS)) return;
  if (!("guard" in dataset) && !event.repeat) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

export function guard() {
  document.addEventListener("click", weigh, true);
  document.addEventListener("keydown", weigh, true);
}
