import type { BenchServer } from "./bench-server.ts";
import { type BenchResult, figure } from "./harness.ts";
import type { LoadPlan } from "./http-load.ts";

/** Orders per second. */
const PACES = [1_000, 5_000, 20_000];

/** Order latency at each pace; reports paces that were not reached. */
export async function* latencyFigures(
  server: BenchServer,
  what: string,
  acknowledgedBy: LoadPlan["acknowledgedBy"],
): AsyncGenerator<BenchResult> {
  for (const pace of PACES) {
    const { p50Ms, p99Ms, perSecond } = await server.load(pace, acknowledgedBy);
    const reached = perSecond < pace * 0.98 ? `, ${Math.round(perSecond)} reached` : "";
    const name = `${what} at ${pace.toLocaleString("en")}/s${reached}`;
    yield figure(`${name}, p50`, p50Ms, "ms");
    yield figure(`${name}, p99`, p99Ms, "ms");
  }
}
