// Filters a page's entries by the words typed; sections without a match are hidden.
import { $ } from "./dom.js";

const plain = (words) => words.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase();

export function filterBy(input, entries, sections) {
  const texts = new Map([...entries].map((entry) => [entry, plain(entry.textContent)]));
  input.addEventListener("input", () => {
    const words = plain(input.value).split(/\s+/).filter(Boolean);
    for (const [entry, text] of texts) entry.hidden = !words.every((word) => text.includes(word));
    for (const section of sections) {
      section.hidden = [...texts.keys()].every((entry) => entry.hidden || !section.contains(entry));
    }
    const isEmpty = [...texts.keys()].every((entry) => entry.hidden);
    $("found").textContent = isEmpty ? $("found").dataset.none : "";
  });
}
