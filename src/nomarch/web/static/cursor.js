// A cursor over every piece, legal or not: Shift with left and right in reading order within an area, with
// up and down to the piece above or below, Page up and Page down between areas. Enter plays a piece or says
// why it can't be played now.
import { t } from "./i18n.js";
import { LATER, nearest } from "./board.js";
import { announce } from "./announce.js";
import { areasOf } from "./position.js";

export function offerCursor(board, { why = () => {}, ask = () => "" } = {}) {
  let [at, asked] = [null, 0];
  async function go(piece, title = "") {
    if (!piece) {
      announce(t("No more pieces here."));
      return;
    }
    at = piece;
    const mine = ++asked;
    if (!piece.hasAttribute("tabindex")) {
      piece.setAttribute("tabindex", "-1");
      piece.setAttribute("role", piece.dataset.not ? "button" : "img");
    }
    const tip = piece.dataset.tip === LATER ? await ask(piece) : piece.dataset.tip;
    if (mine !== asked || !piece.isConnected) return;
    if (!piece.dataset.action && tip) piece.setAttribute("aria-label", tip);
    if (title) announce(title);
    piece.focus({ preventScroll: true });
    piece.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  function move(key) {
    const areas = areasOf(board);
    const area = areas.find(({ pieces }) => pieces.includes(at)) ?? areas[0];
    if (!area) return;
    if (!area.pieces.includes(at)) go(area.pieces[0], area.title);
    else if (key === "Home") go(area.pieces[0]);
    else if (key === "End") go(area.pieces.at(-1));
    else if (key.startsWith("Page")) {
      const step = key === "PageDown" ? 1 : -1;
      const next = areas[(areas.indexOf(area) + step + areas.length) % areas.length];
      go(next.pieces[0], next.title);
    } else if (["ArrowUp", "ArrowDown"].includes(key)) go(nearest(at, area.pieces, key));
    else go(area.pieces[area.pieces.indexOf(at) + (key === "ArrowRight" ? 1 : -1)]);
  }

  addEventListener("keydown", (event) => {
    const { key, shiftKey, target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || target.closest("input, textarea, select, dialog, .drawer, .text-board")) return;
    const isStep = shiftKey && key.startsWith("Arrow");
    const isJump = ["PageUp", "PageDown"].includes(key) || (["Home", "End"].includes(key) && target === at);
    if (isStep || (isJump && board.contains(target)) || (isJump && shiftKey)) {
      event.preventDefault();
      event.stopPropagation();
      if (board.contains(target) && target.dataset.tip !== undefined) at = target;
      move(key);
    } else if (key === "Enter" && target === at && !target.dataset.action) {
      event.preventDefault();
      if (target.dataset.not) why(target.dataset.not);
      else announce(t("This isn't a move."));
    }
  }, { capture: true });
}
