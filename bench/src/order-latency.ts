import type { BenchServer } from "./bench-server.ts";
import { type BenchResult, figure, median, runBench } from "./harness.ts";
import type { LoadPlan } from "./http-load.ts";

/** Orders per second at which the tail is compared with the peer's. */
const COMPARED_PACES = [1_000, 5_000];
/** The tail may be twice as long as the peer's. */
const TAIL_BAR = 0.5;

/** Order latency at each pace; reports paces that were not reached. */
export async function* latencyFigures(
  server: BenchServer,
  what: string,
  acknowledgedBy: LoadPlan["acknowledgedBy"],
  paces: readonly number[],
): AsyncGenerator<BenchResult> {
  for (const pace of paces) {
    const { p50Ms, p99Ms, perSecond } = await server.load(pace, acknowledgedBy);
    const reached = perSecond < pace * 0.98 ? `, ${Math.round(perSecond)} reached` : "";
    const name = `${what} at ${pace.toLocaleString("en")}/s${reached}`;
    yield figure(`${name}, p50`, p50Ms, "ms");
    yield figure(`${name}, p99`, p99Ms, "ms");
  }
}

/** What is measured and what it is compared with, at the same pace in the same run. */
interface Compared {
  readonly name: string;
  readonly measure: (pace: number) => Promise<{ readonly p50Ms: number; readonly p99Ms: number }>;
}

/** The tail of the latency at each pace against the peer's. */
export async function* comparedTails(ours: Compared, peer: Compared): AsyncGenerator<BenchResult> {
  for (const pace of COMPARED_PACES) {
    const halves: number[] = [];
    const result = await runBench({
      name: `${ours.name} at ${pace.toLocaleString("en")}/s, p99`,
      unit: "ms",
      better: "lower",
      measure: async () => {
        const { p50Ms, p99Ms } = await ours.measure(pace);
        halves.push(p50Ms);
        return p99Ms;
      },
      peer: { name: peer.name, measure: async () => (await peer.measure(pace)).p99Ms },
      bar: TAIL_BAR,
      warmUps: 1,
    });
    yield figure(`${ours.name} at ${pace.toLocaleString("en")}/s, p50`, median(halves), "ms");
    yield result;
  }
}
