// The panels beside the board, one at a time.
import { $ } from "./dom.js";

const tabs = [...document.querySelectorAll("[role=tab]:not([hidden])")];

let opened = () => {};

function select(tab) {
  for (const other of tabs) {
    const on = other === tab;
    other.setAttribute("aria-selected", String(on));
    other.tabIndex = on ? 0 : -1;
    $(other.getAttribute("aria-controls")).hidden = !on;
  }
  $("panel-chat").scrollTop = $("panel-chat").scrollHeight;
  opened();
}

export function offerTabs(after) {
  opened = after;
  for (const tab of tabs) {
    tab.addEventListener("click", () => select(tab));
    tab.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length];
      select(next);
      next.focus();
    });
  }
}
