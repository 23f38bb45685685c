// The text board: the position as headings, lists and tables, and every piece with its tip.
import { become, LATER } from "./board.js";
import { keepFocus } from "./focus.js";
import { $, el } from "./dom.js";
import { t } from "./i18n.js";
import { onKey } from "./keys.js";
import { areasOf, readPosition } from "./position.js";

const KEY = "text-board";
const WAIT = 250; // milliseconds without a change before tips are fetched

const isOn = () => localStorage.getItem(KEY) === "on";

// `choose` plays a move, `why` explains one that is not legal, `ask` fetches a tip.
export function offerTextBoard(board, { choose = null, why = null, ask = () => "" } = {}) {
  const section = $("text-board");
  let timer = 0;
  const show = async () => {
    if (!isOn()) return;
    draw(section, board, choose, why, (piece) => (piece.dataset.tip === LATER ? "" : piece.dataset.tip));
    clearTimeout(timer);
    timer = setTimeout(complete, WAIT);
  };
  const complete = async () => {
    const pieces = areasOf(board).flatMap((area) => area.pieces);
    if (!pieces.some((piece) => piece.dataset.tip === LATER)) return;
    const tips = new Map(await Promise.all(pieces.map(async (piece) =>
      [piece, piece.dataset.tip === LATER ? await ask(piece) : piece.dataset.tip])));
    if (pieces.every((piece) => piece.isConnected)) draw(section, board, choose, why, (piece) => tips.get(piece) ?? "");
  };
  const toggle = (on) => {
    localStorage.setItem(KEY, on ? "on" : "off");
    reflect();
    if (on) $("text-board-title").focus();
    else keepFocus();
  };
  const reflect = () => {
    section.hidden = !isOn();
    document.body.classList.toggle("with-text", isOn());
    for (const button of document.querySelectorAll("[data-text-board]")) {
      button.setAttribute("aria-pressed", String(isOn()));
    }
    void show();
  };
  for (const button of document.querySelectorAll("[data-text-board]")) {
    button.addEventListener("click", () => toggle(!isOn()));
  }
  section.addEventListener("click", ({ target }) => {
    const { move, not } = target.closest("button")?.dataset ?? {};
    if (move) choose(move);
    else if (not) why(not);
  });
  onKey("t", () => toggle(!isOn()));
  board.addEventListener("swapped", show);
  new MutationObserver(show).observe($("prompt") ?? $("told"), { childList: true, characterData: true, subtree: true });
  reflect();
}

function draw(section, board, choose, why, tipOf) {
  const question = ($("prompt") ?? $("told")).textContent;
  const fresh = el("div", { id: "text-parts" },
    question && el("p", {}, question),
    readPosition(board).map(sectionOf),
    areasOf(board).map((area) => areaOf(area, choose, why, tipOf)).filter(Boolean));
  become(section.lastElementChild, fresh);
}

const headings = { board: () => t("Board"), players: () => t("Players") };

function sectionOf({ title, kind, lines, columns, rows }, i) {
  const id = `text-section-${i}`;
  return el("section", { id, "aria-labelledby": `${id}-title` },
    el("h3", { id: `${id}-title` }, title || headings[kind]()),
    lines.length > 0 && el("ul", {}, lines.map((line) => el("li", {}, line))),
    rows.length > 0 && el("div.text-table", { tabindex: "0", role: "group", "aria-labelledby": `${id}-title` },
      el("table", {}, el("thead", {}, el("tr", {}, columns.map((name) => el("th", { scope: "col" }, name)))),
        el("tbody", {}, rows.map(([name, ...cells]) => el("tr", {}, el("th", { scope: "row" }, name),
          cells.map((cell) => el("td", {}, cell))))))));
}

function areaOf({ title, id, pieces }, choose, why, tipOf) {
  const items = itemsOf(pieces, choose, why, tipOf);
  return items.length > 0 && el("section", { id: `text-${id}`, "aria-labelledby": `text-${id}-title` },
    el("h3", { id: `text-${id}-title` }, t("{area}: pieces", { area: title || t("Board") })),
    el("ul", {}, items));
}

// Equal pieces stand once, with their number; a move that several pieces make stands once.
function itemsOf(pieces, choose, why, tipOf) {
  const counts = new Map();
  for (const piece of pieces) {
    const { action = "", not = "" } = piece.dataset;
    const label = action ? piece.getAttribute("aria-label") : "";
    const tip = tipOf(piece);
    if (!tip && !label) continue;
    const key = JSON.stringify([action, not, label, tip]);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, count]) => {
    const [action, not, label, tip] = JSON.parse(key);
    const text = count > 1 ? t("{count} × {what}", { count, what: tip || label }) : tip;
    return el("li", {},
      action && choose && el("button.tool", { id: `text-${action}`, data: { move: action } }, label),
      action && choose && text && text !== label ? " " : "",
      text && text !== label && el("span", {}, text),
      !action && not && why && " ",
      !action && not && why && el("button.tool", {
        data: { not }, "aria-label": `${t("Why not?")} ${text}`,
      }, t("Why not?")));
  });
}
