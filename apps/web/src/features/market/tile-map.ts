/** A tile's place in percent of the map. */
export interface Tile<T> {
  readonly of: T;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Least share of a tile, so that every one can be read and pressed. */
const LEAST_SHARE = 0.035;

interface Weighed<T> {
  readonly of: T;
  /** Share of the map's area; all sum up to 1. */
  readonly share: number;
}

/** Returns shares in proportion to the sizes, largest first; small ones are raised to the least share. */
export function sharesOf<T>(items: readonly T[], sizeOf: (item: T) => number): readonly Weighed<T>[] {
  const total = items.reduce((sum, item) => sum + sizeOf(item), 0);
  const least = Math.min(LEAST_SHARE, 1 / Math.max(1, items.length));
  const raised = items.map((of) => ({ of, share: Math.max(least, total > 0 ? sizeOf(of) / total : 0) }));
  const sum = raised.reduce((all, { share }) => all + share, 0);
  return raised.map(({ of, share }) => ({ of, share: share / sum })).sort((a, b) => b.share - a.share);
}

/**
 * Divides a map into tiles whose areas are the shares, as square as possible, largest first. Source: Bruls, Huizing, van
 * Wijk, "Squarified Treemaps" (2000).
 * @param ratio width of the map divided by its height
 */
export function tileMap<T>(shares: readonly Weighed<T>[], ratio: number): readonly Tile<T>[] {
  const tiles: Tile<T>[] = [];
  let rest = { x: 0, y: 0, width: ratio, height: 1 };
  let from = 0;
  while (from < shares.length) {
    const side = Math.min(rest.width, rest.height);
    let to = from + 1;
    while (
      to < shares.length &&
      worst(shares.slice(from, to + 1), side, ratio) <= worst(shares.slice(from, to), side, ratio)
    )
      to++;
    const row = shares.slice(from, to);
    const area = row.reduce((sum, { share }) => sum + share * ratio, 0);
    const depth = area / side;
    let at = 0;
    for (const { of, share } of row) {
      const length = (share * ratio) / depth;
      tiles.push(
        rest.width >= rest.height
          ? percent({ of, x: rest.x, y: rest.y + at, width: depth, height: length }, ratio)
          : percent({ of, x: rest.x + at, y: rest.y, width: length, height: depth }, ratio),
      );
      at += length;
    }
    rest =
      rest.width >= rest.height
        ? { ...rest, x: rest.x + depth, width: rest.width - depth }
        : { ...rest, y: rest.y + depth, height: rest.height - depth };
    from = to;
  }
  return tiles;
}

/** Returns how far the least square tile of a row is from a square; 1 is a square. */
function worst(row: readonly Weighed<unknown>[], side: number, ratio: number): number {
  const areas = row.map(({ share }) => share * ratio);
  const sum = areas.reduce((all, area) => all + area, 0);
  return Math.max(
    ...areas.map((area) => Math.max((side * side * area) / (sum * sum), (sum * sum) / (side * side * area))),
  );
}

const percent = <T>({ of, x, y, width, height }: Tile<T>, ratio: number): Tile<T> => ({
  of,
  x: (100 * x) / ratio,
  y: 100 * y,
  width: (100 * width) / ratio,
  height: 100 * height,
});
