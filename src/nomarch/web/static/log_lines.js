// Log lines with icons, shared by table, replay and lesson.
import { el } from "./dom.js";
import { place, say } from "./context.js";
import { again } from "./scoring.js";
import { badge, picture } from "./icons.js";

export { badge, picture };

// An icon links to its glossary entry; the rules tab has links for keyboards and screen readers.
const explained = (name) => (place.glossary
  ? el("a.icon-link", {
    href: `${place.glossary}#${name}`, target: "_blank", tabindex: "-1", "aria-hidden": "true",
    onclick: (event) => event.stopPropagation(),
  }, picture(`icon-${name}`))
  : picture(`icon-${name}`));

export const sentence = (line) =>
  el("span", {}, line.icon && explained(line.icon), line.text);

// All sentences of a turn; repeated ones are counted.
export function brief(lines) {
  const counts = new Map();
  for (const line of lines) counts.set(line.text, (counts.get(line.text) ?? 0) + 1);
  const once = lines.filter((line, i) => lines.findIndex(({ text }) => text === line.text) === i);
  return once.flatMap((line) => [sentence(line), counts.get(line.text) > 1 && ` ×${counts.get(line.text)}`, " "])
    .filter(Boolean);
}

const logLine = (entry) => el(entry.auto ? "li.auto" : "li", { data: { ply: entry.ply } },
  entry.seat >= 0 && badge(entry.seat),
  el("div", {}, entry.lines.map(sentence), entry.hinted && el("small.with-hint", {}, say.with_hint),
    (entry.interludes ?? []).map(again)));

export function fill(list, entries) {
  list.append(...entries.filter((entry) => entry.lines.length).map(logLine));
}
