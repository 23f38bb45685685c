// Frames: boards to show one after the other, in replays and lessons. A frame has stages on the way to
// it; the beats of each play above the board before, and then its own board and words take their place.
import { parse, swap } from "./board.js";
import { finish, perform, plays } from "./moments.js";

const READ = 450; // milliseconds to read what a stage says

let latest = 0; // counts frames; one that is overtaken ends
let hurry = () => {};
let isHurried = false;

// Shows a frame; `tell(frame, isLast)` shows the words of a stage, and of the frame at its end.
export async function playFrame(board, frame, tell) {
  const mine = ++latest;
  isHurried = false;
  const stages = [...(frame.stages ?? []), frame];
  for (const stage of stages) {
    await playTo(board, stage);
    if (mine !== latest) return;
    const isLast = stage === frame;
    tell(stage, isLast);
    if (!isLast && stage.lines.length) await pause();
    if (mine !== latest) return;
  }
}

function playTo(board, { board: markup, moments = [] }) {
  if (isHurried || !plays(moments)) {
    swap(board, markup);
    return Promise.resolve();
  }
  return new Promise((done) => {
    const next = parse(markup);
    perform(board, moments, next, 1, () => {
      if (next) swap(board, markup, next);
      done();
    });
  });
}

const pause = () => new Promise((done) => {
  if (isHurried) done();
  hurry = done;
  setTimeout(done, READ);
});

// A tap or a key goes to the end of the frame that plays.
for (const kind of ["pointerdown", "keydown"]) {
  addEventListener(kind, () => {
    isHurried = true;
    finish();
    hurry();
  }, { capture: true });
}
