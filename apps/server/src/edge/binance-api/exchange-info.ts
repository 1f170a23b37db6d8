import { LIMITS } from "@candor/domain/limits";
import type { ListedMarket } from "../../market/market-data/listings.ts";
import type { MirroredMarket } from "../../market/market-data/market-data-mirror.ts";
import { formatRate } from "../../market/market-data/market-format.ts";

const ONE_PPM = 1_000_000;
/** Binance's names of the states of markets. */
export const STATUSES = { trading: "TRADING", "cancel-only": "BREAK", halted: "HALT" } as const;

/** Parts per million in a basis point, the unit of trailing deltas. */
export const BASIS_POINT_PPM = 100;

const MIN_DELTA = LIMITS.trailingMinPpm / BASIS_POINT_PPM;
const MAX_DELTA = LIMITS.trailingMaxPpm / BASIS_POINT_PPM;

/** Modes of self-trade prevention of spot markets. */
export const SELF_TRADE = ["NONE", "EXPIRE_TAKER", "EXPIRE_MAKER", "EXPIRE_BOTH", "DECREMENT"] as const;
/** Order types of spot markets, as listed in `exchangeInfo`. */
export const ORDER_TYPES = [
  "LIMIT",
  "LIMIT_MAKER",
  "MARKET",
  "STOP_LOSS",
  "STOP_LOSS_LIMIT",
  "TAKE_PROFIT",
  "TAKE_PROFIT_LIMIT",
] as const;

export function symbolInfo({ listed, status }: MirroredMarket) {
  const { spec, base, quote } = listed;
  return {
    symbol: spec.symbol,
    status: STATUSES[status],
    baseAsset: spec.base,
    baseAssetPrecision: base.spec.scale,
    quoteAsset: spec.quote,
    quotePrecision: quote.spec.scale,
    quoteAssetPrecision: quote.spec.scale,
    baseCommissionPrecision: base.spec.scale,
    quoteCommissionPrecision: quote.spec.scale,
    orderTypes: ORDER_TYPES,
    icebergAllowed: true,
    ocoAllowed: true,
    otoAllowed: true,
    opoAllowed: false,
    quoteOrderQtyMarketAllowed: true,
    allowTrailingStop: true,
    cancelReplaceAllowed: true,
    amendAllowed: true,
    pegInstructionsAllowed: false,
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    filters: filtersOf(listed),
    permissions: ["SPOT"],
    permissionSets: [["SPOT"]],
    defaultSelfTradePreventionMode: "EXPIRE_TAKER",
    allowedSelfTradePreventionModes: SELF_TRADE,
  };
}

/** Returns the price and quantity filters, which are the same for spot markets and contracts. */
export function stepFilters({ spec, scale, format }: ListedMarket) {
  const lots = {
    minQty: format.quantity(scale.minLots),
    maxQty: format.quantity(scale.maxLots),
    stepSize: spec.lot,
  };
  return [
    {
      filterType: "PRICE_FILTER",
      minPrice: format.price(1),
      maxPrice: format.price(LIMITS.maxPriceTicks),
      tickSize: spec.tick,
    },
    { filterType: "LOT_SIZE", ...lots },
    { filterType: "MARKET_LOT_SIZE", ...lots },
  ];
}

/** Returns the filters of a spot market. */
export function filtersOf(listed: ListedMarket) {
  const { spec, scale, format } = listed;
  const up = formatRate(ONE_PPM + spec.priceBandPpm);
  const down = formatRate(ONE_PPM - spec.priceBandPpm);
  return [
    ...stepFilters(listed),
    { filterType: "ICEBERG_PARTS", limit: LIMITS.maxIcebergParts },
    {
      filterType: "NOTIONAL",
      minNotional: format.quoteAmount(scale.minNotionalUnits),
      applyMinToMarket: true,
      maxNotional: format.quoteAmount(LIMITS.maxUnits),
      applyMaxToMarket: false,
      avgPriceMins: 0,
    },
    {
      filterType: "PERCENT_PRICE_BY_SIDE",
      bidMultiplierUp: up,
      bidMultiplierDown: down,
      askMultiplierUp: up,
      askMultiplierDown: down,
      avgPriceMins: 0,
    },
    {
      filterType: "TRAILING_DELTA",
      minTrailingAboveDelta: MIN_DELTA,
      maxTrailingAboveDelta: MAX_DELTA,
      minTrailingBelowDelta: MIN_DELTA,
      maxTrailingBelowDelta: MAX_DELTA,
    },
    { filterType: "MAX_NUM_ORDERS", maxNumOrders: LIMITS.maxOpenOrdersPerUser },
  ];
}
