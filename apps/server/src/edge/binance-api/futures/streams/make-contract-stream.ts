import type { MirroredMarket } from "../../../../market/market-data/market-data-mirror.ts";
import { wireDepth } from "../../../../market/market-data/market-depth.ts";
import type { PriceHistory } from "../../../../market/prices/price-history-port.ts";
import { isInterval } from "../../kline-intervals.ts";
import { DepthStream } from "../../streams/depth-stream.ts";
import { KlineStream } from "../../streams/kline-stream.ts";
import {
  bookTickerView,
  miniTickerView,
  type Sources,
  streamName,
  tickerView,
  timed,
} from "../../streams/make-market-stream.ts";
import {
  ChangingStream,
  JoinedStream,
  MappedStream,
  type MarketStream,
  SilentStream,
  TimedStream,
} from "../../streams/market-stream.ts";
import { TradeStream } from "../../streams/trade-stream.ts";
import { premiumIndex } from "../funding-view.ts";
import { type ForcedOrderSources, ForcedOrderStream } from "./forced-order-stream.ts";
import { MarkAverages } from "./mark-averages.ts";

/** In ticks of 50 ms. */
const SECOND_TICKS = 20;
const MARK_TICKS = 60;
const NOW_TICKS = 1;
const ALL_BOOKS_TICKS = 100;
const USD_MARGINED = 1;
const CONTINUOUS = /^([a-z0-9]+)_perpetual@continuousKline_([0-9a-zA-Z]+)$/i;
/** Listings, assets and sessions do not change while programs listen. */
const SILENT = /^(?:!contractInfo|!assetIndex@arr|tradingSession)$/;
const DEPTH = /^(?:depth(5|10|20)?(@0ms|@100ms|@250ms|@500ms)?|rpiDepth(?=@500ms$)()(@500ms))$/;
const DEPTH_TICKS: Readonly<Record<string, number>> = { "@0ms": 1, "@100ms": 2, "@250ms": 5, "@500ms": 10 };
const MARK = /^markPrice(@1s)?$/;
const ALL_MARKS = /^!markPrice@arr(@1s)?$/;

export type ContractSources = Sources & ForcedOrderSources;

/** Returns the stream for a contract name such as `btcusdt@markPrice`; undefined if there is none. */
export function makeContractStream(name: string, sources: ContractSources): MarketStream | undefined {
  const stream = contractStream(name, sources);
  return stream && new MappedStream(stream, marked);
}

/** Adds what Binance's events of both kinds of futures carry: the pair and the kind, here always the same. */
function marked(event: object): object {
  if (Array.isArray(event)) return event.map((each) => marked(each as object));
  const { e, o, s } = event as Readonly<Record<string, unknown>>;
  if (e === "kline" || e === "continuous_kline" || e === "trade") return event;
  if (e === "aggTrade" || e === "markPriceUpdate") return { ...event, st: USD_MARGINED };
  const ps = e === "forceOrder" ? (o as { readonly s: string }).s : s;
  return { ...event, ps, st: USD_MARGINED };
}

function contractStream(name: string, sources: ContractSources): MarketStream | undefined {
  const { mirror, history } = sources;
  const contracts = () => mirror.markets.filter(({ listed }) => listed.kind === "contract");
  if (SILENT.test(name)) return new SilentStream();
  if (name === "!forceOrder@arr") return new ForcedOrderStream(sources);
  if (name === "!bookTicker")
    return new JoinedStream(
      ALL_BOOKS_TICKS,
      contracts().map((market) => bookTickerStream(market, sources)),
    );
  const marks = ALL_MARKS.exec(name);
  if (marks !== null) return markStream(marks, (view) => contracts().map(view));
  if (name === "!miniTicker@arr" || name === "!ticker@arr") {
    const view = name === "!ticker@arr" ? contractTickerView : miniTickerView;
    return new ChangingStream(
      SECOND_TICKS,
      () => contracts().map((market) => view(market, history)),
      (rows, nowMs) => (rows as object[]).map((row) => timed(row, nowMs)),
    );
  }
  const { symbol, kind } = streamName(name);
  const market = mirror.marketBySymbol(symbol, "contract");
  if (market !== undefined) return ofContract(kind, market, sources);
  const continuous = CONTINUOUS.exec(name);
  const named = mirror.marketBySymbol((continuous?.[1] ?? "").toUpperCase(), "contract");
  const [, , interval = ""] = continuous ?? [];
  if (named === undefined || !isInterval(interval)) return undefined;
  return new MappedStream(new KlineStream(named, interval, history), continuousKline);
}

