/**
 * What a figure says and how it is taken. Seconds of one machine on one day mean little, so a bench measures its peer
 * in the same run, ours and peer taking turns, and reports the ratio.
 */

/** Does the work once and says how it went, in the bench's unit. */
export type Measure = () => number | Promise<number>;

export interface Peer {
  /** What it is, with its version. */
  readonly name: string;
  readonly measure: Measure;
  /**
   * "median" (default): every run does the same work. "mean": the runs are consecutive equal parts of one long
   * piece of work, so only all of them together are comparable.
   */
  readonly summary?: "median" | "mean";
  /** Warm-up runs in place of ours; a peer whose runs are parts of one piece of work warms up on its own: 0. */
  readonly warmUps?: number;
}

export interface BenchSpec {
  readonly name: string;
  readonly unit: string;
  /** Whether a smaller or a larger value is the better one. */
  readonly better: "lower" | "higher";
  readonly measure: Measure;
  readonly peer?: Peer;
  /** The ratio that must be reached. */
  readonly bar?: number;
  /** Runs that count (default 5) and runs before them that do not (default 2). */
  readonly runs?: number;
  readonly warmUps?: number;
}

/** One line of `--json`. */
export interface BenchResult {
  readonly name: string;
  /** Median of the runs. */
  readonly value: number;
  readonly unit: string;
  /** How many times better than the peer; null without a peer. */
  readonly ratio: number | null;
  readonly peer: string | null;
  readonly peerValue: number | null;
  /** The least ratio, or for a figure without a peer the worst value, that is good enough. */
  readonly bar: number | null;
  /** Null where nothing was promised. */
  readonly passed: boolean | null;
}

/** What an entry of the registry runs. Yields each result as soon as it is known. */
export type Bench = () => AsyncIterable<BenchResult>;

const RUNS = 5;
const WARM_UPS = 2;

/** Warms up, measures ours and the peer in turn and takes the median of the runs. */
export async function runBench(spec: BenchSpec): Promise<BenchResult> {
  const { name, unit, better, measure, peer, bar } = spec;
  const warmUps = spec.warmUps ?? WARM_UPS;
  for (let i = 0; i < warmUps; i++) await measure();
  for (let i = 0; i < (peer?.warmUps ?? warmUps); i++) await peer?.measure();
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let i = 0; i < (spec.runs ?? RUNS); i++) {
    ours.push(await measure());
    if (peer !== undefined) theirs.push(await peer.measure());
  }
  const value = median(ours);
  if (peer === undefined) return figure(name, value, unit);
  const peerValue = peer.summary === "mean" ? mean(theirs) : median(theirs);
  const ratio = better === "lower" ? peerValue / value : value / peerValue;
  const passed = bar === undefined ? null : ratio >= bar;
  return { name, value, unit, ratio, peer: peer.name, peerValue, bar: bar ?? null, passed };
}

/** A figure that was measured in another way and has no peer; `most` is the largest value that is good enough. */
export function figure(name: string, value: number, unit: string, most?: number): BenchResult {
  const passed = most === undefined ? null : value <= most;
  return { name, value, unit, ratio: null, peer: null, peerValue: null, bar: most ?? null, passed };
}

/** Nanoseconds an operation that `work` took. */
export function nanosecondsEach(operations: number, work: () => void): number {
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start) / operations;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The smallest value that at least `fraction` of all values do not exceed: 0.99 is p99. */
export function quantile(values: readonly number[], fraction: number): number {
  if (values.length === 0) throw new RangeError("quantile of nothing");
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(fraction * sorted.length) - 1)] as number;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
