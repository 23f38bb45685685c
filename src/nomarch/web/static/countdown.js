// Countdowns: fill every [data-until] with the time left, and reload the page when one ends.
const DAY = 86400;

export function duration(seconds) {
  const left = Math.max(0, Math.ceil(seconds));
  const two = (number) => String(number).padStart(2, "0");
  const clock = `${two(Math.floor((left % DAY) / 3600))}:${two(Math.floor((left % 3600) / 60))}:${two(left % 60)}`;
  return left >= DAY ? `${Math.floor(left / DAY)} d ${clock}` : clock;
}

const shown = [...document.querySelectorAll("[data-until]")];

function tick() {
  for (const element of shown) {
    const left = Number(element.dataset.until) - Date.now() / 1000;
    element.textContent = (element.dataset.words ?? "{time}").replace("{time}", duration(left));
    if (left <= 0 && "reload" in element.dataset) {
      delete element.dataset.reload;
      setTimeout(() => location.reload(), 3000);
    }
  }
}

if (shown.length) {
  tick();
  setInterval(tick, 1000);
}
