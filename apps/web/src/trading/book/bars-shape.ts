/** Fraction of a row's height left free above and below its bar. */
const GAP = 0.05;
const MIN_WIDTH = 1;

/**
 * Returns one side's bars as a polygon, in hundredths of the width and in rows; bars start at the right edge. Widths
 * are whole percents: finer ones would change with every update of the deeper side.
 * @param fromEnd the best level is the last row
 */
export function barsShape(shares: readonly number[], rows: number, fromEnd: boolean): string {
  let points = "";
  for (const [rank, share] of shares.entries()) {
    const row = fromEnd ? rows - 1 - rank : rank;
    const near = fromEnd ? row + 1 - GAP : row + GAP;
    const far = fromEnd ? row + GAP : row + 1 - GAP;
    const left = 100 - Math.max(MIN_WIDTH, Math.round(share * 100));
    points += `100,${near} ${left},${near} ${left},${far} 100,${far} `;
  }
  return points.trimEnd();
}
