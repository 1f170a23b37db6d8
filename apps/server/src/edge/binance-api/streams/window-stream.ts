import type { MarketDataMirror, MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";
import type { PriceHistory } from "../../../market/prices/price-history-port.ts";
import { openingOf, RollingWindow, windowMsOf } from "../rolling-window.ts";
import { windowTicker } from "../ticker-view.ts";
import { ChangingStream, type MarketStream } from "./market-stream.ts";

/** In ticks of 50 ms. */
const SECOND_TICKS = 20;

export type TickerWindowName = "1h" | "4h" | "1d";

/** Sends window tickers each second when one of them has changed. */
export function windowStream(
  mirror: MarketDataMirror,
  name: TickerWindowName,
  markets: readonly MirroredMarket[],
  history: PriceHistory,
  form: (events: readonly object[]) => object,
): MarketStream {
  const windowMs = windowMsOf(name) ?? 0;
  const windows = markets.map((market) => ({
    market,
    rolling: new RollingWindow(history, market.listed.marketId, windowMs),
  }));
  const rows = () =>
    windows.map(({ market, rolling }) => {
      const statistics = rolling.statistics(mirror.timeMs);
      // Compare without times, which change on every tick.
      return windowTicker(market, statistics, { openTime: 0, closeTime: 0 }, false);
    });
  return new ChangingStream(SECOND_TICKS, rows, (said, nowMs) => {
    const closeTime = mirror.timeMs;
    const openTime = openingOf(windowMs, closeTime);
    return form(
      (said as ReturnType<typeof rows>).map((row) => eventOf(name, row, nowMs, openTime, closeTime)),
    );
  });
}

function eventOf(
  name: TickerWindowName,
  row: ReturnType<typeof windowTicker>,
  nowMs: number,
  openTime: number,
  closeTime: number,
): object {
  return {
    e: `${name}Ticker`,
    E: nowMs,
    s: row.symbol,
    p: row.priceChange,
    P: row.priceChangePercent,
    o: row.openPrice,
    h: row.highPrice,
    l: row.lowPrice,
    c: row.lastPrice,
    w: row.weightedAvgPrice,
    v: row.volume,
    q: row.quoteVolume,
    O: openTime,
    C: closeTime,
    F: row.firstId,
    L: row.lastId,
    n: row.count,
  };
}
