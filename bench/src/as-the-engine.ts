import { on } from "node:events";
import { Worker } from "node:worker_threads";
import { bundle } from "@candor/server/engine/runtime/bundle";
import { ENGINE_LIMITS } from "@candor/server/engine/runtime/thread-limits";
import type { BenchOfModule } from "./bench-thread.ts";
import type { Bench, BenchResult } from "./harness.ts";

/**
 * Loads a bench of the engine's code under the server's conditions: one module in a separate thread with the engine's
 * compiler flags and limits, without warm code from earlier benches. The peer is in the same module and thread.
 */
export async function asTheEngine(file: string, exported: string): Promise<Bench> {
  const inCache = (name: string): Promise<URL> =>
    bundle(new URL(name, import.meta.url), process.env.CANDOR_CACHE);
  const [thread, module] = await Promise.all([inCache("./bench-thread.ts"), inCache(file)]);
  return () => resultsOf(thread, { module: module.href, exported });
}

async function* resultsOf(thread: URL, bench: BenchOfModule): AsyncGenerator<BenchResult> {
  const worker = new Worker(thread, { workerData: bench, resourceLimits: ENGINE_LIMITS });
  for await (const [result] of on(worker, "message", { close: ["exit"] })) yield result as BenchResult;
}
