// The story: log lines with little pictures, shared by table and replay.
import { el } from "./dom.js";
import { place, say } from "./context.js";
import { again } from "./scoring.js";
import { badge, picture } from "./icons.js";

export { badge, picture };

const MOST_SENTENCES = 3;

// A picture leads to its entry in the glossary; for keys and readers the rules have a link to all.
const explained = (name) => (place.glossary
  ? el("a.icon-link", {
    href: `${place.glossary}#${name}`, target: "_blank", tabindex: "-1", "aria-hidden": "true",
    onclick: (event) => event.stopPropagation(),
  }, picture(`icon-${name}`))
  : picture(`icon-${name}`));

export const sentence = (line) =>
  el("span", {}, line.icon && explained(line.icon), line.text);

// The beginning of a long story, where there is room for little: the log tells all of it.
export const brief = (lines) => [
  ...lines.slice(0, MOST_SENTENCES).flatMap((line) => [sentence(line), " "]),
  lines.length > MOST_SENTENCES ? "… " : "",
];

const storyLine = (entry) => el(entry.auto ? "li.auto" : "li", { data: { ply: entry.ply } },
  entry.seat >= 0 && badge(entry.seat),
  el("div", {}, entry.lines.map(sentence), entry.hinted && el("small.with-hint", {}, say.with_hint),
    (entry.interludes ?? []).map(again)));

export function fill(list, entries) {
  list.append(...entries.filter((entry) => entry.lines.length).map(storyLine));
}
