import { BUY } from "@candor/core/memory/order-slab";
import { OPERATION, OPERATION_WORDS } from "@candor/simulator/order-flow";
import { OrderBook, Side } from "nodejs-order-book";

export const PEER_NAME = "nodejs-order-book 10.1.1";

/**
 * The peer's plain matching, in the fastest usage that its documentation allows: limit orders as object literals, and
 * order ids that do not look like numbers, which makes it up to twice as fast on a deep book as "1", "2", … The ids are
 * created beforehand and not measured.
 */
export class PeerReplay {
  private readonly book = new OrderBook();
  private readonly operations: Int32Array;
  private readonly ids: readonly string[];

  constructor(operations: Int32Array, ids: readonly string[]) {
    this.operations = operations;
    this.ids = ids;
  }

  /** Runs operations `from` (inclusive) to `to` (exclusive). */
  run(from: number, to: number): void {
    const { book, operations, ids } = this;
    for (let at = from * OPERATION_WORDS; at < to * OPERATION_WORDS; at += OPERATION_WORDS) {
      const id = ids[operations[at + 4] as number] as string;
      if (operations[at] === OPERATION.cancel) {
        book.cancel(id);
      } else {
        const side = operations[at + 1] === BUY ? Side.BUY : Side.SELL;
        book.limit({ side, id, size: operations[at + 3] as number, price: operations[at + 2] as number });
      }
    }
  }

  /** Total lots of resting orders. */
  get liveQuantity(): number {
    return this.book
      .depth()
      .flat()
      .reduce((sum, [, size]) => sum + size, 0);
  }
}

/** Returns ids for every order of a flow, indexed by order number. */
export function peerIds(operations: Int32Array): string[] {
  let highest = 0;
  for (let at = 4; at < operations.length; at += OPERATION_WORDS)
    highest = Math.max(highest, operations[at] as number);
  return Array.from({ length: highest + 1 }, (_, id) => `o${id}`);
}