/** A contract's chart by its pair: it has only one contract. */
function continuousKline({ E, k, s }: Readonly<Record<string, unknown>>): object {
  const { s: _symbol, ...bar } = k as Readonly<Record<string, unknown>>;
  return { e: "continuous_kline", E, ps: s, ct: "PERPETUAL", k: bar };
}

const bookTickerStream = (market: MirroredMarket, { mirror }: Sources): MarketStream =>
  new ChangingStream(
    NOW_TICKS,
    () => bookTickerView(market),
    (row, nowMs) => ({ e: "bookTicker", ...row, T: mirror.timeMs, E: nowMs }),
  );

function ofContract(
  kind: string,
  market: MirroredMarket,
  sources: ContractSources,
): MarketStream | undefined {
  const { mirror, history } = sources;
  if (kind === "forceOrder") return new ForcedOrderStream(sources, market.listed.marketId);
  // Not documented by Binance, but common clients subscribe to it.
  if (kind === "trade")
    return new MappedStream(new TradeStream(market, false), ({ M: _spotOnly, ...trade }) => ({
      ...trade,
      X: "MARKET",
    }));
  if (kind === "aggTrade")
    // `nq` excludes retail price improvement, which does not exist here.
    return new MappedStream(new TradeStream(market, true), ({ M: _spotOnly, q, ...trade }) => ({
      ...trade,
      q,
      nq: q,
    }));
  if (kind === "bookTicker") return bookTickerStream(market, sources);
  if (kind === "miniTicker")
    return new ChangingStream(SECOND_TICKS, () => miniTickerView(market, history), timed);
  if (kind === "ticker")
    return new ChangingStream(SECOND_TICKS, () => contractTickerView(market, history), timed);
  if (kind.startsWith("kline_")) {
    const interval = kind.slice("kline_".length);
    return isInterval(interval) ? new KlineStream(market, interval, history) : undefined;
  }
  if (kind === "assetIndex" || kind === "compositeIndex") return new SilentStream();
  const mark = MARK.exec(kind);
  if (mark !== null) return markStream(mark, (view) => view(market));
  const depth = DEPTH.exec(kind);
  if (depth === null) return undefined;
  const [, levels, pace = "@250ms"] = depth;
  const paceTicks = DEPTH_TICKS[pace] ?? SECOND_TICKS;
  const changes = () =>
    // Events cover all update ids without gaps, so the previous id is always `U - 1`.
    new MappedStream(new DepthStream(market, paceTicks), ({ U, ...event }) => ({
      ...event,
      T: mirror.timeMs,
      U,
      pu: Number(U) - 1,
    }));
  return levels === undefined
    ? changes()
    : bestLevels(market, Number(levels), paceTicks, () => mirror.timeMs);
}

/** The best levels as a depth event. The previous event ended where this one begins. */
function bestLevels(
  market: MirroredMarket,
  levels: number,
  paceTicks: number,
  timeMs: () => number,
): MarketStream {
  let saidId = market.book.sequence;
  return new ChangingStream(
    paceTicks,
    () => {
      const { bids, asks } = wireDepth(market, levels);
      return { b: bids, a: asks };
    },
    (state, nowMs) => {
      const pu = saidId;
      saidId = market.book.sequence;
      const s = market.listed.spec.symbol;
      return { e: "depthUpdate", E: nowMs, T: timeMs(), s, U: pu + 1, u: saidId, pu, ...state };
    },
  );
}

/** Returns a stream of marks, every three seconds or, as its name says, every second. */
function markStream(
  [, isFast]: RegExpExecArray,
  rows: (view: (market: MirroredMarket) => object) => object,
): MarketStream {
  const averages = new MarkAverages();
  return new TimedStream(isFast === undefined ? MARK_TICKS : SECOND_TICKS, (nowMs) =>
    rows((market) => markPriceView(market, nowMs, averages)),
  );
}

function markPriceView(market: MirroredMarket, nowMs: number, averages: MarkAverages) {
  const { listed, figures } = market;
  const { symbol, markPrice, indexPrice, lastFundingRate, nextFundingTime, estimatedSettlePrice } =
    premiumIndex(market, nowMs);
  return {
    e: "markPriceUpdate",
    E: nowMs,
    s: symbol,
    p: markPrice,
    ap: listed.format.price(averages.add(listed.marketId, figures?.markTicks ?? 0, nowMs)),
    i: indexPrice,
    P: estimatedSettlePrice,
    r: lastFundingRate,
    T: nextFundingTime,
  };
}

/** Binance's futures omit the best prices. */
function contractTickerView(market: MirroredMarket, history: PriceHistory) {
  const {
    b: _bid,
    B: _bidQuantity,
    a: _ask,
    A: _askQuantity,
    x: _before,
    ...day
  } = tickerView(market, history);
  return day;
}
