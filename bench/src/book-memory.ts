import { RuledBook } from "@candor/core/book/ruled-book";
import { BUY } from "@candor/core/memory/order-slab";
import { FLOWS, makeOrderFlow, OPERATION_WORDS } from "@candor/simulator/order-flow";
import { mulberry32 } from "@candor/simulator/order-flow-random";
import { replayOnBook } from "@candor/simulator/order-flow-replay";
import { type BenchResult, figure } from "./harness.ts";

const ORDERS = 1_000_000;
const AIM_BYTES = 150;
/** Operations between two size checks of a flow. */
const STEP = 100;

/** Total bytes per resting order: its row, its directory entry, its share of levels and ladder. */
export async function* bookMemory(): AsyncGenerator<BenchResult> {
  const spread = new RuledBook({ onTrade() {}, onMakerExpired() {} });
  const random = mulberry32(1);
  for (let i = 0; i < ORDERS; i++) {
    const side = random.below(2);
    const distance = 1 + random.below(5_000);
    spread.place(0, side, side === BUY ? 100_000 - distance : 100_000 + distance, 1, 0, 0);
  }
  yield figure("memory, 1,000,000 resting orders", spread.byteLength / ORDERS, "bytes/order", AIM_BYTES);
  for (const name of ["deep", "wide"] as const) {
    const bytes = bytesAtTheFullest(makeOrderFlow(FLOWS[name]).operations);
    yield figure(`memory, ${name} flow at its fullest`, bytes, "bytes/order");
  }
}

/** Memory never shrinks, so a flow is measured by its maximum number of orders. */
function bytesAtTheFullest(operations: Int32Array): number {
  const market = new RuledBook({ onTrade() {}, onMakerExpired() {} });
  let fullest = 0;
  for (let from = 0; from < operations.length / OPERATION_WORDS; from += STEP) {
    replayOnBook(market, operations, from, from + STEP);
    fullest = Math.max(fullest, market.book.orderCount);
  }
  return market.byteLength / fullest;
}
