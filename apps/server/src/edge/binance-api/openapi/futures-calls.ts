import { z } from "zod";
import { kline, milliseconds, nothing, oneOrAll, rows, text, usedLimit, yes } from "./basic-shapes.ts";
import type { DescribedCalls } from "./described-calls.ts";
import * as records from "./futures-record-shapes.ts";
import * as futures from "./futures-shapes.ts";
import { aggregateTrade, contractDayTicker, trade } from "./spot-shapes.ts";

const ORDER =
  "symbol! side! type:contract! timeInForce:contract quantity price stopPrice activationPrice callbackRate workingType reduceOnly closePosition positionSide newClientOrderId newOrderRespType selfTradePreventionMode priceMatch priceProtect goodTillDate";
const ALGO_ORDER =
  "algoType! symbol! side! type:algo! timeInForce:contract quantity price triggerPrice activatePrice =activationPrice callbackRate workingType reduceOnly closePosition positionSide clientAlgoId newOrderRespType selfTradePreventionMode priceProtect ~priceMatch goodTillDate ~icebergQuantity";
const ONE_ORDER = "symbol! orderId origClientOrderId";
const SPAN = "startTime endTime limit";
const listenKey = z.strictObject({ listenKey: text });

const MARKETS: DescribedCalls = {
  "GET /fapi/v1/ping": ["Tests the connection.", "", nothing],
  "GET /fapi/v1/time": ["Server time.", "", z.strictObject({ serverTime: milliseconds })],
  "GET /fapi/v1/exchangeInfo": ["Contracts, filters and limits.", "", futures.exchangeInfo],
  "GET /fapi/v1/depth": ["The book.", "symbol! limit", futures.depth],
  "GET /fapi/v1/trades": ["Newest trades.", "symbol! limit", rows(trade)],
  "GET /fapi/v1/aggTrades": [
    "Aggregate trades: trades of one taker at one price combined.",
    `symbol! fromId ${SPAN}`,
    rows(aggregateTrade),
  ],
  "GET /fapi/v1/historicalTrades": ["Trades from an id on.", "symbol! limit fromId", rows(trade)],
  "GET /fapi/v1/klines": ["A chart.", `symbol! interval! ${SPAN}`, rows(kline)],
  "GET /fapi/v1/markPriceKlines": ["Chart of the mark price.", `symbol! interval! ${SPAN}`, rows(kline)],
  "GET /fapi/v1/indexPriceKlines": ["Chart of the index price.", `pair! interval! ${SPAN}`, rows(kline)],
  "GET /fapi/v1/continuousKlines": [
    "A chart, by pair.",
    `pair! contractType! interval! ${SPAN}`,
    rows(kline),
  ],
  "GET /fapi/v1/premiumIndexKlines": [
    "Chart of the premium over the index.",
    `symbol! interval! ${SPAN}`,
    rows(kline),
  ],
  "GET /fapi/v1/rpiDepth": ["The book.", "symbol! limit", futures.depth],
  "GET /fapi/v1/constituents": ["What the index is made of.", "symbol!", records.constituents],
  "GET /fapi/v1/insuranceBalance": ["The insurance fund.", "symbol", oneOrAll(records.insuranceBalance)],
  "GET /fapi/v1/symbolAdlRisk": [
    "Whether positions may be deleveraged.",
    "symbol",
    oneOrAll(records.adlRisk),
  ],
  "GET /fapi/v1/indexInfo": ["Always empty.", "symbol", rows(z.never())],
  "GET /fapi/v1/assetIndex": ["Always empty.", "symbol", rows(z.never())],
  "GET /fapi/v1/tradingSchedule": ["No market has sessions.", "", records.tradingSchedule],
  "GET /fapi/v1/premiumIndex": [
    "Mark price, index price and funding.",
    "symbol",
    oneOrAll(futures.premiumIndex),
  ],
  "GET /fapi/v1/fundingRate": ["Past funding rates.", `symbol ${SPAN}`, rows(futures.funding)],
  "GET /fapi/v1/fundingInfo": ["Funding terms of contracts.", "", rows(futures.fundingInfo)],
  "GET /fapi/v1/ticker/24hr": ["A ticker of 24 hours.", "symbol", oneOrAll(contractDayTicker)],
  "GET /fapi/v1/ticker/price": ["Last prices.", "symbol", oneOrAll(futures.priceTicker)],
  "GET /fapi/v2/ticker/price": ["Last prices.", "symbol", oneOrAll(futures.priceTicker)],
  "GET /fapi/v1/ticker/bookTicker": ["Best prices.", "symbol", oneOrAll(futures.bookTicker)],
  "GET /fapi/v1/openInterest": ["Open interest.", "symbol!", futures.openInterest],
};

