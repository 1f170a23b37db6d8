import { CoreFlow } from "@candor/simulator/core-flow";
import { FLOWS, makeOrderFlow } from "@candor/simulator/order-flow";
import { wholeFlowInParts } from "./book-flows.ts";
import { checkTrades, measureCore } from "./flow-on-core.ts";
import { type BenchResult, runBench } from "./harness.ts";

const USERS = 10_000;
const MARKET = 0;

/**
 * The whole core: the deep flow as commands of 10,000 users, with checks, freezes, fees, self-trade prevention,
 * balances and all events, against a peer that only matches. A run before the measured ones reads all trades back from
 * the events and compares them with the flow's known outcome. Both use the server's compiler flags.
 */
export async function* coreDeepFlow(): AsyncGenerator<BenchResult> {
  const flow = makeOrderFlow(FLOWS.deep);
  const newCore = () => new CoreFlow(flow.operations, USERS);
  checkTrades(flow, newCore());
  yield await runBench({
    name: "whole core, deep flow",
    unit: "ns/command",
    better: "lower",
    measure: () => measureCore(flow, newCore(), MARKET),
    peer: wholeFlowInParts(flow),
    bar: 40,
  });
}
