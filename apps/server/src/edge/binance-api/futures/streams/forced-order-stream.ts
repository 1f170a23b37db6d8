import { EVENT } from "@candor/codec/event-record";
import type { EnginePort } from "@candor/domain/engine-port";
import type { LiquidationStep } from "@candor/domain/events/contract-events";
import type { ListedMarket, Listings } from "../../../../market/market-data/listings.ts";
import type { MarketStream } from "../../streams/market-stream.ts";

/** In ticks of 50 ms. */
const SECOND_TICKS = 20;

export interface ForcedOrderSources {
  readonly engine: Pick<EnginePort, "on">;
  readonly listings: Listings;
}

interface Forced {
  readonly step: LiquidationStep;
  readonly timeMs: number;
}

/** Sends what liquidations have closed: each second the newest of each contract. */
export class ForcedOrderStream implements MarketStream {
  readonly paceTicks = SECOND_TICKS;
  private readonly sources: ForcedOrderSources;
  private readonly marketId: number | undefined;
  private readonly newest = new Map<number, Forced>();
  private unsubscribe: (() => void) | undefined;

  /** @param marketId the only contract; all if undefined */
  constructor(sources: ForcedOrderSources, marketId?: number) {
    this.sources = sources;
    this.marketId = marketId;
  }

  start(): void {
    this.unsubscribe = this.sources.engine.on({
      kinds: [EVENT.liquidationStep],
      event: (event) => {
        const step = event.decode() as LiquidationStep;
        const isWanted = this.marketId === undefined || step.marketId === this.marketId;
        if (isWanted && step.closedLots > 0) this.newest.set(step.marketId, { step, timeMs: event.timeMs });
      },
    });
  }

  stop(): void {
    this.unsubscribe?.();
    this.newest.clear();
  }

  collect(nowMs: number): readonly object[] {
    const events = [...this.newest.values()].map(({ step, timeMs }) => ({
      e: "forceOrder",
      E: nowMs,
      o: forcedOrder(step, this.sources.listings.market(step.marketId), timeMs),
    }));
    this.newest.clear();
    return events;
  }
}

/** Returns a step of a liquidation as Binance's order; its price is the worst accepted one, or that of bankruptcy. */
function forcedOrder(step: LiquidationStep, { format, spec }: ListedMarket, timeMs: number): object {
  const closed = format.quantity(step.closedLots);
  return {
    s: spec.symbol,
    S: step.lots > 0 ? "SELL" : "BUY",
    o: "LIMIT",
    f: "IOC",
    q: closed,
    p: format.price(step.priceTicks),
    ap: format.averagePrice(step.closedQuoteUnits, step.closedLots) ?? "0",
    X: "FILLED",
    l: closed,
    z: closed,
    T: timeMs,
  };
}
