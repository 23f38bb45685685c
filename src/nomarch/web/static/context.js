// Where we are: the table of this page, and the words that its scripts may use.
import { at, read } from "./common.js";

export const place = read("place");
export const say = read("phrases");
export const path = at(`/api/tables/${place.id}`);
