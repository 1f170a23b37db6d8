/** Part of a row's height that stays free above and below its bar. */
const GAP = 0.045;
const LEAST_WIDTH = 1;

/** A polygon of one bar a row, each from the right edge on; widths in whole percents. */
export function barsShape(shares: readonly number[], rows: number, fromEnd: boolean): string {
  const points = shares.flatMap((share, rank) => {
    const row = fromEnd ? rows - 1 - rank : rank;
    const top = percent(row + GAP, rows);
    const bottom = percent(row + 1 - GAP, rows);
    const left = 100 - Math.max(LEAST_WIDTH, Math.round(share * 100));
    const [near, far] = fromEnd ? [bottom, top] : [top, bottom];
    return [`100% ${near}`, `${left}% ${near}`, `${left}% ${far}`, `100% ${far}`];
  });
  return `polygon(${points.length === 0 ? "0 0" : points.join(",")})`;
}

const percent = (row: number, rows: number): string => `${((100 * row) / rows).toFixed(2)}%`;
