// Keeps the log scrolled to its end unless the reader has scrolled away.
import { $ } from "./dom.js";

const NEAR = 8;

const panel = $("panel-log");
let follows = true;
let last = 0;

const depth = () => panel.scrollHeight - panel.clientHeight;

export function followLog() {
  panel.addEventListener("scroll", heed, { passive: true });
  // Stay at the end when the layout changes: a prompt, a result, another tab.
  const watch = new ResizeObserver(keep);
  watch.observe(panel);
  watch.observe($("log"));
  $("newest").addEventListener("click", toNewest);
}

function heed() {
  // Only a reader scrolls upwards; new lines and layout changes never do.
  const top = panel.scrollTop;
  follows = top >= depth() - NEAR || (follows && top >= last);
  last = top;
  draw();
}

export function keep() {
  if (panel.clientHeight === 0) return; // another tab is open
  if (follows) {
    panel.scrollTop = depth();
    last = panel.scrollTop;
  }
  draw();
}

export function toNewest() {
  follows = true;
  keep();
}

function draw() {
  $("newest").hidden = follows;
}
