import { formatDecimal } from "@candor/money/decimal";
import type { MirroredMarket } from "../../market/market-data/market-data-mirror.ts";
import { percentChange } from "../../market/market-data/market-ticker.ts";
import type { DayStatistics, PriceHistory } from "../../market/prices/price-history-port.ts";
import { tradeIdOf } from "./kline-view.ts";

const DAY_MS = 86_400_000;
/** Minutes in Binance's average price. */
const AVERAGE_MINUTES = 5;
const E8 = 100_000_000n;
const E8_DECIMALS = 8;

/** Figures of a day, or of another window up to now, as text. Unknown values are zero, as in Binance's answers. */
export interface DayFigures {
  readonly lastE8: number;
  readonly last: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly change: string;
  readonly changePercent: string;
  readonly average: string;
  readonly volume: string;
  readonly quoteVolume: string;
  readonly trades: number;
  readonly firstTradeId: number;
  readonly lastTradeId: number;
}

export const dayFigures = (market: MirroredMarket, history: PriceHistory): DayFigures =>
  figuresOf(market, history.dayStatistics(market.listed.marketId));

/** Returns the figures of the bars in a window up to now. */
function figuresOf({ listed, lastTicks }: MirroredMarket, day: DayStatistics | undefined): DayFigures {
  const { format, scale } = listed;
  const lastE8 = lastTicks === 0 ? (day?.closeE8 ?? 0) : lastTicks * scale.tickE8;
  const openE8 = day?.openE8 ?? lastE8;
  return {
    lastE8,
    last: format.chartPrice(lastE8),
    open: format.chartPrice(openE8),
    high: format.chartPrice(Math.max(day?.highE8 ?? 0, lastE8)),
    low: format.chartPrice(day === undefined ? lastE8 : Math.min(day.lowE8, lastE8)),
    change: formatDecimal(lastE8 - openE8, E8_DECIMALS, scale.priceDecimals),
    changePercent: percentChange(openE8, lastE8) ?? "0.00",
    average: format.chartPrice(averageE8(day)),
    volume: format.chartQuantity(day?.volumeE8 ?? 0n),
    quoteVolume: format.chartQuoteAmount(day?.quoteVolumeE8 ?? 0n),
    trades: day?.trades ?? 0,
    firstTradeId: tradeIdOf(day?.firstTradeId),
    lastTradeId: tradeIdOf(day?.lastTradeId),
  };
}

const averageE8 = (day: DayStatistics | undefined): number => (day === undefined ? 0 : weightedE8(day));

/** Returns zero when nothing was traded. */
function weightedE8({ volumeE8, quoteVolumeE8 }: Pick<DayStatistics, "volumeE8" | "quoteVolumeE8">): number {
  return volumeE8 === 0n ? 0 : Number((quoteVolumeE8 * E8) / volumeE8);
}

/** Returns the volume-weighted price of the newest minutes, or the last price when there were no trades. */
export function averagePrice({ listed, lastTicks, trades }: MirroredMarket, history: PriceHistory) {
  const { format, marketId, scale } = listed;
  const bars = history.lastBars(marketId, "1min", AVERAGE_MINUTES);
  const averageE8 = weightedE8({
    volumeE8: bars.reduce((sum, bar) => sum + bar.volumeE8, 0n),
    quoteVolumeE8: bars.reduce((sum, bar) => sum + bar.quoteVolumeE8, 0n),
  });
  return {
    mins: AVERAGE_MINUTES,
    price: format.chartPrice(averageE8 === 0 ? lastTicks * scale.tickE8 : averageE8),
    closeTime: trades.last?.timeMs ?? 0,
  };
}

export function bestPrices({ book, listed: { format } }: MirroredMarket) {
  const [bid] = book.levels("buy", 1);
  const [ask] = book.levels("sell", 1);
  return {
    bidPrice: format.price(bid?.[0] ?? 0),
    bidQty: format.quantity(bid?.[1] ?? 0),
    askPrice: format.price(ask?.[0] ?? 0),
    askQty: format.quantity(ask?.[1] ?? 0),
  };
}

/** Returns the rolling 24 hours. */
export function dayTicker(market: MirroredMarket, history: PriceHistory, nowMs: number) {
  const { listed, trades } = market;
  const day = dayFigures(market, history);
  const last = trades.last;
  return {
    symbol: listed.spec.symbol,
    priceChange: day.change,
    priceChangePercent: day.changePercent,
    weightedAvgPrice: day.average,
    prevClosePrice: day.open,
    lastPrice: day.last,
    lastQty: listed.format.quantity(last?.quantityLots ?? 0),
    ...bestPrices(market),
    openPrice: day.open,
    highPrice: day.high,
    lowPrice: day.low,
    volume: day.volume,
    quoteVolume: day.quoteVolume,
    openTime: nowMs - DAY_MS,
    closeTime: nowMs,
    firstId: day.firstTradeId,
    lastId: day.lastTradeId,
    count: day.trades,
  };
}

/** Start and end of a ticker's window. */
export interface TickerWindow {
  readonly openTime: number;
  readonly closeTime: number;
}

/** Returns a ticker of a window other than the rolling 24 hours. */
export function windowTicker(
  market: MirroredMarket,
  statistics: DayStatistics | undefined,
  window: TickerWindow,
  isMini: boolean,
) {
  const { change, changePercent, average, ...figures } = figuresOf(market, statistics);
  return {
    symbol: market.listed.spec.symbol,
    ...(isMini ? {} : { priceChange: change, priceChangePercent: changePercent, weightedAvgPrice: average }),
    openPrice: figures.open,
    highPrice: figures.high,
    lowPrice: figures.low,
    lastPrice: figures.last,
    volume: figures.volume,
    quoteVolume: figures.quoteVolume,
    ...window,
    firstId: figures.firstTradeId,
    lastId: figures.lastTradeId,
    count: figures.trades,
  };
}

/** Returns the short ticker of the rolling 24 hours. */
export function miniDayTicker(market: MirroredMarket, history: PriceHistory, nowMs: number) {
  const window = { openTime: nowMs - DAY_MS, closeTime: nowMs };
  return windowTicker(market, history.dayStatistics(market.listed.marketId), window, true);
}
