// Offers to reload a page whose server has been replaced by a newer one, but not during a turn.
import { $, el } from "./dom.js";
import { t } from "./i18n.js";

// Scripts are at /static/VERSION/name.js.
export const version = import.meta.url.split("/").at(-2);

let isOld = false;

export function noteNewVersion() {
  isOld = true;
}

export function offerReload({ turn }) {
  if (!isOld || turn) return;
  isOld = false;
  const offer = el("p.toast", { id: "new-version" }, `${t("A new version of this page is here.")} `,
    el("button", { onclick: () => location.reload() }, t("Reload")),
    el("button", { onclick: () => offer.remove() }, t("Later")));
  $("new-version")?.remove();
  $("toasts").append(offer);
}
