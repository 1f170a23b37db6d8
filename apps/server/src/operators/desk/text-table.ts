import type { Row } from "../protocol/operator-messages.ts";

const GAP = "  ";
/** Maximum columns of a table; a wider row is written as a list. */
const MAX_COLUMNS = 8;

/**
 * Formats rows for people: a table, or one block per row if it is wide. Nothing in it can move the terminal's cursor.
 */
export function textTable(rows: readonly Row[]): string[] {
  if (rows.length === 0) return [];
  const names = Object.keys(rows[0] ?? {});
  return names.length > MAX_COLUMNS ? blocks(rows) : table(rows, names);
}

function blocks(rows: readonly Row[]): string[] {
  return rows.flatMap((row, index) => {
    const width = Math.max(...Object.keys(row).map((name) => name.length));
    const lines = Object.entries(row).map(([name, cell]) => `${name.padEnd(width)}${GAP}${write(cell)}`);
    return index === 0 ? lines : ["", ...lines];
  });
}

function table(rows: readonly Row[], names: readonly string[]): string[] {
  const lines = [names, ...rows.map((row) => names.map((name) => write(row[name])))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
}

/** User input may contain control characters: replace them with blanks. */
function write(cell: Row[string] | undefined): string {
  if (cell === null || cell === undefined) return "–";
  return String(cell).replaceAll(/[\p{Cc}\p{Cf}]/gu, " ");
}
