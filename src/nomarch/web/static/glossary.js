// The glossary: filters entries by the words typed.
import { $ } from "./dom.js";
import { filterBy } from "./text_search.js";

filterBy($("search"), document.querySelectorAll(".entry"), document.querySelectorAll(".glossary section"));
