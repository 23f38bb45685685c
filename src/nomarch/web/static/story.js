// The story: log lines with little pictures, shared by table and replay.

const SVG = "http://www.w3.org/2000/svg";

export function picture(name, cls = "icon") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", cls);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${name}`);
  svg.append(use);
  return svg;
}

export function storyLine(entry) {
  const item = document.createElement("li");
  item.dataset.ply = entry.ply;
  if (entry.auto) item.classList.add("auto");
  if (entry.seat >= 0) item.append(picture(`seat-${entry.seat}`, "badge"));
  const text = document.createElement("div");
  for (const line of entry.lines) {
    const sentence = document.createElement("span");
    if (line.icon) sentence.append(picture(`icon-${line.icon}`));
    sentence.append(line.text);
    text.append(sentence);
  }
  item.append(text);
  return item;
}

export function fill(list, entries) {
  for (const entry of entries) {
    if (entry.lines.length) list.append(storyLine(entry));
  }
}
