import type { EnginePort } from "@candor/domain/engine-port";
import type { ExchangeHome } from "@candor/server/engine/runtime/exchange-home";
import { machineFactory } from "@candor/server/engine/runtime/exchange-machine";
import { LocalEngine } from "@candor/server/engine/runtime/local-engine";
import { CoreFlow } from "@candor/simulator/core-flow";
import { FLOWS, makeOrderFlow, OPERATION_WORDS } from "@candor/simulator/order-flow";
import { wholeFlowInParts } from "./book-flows.ts";
import { observation, openWorld, startEngine, temporaryHome, USERS } from "./engine-world.ts";
import { type BenchResult, runBench } from "./harness.ts";

const OUTSTANDING = 1_024;
const OBSERVATION_INTERVAL_COMMANDS = 50_000;

type Starter = (home: ExchangeHome) => Promise<EnginePort & { close(): Promise<void> }>;

/**
 * From `execute` to its resolved promise, as used by the gateway: 1,024 callers, each waiting for its reply before
 * continuing, and every frame is on disk before its commands are acknowledged. First with the engine in the callers'
 * thread, like the peer's book, then in a worker as on the server.
 */
export async function* enginePipeline(): AsyncGenerator<BenchResult> {
  const deep = makeOrderFlow(FLOWS.deep);
  const flow = new CoreFlow(deep.operations, USERS);
  const count = deep.operations.length / OPERATION_WORDS;
  const local: Starter = async (home) => new LocalEngine({ home, factory: machineFactory });
  yield await runBench({
    name: "durable pipeline, 1,024 outstanding, deep flow",
    unit: "ns/command",
    better: "lower",
    measure: () => measure(local, flow, count),
    peer: wholeFlowInParts(deep),
    bar: 5,
    warmUps: 1,
  });
  yield await runBench({
    name: "  the same with the engine in its worker",
    unit: "ns/command",
    better: "lower",
    measure: () => measure(startEngine, flow, count),
    warmUps: 1,
  });
}

async function measure(start: Starter, flow: CoreFlow, count: number): Promise<number> {
  const { home, remove } = temporaryHome();
  try {
    const engine = await start(home);
    await openWorld(engine, Date.now());
    let next = 0;
    const caller = async (): Promise<void> => {
      while (next < count) {
        if (next % OBSERVATION_INTERVAL_COMMANDS === 0) await engine.execute(observation(Date.now()));
        await engine.execute(flow.commandAt(next++));
      }
    };
    const startedAt = process.hrtime.bigint();
    await Promise.all(Array.from({ length: OUTSTANDING }, caller));
    const nanoseconds = Number(process.hrtime.bigint() - startedAt) / count;
    await engine.close();
    return nanoseconds;
  } finally {
    remove();
  }
}
