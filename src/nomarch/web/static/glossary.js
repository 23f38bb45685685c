// The glossary: filters entries by the words typed.
import { $ } from "./dom.js";

const entries = [...document.querySelectorAll(".entry")];
const plain = (words) => words.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase();
const texts = new Map(entries.map((entry) => [entry, plain(entry.textContent)]));

function search() {
  const words = plain($("search").value).split(/\s+/).filter(Boolean);
  for (const [entry, text] of texts) entry.hidden = !words.every((word) => text.includes(word));
  for (const section of document.querySelectorAll(".glossary section")) {
    section.hidden = !section.querySelector(".entry:not([hidden])");
  }
  const isEmpty = entries.every((entry) => entry.hidden);
  $("found").textContent = isEmpty ? $("found").dataset.none : "";
}

$("search").addEventListener("input", search);
