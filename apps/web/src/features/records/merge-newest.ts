export interface Timed {
  /** The time shown, newest first. */
  readonly timeMs: number;
  /** What the row's own list is sorted by, where that is an earlier time. */
  readonly listedAtMs?: number;
}

/** A list that is fetched page by page, newest first. */
export interface Source<Row> {
  readonly rows: readonly Row[];
  /** There are older ones that have not been fetched. */
  readonly hasMore: boolean;
}

export interface Merged<Row> {
  readonly rows: readonly Row[];
  /** Which sources have to go on before more can be shown; none: all is shown. */
  readonly behind: readonly number[];
}

/**
 * Several lists as one, newest first. What is older than the end of a list that goes on is held back: something of that
 * list may belong before it.
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
