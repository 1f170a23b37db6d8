import { EventCursor } from "@candor/codec/event-reader";
import { MixedFlow } from "@candor/simulator/mixed-flow";
import { FLOWS, makeOrderFlow, OPERATION_WORDS, type OrderFlow } from "@candor/simulator/order-flow";
import { wholeFlowInParts } from "./book-flows.ts";
import { type BenchResult, nanosecondsEach, runBench } from "./harness.ts";

const USERS = 10_000;
const CHECKED_OPERATIONS = 100_000;
/** Minimum accepted share of each command kind except cancels; orders already filled cannot be canceled. */
const LEAST_ACCEPTED = 0.9;

/**
 * The whole core with all products at once, against a peer that only matches the same operations. Part of the flow runs
 * before the measured ones, to check that its commands are accepted rather than rejected quickly.
 */
export async function* mixedFlow(): AsyncGenerator<BenchResult> {
  const flow = makeOrderFlow(FLOWS.deep);
  checkAcceptance(flow);
  yield await runBench({
    name: "whole core, all products",
    unit: "ns/command",
    better: "lower",
    measure: () => measureCore(flow),
    peer: wholeFlowInParts(flow),
    bar: 10,
  });
}

function measureCore({ operations }: OrderFlow): number {
  const core = new MixedFlow(operations, USERS);
  const commands = MixedFlow.commandsOf(operations.length / OPERATION_WORDS);
  const nanoseconds = nanosecondsEach(commands, () => core.run());
  for (const assetId of [0, 1])
    if (core.exchange.sumOf(assetId) !== 0n)
      throw new Error(`asset ${assetId} sums to ${core.exchange.sumOf(assetId)}`);
  return nanoseconds;
}

function checkAcceptance({ operations }: OrderFlow): void {
  const core = new MixedFlow(operations, USERS);
  const counts = new Map<string, { asked: number; accepted: number }>();
  core.run(0, CHECKED_OPERATIONS, () => {
    const cursor = new EventCursor(core.out.words, 0, core.out.length);
    cursor.next();
    const executed = cursor.decode();
    if (executed.kind !== "executed") throw new Error(`a command begins with ${executed.kind}`);
    const count = counts.get(executed.command) ?? { asked: 0, accepted: 0 };
    count.asked++;
    if (executed.error === undefined) count.accepted++;
    counts.set(executed.command, count);
  });
  for (const [command, { asked, accepted }] of counts)
    if (command !== "cancel-order" && accepted < asked * LEAST_ACCEPTED)
      throw new Error(`of ${asked} ${command} only ${accepted} were accepted`);
}
