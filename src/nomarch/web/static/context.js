// Where we are: the table of this page, and the words that its scripts may use.
import { at, read } from "./common.js";

export const place = read("place");
export const say = read("phrases");

// At a screen that several people share nobody is “you”.
export const isYou = (mine, seat) => mine.length === 1 && mine[0] === seat;
// Some lines, those of one's own seats first.
export const ownFirst = (lines, isOwn) =>
  [...lines.filter(isOwn), ...lines.filter((line) => !isOwn(line))];
export const path = at(`/api/tables/${place.id}`);
