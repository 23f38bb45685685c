// Where we are: the table of this page, and the words that its scripts may use.
import { read } from "./common.js";

export const place = read("place");
export const say = read("phrases");
export const path = `/api/tables/${place.id}`;
