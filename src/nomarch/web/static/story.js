// The story: log lines with little pictures, shared by table and replay.
import { el, svg } from "./dom.js";

export const picture = (name, kind = "icon") =>
  svg(`svg.${kind}`, { "aria-hidden": "true" }, svg("use", { href: `#${name}` }));

export const badge = (seat) => picture(`seat-${seat}`, "badge");

const sentence = (line) => el("span", {}, line.icon && picture(`icon-${line.icon}`), line.text);

const storyLine = (entry) => el(entry.auto ? "li.auto" : "li", { data: { ply: entry.ply } },
  entry.seat >= 0 && badge(entry.seat), el("div", {}, entry.lines.map(sentence)));

export function fill(list, entries) {
  list.append(...entries.filter((entry) => entry.lines.length).map(storyLine));
}
