import { z } from "zod";
import { kline, milliseconds, nothing, oneOrAll, rows, text, usedLimit } from "./basic-shapes.ts";
import type { DescribedCalls } from "./described-calls.ts";
import * as spot from "./spot-shapes.ts";

const NEW_ORDER =
  "symbol! side! type:spot! timeInForce quantity quoteOrderQty price stopPrice trailingDelta newClientOrderId newOrderRespType selfTradePreventionMode icebergQty strategyId strategyType ~pegPriceType ~pegOffsetValue ~pegOffsetType";
const ROUTED_ORDER =
  "symbol! side! type:spot! timeInForce quantity! price newClientOrderId newOrderRespType selfTradePreventionMode icebergQty strategyId strategyType";
const LEGS =
  "aboveType! belowType! abovePrice belowPrice aboveStopPrice belowStopPrice aboveTimeInForce belowTimeInForce aboveClientOrderId belowClientOrderId aboveIcebergQty aboveTrailingDelta aboveStrategyId aboveStrategyType ~abovePegPriceType ~abovePegOffsetType ~abovePegOffsetValue belowIcebergQty belowTrailingDelta belowStrategyId belowStrategyType ~belowPegPriceType ~belowPegOffsetType ~belowPegOffsetValue";
const OLD_LEGS =
  "price! stopPrice stopLimitPrice stopLimitTimeInForce limitClientOrderId stopClientOrderId trailingDelta limitIcebergQty limitStrategyId limitStrategyType stopIcebergQty stopStrategyId stopStrategyType";
const LIST = "symbol! side! quantity! listClientOrderId newOrderRespType selfTradePreventionMode";
const WORKING =
  "symbol! listClientOrderId newOrderRespType selfTradePreventionMode workingType:list! workingSide! workingPrice! workingQuantity! workingTimeInForce workingClientOrderId workingIcebergQty workingStrategyId workingStrategyType ~workingPegPriceType ~workingPegOffsetType ~workingPegOffsetValue pendingSide!";
const PENDING =
  "pendingType! pendingClientOrderId pendingPrice pendingStopPrice pendingTimeInForce pendingIcebergQty pendingTrailingDelta pendingStrategyId pendingStrategyType ~pendingPegPriceType ~pendingPegOffsetType ~pendingPegOffsetValue";
const PENDING_LEGS =
  "pendingAboveType! pendingBelowType! pendingAbovePrice pendingBelowPrice pendingAboveStopPrice pendingBelowStopPrice pendingAboveTimeInForce pendingBelowTimeInForce pendingAboveClientOrderId pendingBelowClientOrderId pendingAboveIcebergQty pendingAboveTrailingDelta pendingAboveStrategyId pendingAboveStrategyType ~pendingAbovePegPriceType ~pendingAbovePegOffsetType ~pendingAbovePegOffsetValue pendingBelowIcebergQty pendingBelowTrailingDelta pendingBelowStrategyId pendingBelowStrategyType ~pendingBelowPegPriceType ~pendingBelowPegOffsetType ~pendingBelowPegOffsetValue";
const ONE_ORDER = "symbol! orderId origClientOrderId";
const SPAN = "startTime endTime limit";

