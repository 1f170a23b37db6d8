import type { PriceSourceKind } from "@candor/domain/enumerations";
import { formatDecimal } from "@candor/money/decimal";
import { multiplyDivideFloor } from "@candor/money/integer";
import type { WireMarket } from "@candor/wire/objects";
import type { WireTickerRow } from "@candor/wire/socket/server-messages";
import type { DayStatistics, PriceHistory } from "../prices/price-history-port.ts";
import type { MirroredMarket } from "./market-data-mirror.ts";
import { formatRate } from "./market-format.ts";

const PERCENT_DECIMALS = 2;
/** Hundredths of a percent in 1. */
const BASIS_POINTS = 10_000;

/**
 * Returns the change of a price in percent with two decimals, truncated toward zero, so that a move is never shown
 * larger than it was; null if either end is unknown.
 */
export function percentChange(fromE8: number, toE8: number): string | null {
  if (fromE8 === 0 || toE8 === 0) return null;
  const size = multiplyDivideFloor(Math.abs(toE8 - fromE8), BASIS_POINTS, fromE8);
  return formatDecimal(toE8 < fromE8 && size > 0 ? -size : size, PERCENT_DECIMALS);
}

/**
 * Returns the last price in 1e-8: the book's own last trade, else the last close of the price history; 0 if unknown.
 */
function lastPriceE8(state: MirroredMarket, day: DayStatistics | undefined): number {
  return state.lastTicks === 0 ? (day?.closeE8 ?? 0) : state.lastTicks * state.listed.scale.tickE8;
}

export function toTickerRow(state: MirroredMarket, history: PriceHistory): WireTickerRow {
  const { spec, format } = state.listed;
  const day = history.dayStatistics(state.listed.marketId);
  const lastE8 = lastPriceE8(state, day);
  return {
    symbol: spec.symbol,
    market: state.listed.kind,
    tokenCur: spec.base,
    chPrice: lastE8 === 0 ? null : format.chartPrice(lastE8),
    updown: percentChange(day?.openE8 ?? 0, lastE8),
    high: day === undefined ? null : format.chartPrice(Math.max(day.highE8, lastE8)),
    low: day === undefined ? null : format.chartPrice(Math.min(day.lowE8, lastE8)),
    volume: format.chartQuantity(day?.volumeE8 ?? 0n),
  };
}

/**
 * Returns the `Market` object of the legacy wire.
 * @param love whether it is one of the caller's favorites; null for a visitor
 */
export function toWireMarket(
  state: MirroredMarket,
  history: PriceHistory,
  priceSource: PriceSourceKind,
  love: boolean | null,
): WireMarket {
  const { listed } = state;
  const { spec, scale, format } = listed;
  const day = history.dayStatistics(listed.marketId);
  return {
    ...toTickerRow(state, history),
    quote: spec.quote,
    open: day === undefined ? null : format.chartPrice(day.openE8),
    quoteVolume: format.chartQuoteAmount(day?.quoteVolumeE8 ?? 0n),
    labelledVolume: format.chartQuantity(day?.labelledVolumeE8 ?? 0n),
    bid: format.priceOrNull(state.book.bids.best),
    ask: format.priceOrNull(state.book.asks.best),
    indexPrice: format.indexPrice(state.indexE8),
    status: state.status,
    statusReason: state.statusReason,
    priceSource,
    tick: spec.tick,
    lot: spec.lot,
    minQuantity: format.quantity(scale.minLots),
    maxQuantity: format.quantity(scale.maxLots),
    minNotional: format.quoteAmount(scale.minNotionalUnits),
    priceBandRate: formatRate(spec.priceBandPpm),
    makerFeeRate: formatRate(spec.makerFeePpm),
    takerFeeRate: formatRate(spec.takerFeePpm),
    listedAtMs: listed.listedAtMs,
    love,
    option: state.hasOptions,
    lever: state.hasLever,
    ...contractFields(state),
  };
}

/** Returns the fields that only a contract has. */
function contractFields({ listed, figures }: MirroredMarket): Partial<WireMarket> {
  const { contract, format } = listed;
  if (contract === undefined || figures === undefined) return {};
  return {
    markPrice: format.priceOrNull(figures.markTicks),
    fundingRate: formatRate(figures.expectedFundingPpm),
    nextFundingAtMs: figures.nextFundingAtMs,
    maxLeverage: contract.scale.brackets[0]?.maxLeverage ?? 1,
    openInterest: format.quantity(figures.openInterestLots),
  };
}

/** Returns the 24 h turnover in 1e-8 of the quote coin, used to sort markets. */
export function quoteVolumeE8(state: MirroredMarket, history: PriceHistory): bigint {
  return history.dayStatistics(state.listed.marketId)?.quoteVolumeE8 ?? 0n;
}
