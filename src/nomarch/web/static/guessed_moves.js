// Guesses what moved between two drawings, for games that don't declare their moments.
import { extentOf } from "./copies.js";

// A piece with an id moves as that piece. Interchangeable pieces have a kind (`data-what`) and a count
// (`data-count`): what one place lost, another gained.
const countOf = (piece) => Number(piece.dataset.count ?? 1);
const nameOf = (drawing, piece) => piece.id.slice(drawing.id.length + 1);
const piecesOf = (drawing) => [...drawing.querySelectorAll("g.piece[id]")];

export function places(drawing) {
  return new Map(piecesOf(drawing).map((piece) => [nameOf(drawing, piece), {
    what: piece.dataset.what, count: countOf(piece), box: extentOf(piece),
  }]));
}

export function guess(drawing, before) {
  const now = places(drawing);
  const left = lost(before, now);
  const beats = [];
  for (const [name, { what, count, box }] of now) {
    const was = before.get(name);
    if (!what) {
      if (was && isElsewhere(was.box, box)) beats.push({ do: "fly", at: name });
      if (!was) beats.push({ do: "appear", at: name });
      continue;
    }
    const known = was?.what === what ? was.count : 0;
    for (let more = count - known; more > 0; more -= 1) {
      const start = left.get(what)?.shift() ?? sourceOf(drawing, what);
      if (start) beats.push({ do: "fly", at: name, start });
      else if (!known) beats.push({ do: "appear", at: name });
    }
  }
  return beats;
}

function lost(before, now) {
  const left = new Map();
  for (const [name, { what, count }] of before) {
    if (!what) continue;
    const there = now.get(name);
    const gone = count - (there?.what === what ? there.count : 0);
    for (let i = 0; i < gone; i += 1) left.set(what, [...(left.get(what) ?? []), name]);
  }
  return left;
}

const isElsewhere = (a, b) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y) > 2;

function sourceOf(drawing, what) {
  const source = drawing.querySelector(`[data-source="${CSS.escape(what.split("-")[0])}"]`);
  return source && nameOf(drawing, source);
}
