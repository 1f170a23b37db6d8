import type { BookListener } from "@candor/core/book/book-listener";
import { RuledBook } from "@candor/core/book/ruled-book";
import { BUY, REMAINING_LOTS, SELL } from "@candor/core/memory/order-slab";
import { compareBooks } from "@candor/simulator/book-comparison";
import {
  FLOW_OUTCOMES,
  FLOWS,
  type FlowName,
  type FlowOutcome,
  foldTrade,
  makeOrderFlow,
} from "@candor/simulator/order-flow";
import { replayOnBook } from "@candor/simulator/order-flow-replay";
import { describe, expect, test } from "vitest";

const OPERATIONS = 1_000_000;

class TradeSums implements BookListener {
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

  onMakerExpired(makerId: number): void {
    throw new Error(`order ${makerId} has no owner`);
  }
}

function outcomeOnFastBook(operations: Int32Array): FlowOutcome {
  const sums = new TradeSums();
  const market = new RuledBook(sums);
  replayOnBook(market, operations);
  let live = 0;
  let liveQuantity = 0;
  for (const side of [BUY, SELL])
    market.book.forEachOrder(side, (slot) => {
      live++;
      liveQuantity += market.slab.ints[slot + REMAINING_LOTS] as number;
    });
  const { trades, quantity, notional, digest } = sums;
  return { trades, quantity, notional, digest, live, liveQuantity };
}

describe("order flows", () => {
  for (const name of Object.keys(FLOWS) as FlowName[]) {
    test(`BOOK-01 the ${name} flow of the generator gives its known outcome on the naive and on the fast book`, () => {
      const flow = makeOrderFlow(FLOWS[name]);
      expect(flow.outcome).toEqual(FLOW_OUTCOMES[name]);
      expect(outcomeOnFastBook(flow.operations)).toEqual(FLOW_OUTCOMES[name]);
    });
  }
});

test("BOOK-01 the fast book equals the naive book on a million random operations", () => {
  const seed = Number(process.env["BOOK_SEED"] ?? Date.now() % 2 ** 32);
  process.stdout.write(`books compared with seed ${seed}; repeat with BOOK_SEED=${seed}\n`);
  const report = compareBooks({ seed, operations: OPERATIONS, compareEvery: 2_000 });
  process.stdout.write(`${JSON.stringify(report)}\n`);
  // Each compared outcome really occurred, and often.
  for (const [outcome, count] of Object.entries(report.outcomes))
    expect(count, outcome).toBeGreaterThan(OPERATIONS / 1_000);
  for (const count of [report.trades, report.makersExpired, report.canceled, report.reduced, report.hidden])
    expect(count).toBeGreaterThan(OPERATIONS / 200);
});
