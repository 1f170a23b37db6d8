export interface Timed {
  /** Time shown; rows are sorted newest first. */
  readonly timeMs: number;
  /** Sort time of the row's own list, if earlier. */
  readonly listedAtMs?: number;
}

/** A paginated list, newest first. */
export interface Source<Row> {
  readonly rows: readonly Row[];
  /** Older rows have not been fetched yet. */
  readonly hasMore: boolean;
}

export interface Merged<Row> {
  readonly rows: readonly Row[];
  /** Indexes of the sources that must load more rows first; empty if everything is shown. */
  readonly behind: readonly number[];
}

/**
 * Merges several lists, newest first. Rows older than the end of an incomplete list are held back, because further rows
 * of that list may belong before them.
 */
export function mergeNewest<Row extends Timed>(sources: readonly Source<Row>[]): Merged<Row> {
  const ends = sources.map(({ rows, hasMore }) =>
    hasMore ? listedAtMsOf(rows.at(-1)) : Number.NEGATIVE_INFINITY,
  );
  const horizon = Math.max(Number.NEGATIVE_INFINITY, ...ends);
  const rows = sources
    .flatMap((source) => source.rows)
    .filter(({ timeMs }) => timeMs >= horizon)
    .sort((a, b) => b.timeMs - a.timeMs);
  const behind = ends.flatMap((end, index) =>
    end === horizon && end !== Number.NEGATIVE_INFINITY ? [index] : [],
  );
  return { rows, behind };
}

const listedAtMsOf = (row: Timed | undefined): number =>
  row?.listedAtMs ?? row?.timeMs ?? Number.POSITIVE_INFINITY;
