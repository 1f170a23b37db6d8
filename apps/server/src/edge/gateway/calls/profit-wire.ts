import { PROFIT_WALLETS } from "@candor/domain/enumerations";
import { formatDecimal, formatWideDecimal } from "@candor/money/decimal";
import type {
  WireClosedPosition,
  WireOpenPosition,
  WireProfitDay,
  WireProfitHolding,
  WireProfitValues,
} from "@candor/wire/profit-calls";
import type { ListedMarket, Listings } from "../../../market/market-data/listings.ts";
import { NO_MARGIN } from "../../../records/projections/fund-record-rows.ts";
import { ONE_E8, VALUE_DECIMALS } from "../../../records/projections/profit/values.ts";
import type { ClosedPosition } from "../../../records/projections/queries/closed-positions.ts";
import type { Realized } from "../../../records/projections/queries/profit-day-rows.ts";
import {
  type ByWallet,
  type ProfitDay,
  totalOf,
} from "../../../records/projections/queries/profit-history.ts";
import type { ProfitHolding } from "../../../records/projections/queries/profit-holdings.ts";
import type { StatementPosition } from "../../../records/projections/queries/statement.ts";

const DAY_MS = 86_400_000;
const RATE_SCALE = 6;
const PRICE_SCALE = 8;

/** Writes a value in 1e-16 USDT, exactly. */
export const formatValue = (valueE16: bigint): string => formatWideDecimal(valueE16, VALUE_DECIMALS);

export function toWireValues(values: ByWallet): WireProfitValues {
  return {
    main: formatValue(values.main),
    coin: formatValue(values.coin),
    contract: formatValue(values.contract),
    option: formatValue(values.option),
    lever: formatValue(values.lever),
    total: formatValue(totalOf(values)),
  };
}

/** Returns the day as a date in UTC. */
export const dateOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Returns what a day earned by wallet: its equity minus the equity before it and what came in. */
export function profitOf(day: ProfitDay, beforeE16: ByWallet): ByWallet {
  const profit = { ...day.equityE16 };
  for (const wallet of PROFIT_WALLETS)
    profit[wallet] -= beforeE16[wallet] + day.flowE16[wallet] + day.transferE16[wallet];
  return profit;
}

/** Returns what a product realized in a market. */
export const toWireRealized = (
  { source, marketId, profitE16 }: Realized,
  listings: Listings,
): WireProfitDay["realized"][number] => ({
  source,
  symbol: marketId < 0 ? null : listings.market(marketId).spec.symbol,
  profit: formatValue(profitE16),
});

/** @param beforeE16 the equity at the end of the day before */
export function toWireProfitDay(day: ProfitDay, beforeE16: ByWallet, listings: Listings): WireProfitDay {
  const profit = profitOf(day, beforeE16);
  const realizedE16 = day.realized.reduce((sum, { profitE16 }) => sum + profitE16, 0n);
  return {
    date: dateOfDay(day.day),
    equity: toWireValues(day.equityE16),
    flow: toWireValues(day.flowE16),
    transfer: toWireValues(day.transferE16),
    profit: toWireValues(profit),
    realized: day.realized.map((each) => toWireRealized(each, listings)),
    unrealized: formatValue(totalOf(profit) - realizedE16),
  };
}

export function toWireProfitHolding(holding: ProfitHolding, listings: Listings): WireProfitHolding {
  const { wallet, marginMarketId, assetId, units, costE16, priceE8, valueE16 } = holding;
  const { spec } = listings.asset(assetId);
  return {
    wallet,
    symbol: marginMarketId === NO_MARGIN ? null : listings.market(marginMarketId).spec.symbol,
    asset: spec.symbol,
    amount: formatDecimal(units, spec.scale),
    cost: formatValue(costE16),
    averagePrice: spec.symbol === "USDT" ? null : averagePrice(units, costE16, spec.scale),
    price: formatDecimal(priceE8, PRICE_SCALE),
    value: formatValue(valueE16),
    unrealized: formatValue(valueE16 - costE16),
  };
}

export function toWireOpenPosition(
  { marketId, lots, unrealizedE16 }: StatementPosition,
  listings: Listings,
): WireOpenPosition {
  const { spec, format } = listings.market(marketId);
  return {
    symbol: spec.symbol,
    side: lots > 0 ? "long" : "short",
    quantity: format.quantity(Math.abs(lots)),
    unrealized: formatValue(unrealizedE16),
  };
}

/** Cost ÷ amount, rounded down; both have the same sign. */
function averagePrice(units: number, costE16: bigint, scale: number): string {
  const coins = BigInt(units) * BigInt(ONE_E8);
  return formatWideDecimal((costE16 * 10n ** BigInt(scale)) / coins, PRICE_SCALE);
}

export function toWireClosedPosition(position: ClosedPosition, market: ListedMarket): WireClosedPosition {
  const { format, spec, scale } = market;
  const { entryLots, entryQuoteUnits, exitQuoteUnits, endedBy } = position;
  if (endedBy === undefined) throw new Error(`position ${position.openedId} has not ended`);
  const quote = (units: number | bigint): string => formatWideDecimal(BigInt(units), scale.quoteScale);
  const size = BigInt(entryLots) * BigInt(scale.quoteUnitsPerTickLot);
  const average = (units: bigint): string => format.price(Number((units * 2n + size) / (size * 2n)));
  return {
    id: String(position.openedId),
    positionId: position.positionId === 0 ? null : String(position.positionId),
    symbol: spec.symbol,
    side: position.side === "buy" ? "long" : "short",
    hedged: position.leg !== undefined,
    marginMode: position.marginMode,
    leverage: position.leverage,
    openedAtMs: position.openedAtMs,
    closedAtMs: position.closedAtMs,
    endedBy,
    quantity: format.quantity(entryLots),
    maxQuantity: format.quantity(position.maxLots),
    entryPrice: average(entryQuoteUnits),
    exitPrice: average(exitQuoteUnits),
    entryValue: quote(entryQuoteUnits),
    exitValue: quote(exitQuoteUnits),
    realizedProfit: quote(position.realizedUnits),
    fee: quote(position.feeUnits),
    funding: quote(position.fundingUnits),
    netProfit: quote(position.netUnits),
    margin: quote(position.marginUnits),
    roe: formatDecimal(position.roePpm, RATE_SCALE),
  };
}
