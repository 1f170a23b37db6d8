import { parentPort, workerData } from "node:worker_threads";
import { inlineMore } from "../../apps/server/src/engine/runtime/compiler-flags.ts";
import type { Bench } from "./harness.ts";

/** What a bench's thread is started with. */
export interface BenchOfModule {
  /** URL of the module, bundled. */
  readonly module: string;
  /** The bench's name among its exports. */
  readonly exported: string;
}

process.setSourceMapsEnabled(true);
inlineMore();
const { module, exported } = workerData as BenchOfModule;
const bench = ((await import(module)) as Readonly<Record<string, Bench>>)[exported];
if (bench === undefined) throw new Error(`${module} exports no ${exported}`);
for await (const result of bench()) parentPort?.postMessage(result);
