// The Python prompt of the browser edition: a cell runs in the worker that runs the games.
import { at, trying } from "./common.js";
import { $, el } from "./dom.js";

const form = $("cell");
const { code } = form.elements;
code.value = `match = nomarch.new("ra", players=3, seed="docs")
match.play(match.to_act[0], match.legal(match.to_act[0])[0])
match`;

async function run() {
  const source = code.value;
  const answer = await fetch(at("/device/python"), { method: "POST", body: source });
  const { printed, text, picture } = await answer.json();
  const shown = picture ? el("img", { src: `data:image/svg+xml,${encodeURIComponent(picture)}`, alt: text }) : text && el("pre", {}, text);
  $("cells").append(el("li", {}, el("pre.code", {}, source), printed && el("pre", {}, printed), shown));
  code.value = "";
  form.scrollIntoView({ block: "nearest" });
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  trying(run);
});
code.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    form.requestSubmit();
  }
});
