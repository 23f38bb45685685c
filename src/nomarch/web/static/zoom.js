// Regions: parts of the board (`data-region`) that open large, to look at and to play in.
import { explain, LATER, onChoice } from "./board.js";
import { el, svg } from "./dom.js";
import { t } from "./i18n.js";

const TOUCH = 12;
// A region is enlarged at least this much, and can be panned.
const LEAST = 1.8;
const MOST = 3;
const LONG = 450; // milliseconds that a finger rests on a region to open it
const LENS = "M-1.5 -1.5m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0M2 2L6.5 6.5";

const regionsOf = (board) => [...board.querySelectorAll("[data-region]")];
const boxOf = (region) => region.dataset.box.split(" ").map(Number);

export function offerRegions(board, choose = () => {}, ask = undefined) {
  const closer = new Closer(board, choose, ask);
  const handles = svg("svg.closers");
  board.append(handles);
  let shown = "";
  // Measures only if it must: a drawing that has just changed would be laid out for it.
  const refresh = ({ type }) => {
    const viewBox = board.firstElementChild.getAttribute("viewBox");
    const regions = regionsOf(board);
    const now = JSON.stringify([viewBox, regions.map((each) =>
      [each.id, each.dataset.box, each.closest("[transform]")?.getAttribute("transform")])]);
    if (now !== shown || type !== "swapped") {
      shown = now;
      const scale = scaleOf(board);
      handles.setAttribute("viewBox", viewBox);
      const held = document.activeElement?.dataset.opens;
      handles.replaceChildren(...regions.map((region) => handle(region, scale, closer)));
      if (held) handles.querySelector(`[data-opens="${CSS.escape(held)}"]`)?.focus();
    }
    closer.refresh();
  };
  offerLenses(board, handles, closer);
  board.addEventListener("swapped", refresh);
  new ResizeObserver(refresh).observe(board);
}

// The lens of the region under the pointer; on a touch screen a long press on its ground opens it.
function offerLenses(board, handles, closer) {
  let timer = 0;
  const regionAt = ({ target }) => target.closest?.("[data-region]");
  board.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse" || handles.contains(event.target)) return;
    const id = regionAt(event)?.id;
    for (const lens of handles.children) lens.classList.toggle("near", lens.dataset.opens === id);
  });
  board.addEventListener("pointerleave", () => {
    for (const lens of handles.children) lens.classList.remove("near");
  });
  board.addEventListener("touchstart", (event) => {
    const region = regionAt(event);
    clearTimeout(timer);
    if (region && !event.target.closest("[data-tip], [data-action]")) timer = setTimeout(() => closer.open(region.id), LONG);
  }, { passive: true });
  for (const end of ["touchmove", "touchend", "touchcancel"]) {
    board.addEventListener(end, () => clearTimeout(timer), { passive: true });
  }
}

const scaleOf = (board) => board.firstElementChild.getScreenCTM()?.a || 1;

// Inside the upper right corner of a region, in the drawing's units: a lens never covers a neighbour.
function cornerOf(region, scale) {
  const [x, y, w] = boxOf(region);
  const inside = (TOUCH + 4) / scale;
  const drawing = region.ownerSVGElement.getScreenCTM();
  const moved = drawing.inverse().multiply(region.getScreenCTM());
  return new DOMPoint(x + w - inside, y + inside).matrixTransform(moved);
}

function handle(region, scale, closer) {
  const { x, y } = cornerOf(region, scale);
  const open = () => closer.open(region.id);
  const size = 1 / scale;
  return svg("g.closer", {
    role: "button", tabindex: "0", data: { opens: region.id },
    "aria-label": t("Zoom in: {what}", { what: region.dataset.region }),
    transform: `translate(${x} ${y}) scale(${size})`,
    onclick: open,
    onkeydown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      open();
    },
  }, svg("circle.f-papyrus.drawn", { r: TOUCH, "stroke-width": 2 }),
  svg("path.nofill.drawn", { d: LENS, "stroke-width": 2 }));
}

class Closer {
  // The dialog; a choice in it is made on the board.
  constructor(board, choose, ask) {
    this.board = board;
    this.twins = new WeakMap();
    this.title = el("h2", { id: "region-title" });
    this.frame = el("div.region-frame", { tabindex: "-1" });
    this.parts = el("ul.region-parts");
    this.ask = ask;
    const tip = el("div.tip", { role: "tooltip", hidden: true });
    const close = el("button.tool", { "aria-label": t("Close"), onclick: () => this.dialog.close() }, "×");
    this.dialog = el("dialog.region", { "aria-labelledby": "region-title",
      onclose: () => this.leave(),
      onclick: (event) => {
        // A tap on anything that can't be chosen closes the dialog.
        if (!event.target.closest("[data-action], header")) this.dialog.close();
      },
    }, el("header", {}, this.title, close), this.frame, this.parts, tip);
    board.after(this.dialog);
    onChoice(this.frame, choose);
    explain(this.frame, tip, ask && ((piece) => ask(this.twins.get(piece))));
  }

  get region() {
    return regionsOf(this.board).find((region) => region.id === this.id);
  }

  open(id) {
    this.id = id;
    this.could = false;
    this.dialog.showModal();
    this.show();
    this.frame.focus();
  }

  leave() {
    const isLost = document.activeElement === document.body; // else a warning may have it
    if (isLost) this.board.querySelector(`[data-opens="${CSS.escape(this.id)}"]`)?.focus({ preventScroll: true });
    this.frame.replaceChildren();
    this.parts.replaceChildren();
  }

  refresh() {
    if (!this.dialog.open) return;
    // Once nothing is left to choose here, return to the board.
    if (!this.region || (this.could && !this.region.querySelector("[data-action]"))) {
      this.dialog.close();
      return;
    }
    const held = document.activeElement?.dataset.action;
    this.show();
    const again = held && this.frame.querySelector(`[data-action="${CSS.escape(held)}"]`);
    (again || this.frame).focus({ preventScroll: true });
  }

  show() {
    const { region } = this;
    const copy = region.cloneNode(true);
    const originals = region.querySelectorAll("[data-tip]");
    copy.querySelectorAll("[data-tip]").forEach((piece, i) => this.twins.set(piece, originals[i]));
    for (const node of [copy, ...copy.querySelectorAll("[id]")]) node.removeAttribute("id");
    copy.removeAttribute("data-region");
    const [x, y, w, h] = boxOf(region);
    const edge = 8;
    const viewBox = [x - edge, y - edge, w + 2 * edge, h + 2 * edge];
    const drawing = svg("svg.board", { viewBox: viewBox.join(" "), role: "group" }, copy);
    this.title.textContent = region.dataset.region;
    this.could ||= Boolean(copy.querySelector("[data-action]"));
    this.frame.replaceChildren(drawing);
    drawing.style.setProperty("width", `${this.width(viewBox[2], viewBox[3])}px`);
    void this.name([...originals]);
  }

  // Names every part of the region and says what it does or is worth.
  async name(pieces) {
    const { id } = this;
    const told = await Promise.all(pieces.map((piece) =>
      (piece.dataset.tip === LATER ? this.ask?.(piece) : piece.dataset.tip)));
    if (!this.dialog.open || id !== this.id) return;
    const words = [...new Set(told.filter(Boolean))];
    this.parts.replaceChildren(...words.map((text) => el("li", {}, text)));
  }

  width(w, h) {
    const scale = scaleOf(this.board);
    const fits = Math.min((0.94 * innerWidth) / w, (0.62 * innerHeight) / h);
    return w * Math.min(Math.max(fits, LEAST * scale), MOST * scale);
  }
}
