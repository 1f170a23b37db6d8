import { FLOWS, makeOrderFlow } from "@candor/simulator/order-flow";
import { flowOwners, PerpetualFlow } from "@candor/simulator/perpetual-flow";
import { wholeFlowInParts } from "./book-flows.ts";
import { checkTrades, measureCore } from "./flow-on-core.ts";
import { type BenchResult, runBench } from "./harness.ts";

const USERS = 10_000;
const CONTRACT_MARKET = 1;

/**
 * The whole core with contracts: the deep flow as orders of 10,000 users with cross margin, who open, close and reverse
 * positions, with risk, margin, fees, funding and all events, and a tick of index and mark price after every hundred
 * commands; against a peer that only matches. A run before the measured ones reads all trades back from the events and
 * compares them with the flow's known outcome. Ticks count as work, not as commands.
 */
export async function* perpetualFlow(): AsyncGenerator<BenchResult> {
  const flow = makeOrderFlow(FLOWS.deep);
  const owners = flowOwners(flow.operations, USERS);
  const newCore = () => new PerpetualFlow(flow.operations, owners, USERS);
  checkTrades(flow, newCore());
  yield await runBench({
    name: "whole core, perpetual flow",
    unit: "ns/command",
    better: "lower",
    measure: () => measureCore(flow, newCore(), CONTRACT_MARKET),
    peer: wholeFlowInParts(flow),
    bar: 15,
  });
}
