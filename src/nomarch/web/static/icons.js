// Little pictures from the page's own sheet of symbols.
import { svg } from "./dom.js";

export const picture = (name, kind = "icon") =>
  svg(`svg.${kind}`, { "aria-hidden": "true" }, svg("use", { href: `#${name}` }));

export const badge = (seat) => picture(`seat-${seat}`, "badge");
