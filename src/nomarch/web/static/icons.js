// Icons of the page's symbol sheet.
import { svg } from "./dom.js";

export const picture = (name, kind = "icon") =>
  svg(`svg.${kind}`, { "aria-hidden": "true" }, svg("use", { href: `#${name}` }));

export const badge = (seat) => picture(`seat-${seat}`, "badge");

// The seats' colours, as names of the palette.
export const COLOURS = ["lapis", "carnelian", "malachite", "gold", "amethyst", "kohl"];