/** Some clients write these names in lower case. */
const ALGO_ORDER_ID = "algoId clientAlgoId =algoid =clientalgoid =symbol";

const ORDERS: DescribedCalls = {
  "POST /fapi/v1/order": ["Places an order.", ORDER, futures.order],
  "POST /fapi/v1/order/test": ["Checks an order without placing it.", ORDER, futures.order],
  "PUT /fapi/v1/order": [
    "Gives a limit order another price and quantity. It goes to the end of the queue.",
    `${ONE_ORDER} side! quantity! price priceMatch modifyId`,
    futures.modifiedOrder,
  ],
  "DELETE /fapi/v1/order": ["Cancels an order.", ONE_ORDER, futures.order],
  "DELETE /fapi/v1/allOpenOrders": ["Cancels all orders of a contract.", "symbol!", futures.done],
  "POST /fapi/v1/batchOrders": [
    "Places up to five orders, in list order.",
    "batchOrders!",
    rows(futures.outcome),
  ],
  "PUT /fapi/v1/batchOrders": [
    "Changes up to five orders, in list order.",
    "batchOrders!",
    rows(futures.modifiedOutcome),
  ],
  "DELETE /fapi/v1/batchOrders": [
    "Cancels up to ten orders of a contract.",
    "symbol! orderIdList origClientOrderIdList =orderidlist =origclientorderidlist",
    rows(futures.outcome),
  ],
  "POST /fapi/v1/countdownCancelAll": [
    "Cancels all orders of a contract unless called again in time.",
    "symbol! countdownTime!",
    futures.countdown,
  ],
  "GET /fapi/v1/order": ["An order.", ONE_ORDER, futures.order],
  "GET /fapi/v1/openOrder": ["An open order.", ONE_ORDER, futures.order],
  "GET /fapi/v1/openOrders": ["Open orders.", "symbol", rows(futures.order)],
  "GET /fapi/v1/allOrders": ["Open and past orders.", `symbol! orderId ${SPAN}`, rows(futures.order)],
  "GET /fapi/v1/userTrades": ["One's own trades.", `symbol! orderId fromId ${SPAN}`, rows(futures.ownTrade)],
  "POST /fapi/v1/algoOrder": ["Places a conditional order.", ALGO_ORDER, futures.algoOrder],
  "DELETE /fapi/v1/algoOrder": ["Cancels one.", ALGO_ORDER_ID, futures.canceledAlgo],
  "DELETE /fapi/v1/algoOpenOrders": [
    "Cancels all conditional orders of a contract.",
    "symbol!",
    futures.done,
  ],
  "GET /fapi/v1/algoOrder": ["One of them.", ALGO_ORDER_ID, futures.queriedAlgo],
  "GET /fapi/v1/openAlgoOrders": [
    "Untriggered conditional orders.",
    "algoType symbol algoId",
    rows(futures.listedAlgo),
  ],
  "GET /fapi/v1/allAlgoOrders": [
    "Open and past conditional orders.",
    `symbol! algoId page ${SPAN}`,
    rows(futures.listedAlgo),
  ],
};

