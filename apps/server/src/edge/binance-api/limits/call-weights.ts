import type { Parameters } from "../parameters.ts";

/** A weight that depends on the parameters; it must not throw. */
type WeightOf = (parameters: Parameters) => number;

/** The weight of a call, or its least weight and how the parameters raise it. */
export type CallWeight = number | readonly [least: number, weightOf: WeightOf];

/** A weight by the number of rows: the first step that is at least `limit`, or the last one's weight. */
const byLimit =
  (fallback: number, ...steps: readonly (readonly [most: number, weight: number])[]): WeightOf =>
  (parameters) => {
    const asked = Number(parameters.text("limit") ?? fallback);
    return steps.find(([most]) => asked <= most)?.[1] ?? steps.at(-1)?.[1] ?? 1;
  };

/** A weight for a named market, and one for all. */
const byMarket = (one: number, all: number): readonly [number, WeightOf] => [
  one,
  (parameters) => (parameters.text("symbol") === undefined ? all : one),
];

/** How many markets are named; undefined for all. */
function namedMarkets(parameters: Parameters): number | undefined {
  if (parameters.text("symbol") !== undefined) return 1;
  return parameters.text("symbols")?.split(",").length;
}

/** The same for `symbols`, which names several. */
const byMarkets = (one: number, several: number): readonly [number, WeightOf] => [
  one,
  (parameters) => (parameters.text("symbol") === undefined ? several : one),
];

/** Tests of orders weigh more with their rates. */
const testedOrder: CallWeight = [
  1,
  (parameters) => (parameters.text("computeCommissionRates")?.toLowerCase() === "true" ? 20 : 1),
];

const MAX_WINDOW_WEIGHT = 200;
const window: CallWeight = [
  4,
  (parameters) => Math.min((namedMarkets(parameters) ?? 1) * 4, MAX_WINDOW_WEIGHT),
];

function dayTickerWeight(parameters: Parameters): number {
  const markets = namedMarkets(parameters);
  if (markets === undefined || markets > 100) return 80;
  return markets > 20 ? 40 : 2;
}

const SPOT: Readonly<Record<string, CallWeight>> = {
  "GET /api/v3/exchangeInfo": 20,
  "GET /api/v3/depth": [5, byLimit(100, [100, 5], [500, 25], [1_000, 50], [5_000, 250])],
  "GET /api/v3/trades": 25,
  "GET /api/v3/historicalTrades": 25,
  "GET /api/v3/aggTrades": 4,
  "GET /api/v3/klines": 2,
  "GET /api/v3/uiKlines": 2,
  "GET /api/v3/avgPrice": 2,
  "GET /api/v3/ticker": window,
  "GET /api/v3/ticker/tradingDay": window,
  "GET /api/v3/ticker/24hr": [2, dayTickerWeight],
  "GET /api/v3/ticker/price": byMarkets(2, 4),
  "GET /api/v3/ticker/bookTicker": byMarkets(2, 4),
  "POST /api/v3/order": 0,
  "POST /api/v3/order/cancelReplace": 0,
  "POST /api/v3/orderList/oco": 0,
  "POST /api/v3/orderList/oto": 0,
  "POST /api/v3/orderList/otoco": 0,
  "POST /api/v3/order/oco": 0,
  "POST /api/v3/order/test": testedOrder,
  "POST /api/v3/sor/order/test": testedOrder,
  "PUT /api/v3/order/amend/keepPriority": 4,
  "GET /api/v3/order": 4,
  "GET /api/v3/openOrders": byMarket(6, 80),
  "GET /api/v3/allOrders": 20,
  "GET /api/v3/orderList": 4,
  "GET /api/v3/openOrderList": 6,
  "GET /api/v3/allOrderList": 20,
  "GET /api/v3/account": 20,
  "GET /api/v3/account/commission": 20,
  "GET /api/v3/myTrades": [5, (parameters) => (parameters.text("orderId") === undefined ? 20 : 5)],
  "GET /api/v3/historicalBlockTrades": 25,
  "GET /api/v3/executionRules": [2, (parameters) => Math.min((namedMarkets(parameters) ?? 20) * 2, 40)],
  "GET /api/v3/referencePrice": 2,
  "GET /api/v3/referencePrice/calculation": 2,
  "GET /api/v3/rateLimit/order": 40,
  "GET /api/v3/order/amendments": 4,
  "GET /api/v3/myPreventedMatches": [
    2,
    (parameters) => (parameters.text("preventedMatchId") === undefined ? 20 : 2),
  ],
  "GET /api/v3/myAllocations": 20,
  "GET /api/v3/myFilters": 40,
  "POST /api/v3/userDataStream": 2,
  "PUT /api/v3/userDataStream": 2,
  "DELETE /api/v3/userDataStream": 2,
};

