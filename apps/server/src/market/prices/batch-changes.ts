import { LAYOUT } from "@candor/codec/event-layouts";
import { EVENT, isLabelledSide } from "@candor/codec/event-record";
import type { DurableEvent } from "@candor/domain/engine-port";
import { SIDES } from "@candor/domain/enumerations";
import type { PriceE8 } from "@candor/money/brand";
import { type BarChange, joinBars, priceChange } from "./kline-bar.ts";
import type { KlineMarket } from "./kline-market.ts";
import type { KlinePrice } from "./kline-persistence.ts";

const TRADE = LAYOUT.tradeMade.at;
const INDEX = LAYOUT.indexChanged.at;
const MARK = LAYOUT.markChanged.at;
const BUY = SIDES.indexOf("buy");
const MINUTE_MS = 60_000;

export interface MarketChange {
  readonly marketId: number;
  readonly price: KlinePrice;
  readonly timeMs: number;
  readonly change: BarChange;
}

/** The kinds of events that charts are made of. */
export const CHART_EVENTS = [EVENT.tradeMade, EVENT.indexChanged, EVENT.markChanged];

/**
 * Computes a batch's effect on the charts: each market's trades, index ticks and marks, merged into one change per
 * minute, so that a thousand trades touch each of the eight periods once.
 */
export class BatchChanges {
  private readonly marketOf: (marketId: number) => KlineMarket | undefined;
  private done: MarketChange[] = [];
  private open = new Map<string, MarketChange>();
  private timeMs = 0;

  constructor(marketOf: (marketId: number) => KlineMarket | undefined) {
    this.marketOf = marketOf;
  }

  add(event: DurableEvent): void {
    this.moveTo(event.timeMs);
    switch (event.kind) {
      case EVENT.tradeMade: {
        const market = this.marketOf(event.field(TRADE.marketId));
        if (market !== undefined) this.change(market.marketId, "last", tradeChange(event, market));
        break;
      }
      case EVENT.indexChanged: {
        const priceE8 = event.field(INDEX.priceE8) as PriceE8;
        // 0 means there is no index now; the chart stays where it was.
        if (priceE8 > 0) this.change(event.field(INDEX.marketId), "index", priceChange(priceE8));
        break;
      }
      default: {
        const market = this.marketOf(event.field(MARK.marketId));
        if (market !== undefined)
          this.change(
            market.marketId,
            "mark",
            priceChange((event.field(MARK.markTicks) * market.tickE8) as PriceE8),
          );
      }
    }
  }

  /** Returns the changes since the last call. */
  take(): readonly MarketChange[] {
    const all = [...this.done, ...this.open.values()];
    this.done = [];
    this.open = new Map();
    return all;
  }

  private moveTo(timeMs: number): void {
    if (Math.floor(timeMs / MINUTE_MS) !== Math.floor(this.timeMs / MINUTE_MS)) {
      this.done.push(...this.open.values());
      this.open = new Map();
    }
    this.timeMs = timeMs;
  }

  private change(marketId: number, price: KlinePrice, change: BarChange): void {
    const id = `${price}${marketId}`;
    const earlier = this.open.get(id);
    const joined = earlier === undefined ? change : joinBars({ ...earlier.change, openTimeMs: 0 }, change);
    this.open.set(id, { marketId, price, timeMs: this.timeMs, change: joined });
  }
}

function tradeChange(trade: DurableEvent, market: KlineMarket): BarChange {
  const volumeE8 = BigInt(trade.field(TRADE.quantityLots)) * market.lotE8;
  const labelled =
    isLabelledSide(trade.field(TRADE.makerFlags)) || isLabelledSide(trade.field(TRADE.takerFlags));
  const quoteVolumeE8 = BigInt(trade.field(TRADE.quoteUnits)) * market.quoteUnitE8;
  const bought = trade.field(TRADE.takerSide) === BUY;
  const marketTradeId = trade.optionalField(TRADE.marketTradeId) ?? trade.field(TRADE.tradeId);
  return {
    ...priceChange((trade.field(TRADE.priceTicks) * market.tickE8) as PriceE8),
    volumeE8,
    quoteVolumeE8,
    labelledVolumeE8: labelled ? volumeE8 : 0n,
    buyVolumeE8: bought ? volumeE8 : 0n,
    buyQuoteVolumeE8: bought ? quoteVolumeE8 : 0n,
    trades: 1,
    firstTradeId: marketTradeId,
    lastTradeId: marketTradeId,
  };
}
