import type { MarketDataMirror, MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";
import { wireDepth } from "../../../market/market-data/market-depth.ts";
import type { PriceHistory } from "../../../market/prices/price-history-port.ts";
import { eventInEightDecimals } from "../eight-decimals.ts";
import { isInterval } from "../kline-intervals.ts";
import { averagePrice, bestPrices, dayFigures, dayTicker } from "../ticker-view.ts";
import { DepthStream } from "./depth-stream.ts";
import { KlineStream } from "./kline-stream.ts";
import { ChangingStream, MappedStream, type MarketStream, SilentStream } from "./market-stream.ts";
import { SecondStream } from "./second-stream.ts";
import { TradeStream } from "./trade-stream.ts";
import { type TickerWindowName, windowStream } from "./window-stream.ts";

/** In ticks of 50 ms. */
const SECOND_TICKS = 20;
const TENTH_TICKS = 2;
const NOW_TICKS = 1;
const WINDOW = /^ticker_(1h|4h|1d)$/;
const ALL_WINDOWS = /^!ticker_(1h|4h|1d)@arr$/;
/** Bars open by UTC, or by the only other time zone that Binance's streams have. */
const KLINE = /^kline_([0-9a-zA-Z]+)(@\+08:00)?$/;
const ZONE_MS = 8 * 3_600_000;
/** There are no reference prices and block trades. */
const SILENT = /^(?:referencePrice|blockTrade)$/;
const DEPTH = /^depth(5|10|20)?(@100ms|@1000ms)?$/;

export interface Sources {
  readonly mirror: MarketDataMirror;
  readonly history: PriceHistory;
}

/** Returns the stream for a name such as `btcusdt@depth@100ms`; undefined if there is none. */
export function makeMarketStream(name: string, sources: Sources): MarketStream | undefined {
  const stream = spotStream(name, sources);
  return stream && new MappedStream(stream, eventInEightDecimals);
}

function spotStream(name: string, { mirror, history }: Sources): MarketStream | undefined {
  if (name === "!miniTicker@arr" || name === "!ticker@arr") {
    const view = name === "!ticker@arr" ? tickerView : miniTickerView;
    const spots = () => mirror.markets.filter(({ listed }) => listed.kind === "spot");
    return new ChangingStream(
      SECOND_TICKS,
      () => spots().map((market) => view(market, history)),
      (rows, nowMs) => (rows as object[]).map((row) => timed(row, nowMs)),
    );
  }
  const all = ALL_WINDOWS.exec(name);
  if (all !== null) {
    const spots = mirror.markets.filter(({ listed }) => listed.kind === "spot");
    return windowStream(mirror, all[1] as TickerWindowName, spots, history, (events) => events);
  }
  const { symbol, kind } = streamName(name);
  const market = mirror.marketBySymbol(symbol);
  if (market === undefined) return undefined;
  const window = WINDOW.exec(kind);
  if (window === null) return ofMarket(kind, market, history);
  return windowStream(mirror, window[1] as TickerWindowName, [market], history, ([event]) => event ?? {});
}

const DAY_MS = 86_400_000;

/** Adds the time of a day's ticker; the long one also has its start and end. */
export function timed(row: object, nowMs: number): object {
  const span = "e" in row && row.e === "24hrTicker" ? { O: nowMs - DAY_MS, C: nowMs } : {};
  return { ...row, E: nowMs, ...span };
}

/** Splits a name such as `btcusdt@depth@100ms` into symbol and kind. */
export function streamName(name: string): { readonly symbol: string; readonly kind: string } {
  const at = name.indexOf("@");
  return { symbol: name.slice(0, Math.max(at, 0)).toUpperCase(), kind: name.slice(at + 1) };
}

function ofMarket(kind: string, market: MirroredMarket, history: PriceHistory): MarketStream | undefined {
  if (kind === "trade" || kind === "aggTrade") return new TradeStream(market, kind === "aggTrade");
  if (kind === "avgPrice")
    return new ChangingStream(
      SECOND_TICKS,
      () => averagePriceView(market, history),
      (row, nowMs) => ({ e: "avgPrice", E: nowMs, ...row }),
    );
  if (kind === "bookTicker") return new ChangingStream(NOW_TICKS, () => bookTickerView(market));
  if (kind === "miniTicker")
    return new ChangingStream(SECOND_TICKS, () => miniTickerView(market, history), timed);
  if (kind === "ticker") return new ChangingStream(SECOND_TICKS, () => tickerView(market, history), timed);
  const kline = KLINE.exec(kind);
  if (kline !== null) return klineStream(market, kline, history);
  if (SILENT.test(kind)) return new SilentStream();
  const depth = DEPTH.exec(kind);
  if (depth === null) return undefined;
  const [, levels, pace] = depth;
  const paceTicks = pace === "@100ms" ? TENTH_TICKS : SECOND_TICKS;
  return levels === undefined
    ? new DepthStream(market, paceTicks)
    : new ChangingStream(paceTicks, () => bestLevels(market, Number(levels)));
}

function klineStream(
  market: MirroredMarket,
  [, interval = "", zone]: RegExpExecArray,
  history: PriceHistory,
): MarketStream | undefined {
  // Seconds are the same in every zone.
  if (interval === "1s") return new SecondStream(market);
  const offsetMs = zone === undefined ? 0 : ZONE_MS;
  return isInterval(interval) ? new KlineStream(market, interval, history, offsetMs) : undefined;
}

function bestLevels(market: MirroredMarket, levels: number) {
  const { bids, asks, sequence } = wireDepth(market, levels);
  return { lastUpdateId: sequence, bids, asks };
}

function averagePriceView(market: MirroredMarket, history: PriceHistory) {
  const { mins, price, closeTime } = averagePrice(market, history);
  return { s: market.listed.spec.symbol, i: `${mins}m`, w: price, T: closeTime };
}

export function bookTickerView(market: MirroredMarket) {
  const { bidPrice, bidQty, askPrice, askQty } = bestPrices(market);
  const { book, listed } = market;
  return { u: book.sequence, s: listed.spec.symbol, b: bidPrice, B: bidQty, a: askPrice, A: askQty };
}

export function miniTickerView(market: MirroredMarket, history: PriceHistory) {
  const day = dayFigures(market, history);
  return {
    e: "24hrMiniTicker",
    s: market.listed.spec.symbol,
    c: day.last,
    o: day.open,
    h: day.high,
    l: day.low,
    v: day.volume,
    q: day.quoteVolume,
  };
}

export function tickerView(market: MirroredMarket, history: PriceHistory) {
  // Compare without times, which change on every tick.
  const { openTime: _open, closeTime: _close, ...day } = dayTicker(market, history, 0);
  return {
    e: "24hrTicker",
    s: day.symbol,
    p: day.priceChange,
    P: day.priceChangePercent,
    w: day.weightedAvgPrice,
    x: day.prevClosePrice,
    c: day.lastPrice,
    Q: day.lastQty,
    b: day.bidPrice,
    B: day.bidQty,
    a: day.askPrice,
    A: day.askQty,
    o: day.openPrice,
    h: day.highPrice,
    l: day.lowPrice,
    v: day.volume,
    q: day.quoteVolume,
    F: day.firstId,
    L: day.lastId,
    n: day.count,
  };
}
