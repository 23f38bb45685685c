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

// Adds points that have arrived at a nameplate.
export function addTo(plate, points) {
  const text = [...(plate?.querySelectorAll("text") ?? [])].find((node) => NUMBER.test(node.textContent));
  if (text) text.textContent = written(valueOf(text.textContent) + points);
}

// Counts from earlier numbers to those of a drawing. Returns a function that ends it.
export function countFrom(drawing, before) {
  const changed = [...numbersOf(drawing)].flatMap(([key, { node, value }]) => {
    const was = before.get(key);
    return was && was.value !== value ? [{ node, from: was.value, to: value }] : [];
  });
  const began = performance.now();
  let isOver = false;
  const show = (time) => {
    if (isOver) return;
    const part = Math.min(1, Math.max(0, (time - began) / (1000 * SECONDS)));
    for (const { node, from, to } of changed) node.textContent = written(Math.round(from + (to - from) * part));
    if (part < 1) requestAnimationFrame(show);
  };
  if (changed.length) show(began);
  return () => {
    if (isOver) return;
    isOver = true;
    for (const { node, to } of changed) node.textContent = written(to);
  };
}
