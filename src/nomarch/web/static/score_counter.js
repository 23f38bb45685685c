// Numbers in the players' areas count up to their new value.
const NUMBER = /^[−-]?\d+$/;
const SECONDS = 0.5;

const valueOf = (text) => Number(text.replace("−", "-"));
const written = (value) => String(value).replace("-", "−");

// All numbers in players' areas, by area, piece and order.
export function numbersOf(drawing) {
  const found = new Map();
  const counts = new Map();
  for (const node of drawing.querySelectorAll("[data-seat] text")) {
    if (!NUMBER.test(node.textContent)) continue;
    const place = `${node.closest("[data-seat]").dataset.seat} ${node.closest("g[id]").id}`;
    const index = counts.get(place) ?? 0;
    counts.set(place, index + 1);
    found.set(`${place} ${index}`, { node, value: valueOf(node.textContent) });
  }
  return found;
}

// Counts from earlier numbers to those of a drawing, each area after its own wait in milliseconds.
// Returns a function that ends it.
export function countFrom(drawing, before, waitOf) {
  const changed = [...numbersOf(drawing)].flatMap(([key, { node, value }]) => {
    const was = before.get(key);
    return was && was.value !== value
      ? [{ node, from: was.value, to: value, wait: waitOf(node.closest("[data-seat]")) }] : [];
  });
  const began = performance.now();
  let isOver = false;
  const show = (time) => {
    if (isOver) return;
    let goesOn = false;
    for (const { node, from, to, wait } of changed) {
      const part = Math.min(1, Math.max(0, (time - began - wait) / (1000 * SECONDS)));
      const text = written(Math.round(from + (to - from) * part));
      if (node.textContent !== text) node.textContent = text;
      goesOn ||= part < 1;
    }
    if (goesOn) requestAnimationFrame(show);
  };
  if (changed.length) show(began);
  return () => {
    if (isOver) return;
    isOver = true;
    for (const { node, to } of changed) node.textContent = written(to);
  };
}
