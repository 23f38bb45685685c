// People at the table: add friends, mute or block; lines of muted people are not shown.
import { post, trying } from "./common.js";
import { el } from "./dom.js";
import { t } from "./i18n.js";
import { path, place } from "./context.js";
import { openReport } from "./report_dialog.js";

let kinds = {};
let redraw = () => {};

export const isMuted = (seat) => ["mute", "muted-friend", "block"].includes(kinds[seat]);

export async function meetPeople(changed) {
  redraw = changed;
  try {
    const answer = await fetch(`${path}/relations`);
    if (answer.ok) kinds = await answer.json();
  } catch {
    return; // without a connection there is nothing to hide
  }
  redraw();
}

async function relate(seat, kind) {
  const done = await trying(() => post(`${path}/relation`, { seat, kind }));
  if (done) await meetPeople(redraw);
}

const WORDS = {
  friend: [t("Add friend"), t("Remove friend")], mute: [t("Mute"), t("Unmute")], block: [t("Block"), t("Unblock")],
};

// A friend can be muted and stays a friend.
const is = (seat, kind) => kinds[seat] === kind || (kinds[seat] === "muted-friend" && kind !== "block");
const choice = (seat, kind) => el("button.tool", {
  onclick: () => relate(seat, !is(seat, kind) ? kind : kind === "mute" ? "unmute" : ""),
}, WORDS[kind][is(seat, kind) ? 1 : 0]);

export const reportSeat = (seat, name, text) => openReport(name, { table: place.id, seat }, text);

// What one can do about somebody else at the table.
export const personMenu = (seat, index) => el("details.person-menu", {},
  el("summary", { "aria-label": seat.name }, "⋯"),
  el("p.actions", {}, choice(index, "friend"), choice(index, "mute"), choice(index, "block"),
    el("button.tool", { onclick: () => reportSeat(index, seat.name) }, t("Report"))));
