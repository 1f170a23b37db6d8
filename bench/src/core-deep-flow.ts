import { EventCursor } from "@candor/protocol/event-reader";
import { EVENT } from "@candor/protocol/event-record";
import { CoreFlow } from "@candor/simulator/core-flow";
import {
  FLOWS,
  type FlowOutcome,
  foldTrade,
  makeOrderFlow,
  OPERATION_WORDS,
  type OrderFlow,
} from "@candor/simulator/order-flow";
import { wholeFlowInParts } from "./book-flows.ts";
import { type BenchResult, nanosecondsEach, runBench } from "./harness.ts";

const USERS = 10_000;

/**
 * The whole core: the deep flow as commands of 10,000 users, with checks, holds, fees, self-trade prevention, balances
 * and every event written, against a peer that does nothing but match. One run before the measured ones reads all
 * trades back from the events and holds them against the flow's known outcome. The compiler is set as the server
 * sets it, for both.
 */
export async function* coreDeepFlow(): AsyncGenerator<BenchResult> {
  const flow = makeOrderFlow(FLOWS.deep);
  checkTrades(flow);
  yield await runBench({
    name: "whole core, deep flow",
    unit: "ns/command",
    better: "lower",
    measure: () => measureCore(flow),
    peer: wholeFlowInParts(flow),
    bar: 40,
  });
}

function measureCore({ operations, outcome }: OrderFlow): number {
  const core = new CoreFlow(operations, USERS);
  const nanoseconds = nanosecondsEach(operations.length / OPERATION_WORDS, () => core.run());
  const { bids, asks } = core.exchange.bookView(0, Number.MAX_SAFE_INTEGER);
  const liveQuantity = [...bids, ...asks].reduce((sum, [, lots]) => sum + lots, 0);
  if (liveQuantity !== outcome.liveQuantity)
    throw new Error(`the core ended with ${liveQuantity} lots, not ${outcome.liveQuantity}`);
  return nanoseconds;
}

function checkTrades({ operations, outcome }: OrderFlow): void {
  const core = new CoreFlow(operations, USERS);
  const sums = { trades: 0, quantity: 0, notional: 0, digest: 0 };
  for (let n = 0; n < operations.length / OPERATION_WORDS; n++) {
    core.out.reset();
    core.execute(core.commandAt(n));
    const cursor = new EventCursor(core.out.words, 0, core.out.length);
    while (cursor.next()) {
      if (cursor.kind !== EVENT.tradeMade) continue;
      const ticks = cursor.field(3);
      const lots = cursor.field(4);
      sums.trades++;
      sums.quantity += lots;
      sums.notional += lots * ticks;
      sums.digest = foldTrade(sums.digest, cursor.field(7), cursor.field(8), lots, ticks);
    }
  }
  for (const key of Object.keys(sums) as (keyof typeof sums & keyof FlowOutcome)[])
    if (sums[key] !== outcome[key])
      throw new Error(`the core's ${key} are ${sums[key]}, not ${outcome[key]}`);
}
