import { has, type Shape } from "./shape.ts";

/** Fields of Binance's spot API and their JSON types, from its published documentation of July 2026. */
export const KLINE: Shape = { row: ["i", "d", "d", "d", "d", "d", "i", "d", "i", "d", "d", "s"] };
const LEVELS: Shape = [{ row: ["8", "8"] }];
const RATES = has("maker:8 taker:8 buyer:8 seller:8");
const FILTERS: Shape = [has("filterType:s")];
const LIMITS: Shape = [has("rateLimitType:s interval:s intervalNum:i limit:i")];

const STATE =
  "symbol:s orderId:i orderListId:i clientOrderId:s price:8 origQty:8 executedQty:8 origQuoteOrderQty:8 cummulativeQuoteQty:8 status:s timeInForce:s type:s side:s selfTradePreventionMode:s stopPrice:8? icebergQty:8? trailingDelta:i? workingTime:i?";
const ORDER = has(`${STATE} stopPrice:8 icebergQty:8 time:i updateTime:i isWorking:b workingTime:i`);
const FILLS = has("price:8 qty:8 commission:8 commissionAsset:s tradeId:i");
const PLACED = has(`${STATE} transactTime:i`, { "fills?": [FILLS] });
const CANCELED = has(`${STATE} transactTime:i origClientOrderId:s`);
const LIST =
  "orderListId:i contingencyType:s listStatusType:s listOrderStatus:s listClientOrderId:s transactionTime:i symbol:s";
const LEGS: Shape = [has("symbol:s orderId:i clientOrderId:s")];
const SPAN =
  "openPrice:8 highPrice:8 lowPrice:8 lastPrice:8 volume:8 quoteVolume:8 openTime:i closeTime:i firstId:i lastId:i count:i";
const CHANGE = "priceChange:8 priceChangePercent:d weightedAvgPrice:8";

/** Replies by method and path; a word after `#` tells variants apart. */
export const SPOT_REPLIES: Readonly<Record<string, Shape>> = {
  "GET /time": has("serverTime:i"),
  "GET /exchangeInfo": has("timezone:s serverTime:i", {
    rateLimits: LIMITS,
    exchangeFilters: FILTERS,
    symbols: [
      has(
        "symbol:s status:s baseAsset:s baseAssetPrecision:i quoteAsset:s quotePrecision:i quoteAssetPrecision:i baseCommissionPrecision:i quoteCommissionPrecision:i icebergAllowed:b ocoAllowed:b otoAllowed:b opoAllowed:b quoteOrderQtyMarketAllowed:b allowTrailingStop:b cancelReplaceAllowed:b amendAllowed:b pegInstructionsAllowed:b isSpotTradingAllowed:b isMarginTradingAllowed:b defaultSelfTradePreventionMode:s",
        {
          orderTypes: ["s"],
          filters: FILTERS,
          permissions: ["s"],
          permissionSets: [["s"]],
          allowedSelfTradePreventionModes: ["s"],
        },
      ),
    ],
  }),
  "GET /depth": has("lastUpdateId:i", { bids: LEVELS, asks: LEVELS }),
  "GET /trades": [has("id:i price:8 qty:8 quoteQty:8 time:i isBuyerMaker:b isBestMatch:b")],
  "GET /historicalTrades": [has("id:i price:8 qty:8 quoteQty:8 time:i isBuyerMaker:b isBestMatch:b")],
  "GET /aggTrades": [has("a:i p:8 q:8 f:i l:i T:i m:b M:b")],
  "GET /klines": [{ row: ["i", "8", "8", "8", "8", "8", "i", "8", "i", "8", "8", "s"] }],
  "GET /uiKlines": [{ row: ["i", "8", "8", "8", "8", "8", "i", "8", "i", "8", "8", "s"] }],
  "GET /avgPrice": has("mins:i price:8 closeTime:i"),
  "GET /ticker/24hr": has(
    `symbol:s ${CHANGE} ${SPAN} prevClosePrice:8 lastQty:8 bidPrice:8 bidQty:8 askPrice:8 askQty:8`,
  ),
  "GET /ticker/24hr#MINI": has(`symbol:s ${SPAN}`),
  "GET /ticker/tradingDay": has(`symbol:s ${CHANGE} ${SPAN}`),
  "GET /ticker": has(`symbol:s ${CHANGE} ${SPAN}`),
  "GET /ticker/price": has("symbol:s price:8"),
  "GET /ticker/bookTicker": has("symbol:s bidPrice:8 bidQty:8 askPrice:8 askQty:8"),
  "GET /executionRules": has("", { symbolRules: [has("symbol:s", { rules: [has("ruleType:s")] })] }),
  "GET /historicalBlockTrades": [has("id:i price:d qty:d quoteQty:d time:i isBuyerMaker:b")],
  "POST /order#ACK": has("symbol:s orderId:i orderListId:i clientOrderId:s transactTime:i"),
  "POST /order#RESULT": PLACED,
  "POST /order#FULL": has(`${STATE} transactTime:i`, { fills: [FILLS] }),
  "POST /order#stop": PLACED,
  "POST /orderList/oco": has(LIST, { orders: LEGS, orderReports: [PLACED] }),
  "GET /order": ORDER,
  "GET /openOrders": [ORDER],
  "GET /allOrders": [ORDER],
  "GET /orderList": has(LIST, { orders: LEGS }),
  "GET /openOrderList": [has(LIST, { orders: LEGS })],
  "GET /allOrderList": [has(LIST, { orders: LEGS })],
  "DELETE /order": CANCELED,
  "DELETE /openOrders": [CANCELED],
  "DELETE /orderList": has(LIST, { orders: LEGS, orderReports: [CANCELED] }),
  "PUT /order/amend/keepPriority": has("transactTime:i executionId:i", {
    amendedOrder: has(
      "symbol:s orderId:i orderListId:i origClientOrderId:s clientOrderId:s price:8 qty:8 executedQty:8 preventedQty:8 quoteOrderQty:8 cumulativeQuoteQty:8 status:s timeInForce:s type:s side:s workingTime:i selfTradePreventionMode:s",
    ),
  }),
  "POST /order/cancelReplace": has("cancelResult:s newOrderResult:s", {
    cancelResponse: CANCELED,
    newOrderResponse: PLACED,
  }),
  "GET /account": has(
    "makerCommission:i takerCommission:i buyerCommission:i sellerCommission:i canTrade:b canWithdraw:b canDeposit:b brokered:b requireSelfTradePrevention:b preventSor:b updateTime:i accountType:s uid:i",
    { commissionRates: RATES, balances: [has("asset:s free:8 locked:8")], permissions: ["s"] },
  ),
  "GET /account/commission": has("symbol:s", {
    standardCommission: RATES,
    specialCommission: RATES,
    taxCommission: RATES,
    discount: has("enabledForAccount:b enabledForSymbol:b discountAsset:s discount:8"),
  }),
  "GET /myTrades": [
    has(
      "symbol:s id:i orderId:i orderListId:i price:8 qty:8 quoteQty:8 commission:8 commissionAsset:s time:i isBuyer:b isMaker:b isBestMatch:b",
    ),
  ],
  "GET /rateLimit/order": [has("rateLimitType:s interval:s intervalNum:i limit:i count:i")],
  "GET /myPreventedMatches": [
    has(
      "symbol:s preventedMatchId:i takerOrderId:i makerSymbol:s makerOrderId:i tradeGroupId:i selfTradePreventionMode:s price:8 transactTime:i",
    ),
  ],
  "GET /myAllocations": [has("symbol:s allocationId:i")],
  "GET /order/amendments": [
    has("symbol:s orderId:i executionId:i origClientOrderId:s newClientOrderId:s origQty:8 newQty:8 time:i"),
  ],
  "GET /myFilters": has("", { exchangeFilters: FILTERS, symbolFilters: FILTERS, assetFilters: FILTERS }),
  "POST /userDataStream": has("listenKey:s"),
};