/** The calls of `/api/v3`. */
export const SPOT_CALLS: DescribedCalls = {
  "GET /api/v3/ping": ["Tests the connection.", "", nothing],
  "GET /api/v3/time": ["Server time.", "", z.strictObject({ serverTime: milliseconds })],
  "GET /api/v3/exchangeInfo": [
    "Markets, filters and limits.",
    "symbol symbols permissions showPermissionSets symbolStatus",
    spot.exchangeInfo,
  ],
  "GET /api/v3/depth": ["The book.", "symbol! limit symbolStatus", spot.depth],
  "GET /api/v3/trades": ["Newest trades.", "symbol! limit", rows(spot.trade)],
  "GET /api/v3/historicalTrades": ["Trades from an id on.", "symbol! limit fromId", rows(spot.trade)],
  "GET /api/v3/aggTrades": [
    "Aggregate trades: trades of one taker at one price combined.",
    `symbol! fromId ${SPAN}`,
    rows(spot.aggregateTrade),
  ],
  "GET /api/v3/klines": ["A chart.", `symbol! interval:spot! timeZone ${SPAN}`, rows(kline)],
  "GET /api/v3/uiKlines": ["A chart.", `symbol! interval:spot! timeZone ${SPAN}`, rows(kline)],
  "GET /api/v3/executionRules": [
    "No market has rules of execution.",
    "symbol symbols symbolStatus",
    z.strictObject({ symbolRules: rows(z.strictObject({ symbol: text, rules: rows(z.never()) })) }),
  ],
  "GET /api/v3/referencePrice": ["Refused: there are no reference prices.", "symbol!", nothing],
  "GET /api/v3/referencePrice/calculation": [
    "Refused: there are no reference prices.",
    "symbol! symbolStatus",
    nothing,
  ],
  "GET /api/v3/historicalBlockTrades": ["Always empty.", "symbol! fromId! limit", rows(z.never())],
  "GET /api/v3/avgPrice": ["Average price of the last five minutes.", "symbol!", spot.averagePrice],
  "GET /api/v3/ticker": [
    "Ticker of a chosen window; requires symbol or symbols.",
    "symbol symbols windowSize type:ticker symbolStatus",
    oneOrAll(z.union([spot.windowTicker, spot.miniTicker])),
  ],
  "GET /api/v3/ticker/tradingDay": [
    "Ticker of the current day; requires symbol or symbols.",
    "symbol symbols timeZone type:ticker symbolStatus",
    oneOrAll(z.union([spot.windowTicker, spot.miniTicker])),
  ],
  "GET /api/v3/ticker/24hr": [
    "A ticker of 24 hours.",
    "symbol symbols type:ticker symbolStatus",
    oneOrAll(z.union([spot.dayTicker, spot.miniTicker])),
  ],
  "GET /api/v3/ticker/price": ["Last prices.", "symbol symbols symbolStatus", oneOrAll(spot.priceTicker)],
  "GET /api/v3/ticker/bookTicker": ["Best prices.", "symbol symbols symbolStatus", oneOrAll(spot.bookTicker)],
  "POST /api/v3/order": ["Places an order.", NEW_ORDER, spot.placed],
  "POST /api/v3/order/test": [
    "Checks an order without placing it.",
    `${NEW_ORDER} computeCommissionRates`,
    z.union([nothing, spot.orderCommission]),
  ],
  "POST /api/v3/order/cancelReplace": [
    "Cancels an order and places another.",
    `cancelReplaceMode! cancelOrderId cancelOrigClientOrderId cancelNewClientOrderId cancelRestrictions orderRateLimitExceededMode ${NEW_ORDER}`,
    spot.replaced,
  ],
  "PUT /api/v3/order/amend/keepPriority": [
    "Reduces an order, which keeps its place in the queue, its number and its id.",
    `${ONE_ORDER} newQty! newClientOrderId`,
    spot.amended,
  ],
  "DELETE /api/v3/order": [
    "Cancels an order.",
    `${ONE_ORDER} newClientOrderId cancelRestrictions`,
    spot.canceled,
  ],
  "DELETE /api/v3/openOrders": [
    "Cancels all orders of a market.",
    "symbol! newClientOrderId",
    rows(z.union([spot.canceled, spot.canceledList])),
  ],
  "GET /api/v3/order": ["An order.", ONE_ORDER, spot.order],
  "GET /api/v3/openOrders": ["Open orders.", "symbol", rows(spot.order)],
  "GET /api/v3/allOrders": ["Open and past orders.", `symbol! orderId ${SPAN}`, rows(spot.order)],
  "POST /api/v3/orderList/oco": [
    "Places two orders that cancel each other.",
    `${LIST} ${LEGS}`,
    spot.placedList,
  ],
  "POST /api/v3/orderList/oto": [
    "Places an order, and one that waits until it is filled.",
    `${WORKING} pendingQuantity! ${PENDING}`,
    spot.placedList,
  ],
  "POST /api/v3/orderList/otoco": [
    "Places an order, and two that wait until it is filled and then cancel each other.",
    `${WORKING} pendingQuantity! ${PENDING_LEGS}`,
    spot.placedList,
  ],
  "POST /api/v3/orderList/opo": ["Refused: no market has `opoAllowed`.", `${WORKING} ${PENDING}`, nothing],
  "POST /api/v3/orderList/opoco": [
    "Refused: no market has `opoAllowed`.",
    `${WORKING} ${PENDING_LEGS}`,
    nothing,
  ],
  "POST /api/v3/sor/order": ["Refused: no market has smart order routing.", ROUTED_ORDER, nothing],
  "POST /api/v3/sor/order/test": [
    "Refused: no market has smart order routing.",
    `${ROUTED_ORDER} computeCommissionRates`,
    nothing,
  ],
  "POST /api/v3/order/oco": ["The same under older parameter names.", `${LIST} ${OLD_LEGS}`, spot.placedList],
  "DELETE /api/v3/orderList": [
    "Cancels a list.",
    "symbol! orderListId listClientOrderId newClientOrderId",
    spot.canceledList,
  ],
  "GET /api/v3/orderList": ["A list.", "orderListId origClientOrderId", spot.orderList],
  "GET /api/v3/openOrderList": ["Open lists.", "", rows(spot.orderList)],
  "GET /api/v3/allOrderList": ["Open and past lists.", `fromId ${SPAN}`, rows(spot.orderList)],
  "GET /api/v3/account": ["Balances of the spot wallet.", "omitZeroBalances", spot.account],
  "GET /api/v3/account/commission": ["Trading fees.", "symbol!", spot.commission],
  "GET /api/v3/myTrades": ["One's own trades.", `symbol! orderId fromId ${SPAN}`, rows(spot.ownTrade)],
  "GET /api/v3/rateLimit/order": ["Orders that the limits have counted.", "", rows(usedLimit)],
  "GET /api/v3/order/amendments": [
    "What was taken off an order.",
    "symbol! orderId! fromExecutionId limit",
    rows(spot.amendment),
  ],
  "GET /api/v3/myPreventedMatches": [
    "Trades that self-trade prevention prevented.",
    "symbol! preventedMatchId orderId fromPreventedMatchId limit",
    rows(spot.preventedMatch),
  ],
  "GET /api/v3/myAllocations": ["Always empty.", `symbol! fromAllocationId orderId ${SPAN}`, rows(z.never())],
  "GET /api/v3/myFilters": ["A market's filters.", "symbol!", spot.ownFilters],
  "POST /api/v3/userDataStream": ["Opens a user data stream.", "", z.strictObject({ listenKey: text })],
  "PUT /api/v3/userDataStream": ["Extends it by an hour.", "listenKey!", nothing],
  "DELETE /api/v3/userDataStream": ["Closes it.", "listenKey!", nothing],
};
