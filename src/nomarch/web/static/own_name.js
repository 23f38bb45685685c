// Somebody without a name gives themselves one.
import { at, post, trying } from "./common.js";
import { $ } from "./dom.js";

export function offerName() {
  $("own-name")?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = new FormData(event.target).get("name");
    if (await trying(() => post(at("/api/person"), { name }))) {
      for (const id of ["own-name", "own-name-why"]) $(id).remove();
    }
  });
}
