import { CoreFlow } from "@candor/simulator/core-flow";
import { FLOWS, makeOrderFlow } from "@candor/simulator/order-flow";
import { wholeFlowInParts } from "./book-flows.ts";
import { checkTrades, measureCore } from "./flow-on-core.ts";
import { type BenchResult, runBench } from "./harness.ts";

const USERS = 10_000;
const MARKET = 0;

/**
 * The whole core: the deep flow as commands of 10,000 users, with checks, holds, fees, self-trade prevention, balances
 * and every event written, against a peer that does nothing but match. One run before the measured ones reads all
 * trades back from the events and holds them against the flow's known outcome. The compiler is set as the server
 * sets it, for both.
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
