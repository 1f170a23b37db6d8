import { LAYOUT } from "@candor/codec/event-layouts";
import { EventCursor } from "@candor/codec/event-reader";
import { EVENT, isLabelledSide } from "@candor/codec/event-record";
import type { EventBatch } from "@candor/domain/engine-port";
import type { PriceE8 } from "@candor/money/brand";
import { type BarChange, joinBars, priceChange } from "./kline-bar.ts";
import type { KlineMarket } from "./kline-market.ts";
import type { KlinePrice } from "./kline-persistence.ts";

const TRADE = LAYOUT.tradeMade.at;
const INDEX = LAYOUT.indexChanged.at;
const MARK = LAYOUT.markChanged.at;
const MINUTE_MS = 60_000;

export interface MarketChange {
  readonly marketId: number;
  readonly price: KlinePrice;
  readonly timeMs: number;
  readonly change: BarChange;
}

/**
 * Computes a batch's effect on the charts: each market's trades, index ticks and marks, merged into one change per
 * minute, so that a thousand trades touch each of the eight periods once.
 * @param afterSeq commands up to this sequence number are skipped, because the charts already include them
 */
export function batchChanges(
  batch: EventBatch,
  afterSeq: number,
  marketOf: (marketId: number) => KlineMarket | undefined,
): MarketChange[] {
  const done: MarketChange[] = [];
  let open = new Map<string, MarketChange>();
  let known = false;
  let timeMs = batch.timeMs;
  const add = (marketId: number, price: KlinePrice, change: BarChange): void => {
    const id = `${price}${marketId}`;
    const earlier = open.get(id);
    const joined = earlier === undefined ? change : joinBars({ ...earlier.change, openTimeMs: 0 }, change);
    open.set(id, { marketId, price, timeMs, change: joined });
  };
  const cursor = new EventCursor(batch.words);
  while (cursor.next()) {
    if (cursor.kind === EVENT.executed) {
      known = cursor.field(LAYOUT.executed.at.seq) <= afterSeq;
      const nextMs = cursor.field(LAYOUT.executed.at.timeMs);
      if (Math.floor(nextMs / MINUTE_MS) !== Math.floor(timeMs / MINUTE_MS)) {
        done.push(...open.values());
        open = new Map();
      }
      timeMs = nextMs;
    } else if (known) continue;
    else if (cursor.kind === EVENT.tradeMade) {
      const market = marketOf(cursor.field(TRADE.marketId));
      if (market !== undefined) add(market.marketId, "last", tradeChange(cursor, market));
    } else if (cursor.kind === EVENT.indexChanged) {
      const priceE8 = cursor.field(INDEX.priceE8) as PriceE8;
      // 0 means there is no index now; the chart stays where it was.
      if (priceE8 > 0) add(cursor.field(INDEX.marketId), "index", priceChange(priceE8));
    } else if (cursor.kind === EVENT.markChanged) {
      const market = marketOf(cursor.field(MARK.marketId));
      if (market !== undefined)
        add(market.marketId, "mark", priceChange((cursor.field(MARK.markTicks) * market.tickE8) as PriceE8));
    }
  }
  done.push(...open.values());
  return done;
}

function tradeChange(trade: EventCursor, market: KlineMarket): BarChange {
  const volumeE8 = BigInt(trade.field(TRADE.quantityLots)) * market.lotE8;
  const labelled =
    isLabelledSide(trade.field(TRADE.makerFlags)) || isLabelledSide(trade.field(TRADE.takerFlags));
  return {
    ...priceChange((trade.field(TRADE.priceTicks) * market.tickE8) as PriceE8),
    volumeE8,
    quoteVolumeE8: BigInt(trade.field(TRADE.quoteUnits)) * market.quoteUnitE8,
    labelledVolumeE8: labelled ? volumeE8 : 0n,
    trades: 1,
  };
}
