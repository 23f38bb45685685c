// A picture of the podium: drawn on a canvas, shared where the system can, else downloaded.
import { number } from "./format.js";
import { place } from "./context.js";
import { COLOURS } from "./icons.js";
import { gainedBy, nameOf, stepsOf } from "./score_bars.js";

const [WIDTH, EDGE, ROW] = [1200, 60, 84];
const BAR = { x: 380, height: 34 };

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

export async function sharePodium({ title, decided, ranking, rows, mine }) {
  const canvas = document.createElement("canvas");
  const top = 190;
  [canvas.width, canvas.height] = [WIDTH, top + ranking.length * ROW + 110];
  const pen = canvas.getContext("2d");
  const steps = stepsOf(rows);
  const longest = Math.max(1, ...ranking.map(({ seat }) => gainedBy(steps, seat)));
  const serif = colour("serif") || "serif";
  const sans = colour("sans") || "sans-serif";
  const write = (words, x, y, font, { align = "left", most = WIDTH - 2 * EDGE } = {}) => {
    Object.assign(pen, { font, textAlign: align, fillStyle: colour("ink") });
    pen.fillText(words, x, y, most);
  };
  pen.fillStyle = colour("papyrus");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  write(title, EDGE, 92, `700 52px ${serif}`);
  write(decided || "", EDGE, 140, `400 26px ${sans}`);
  ranking.forEach((line, i) => {
    const y = top + i * ROW;
    write(`${number(line.place)}  ${nameOf(line, mine)}`, EDGE, y + 36, `700 32px ${serif}`,
      { most: BAR.x - EDGE - 16 });
    let x = BAR.x;
    steps.forEach(({ amounts, isLoss }, step) => {
      const wide = ((WIDTH - BAR.x - 180) * Math.abs(amounts[line.seat])) / longest;
      if (isLoss) x -= wide;
      pen.globalAlpha = step % 2 ? 0.86 : 1;
      pen.fillStyle = colour(`paint-${isLoss ? "carnelian" : COLOURS[line.seat]}`);
      pen.fillRect(x, y + 10, Math.max(0, wide - 2), BAR.height);
      pen.globalAlpha = 1;
      if (!isLoss) x += wide;
    });
    write(number(line.points), WIDTH - EDGE, y + 40, `700 40px ${serif}`, { align: "right" });
  });
  write(`${place.game} – Nomarch`, EDGE, canvas.height - 40, `600 24px ${sans}`);
  const blob = await new Promise((done) => { canvas.toBlob(done, "image/png"); });
  const file = new File([blob], `${place.game}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], title }).catch(() => {});
    return;
  }
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
