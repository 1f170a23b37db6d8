import { BenchServer } from "./bench-server.ts";
import { type BenchResult, figure, quantile } from "./harness.ts";
import type { LoadResult } from "./http-load.ts";
import { readyToRunMs } from "./thread-times.ts";
import { type Span, Trace } from "./trace.ts";

const PACES = [1_000, 5_000];
const SECONDS = 10;
const WARM_UPS = 4;
const SYNC = "fs.sync.fdatasync";

interface Cause {
  readonly name: string;
  readonly spans: readonly Span[];
}

/**
 * What the slowest hundredth of orders over HTTP waited for, from traces of the server's process: the milliseconds of a
 * slow order in which the gateway's or the engine's thread collected garbage or the journal was synced. A moment with
 * several causes counts for the first. "Other" is running code, the kernel, and waiting for a processor.
 */
export async function* tailLatency(): AsyncGenerator<BenchResult> {
  const trace = new Trace();
  const server = await BenchServer.start("exchange", trace.nodeOptions);
  const loads: { readonly pace: number; readonly result: LoadResult; readonly waitedMs: number }[] = [];
  try {
    for (let run = 0; run < WARM_UPS; run++) await server.load(0);
    for (const pace of PACES) {
      const before = readyToRunMs(server.pid);
      const result = await server.load(pace, "reply", "exchange", SECONDS);
      loads.push({ pace, result, waitedMs: readyToRunMs(server.pid) - before });
    }
  } finally {
    await server.ended();
  }
  const causes = causesOf(trace.take(), server.pid);
  for (const { pace, result, waitedMs } of loads) {
    const title = `orders at ${pace.toLocaleString("en")}/s`;
    const lengths = result.slowest.map(([dueMs, acknowledgedMs]) => acknowledgedMs - dueMs);
    yield figure(`${title}: p50`, result.p50Ms, "ms");
    yield figure(`${title}: p99`, result.p99Ms, "ms");
    yield figure(`${title}: p99.9`, quantile(lengths, 0.9), "ms");
    const shares = sharesOf(result.slowest, causes);
    for (const [name, ms] of shares) yield figure(`  a slow order waits for ${name}`, ms, "ms");
    const perOrderMs = lengths.reduce((sum, ms) => sum + ms, 0) / lengths.length;
    const known = [...shares.values()].reduce((sum, ms) => sum + ms, 0);
    yield figure("  a slow order waits for other", perOrderMs - known, "ms");
    yield figure("  all threads were ready to run without a processor", waitedMs / SECONDS, "ms/s");
  }
}

/** The thread that syncs most is the engine's; the first thread has the process's id and is the gateway's. */
function causesOf(spans: readonly Span[], pid: number): readonly Cause[] {
  const syncs = new Map<number, number>();
  for (const { what, threadId } of spans)
    if (what === SYNC) syncs.set(threadId, (syncs.get(threadId) ?? 0) + 1);
  const [engine] = [...syncs].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  const of = (threadId: number | undefined, isIt: (what: string) => boolean) =>
    spans.filter((span) => span.threadId === threadId && isIt(span.what));
  const isCollection = (what: string) => what.startsWith("V8.GC");
  return [
    { name: "garbage collection of the gateway's thread", spans: of(pid, isCollection) },
    { name: "garbage collection of the engine's thread", spans: of(engine, isCollection) },
    { name: "the journal's fdatasync", spans: of(engine, (what) => what === SYNC) },
    { name: "an fdatasync of other stores", spans: of(pid, (what) => what === SYNC) },
  ];
}

/** Returns the mean ms of each cause per slow order. */
function sharesOf(slowest: LoadResult["slowest"], causes: readonly Cause[]): ReadonlyMap<string, number> {
  const totals = new Map(causes.map(({ name }) => [name, 0]));
  for (const [dueMs, acknowledgedMs] of slowest) {
    const taken: [number, number][] = [];
    for (const { name, spans } of causes) {
      for (const { fromMs, toMs } of spans) {
        const from = Math.max(fromMs, dueMs);
        const to = Math.min(toMs, acknowledgedMs);
        if (from < to) totals.set(name, (totals.get(name) ?? 0) + addTo(taken, from, to));
      }
    }
  }
  for (const [name, ms] of totals) totals.set(name, ms / slowest.length);
  return totals;
}

/** Adds an interval to others. @returns how much of it they did not cover */
function addTo(taken: [number, number][], from: number, to: number): number {
  let fresh = to - from;
  for (const [start, end] of taken) fresh -= Math.max(0, Math.min(end, to) - Math.max(start, from));
  if (fresh <= 0) return 0;
  taken.push([from, to]);
  return fresh;
}
