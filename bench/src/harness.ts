/**
 * What a bench measures and how. Absolute times depend on machine and day, so a bench measures its peer in the same
 * run, alternating with ours, and reports the ratio.
 */

/** Does the work once and returns the result in the bench's unit. */
type Measure = () => number | Promise<number>;

export interface Peer {
  /** Name and version. */
  readonly name: string;
  readonly measure: Measure;
  /**
   * "median" (default): every run does the same work. "mean": the runs are consecutive equal parts of one long piece of
   * work, so only their total is comparable.
   */
  readonly summary?: "median" | "mean";
  /**
   * Warm-up runs, if different from ours; 0 for a peer whose runs are parts of one piece of work and which warms up
   * itself.
   */
  readonly warmUps?: number;
}

export interface BenchSpec {
  readonly name: string;
  readonly unit: string;
  /** Whether smaller or larger values are better. */
  readonly better: "lower" | "higher";
  readonly measure: Measure;
  readonly peer?: Peer;
  /** Required ratio. */
  readonly bar?: number;
  /** Measured runs (default 5) and unmeasured runs before them (default 2). */
  readonly runs?: number;
  readonly warmUps?: number;
}

/** One line of `--json`. */
export interface BenchResult {
  readonly name: string;
  /** Median of the runs. */
  readonly value: number;
  readonly unit: string;
  /** Ratio to the peer, larger is better; null without a peer. */
  readonly ratio: number | null;
  readonly peer: string | null;
  readonly peerValue: number | null;
  /** Required minimum ratio, or for a figure without a peer the worst acceptable value. */
  readonly bar: number | null;
  /** Null if there is no requirement. */
  readonly passed: boolean | null;
}

/** Run by a registry entry. Yields each result as soon as it is available. */
export type Bench = () => AsyncIterable<BenchResult>;

const RUNS = 5;
const WARM_UPS = 2;

/** Warms up, measures ours and the peer alternately, and takes the median of the runs. */
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

/** Returns a result measured in another way, without a peer; `most` is the largest acceptable value. */
export function figure(name: string, value: number, unit: string, most?: number): BenchResult {
  const passed = most === undefined ? null : value <= most;
  return { name, value, unit, ratio: null, peer: null, peerValue: null, bar: most ?? null, passed };
}

/** Returns the nanoseconds per operation that `work` took. */
export function nanosecondsEach(operations: number, work: () => void): number {
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start) / operations;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Returns the smallest value not exceeded by at least `fraction` of all values: 0.99 is p99. */
export function quantile(values: readonly number[], fraction: number): number {
  if (values.length === 0) throw new RangeError("quantile of nothing");
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(fraction * sorted.length) - 1)] as number;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