const ACCOUNT: DescribedCalls = {
  "GET /fapi/v2/account": [
    "Balances, margin and positions of the contract wallet.",
    "symbol",
    futures.account2,
  ],
  "GET /fapi/v3/account": ["The same with fewer fields.", "symbol", futures.account3],
  "GET /fapi/v2/balance": ["Balances of the contract wallet.", "", rows(futures.balance)],
  "GET /fapi/v3/balance": ["Balances of the contract wallet.", "", rows(futures.balance)],
  "GET /fapi/v2/positionRisk": [
    "All contracts, with or without a position.",
    "symbol",
    rows(futures.position2),
  ],
  "GET /fapi/v3/positionRisk": [
    "Contracts with a position or an open order.",
    "symbol",
    rows(futures.position3),
  ],
  "GET /fapi/v1/accountConfig": ["Settings and permissions of the account.", "", futures.accountConfig],
  "GET /fapi/v1/symbolConfig": [
    "Leverage and margin mode of contracts.",
    "symbol",
    rows(futures.symbolConfig),
  ],
  "GET /fapi/v1/income": ["Income and costs.", `symbol incomeType page ${SPAN}`, rows(futures.income)],
  "GET /fapi/v1/leverageBracket": ["A contract's tiers.", "symbol", rows(futures.brackets)],
  "GET /fapi/v1/commissionRate": ["Trading fees.", "symbol!", futures.commissionRate],
  "GET /fapi/v1/rateLimit/order": ["Orders that the limits have counted.", "", rows(usedLimit)],
  "GET /fapi/v1/apiTradingStatus": ["No rules restrict programs.", "symbol", records.tradingStatus],
  "GET /fapi/v1/adlQuantile": ["Places in the queue of deleveraging.", "symbol", rows(records.adlQuantile)],
  "GET /fapi/v1/orderAmendment": ["Changes of an order.", `${ONE_ORDER} ${SPAN}`, rows(records.amendment)],
  "GET /fapi/v1/positionMargin/history": [
    "Margin that programs added and removed since the server started.",
    `symbol! type:margin ${SPAN}`,
    rows(records.marginChange),
  ],
  "GET /fapi/v1/forceOrders": [
    "What liquidations have closed.",
    `symbol autoCloseType ${SPAN}`,
    rows(records.forcedOrder),
  ],
  "GET /fapi/v1/feeBurn": ["Always false.", "", z.strictObject({ feeBurn: yes })],
  "POST /fapi/v1/feeBurn": ["Only false is accepted.", "feeBurn!", futures.done],
  "POST /fapi/v1/leverage": ["Chooses a contract's leverage.", "symbol! leverage!", futures.leverage],
  "POST /fapi/v1/marginType": ["Sets a contract's margin mode.", "symbol! marginType!", futures.done],
  "POST /fapi/v1/positionMargin": [
    "Adds or removes margin of an isolated position.",
    "symbol! amount! type:margin! positionSide",
    futures.margin,
  ],
  "GET /fapi/v1/positionSide/dual": [
    "Whether hedge mode is on.",
    "",
    z.strictObject({ dualSidePosition: yes }),
  ],
  "POST /fapi/v1/positionSide/dual": ["Chooses hedge or one-way mode.", "dualSidePosition!", futures.done],
  "GET /fapi/v1/multiAssetsMargin": ["Always false.", "", z.strictObject({ multiAssetsMargin: yes })],
  "POST /fapi/v1/multiAssetsMargin": ["Refused.", "multiAssetsMargin!", nothing],
  "POST /fapi/v1/listenKey": ["Opens a user data stream.", "", listenKey],
  "PUT /fapi/v1/listenKey": ["Extends it by an hour.", "=listenKey", listenKey],
  "DELETE /fapi/v1/listenKey": ["Closes it.", "=listenKey", nothing],
};

const STATISTICS = `symbol! period! ${SPAN}`;
const DATA: DescribedCalls = {
  "GET /futures/data/openInterestHist": [
    "Open interest at the end of each period.",
    STATISTICS,
    rows(records.openInterest),
  ],
  "GET /futures/data/topLongShortPositionRatio": [
    "Long and short positions of the fifth of the accounts with the highest margin balance.",
    STATISTICS,
    rows(records.longShortRatio),
  ],
  "GET /futures/data/topLongShortAccountRatio": [
    "How many of these accounts are long and short.",
    STATISTICS,
    rows(records.longShortRatio),
  ],
  "GET /futures/data/globalLongShortAccountRatio": [
    "How many accounts are long and short.",
    STATISTICS,
    rows(records.longShortRatio),
  ],
  "GET /futures/data/takerlongshortRatio": [
    "What takers bought and sold in each period.",
    STATISTICS,
    rows(z.strictObject({ buySellRatio: text, buyVol: text, sellVol: text, timestamp: milliseconds })),
  ],
  "GET /futures/data/basis": [
    "Distance of prices from the index.",
    `pair! contractType! period! ${SPAN}`,
    rows(records.basis),
  ],
  "GET /futures/data/delivery-price": ["Always empty.", "pair!", rows(z.never())],
};

/** The calls of `/fapi` and `/futures/data`. */
export const FUTURES_CALLS: DescribedCalls = { ...MARKETS, ...ORDERS, ...ACCOUNT, ...DATA };
