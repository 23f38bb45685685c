// Continue from a position of a finished game, at a new table against bots.
import { at, post, trying } from "./common.js";

export const playOn = (path, wish) => trying(async () => {
  const { id } = await post(`${path}/branch`, wish);
  location.assign(at(`/t/${id}`));
});
