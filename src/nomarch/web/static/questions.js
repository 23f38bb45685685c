// Ask and type: one field that finds facts of the position and legal moves by their words. And what has
// changed since the reader's last turn.
import { announce, tellChanges } from "./announce.js";
import { timeOf } from "./clocks.js";
import { el } from "./dom.js";
import { t } from "./i18n.js";
import { onKey, openDialog } from "./keys.js";
import { readPosition, rowOf } from "./position.js";

const MOST = 12;

const plain = (words) => words.toLocaleLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

// The words of a question that say what it is about.
const wordsOf = (question) => {
  // TRANSLATORS: small words of a question that are ignored, each separated by a space
  const small = new Set(t("who has have where can go what which is are the a an my of for how many").split(" "));
  return plain(question).split(/[^\p{L}\p{N}+−-]+/u).filter((word) => word && !small.has(word));
};

// A word is found by its beginning, so that “suns” finds “sun”.
const has = (text, words) => {
  const parts = plain(text).split(/[^\p{L}\p{N}+−-]+/u);
  return words.every((word) => parts.some((part) => part.startsWith(word) || (word.length > 3 && word.startsWith(part) && part.length > 2)));
};

// Lines and cells of a position that a question is about.
export function factsOf(position, words) {
  return position.flatMap(({ title, lines, columns, rows }) => [
    ...lines.filter((line) => has(line, words)),
    ...rows.flatMap((row) => row.slice(1).flatMap((cell, c) => {
      const told = `${rowOf(title, row)}, ${columns[c + 1]}: ${cell}`;
      return has(told, words) ? [told] : [];
    })),
  ]);
}

function answer(question, board, moves, choose, box, list) {
  const words = wordsOf(question);
  if (!words.length) return;
  const facts = factsOf(readPosition(board), words).slice(0, MOST);
  const found = moves().filter((offer) => has(offer.words, words)).slice(0, MOST);
  list.replaceChildren(...facts.map((fact) => el("li", {}, fact)), ...found.map(({ move, words: told }) =>
    el("li", {}, el("button.tool", { data: { move }, onclick: () => { box.close(); choose(move); } }, told))));
  announce(facts.length || found.length ? [...facts, ...found.map((offer) => offer.words)] : t("Nothing found."));
}

function openQuestion(board, moves, choose) {
  const input = el("input", { type: "text", "aria-label": t("Your question, or part of a move"),
    placeholder: t("who has Nile") });
  const list = el("ul.answers");
  const box = openDialog(t("Ask about the game"), el("form", { onsubmit: (event) => {
    event.preventDefault();
    answer(input.value, board, moves, choose, box, list);
  } }, input, " ", el("button.tool", {}, t("Ask"))), list);
  input.focus();
}

// `now` is the state of the page; `since` what was true when the reader's last turn ended.
export function offerQuestions(board, { now, since, choose }) {
  onKey("/", () => openQuestion(board, () => now().moves, choose));
  const changed = () => {
    const { position, ply } = since();
    const steps = now().log.filter((entry) => entry.ply > ply).flatMap((entry) => entry.lines.map((line) => line.text));
    const all = [...steps, ...tellChanges(position, readPosition(board))];
    const box = openDialog(t("Since your last turn"), all.length
      ? el("ul", {}, all.map((line) => el("li", {}, line))) : el("p", {}, t("Nothing has changed.")));
    box.querySelector("h2").focus();
    announce(all.length ? all : t("Nothing has changed."));
  };
  onKey("w", changed);
  for (const button of document.querySelectorAll("[data-since-turn]")) button.addEventListener("click", changed);
  onKey("q", () => announce(now().prompt));
  onKey("c", () => {
    const clocks = now().seats.filter((seat) => seat.clock)
      .map((seat) => t("{player}: {time} left", { player: seat.name, time: timeOf(seat) }));
    announce(clocks.length ? clocks : t("There's no clock at this table."));
  });
}