const chart: CallWeight = [1, byLimit(500, [99, 1], [499, 2], [1_000, 5], [1_500, 10])];
const FUTURES: Readonly<Record<string, CallWeight>> = {
  "GET /fapi/v1/depth": [2, byLimit(500, [50, 2], [100, 5], [500, 10], [1_000, 20])],
  "GET /fapi/v1/trades": 5,
  "GET /fapi/v1/aggTrades": 20,
  "GET /fapi/v1/klines": chart,
  "GET /fapi/v1/markPriceKlines": chart,
  "GET /fapi/v1/indexPriceKlines": chart,
  "GET /fapi/v1/continuousKlines": chart,
  "GET /fapi/v1/premiumIndexKlines": chart,
  "GET /fapi/v1/historicalTrades": 200,
  "GET /fapi/v1/rpiDepth": 20,
  "GET /fapi/v1/constituents": 2,
  "GET /fapi/v1/assetIndex": byMarket(1, 10),
  "GET /fapi/v1/tradingSchedule": 5,
  "GET /fapi/v1/adlQuantile": 5,
  "GET /fapi/v1/apiTradingStatus": byMarket(1, 10),
  "GET /fapi/v1/forceOrders": byMarket(20, 50),
  "GET /fapi/v1/feeBurn": 30,
  "GET /fapi/v1/premiumIndex": byMarket(1, 10),
  "GET /fapi/v1/ticker/24hr": byMarket(1, 40),
  "GET /fapi/v1/ticker/price": byMarket(1, 2),
  "GET /fapi/v2/ticker/price": byMarket(1, 2),
  "GET /fapi/v1/ticker/bookTicker": byMarket(2, 5),
  "POST /fapi/v1/order": 0,
  "POST /fapi/v1/algoOrder": 0,
  "POST /fapi/v1/batchOrders": 5,
  "PUT /fapi/v1/batchOrders": 5,
  "POST /fapi/v1/countdownCancelAll": 10,
  "GET /fapi/v1/openOrders": byMarket(1, 40),
  "GET /fapi/v1/openAlgoOrders": byMarket(1, 40),
  "GET /fapi/v1/allOrders": 5,
  "GET /fapi/v1/allAlgoOrders": 5,
  "GET /fapi/v1/userTrades": 5,
  "GET /fapi/v2/account": 5,
  "GET /fapi/v3/account": 5,
  "GET /fapi/v2/balance": 5,
  "GET /fapi/v3/balance": 5,
  "GET /fapi/v2/positionRisk": 5,
  "GET /fapi/v3/positionRisk": 5,
  "GET /fapi/v1/accountConfig": 5,
  "GET /fapi/v1/symbolConfig": 5,
  "GET /fapi/v1/income": 30,
  "GET /fapi/v1/commissionRate": 20,
  "GET /fapi/v1/positionSide/dual": 30,
  "GET /fapi/v1/multiAssetsMargin": 30,
};

const WALLET: Readonly<Record<string, CallWeight>> = {
  "GET /sapi/v1/capital/config/getall": 10,
  "GET /sapi/v1/capital/deposit/address": 10,
  "GET /sapi/v1/asset/assetDividend": 10,
  "GET /sapi/v1/asset/wallet/balance": 60,
  "POST /sapi/v3/asset/getUserAsset": 5,
  "GET /sapi/v1/margin/isolated/allPairs": 10,
  "GET /sapi/v1/margin/isolated/pair": 10,
  "GET /sapi/v1/margin/isolated/account": 10,
  "POST /sapi/v1/margin/order": 6,
  "DELETE /sapi/v1/margin/order": 10,
  "GET /sapi/v1/margin/order": 10,
  "GET /sapi/v1/margin/openOrders": 10,
  "GET /sapi/v1/margin/allOrders": 200,
  "GET /sapi/v1/margin/myTrades": 10,
};

/** Binance's weights by method and path; all others weigh 1. A call of weight 0 weighs 1 when it is refused. */
export const CALL_WEIGHTS: Readonly<Record<string, CallWeight>> = { ...SPOT, ...FUTURES, ...WALLET };
