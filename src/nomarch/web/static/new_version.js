// Offers to reload a page whose server has been replaced by a newer one, but not during a turn.
import { say } from "./context.js";
import { $, el } from "./dom.js";

// Scripts are at /static/VERSION/name.js.
export const version = import.meta.url.split("/").at(-2);

let isOld = false;

export function noteNewVersion() {
  isOld = true;
}

export function offerReload({ turn }) {
  if (!isOld || turn) return;
  isOld = false;
  const offer = el("p.toast", { id: "new-version" }, `${say.new_version} `,
    el("button", { onclick: () => location.reload() }, say.reload),
    el("button", { onclick: () => offer.remove() }, say.later));
  $("new-version")?.remove();
  $("toasts").append(offer);
}
