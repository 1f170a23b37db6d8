import { parentPort, workerData } from "node:worker_threads";
import { inlineMore } from "@candor/server/engine/runtime/compiler-flags";
import type { Bench } from "./harness.ts";

/** Start parameters of a bench thread. */
export interface BenchOfModule {
  /** URL of the bundled module. */
  readonly module: string;
  /** Name of the bench's export. */
  readonly exported: string;
}

process.setSourceMapsEnabled(true);
inlineMore();
const { module, exported } = workerData as BenchOfModule;
const bench = ((await import(module)) as Readonly<Record<string, Bench>>)[exported];
if (bench === undefined) throw new Error(`${module} exports no ${exported}`);
for await (const result of bench()) parentPort?.postMessage(result);
