import type { RuledBook } from "@candor/core/book/ruled-book";
import { TIMES_IN_FORCE } from "@candor/domain/enumerations";
import { OPERATION, OPERATION_WORDS } from "./order-flow.ts";

const GTC = TIMES_IN_FORCE.indexOf("gtc");

/** Drives the fast book with the operations of a flow from `from` up to `to`, exclusive. */
export function replayOnBook(
  market: RuledBook,
  operations: Int32Array,
  from = 0,
  to: number = operations.length / OPERATION_WORDS,
): void {
  for (let at = from * OPERATION_WORDS; at < to * OPERATION_WORDS; at += OPERATION_WORDS) {
    if (operations[at] === OPERATION.cancel) {
      market.cancel(operations[at + 4] as number);
    } else {
      market.place(
        0,
        operations[at + 1] as number,
        operations[at + 2] as number,
        operations[at + 3] as number,
        GTC,
        0,
      );
    }
  }
}
