/** What differs from Binance, and why, by the names of the published surface. All others are the same. */
export const DIFFERENT: Readonly<Record<string, string>> = {
  "PUT /api/v3/order/amend/keepPriority": "an amended order keeps its client order id",
  "GET /fapi/v1/premiumIndexKlines": "highs and lows are those of open and close",
  "GET /fapi/v1/positionMargin/history": "only changes since the server started",
  "POST /fapi/v1/multiAssetsMargin": "multi-assets mode is refused",
  "POST /fapi/v1/feeBurn": "cannot be switched on",
  "GET /futures/data/openInterestHist": "`CMCCirculatingSupply` is 0: not known here",
};

/**
 * Parameters that are refused as at Binance, because no market allows what they ask for: `pegInstructionsAllowed` is false in
 * `exchangeInfo`.
 */
export const NOT_ALLOWED = /[pP]eg(?:PriceType|OffsetType|OffsetValue)$/;

/** What does not exist here, and why. */
export const ABSENT: Readonly<Record<string, string>> = {
  "GET /fapi/v1/order/asyn": "no files to download",
  "GET /fapi/v1/trade/asyn": "no files to download",
  "GET /fapi/v1/income/asyn": "no files to download",
  "GET /fapi/v1/order/asyn/id": "no files to download",
  "GET /fapi/v1/trade/asyn/id": "no files to download",
  "GET /fapi/v1/income/asyn/id": "no files to download",
  "POST /fapi/v1/convert/acceptQuote": "Convert does not exist",
  "GET /fapi/v1/convert/exchangeInfo": "Convert does not exist",
  "GET /fapi/v1/convert/orderStatus": "Convert does not exist",
  "POST /fapi/v1/convert/getQuote": "Convert does not exist",
  "GET /fapi/v1/pmAccountInfo": "portfolio margin does not exist",
  "POST /fapi/v1/stock/contract": "contracts on shares do not exist",
  "spot event externalLockUpdate": "no other product locks the spot wallet",
  "futures event STRATEGY_UPDATE": "Binance's own trading bots do not exist",
  "futures event GRID_UPDATE": "Binance's own trading bots do not exist",
};

const DOWNLOADS = "files to download";
const CONVERT = "Convert";
const OTHER_PRODUCTS = "portfolio margin, stock contracts and Binance's own trading bots";
const FEES_IN_BNB = "fees in BNB";
/** What has nothing to do with orders, positions, balances or market data, by what it is about. */
export const NOT_TRADING: Readonly<Record<string, string>> = {
  "GET /fapi/v1/order/asyn": DOWNLOADS,
  "GET /fapi/v1/trade/asyn": DOWNLOADS,
  "GET /fapi/v1/income/asyn": DOWNLOADS,
  "GET /fapi/v1/order/asyn/id": DOWNLOADS,
  "GET /fapi/v1/trade/asyn/id": DOWNLOADS,
  "GET /fapi/v1/income/asyn/id": DOWNLOADS,
  "POST /fapi/v1/convert/acceptQuote": CONVERT,
  "GET /fapi/v1/convert/exchangeInfo": CONVERT,
  "GET /fapi/v1/convert/orderStatus": CONVERT,
  "POST /fapi/v1/convert/getQuote": CONVERT,
  "GET /fapi/v1/pmAccountInfo": OTHER_PRODUCTS,
  "POST /fapi/v1/stock/contract": OTHER_PRODUCTS,
  "futures event STRATEGY_UPDATE": OTHER_PRODUCTS,
  "futures event GRID_UPDATE": OTHER_PRODUCTS,
  "GET /fapi/v1/feeBurn": FEES_IN_BNB,
  "POST /fapi/v1/feeBurn": FEES_IN_BNB,
  "spot event externalLockUpdate": "locks by other products",
};

/** Calls that are served in addition. */
export const MORE: readonly string[] = [
  "POST /api/v3/userDataStream",
  "PUT /api/v3/userDataStream",
  "DELETE /api/v3/userDataStream",
];

/** Enumerations of requests: Binance's values, and the parameters here that take them. */
export const ENUMERATIONS: readonly (readonly [what: string, values: string, parameter: string])[] = [
  [
    "spot order types",
    "LIMIT MARKET STOP_LOSS STOP_LOSS_LIMIT TAKE_PROFIT TAKE_PROFIT_LIMIT LIMIT_MAKER",
    "type:spot",
  ],
  [
    "types of a list's legs",
    "STOP_LOSS STOP_LOSS_LIMIT TAKE_PROFIT TAKE_PROFIT_LIMIT LIMIT_MAKER",
    "aboveType",
  ],
  ["types of a list's working order", "LIMIT LIMIT_MAKER", "workingType:list"],
  ["sides", "BUY SELL", "side"],
  ["spot `timeInForce`", "GTC IOC FOK", "timeInForce"],
  ["`newOrderRespType`", "ACK RESULT FULL", "newOrderRespType"],
  [
    "`selfTradePreventionMode`",
    "NONE EXPIRE_TAKER EXPIRE_MAKER EXPIRE_BOTH DECREMENT TRANSFER",
    "selfTradePreventionMode",
  ],
  ["`cancelReplaceMode`", "STOP_ON_FAILURE ALLOW_FAILURE", "cancelReplaceMode"],
  ["`cancelRestrictions`", "ONLY_NEW ONLY_PARTIALLY_FILLED", "cancelRestrictions"],
  ["spot intervals", "1s 1m 3m 5m 15m 30m 1h 2h 4h 6h 8h 12h 1d 3d 1w 1M", "interval:spot"],
  ["futures intervals", "1m 3m 5m 15m 30m 1h 2h 4h 6h 8h 12h 1d 3d 1w 1M", "interval"],
  [
    "conditional types of futures",
    "STOP STOP_MARKET TAKE_PROFIT TAKE_PROFIT_MARKET TRAILING_STOP_MARKET",
    "type:algo",
  ],
  ["futures `timeInForce`", "GTC IOC FOK GTX GTD RPI", "timeInForce:contract"],
  ["`workingType`", "MARK_PRICE CONTRACT_PRICE", "workingType"],
  [
    "`priceMatch`",
    "OPPONENT OPPONENT_5 OPPONENT_10 OPPONENT_20 QUEUE QUEUE_5 QUEUE_10 QUEUE_20 NONE",
    "priceMatch",
  ],
  ["`marginType`", "ISOLATED CROSSED", "marginType"],
  ["`positionSide`", "BOTH LONG SHORT", "positionSide"],
  ["periods of `/futures/data`", "5m 15m 30m 1h 2h 4h 6h 12h 1d", "period"],
];
