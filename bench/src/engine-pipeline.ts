import { CoreFlow } from "@candor/simulator/core-flow";
import { FLOWS, makeOrderFlow, OPERATION_WORDS } from "@candor/simulator/order-flow";
import { wholeFlowInParts } from "./book-flows.ts";
import { observation, openWorld, startEngine, temporaryHome, USERS } from "./engine-world.ts";
import { type BenchResult, runBench } from "./harness.ts";

const OUTSTANDING = 1_024;
const OBSERVATION_INTERVAL_COMMANDS = 50_000;

/**
 * From `execute` to its resolved promise and back, as the gateway uses it: the engine in its worker, every frame on
 * disk before anything in it is acknowledged, 1,024 callers who each wait for their answer before they go on.
 */
export async function* enginePipeline(): AsyncGenerator<BenchResult> {
  const deep = makeOrderFlow(FLOWS.deep);
  const flow = new CoreFlow(deep.operations, USERS);
  const count = deep.operations.length / OPERATION_WORDS;
  yield await runBench({
    name: `durable pipeline, ${OUTSTANDING.toLocaleString("en")} outstanding, deep flow`,
    unit: "ns/command",
    better: "lower",
    measure: () => measure(flow, count),
    peer: wholeFlowInParts(deep),
    bar: 5,
    warmUps: 1,
  });
}

async function measure(flow: CoreFlow, count: number): Promise<number> {
  const { home, remove } = temporaryHome();
  try {
    const engine = await startEngine(home);
    await openWorld(engine, Date.now());
    let next = 0;
    const caller = async (): Promise<void> => {
      while (next < count) {
        if (next % OBSERVATION_INTERVAL_COMMANDS === 0) await engine.execute(observation(Date.now()));
        await engine.execute(flow.commandAt(next++));
      }
    };
    const start = process.hrtime.bigint();
    await Promise.all(Array.from({ length: OUTSTANDING }, caller));
    const nanoseconds = Number(process.hrtime.bigint() - start) / count;
    await engine.close();
    return nanoseconds;
  } finally {
    remove();
  }
}
