// Links to a paragraph of the rules: beside the board if the page has them, else on a page of their own.
import { at } from "./common.js";
import { place } from "./context.js";
import { $, el } from "./dom.js";
import { t } from "./i18n.js";

export const ruleLink = (rule) => rule && el("a.rule", {
  href: at(`/rules/${place.kind}#${rule}`), target: "_blank", onclick: (event) => open(event, rule),
}, t("Rule"));

function open(event, rule) {
  const paragraph = $(`rule-${rule}`);
  if (!paragraph) return;
  event.preventDefault();
  $("tab-rules").click(); // opens the drawer
  for (const other of document.querySelectorAll(".panel .found")) other.classList.remove("found");
  paragraph.classList.add("found");
  paragraph.scrollIntoView({ block: "center" });
}
