// The table of this page.
import { at, read } from "./common.js";

export const place = read("place");

// On a shared screen nobody is “you”.
export const isYou = (mine, seat) => mine.length === 1 && mine[0] === seat;
// Sort lines, the viewer's own seats first.
export const ownFirst = (lines, isOwn) =>
  [...lines.filter(isOwn), ...lines.filter((line) => !isOwn(line))];
export const path = at(`/api/tables/${place.id}`);
