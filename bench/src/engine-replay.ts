import { rmSync } from "node:fs";
import type { ExchangeHome } from "@candor/server/engine/runtime/exchange-home";
import { machineFactory } from "@candor/server/engine/runtime/exchange-machine";
import { LocalEngine } from "@candor/server/engine/runtime/local-engine";
import { recover } from "@candor/server/engine/runtime/recover";
import { CoreFlow } from "@candor/simulator/core-flow";
import { FLOWS, makeOrderFlow, OPERATION_WORDS } from "@candor/simulator/order-flow";
import { wholeFlowInParts } from "./book-flows.ts";
import { openWorld, startEngine, temporaryHome, USERS } from "./engine-world.ts";
import { type BenchResult, figure, median, runBench } from "./harness.ts";

const FRAME_COMMANDS = 1_024;
const STARTS = 5;
const START_MS = 1_000_000;

/**
 * A journal of the deep flow, one million commands in frames of 1,024 (plus those that set up the exchange), read from
 * disk: checksums, chain, decoding, execution, and the digest of all events compared with the recorded one.
 */
export async function* engineReplay(): AsyncGenerator<BenchResult> {
  const deep = makeOrderFlow(FLOWS.deep);
  const { home, remove } = temporaryHome();
  try {
    await writeJournal(home, deep.operations);
    rmSync(home.snapshotDirectory, { recursive: true });
    yield await runBench({
      name: "replay of a journal, deep flow",
      unit: "ns/command",
      better: "lower",
      measure: () => measureReplay(home),
      peer: wholeFlowInParts(deep),
      bar: 25,
      warmUps: 1,
    });
    yield figure("cold start, 1,000,000 commands, no snapshot", await measureStarts(home, false), "ms");
    yield figure("cold start, 1,000,000 commands, snapshot", await measureStarts(home, true), "ms");
  } finally {
    remove();
  }
}

async function writeJournal(home: ExchangeHome, operations: Int32Array): Promise<void> {
  const engine = new LocalEngine({
    home,
    factory: machineFactory,
    clock: () => START_MS,
    snapshotInterval: Number.MAX_SAFE_INTEGER,
  });
  await openWorld(engine, START_MS);
  const flow = new CoreFlow(operations, USERS);
  const count = operations.length / OPERATION_WORDS;
  for (let from = 0; from < count; from += FRAME_COMMANDS) {
    const frame = Array.from({ length: Math.min(FRAME_COMMANDS, count - from) }, (_, i) =>
      engine.execute(flow.commandAt(from + i)),
    );
    await Promise.all(frame);
  }
  await engine.close();
}

function measureReplay(home: ExchangeHome): number {
  const start = process.hrtime.bigint();
  const { journal, report } = recover({ home, factory: machineFactory });
  const nanoseconds = Number(process.hrtime.bigint() - start);
  journal.close();
  return nanoseconds / report.replayedCommands;
}

/** Milliseconds from starting the engine's thread until it accepts commands. */
async function measureStarts(home: ExchangeHome, withSnapshot: boolean): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    if (!withSnapshot) rmSync(home.snapshotDirectory, { recursive: true, force: true });
    const start = performance.now();
    const engine = await startEngine(home);
    times.push(performance.now() - start);
    await engine.close();
  }
  return median(times);
}
