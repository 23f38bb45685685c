// The rules: search paragraphs and pictures; print them, the style sheet sets two pages.
import { $ } from "./dom.js";
import { filterBy } from "./text_search.js";

filterBy($("search"), document.querySelectorAll(".chapter-words p, .example"), document.querySelectorAll(".chapter"));
$("print").addEventListener("click", () => window.print());
