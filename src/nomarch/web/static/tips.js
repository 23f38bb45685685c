// Tips: a table's drawing omits what its pieces would do now. Pointing at one fetches all of them, in
// the drawing's order; they are valid until the next change.
import { shapeNow } from "./board.js";
import { path } from "./context.js";

const TOLD = "[data-tip]:not(.plate-mark)";

// `position` names the drawing: the viewing seat, and the step unless it is the last.
// Screen readers reach a piece before its tip is there, so it is announced.
export function tipsOf(board, position, announce) {
  let asked = null;
  board.addEventListener("swapped", () => {
    asked = null;
  });
  const begin = async (pieces) => {
    const tips = await ask(position());
    if (tips?.length !== pieces.length) return new Map();
    const told = new Map(pieces.map((piece, i) => [piece, tips[i]]));
    if (describe(told)) announce(told.get(document.activeElement));
    return told;
  };
  return async (piece) => {
    asked ??= begin([...board.firstElementChild.querySelectorAll(TOLD)]);
    const mine = asked;
    const told = await mine;
    if (!told.size && asked === mine) asked = null; // the next one may be luckier
    return told.get(piece);
  };
}

// Describes choices by their tips; returns whether one of them has the focus.
function describe(told) {
  const choices = [...told].filter(([piece, words]) =>
    piece.dataset.action && words !== piece.getAttribute("aria-label"));
  for (const [piece, words] of choices) piece.setAttribute("aria-description", words);
  return choices.some(([piece]) => piece === document.activeElement);
}

async function ask(position) {
  const { lang } = document.documentElement;
  const wanted = new URLSearchParams({ ...position, shape: shapeNow(), lang });
  try {
    const answer = await fetch(`${path}/tips?${wanted}`);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null; // without a connection there are no tips
  }
}
