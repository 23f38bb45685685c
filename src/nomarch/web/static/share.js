// A picture of the podium: drawn on a canvas, shared where the system can, else downloaded.
import { number } from "./format.js";
import { isYou, place, say } from "./context.js";

const [WIDTH, EDGE, ROW] = [1200, 60, 84];
const BAR = { x: 380, height: 34 };

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
const colourOf = (i) => {
  const probe = document.querySelectorAll(".legend i")[i];
  return probe ? getComputedStyle(probe).backgroundColor : colour("lapis");
};

export async function sharePodium({ title, decided, ranking, rows, mine }) {
  const canvas = document.createElement("canvas");
  const top = 190;
  [canvas.width, canvas.height] = [WIDTH, top + ranking.length * ROW + 110];
  const pen = canvas.getContext("2d");
  const serif = colour("serif") || "serif";
  const sans = colour("sans") || "sans-serif";
  const write = (words, x, y, font, align = "left") => {
    Object.assign(pen, { font, textAlign: align, fillStyle: colour("ink") });
    pen.fillText(words, x, y);
  };
  pen.fillStyle = colour("papyrus");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  write(title, EDGE, 92, `700 52px ${serif}`);
  write(decided || "", EDGE, 140, `400 26px ${sans}`);
  const most = Math.max(1, ...ranking.map(({ seat }) =>
    rows.reduce((sum, { amounts }) => sum + Math.abs(amounts[seat] ?? 0), 0)));
  ranking.forEach((line, i) => {
    const y = top + i * ROW;
    write(`${number(line.place)}  ${isYou(mine, line.seat) ? say.You : line.name}`, EDGE, y + 36, `700 32px ${serif}`);
    let x = BAR.x;
    rows.forEach(({ amounts }, j) => {
      const wide = ((WIDTH - BAR.x - 180) * Math.abs(amounts[line.seat] ?? 0)) / most;
      pen.fillStyle = colourOf(j);
      pen.globalAlpha = (amounts[line.seat] ?? 0) < 0 ? 0.35 : 1;
      pen.fillRect(x, y + 10, wide, BAR.height);
      x += wide;
    });
    pen.globalAlpha = 1;
    write(number(line.points), WIDTH - EDGE, y + 40, `700 40px ${serif}`, "right");
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