const BAR = has("t:i T:i s:s i:s f:i L:i o:8 c:8 h:8 l:8 v:8 n:i x:b q:8 V:8 Q:8 B:s");
const TICKER = "E:i s:s p:8 P:d o:8 h:8 l:8 c:8 w:8 v:8 q:8 O:i C:i F:i L:i n:i";

/** Events by stream or by kind of event. */
export const SPOT_EVENTS: Readonly<Record<string, Shape>> = {
  aggTrade: has("e:s E:i s:s a:i p:8 q:8 f:i l:i T:i m:b M:b"),
  trade: has("e:s E:i s:s t:i p:8 q:8 T:i m:b M:b"),
  kline_1m: has("e:s E:i s:s", { k: BAR }),
  kline_1s: has("e:s E:i s:s", { k: BAR }),
  "kline_1d@+08:00": has("e:s E:i s:s", { k: BAR }),
  miniTicker: has("e:s E:i s:s c:8 o:8 h:8 l:8 v:8 q:8"),
  ticker: has(`e:s ${TICKER} x:8 Q:8 b:8 B:8 a:8 A:8`),
  ticker_1h: has(`e:s ${TICKER}`),
  bookTicker: has("u:i s:s b:8 B:8 a:8 A:8"),
  avgPrice: has("e:s E:i s:s i:s w:8 T:i"),
  depth5: has("lastUpdateId:i", { bids: LEVELS, asks: LEVELS }),
  depth: has("e:s E:i s:s U:i u:i", { b: LEVELS, a: LEVELS }),
  outboundAccountPosition: has("e:s E:i u:i", { B: [has("a:s f:8 l:8")] }),
  balanceUpdate: has("e:s E:i a:s d:8 T:i"),
  executionReport: has(
    "e:s E:i s:s c:s S:s o:s f:s q:8 p:8 P:8 F:8 g:i C:s x:s X:s r:s i:i l:8 z:8 L:8 n:d N:s|0 T:i t:i I:i w:b m:b M:b O:i Z:8 Y:8 Q:8 V:s d:i? W:i?",
  ),
  listStatus: has("e:s E:i s:s g:i c:s l:s L:s r:s C:s T:i", { O: [has("s:s i:i c:s")] }),
  listenKeyExpired: has("e:s E:i listenKey:s"),
  eventStreamTerminated: has("e:s E:i"),
};
