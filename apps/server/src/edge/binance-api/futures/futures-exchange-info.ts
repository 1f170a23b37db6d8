import { LIMITS } from "@candor/domain/limits";
import { formatDecimal } from "@candor/money/decimal";
import { contractOf } from "../../../market/market-data/listings.ts";
import type { MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";
import { formatRate } from "../../../market/market-data/market-format.ts";
import { stepFilters } from "../exchange-info.ts";
import { FUTURES_ORDER_TYPES } from "./futures-order-request.ts";

const ONE_PPM = 1_000_000;
/** A percentage with four decimals is in parts per million. */
const PERCENT_DECIMALS = 4;
/** Delivery date of a perpetual contract as Binance writes it: the last day of the year 2100. */
const NEVER_MS = 4_133_404_800_000;
const STATUSES = { trading: "TRADING", "cancel-only": "PENDING_TRADING", halted: "PENDING_TRADING" } as const;
const RATE_DECIMALS = 6;

/** Returns a contract as `exchangeInfo` lists it. */
export function contractInfo({ listed, status }: MirroredMarket) {
  const { spec, base, quote, scale } = listed;
  const contract = contractOf(listed);
  const [lowest] = contract.scale.brackets;
  return {
    symbol: spec.symbol,
    pair: contract.spec.indexSymbol,
    contractType: "PERPETUAL",
    deliveryDate: NEVER_MS,
    onboardDate: listed.listedAtMs,
    status: STATUSES[status],
    maintMarginPercent: percent(lowest?.maintenancePpm ?? 0),
    requiredMarginPercent: percent(ONE_PPM / (lowest?.maxLeverage ?? 1)),
    baseAsset: spec.base,
    quoteAsset: spec.quote,
    marginAsset: spec.quote,
    pricePrecision: scale.priceDecimals,
    quantityPrecision: scale.quantityDecimals,
    baseAssetPrecision: base.spec.scale,
    quotePrecision: quote.spec.scale,
    underlyingType: "COIN",
    underlyingSubType: [],
    settlePlan: 0,
    triggerProtect: formatRate(spec.marketProtectionPpm),
    liquidationFee: formatRate(contract.spec.liquidationFeePpm),
    marketTakeBound: formatRate(spec.marketProtectionPpm),
    maxMoveOrderLimit: 0,
    filters: filtersOf(listed),
    orderTypes: FUTURES_ORDER_TYPES,
    timeInForce: ["GTC", "IOC", "FOK", "GTX"],
    permissionSets: [],
  };
}

const percent = (ppm: number): string => formatDecimal(Math.ceil(ppm), PERCENT_DECIMALS);

function filtersOf(listed: MirroredMarket["listed"]) {
  const { spec, scale, format } = listed;
  return [
    ...stepFilters(listed),
    { filterType: "MAX_NUM_ORDERS", limit: LIMITS.maxOpenOrdersPerUser },
    { filterType: "MAX_NUM_ALGO_ORDERS", limit: LIMITS.maxOpenOrdersPerUser },
    { filterType: "MIN_NOTIONAL", notional: format.quoteAmount(scale.minNotionalUnits) },
    {
      filterType: "PERCENT_PRICE",
      multiplierUp: formatRate(ONE_PPM + spec.priceBandPpm),
      multiplierDown: formatRate(ONE_PPM - spec.priceBandPpm),
      multiplierDecimal: String(RATE_DECIMALS),
    },
  ];
}
