import { LAYOUT } from "@candor/codec/event-layouts";
import { EventCursor } from "@candor/codec/event-reader";
import { EVENT } from "@candor/codec/event-record";
import type { EventWriter } from "@candor/codec/event-writer";
import type { Exchange } from "@candor/core/exchange";
import { type FlowOutcome, foldTrade, OPERATION_WORDS, type OrderFlow } from "@candor/simulator/order-flow";
import { nanosecondsEach } from "./harness.ts";

const TRADE = LAYOUT.tradeMade.at;

/** What the flows' users trade: quote and base coin. */
const ASSETS = [0, 1];

/** A whole core that an order flow drives. */
interface DrivenCore {
  readonly exchange: Exchange;
  /** Where the events of what was run are, until the caller resets it. */
  readonly out: EventWriter;
  /** Runs the operations from `from` up to `to`; left out: all. */
  run(from?: number, to?: number): void;
}

/**
 * Runs all of the flow on a new core. Throws unless its market ends with what is known to be left of the flow, and each
 * asset sums to zero.
 * @returns nanoseconds a command
 */
export function measureCore({ operations, outcome }: OrderFlow, core: DrivenCore, marketId: number): number {
  const nanoseconds = nanosecondsEach(operations.length / OPERATION_WORDS, () => core.run());
  const { bids, asks } = core.exchange.bookView(marketId, Number.MAX_SAFE_INTEGER);
  const liveQuantity = [...bids, ...asks].reduce((sum, [, lots]) => sum + lots, 0);
  if (liveQuantity !== outcome.liveQuantity)
    throw new Error(`the core ended with ${liveQuantity} lots, not ${outcome.liveQuantity}`);
  for (const assetId of ASSETS)
    if (core.exchange.sumOf(assetId) !== 0n)
      throw new Error(`asset ${assetId} sums to ${core.exchange.sumOf(assetId)}`);
  return nanoseconds;
}

/** Runs all of the flow, reads all trades back from the events and throws unless they are those that are known of it. */
export function checkTrades({ operations, outcome }: OrderFlow, core: DrivenCore): void {
  const sums = { trades: 0, quantity: 0, notional: 0, digest: 0 };
  for (let n = 0; n < operations.length / OPERATION_WORDS; n++) {
    core.out.reset();
    core.run(n, n + 1);
    const cursor = new EventCursor(core.out.words, 0, core.out.length);
    while (cursor.next()) {
      if (cursor.kind !== EVENT.tradeMade) continue;
      const ticks = cursor.field(TRADE.priceTicks);
      const lots = cursor.field(TRADE.quantityLots);
      sums.trades++;
      sums.quantity += lots;
      sums.notional += lots * ticks;
      sums.digest = foldTrade(
        sums.digest,
        cursor.field(TRADE.makerOrderId),
        cursor.field(TRADE.takerOrderId),
        lots,
        ticks,
      );
    }
  }
  for (const key of Object.keys(sums) as (keyof typeof sums & keyof FlowOutcome)[])
    if (sums[key] !== outcome[key])
      throw new Error(`the core's ${key} are ${sums[key]}, not ${outcome[key]}`);
}
