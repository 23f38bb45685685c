// Scores on the board count up to their new value.
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const SECONDS = 0.9;

let shown = null;

export function countUp(board, state) {
  const last = shown;
  shown = state.seats.map((seat) => seat.points);
  if (!last || calm.matches) return;
  shown.forEach((points, seat) => {
    if (points !== last[seat]) count(numberOf(board, seat, points), last[seat], points);
  });
}

function numberOf(board, seat, points) {
  const plate = board.querySelector(`[data-seat="${seat}"] .nameplate`);
  return [...(plate?.querySelectorAll("text") ?? [])].findLast(
    (node) => node.textContent === String(points));
}

function count(number, from, to) {
  if (!number) return;
  const began = performance.now();
  const tick = (time) => {
    const part = Math.min(1, (time - began) / (1000 * SECONDS));
    number.textContent = Math.round(from + (to - from) * part);
    if (part < 1) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}
