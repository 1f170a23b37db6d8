import { LAYOUT } from "@candor/codec/event-layouts";
import { EventCursor } from "@candor/codec/event-reader";
import { EVENT } from "@candor/codec/event-record";
import type { EventWriter } from "@candor/codec/event-writer";
import type { Exchange } from "@candor/core/exchange/exchange";
import { type FlowOutcome, foldTrade, OPERATION_WORDS, type OrderFlow } from "@candor/simulator/order-flow";
import { nanosecondsEach } from "./harness.ts";

const TRADE = LAYOUT.tradeMade.at;

/** The flows' assets: quote and base coin. */
const ASSETS = [0, 1];

/** A complete core driven by an order flow. */
interface DrivenCore {
  readonly exchange: Exchange;
  /** Events of the run, until the caller resets it. */
  readonly out: EventWriter;
  /** Runs operations `from` (inclusive) to `to` (exclusive); default: all. */
  run(from?: number, to?: number): void;
}

/**
 * Runs the whole flow on a new core. Throws unless the market ends with the flow's known remaining orders and each
 * asset sums to zero.
 * @returns nanoseconds per command
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

/** Runs the whole flow, reads all trades back from the events, and throws unless they match the known ones. */
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
