// The position in words, as a drawing carries it: sections with lines, and tables of cells.

export function readPosition(board) {
  return [...board.querySelectorAll("metadata.position > [data-section]")].map((group) => {
    const parts = [...group.children];
    const cells = parts.filter((part) => part.dataset.cells).map((part) => JSON.parse(part.dataset.cells));
    return {
      title: group.dataset.section,
      kind: group.dataset.kind,
      lines: parts.filter((part) => part.dataset.line).map((part) => part.dataset.line),
      columns: cells[0] ?? [],
      rows: cells.slice(1),
    };
  });
}

// What differs between two positions: new lines, and cells with their old and new words.
export function changesOf(before, now) {
  return now.flatMap(({ title, kind, lines, columns, rows }) => {
    const was = before.find((section) => section.title === title && section.kind === kind);
    const news = lines.filter((line) => !was?.lines.includes(line)).map((line) => ({ line }));
    return [...news, ...rows.flatMap((row) => {
      const old = was?.rows.find(([name]) => name === row[0]) ?? row;
      return row.flatMap((cell, c) => (old[c] === cell ? []
        : [{ row: rowOf(title, row), column: columns[c], old: old[c], now: cell }]));
    })];
  });
}

// A row with the section it is in, unless that is the board or the players.
export const rowOf = (title, [name]) => [title, name].filter(Boolean).join(", ");

// --- Pieces: everything on the board that has a tip ------------------------------------------------

const PIECES = "[data-tip]:not(.plate-mark, .flying *)";
const AREAS = "[data-region], [data-area], [data-zone]";

const titleOf = (area) => area?.dataset.region ?? area?.getAttribute("aria-label") ?? "";

// The areas of a board in its order, each with its pieces.
export function areasOf(board) {
  const areas = new Map();
  for (const piece of board.firstElementChild.querySelectorAll(PIECES)) {
    const area = piece.closest(AREAS);
    if (!areas.has(area)) areas.set(area, []);
    areas.get(area).push(piece);
  }
  return [...areas].map(([area, pieces]) => ({ title: titleOf(area), id: area?.id ?? "board-rest", pieces }));
}
