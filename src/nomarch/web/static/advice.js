// The adviser: a recommended move and its reason, and “What if I …?” for every other move.
import { mark } from "./board.js";
import { $, el } from "./dom.js";
import { t } from "./i18n.js";
import { ruleLink } from "./rule_links.js";

const GAP = 12; // pixels between a piece and the card

let [found, hinted] = [null, null];
// In “What if I …?” mode, choosing a move asks about it instead of playing it.
let [isAsking, asked] = [false, null];

export const isWhatIf = () => isAsking;
export const hintedMove = () => hinted;

export function markMove(move, look) {
  if (look === "hinted") hinted = move;
  for (const button of document.querySelectorAll(".bar .move")) {
    button.classList.toggle(look, button.dataset.move === move);
  }
}

// Shows a recommendation beside the moves until the decision is made; `play` makes a move. A better
// answer replaces the first one. The box has one height and its buttons one place, so nothing moves
// under the pointer.
export function showHint(board, hints, play) {
  if (hints.asked && hints.asked.move !== asked) return; // another question was asked since
  found = { ...hints, asked: hints.asked ?? found?.asked };
  markBoth(board, found.move, "hinted");
  draw(board, play);
  uncover(board.querySelector(hints.asked ? ".asked" : ".hinted"));
}

// Says which move is asked about; the answer comes with `showHint`.
export function askAbout(board, move) {
  asked = move;
  document.querySelector("dialog.region[open]")?.close(); // the answer is beside the board
  markBoth(board, move, "asked");
}

export function hideAdvice() {
  $("advice")?.toggleAttribute("hidden", true);
  found = null;
  if (isAsking) stopAsking($("frame"));
}

function markBoth(board, move, look) {
  mark(board, move, look);
  markMove(move, look);
}

function stopAsking(board) {
  [isAsking, asked] = [false, null];
  markBoth(board, null, "asked");
  document.body.classList.remove("what-if");
}

function toggle(board, play) {
  if (isAsking) stopAsking(board);
  else isAsking = true;
  found.asked = null;
  document.body.classList.toggle("what-if", isAsking);
  draw(board, play);
}

function draw(board, play) {
  const [box, held] = [$("advice"), document.activeElement?.id];
  const isOpen = Boolean(box.querySelector("details")?.open);
  const listed = [found, ...found.others];
  const answer = found.asked;
  if (answer && !listed.some(({ move }) => move === answer.move)) listed.push(answer);
  const told = el("div.advice-words", {}, words(),
    el("details", { open: isOpen }, el("summary", {}, t("Other moves and numbers")), el("ul", {}, listed.map((one) =>
      el("li", {}, line(`${one.words}.`, one === found || one === answer ? "" : one.reason), numbers(one))))));
  // A button that is replaced while it's pressed isn't clicked: a better answer changes the words alone.
  const kind = `${isAsking} ${Boolean(answer)}`;
  if (!box.hidden && box.querySelector(".advice-foot")?.dataset.kind === kind) {
    const old = box.querySelector(".advice-words");
    // The same words are not announced again.
    if (old.firstChild.isEqualNode(told.firstChild)) old.lastChild.replaceWith(told.lastChild);
    else old.replaceWith(told);
  } else {
    box.replaceChildren(told, foot(board, play, kind));
  }
  box.hidden = false;
  if (held) $(held)?.focus({ preventScroll: true });
  $("coach")?.toggleAttribute("hidden", true); // one voice at a time
}

function foot(board, play, kind) {
  const playAsked = () => {
    const move = asked;
    hideAdvice();
    play(move);
  };
  return el("div.advice-foot", { data: { kind } },
    el("button.tool", {
      id: "what-if", "aria-pressed": String(isAsking), onclick: () => toggle(board, play),
    }, t("What if I …?")),
    found.asked && el("button.tool", { id: "play-asked", onclick: playAsked }, t("Play this")),
    el("button.tool.close", { onclick: hideAdvice, "aria-label": t("Close") }, "×"));
}

function words() {
  if (!isAsking) return el("p", { id: "hint-text" }, line(`${found.words}.`, found.reason), " ", ruleLink(found.rule));
  const { asked: answer } = found;
  return el("p", { id: "what-if-text" },
    answer ? line(t("{move}?", { move: answer.words }), answer.reason) : t(
      "Choose any move on the board or in the list: I'll say what it does. Nothing is played."));
}

const line = (title, reason) => [el("b", {}, title), reason && ` ${reason}`];

const numbers = ({ win, doubt, points }) => win !== null && el("small", {},
  " ", t("(wins {win} ± {doubt}%, {points} points)", {
    win: Math.round(win), doubt: Math.round(doubt), points: Math.round(points),
  }));

// On a phone the card lies over the board: scroll until what an answer points at can be seen.
function uncover(piece) {
  const [stage, card] = [piece?.closest(".stage"), $("advice")];
  if (!stage) return;
  const [at, over] = [piece.getBoundingClientRect(), card.getBoundingClientRect()];
  const isBeside = at.right <= over.left || at.left >= over.right;
  if (isBeside || at.bottom <= over.top || at.top >= over.bottom) return;
  stage.scrollBy({ top: at.bottom - over.top + GAP });
}
