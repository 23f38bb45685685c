// The story: log lines with little pictures, shared by table and replay.
import { el } from "./dom.js";
import { again } from "./interlude.js";
import { say } from "./here.js";
import { badge, picture } from "./pictures.js";

export { badge, picture };

export const sentence = (line) =>
  el("span", {}, line.icon && picture(`icon-${line.icon}`), line.text);

const storyLine = (entry) => el(entry.auto ? "li.auto" : "li", { data: { ply: entry.ply } },
  entry.seat >= 0 && badge(entry.seat),
  el("div", {}, entry.lines.map(sentence), entry.hinted && el("small.with-hint", {}, say.with_hint),
    (entry.interludes ?? []).map(again)));

export function fill(list, entries) {
  list.append(...entries.filter((entry) => entry.lines.length).map(storyLine));
}
