import { RuledBook } from "@candor/core/book/ruled-book";
import { BUY, SELL } from "@candor/core/memory/order-slab";
import {
  FLOWS,
  type FlowOutcome,
  foldTrade,
  makeOrderFlow,
  OPERATION_WORDS,
  type OrderFlow,
} from "@candor/simulator/order-flow";
import { replayOnBook } from "@candor/simulator/order-flow-replay";
import { PEER_NAME, PeerReplay, peerIds } from "./book-peer.ts";
import { type BenchResult, nanosecondsEach, type Peer, runBench } from "./harness.ts";

const PARTS = 5;
const PEER_WARM_UP_OPERATIONS = 50_000;

/**
 * Only the book: limit orders and cancels by id, price-time priority, no balances. Ours digests every trade and checks
 * the outcome of every run; a new book each run, so growth is part of the measured time.
 */
export async function* bookFlows(): AsyncGenerator<BenchResult> {
  const deep = makeOrderFlow(FLOWS.deep);
  yield await runBench({
    name: "book alone, deep flow",
    unit: "ns/operation",
    better: "lower",
    measure: () => measureOurs(deep),
    peer: wholeFlowInParts(deep),
    bar: 120,
  });
  const shallow = makeOrderFlow(FLOWS.shallow);
  yield await runBench({
    name: "book alone, shallow flow",
    unit: "ns/operation",
    better: "lower",
    measure: () => measureOurs(shallow),
    peer: wholeFlowInParts(shallow),
    bar: 15,
  });
  const wide = makeOrderFlow(FLOWS.wide);
  yield await runBench({
    name: "book alone, wide flow",
    unit: "ns/operation",
    better: "lower",
    measure: () => measureOurs(wide),
    peer: { name: "its own deep flow", measure: () => measureOurs(deep) },
    bar: 0.4,
  });
}

/**
 * The peer runs the same flow once in total: a fifth per run on the same book, because a deep flow takes it half a
 * minute. The mean of the parts is its time for the whole flow, like the median of ours.
 */
export function wholeFlowInParts(flow: OrderFlow): Peer {
  const { operations, outcome } = flow;
  const ids = peerIds(operations);
  new PeerReplay(operations, ids).run(0, PEER_WARM_UP_OPERATIONS);
  const replay = new PeerReplay(operations, ids);
  const part = operations.length / OPERATION_WORDS / PARTS;
  let from = 0;
  const measure = () => {
    const nanoseconds = nanosecondsEach(part, () => replay.run(from, from + part));
    from += part;
    if (from === part * PARTS && replay.liveQuantity !== outcome.liveQuantity)
      throw new Error(`${PEER_NAME} ended with ${replay.liveQuantity} lots, not ${outcome.liveQuantity}`);
    return nanoseconds;
  };
  return { name: PEER_NAME, measure, summary: "mean", warmUps: 0 };
}

class TradeSums {
  trades = 0;
  quantity = 0;
  notional = 0;
  digest = 0;

  onTrade(makerId: number, takerId: number, lots: number, ticks: number): void {
    this.trades++;
    this.quantity += lots;
    this.notional += lots * ticks;
    this.digest = foldTrade(this.digest, makerId, takerId, lots, ticks);
  }

  onMakerExpired(): void {}
}

function measureOurs({ operations, outcome }: OrderFlow): number {
  const sums = new TradeSums();
  const market = new RuledBook(sums);
  const count = operations.length / OPERATION_WORDS;
  const nanoseconds = nanosecondsEach(count, () => replayOnBook(market, operations));
  checkOutcome(market, sums, outcome);
  return nanoseconds;
}

function checkOutcome(market: RuledBook, sums: TradeSums, outcome: FlowOutcome): void {
  let liveQuantity = 0;
  for (const side of [BUY, SELL])
    market.book.forEachLevel(side, Number.MAX_SAFE_INTEGER, (_, lots) => {
      liveQuantity += lots;
    });
  const { trades, quantity, notional, digest } = sums;
  const found: FlowOutcome = {
    trades,
    quantity,
    notional,
    digest,
    live: market.book.orderCount,
    liveQuantity,
  };
  for (const key of Object.keys(outcome) as (keyof FlowOutcome)[])
    if (found[key] !== outcome[key])
      throw new Error(`flow ended with ${key} ${found[key]}, not ${outcome[key]}`);
}
