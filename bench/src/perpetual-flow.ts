import { EventCursor } from "@candor/protocol/event-reader";
import { EVENT } from "@candor/protocol/event-record";
import {
  FLOWS,
  type FlowOutcome,
  foldTrade,
  makeOrderFlow,
  OPERATION_WORDS,
  type OrderFlow,
} from "@candor/simulator/order-flow";
import { flowOwners, PerpetualFlow } from "@candor/simulator/perpetual-flow";
import { wholeFlowInParts } from "./book-flows.ts";
import { type BenchResult, nanosecondsEach, runBench } from "./harness.ts";

const USERS = 10_000;
const CONTRACT_MARKET = 1;

/**
 * The whole core with contracts: the deep flow as orders of 10,000 users with cross margin, who open, close and turn
 * over positions, with risk, margin, fees, funding and every event written, and a tick of index and mark after every
 * hundred commands; against a peer that does nothing but match. One run before the measured ones reads all trades back
 * from the events and holds them against the flow's known outcome. The ticks count as work, not as commands.
 */
export async function* perpetualFlow(): AsyncGenerator<BenchResult> {
  const flow = makeOrderFlow(FLOWS.deep);
  const owners = flowOwners(flow.operations, USERS);
  checkTrades(flow, owners);
  yield await runBench({
    name: "whole core, perpetual flow",
    unit: "ns/command",
    better: "lower",
    measure: () => measureCore(flow, owners),
    peer: wholeFlowInParts(flow),
    bar: 15,
  });
}

function measureCore({ operations, outcome }: OrderFlow, owners: Int32Array): number {
  const core = new PerpetualFlow(operations, owners, USERS);
  const nanoseconds = nanosecondsEach(operations.length / OPERATION_WORDS, () => core.run());
  const { bids, asks } = core.exchange.bookView(CONTRACT_MARKET, Number.MAX_SAFE_INTEGER);
  const liveQuantity = [...bids, ...asks].reduce((sum, [, lots]) => sum + lots, 0);
  if (liveQuantity !== outcome.liveQuantity)
    throw new Error(`the core ended with ${liveQuantity} lots, not ${outcome.liveQuantity}`);
  if (core.exchange.sumOf(0) !== 0n) throw new Error(`USDT sums to ${core.exchange.sumOf(0)}`);
  return nanoseconds;
}

function checkTrades({ operations, outcome }: OrderFlow, owners: Int32Array): void {
  const core = new PerpetualFlow(operations, owners, USERS);
  const sums = { trades: 0, quantity: 0, notional: 0, digest: 0 };
  for (let n = 0; n < operations.length / OPERATION_WORDS; n++) {
    core.out.reset();
    core.run(n, n + 1);
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
