import { has, type Shape } from "./shape.ts";
import { KLINE } from "./spot-facts.ts";

/** Fields of Binance's USDⓈ-M futures API and their JSON types, from its published reference of August 2026. */
const LEVELS: Shape = [{ row: ["d", "d"] }];
const ORDER_FIELDS =
  "clientOrderId:s cumQty:d executedQty:d orderId:i origQty:d price:d reduceOnly:b side:s positionSide:s status:s stopPrice:d closePosition:b symbol:s timeInForce:s type:s origType:s updateTime:i workingType:s priceProtect:b priceMatch:s selfTradePreventionMode:s goodTillDate:i activatePrice:d? priceRate:d?";
const ORDER = has(ORDER_FIELDS);
const QUERIED = has(`${ORDER_FIELDS} avgPrice:d cumQuote:d time:i`.replace("cumQty:d ", ""));
const LISTED = has(`${ORDER_FIELDS} avgPrice:d cumQuote:d time:i pair:s cumBase:d`.replace("cumQty:d ", ""));
const ALGO_FIELDS =
  "algoId:i clientAlgoId:s algoType:s orderType:s symbol:s side:s positionSide:s timeInForce:s quantity:d algoStatus:s triggerPrice:d price:d icebergQuantity:d|0 selfTradePreventionMode:s workingType:s priceMatch:s closePosition:b priceProtect:b reduceOnly:b createTime:i updateTime:i triggerTime:i goodTillDate:i activatePrice:d? callbackRate:d?";
const BALANCE =
  "accountAlias:s asset:s balance:d crossWalletBalance:d crossUnPnl:d availableBalance:d maxWithdrawAmount:d marginAvailable:b updateTime:i";
const TOTALS =
  "totalInitialMargin:d totalMaintMargin:d totalWalletBalance:d totalUnrealizedProfit:d totalMarginBalance:d totalPositionInitialMargin:d totalOpenOrderInitialMargin:d totalCrossWalletBalance:d totalCrossUnPnl:d availableBalance:d maxWithdrawAmount:d";
const ASSET =
  "asset:s walletBalance:d unrealizedProfit:d marginBalance:d maintMargin:d initialMargin:d positionInitialMargin:d openOrderInitialMargin:d crossWalletBalance:d crossUnPnl:d availableBalance:d maxWithdrawAmount:d updateTime:i";
const PREMIUM = has(
  "symbol:s markPrice:d indexPrice:d estimatedSettlePrice:d lastFundingRate:d interestRate:d nextFundingTime:i time:i",
);
const RATIO: Shape = [has("symbol:s longShortRatio:d longAccount:d shortAccount:d timestamp:i")];

/** Replies by method and path below `/fapi`. */
export const FUTURES_REPLIES: Readonly<Record<string, Shape>> = {
  "GET /v1/time": has("serverTime:i"),
  "GET /v1/exchangeInfo": has("timezone:s serverTime:i", {
    exchangeFilters: ["s"],
    rateLimits: [has("rateLimitType:s interval:s intervalNum:i limit:i")],
    assets: [has("asset:s marginAvailable:b autoAssetExchange:s")],
    symbols: [
      has(
        "symbol:s pair:s contractType:s deliveryDate:i onboardDate:i status:s maintMarginPercent:d requiredMarginPercent:d baseAsset:s quoteAsset:s marginAsset:s pricePrecision:i quantityPrecision:i baseAssetPrecision:i quotePrecision:i underlyingType:s settlePlan:i triggerProtect:d liquidationFee:d marketTakeBound:d",
        {
          underlyingSubType: ["s"],
          filters: [has("filterType:s")],
          orderTypes: ["s"],
          timeInForce: ["s"],
        },
      ),
    ],
  }),
  "GET /v1/depth": has("lastUpdateId:i E:i T:i", { bids: LEVELS, asks: LEVELS }),
  "GET /v1/trades": [has("id:i price:d qty:d quoteQty:d time:i isBuyerMaker:b isRPITrade:b")],
  "GET /v1/historicalTrades": [has("id:i price:d qty:d quoteQty:d time:i isBuyerMaker:b isRPITrade:b")],
  "GET /v1/aggTrades": [has("a:i p:d q:d nq:d f:i l:i T:i m:b")],
  "GET /v1/klines": [KLINE],
  "GET /v1/continuousKlines": [KLINE],
  "GET /v1/indexPriceKlines": [KLINE],
  "GET /v1/markPriceKlines": [KLINE],
  "GET /v1/premiumIndexKlines": [KLINE],
  "GET /v1/premiumIndex": PREMIUM,
  "GET /v1/premiumIndex#all": [PREMIUM],
  "GET /v1/fundingRate": [has("symbol:s fundingRate:d fundingTime:i markPrice:d rateType:s")],
  "GET /v1/fundingInfo": [
    has("symbol:s adjustedFundingRateCap:d adjustedFundingRateFloor:d fundingIntervalHours:i disclaimer:b"),
  ],
  "GET /v1/ticker/24hr": has(
    "symbol:s priceChange:d priceChangePercent:d weightedAvgPrice:d lastPrice:d lastQty:d openPrice:d highPrice:d lowPrice:d volume:d quoteVolume:d openTime:i closeTime:i firstId:i lastId:i count:i",
  ),
  "GET /v1/ticker/price": has("symbol:s price:d time:i"),
  "GET /v2/ticker/price": has("symbol:s price:d time:i"),
  "GET /v1/ticker/bookTicker": has("symbol:s bidPrice:d bidQty:d askPrice:d askQty:d time:i"),
  "GET /v1/ticker/bookTicker#all": [has("symbol:s bidPrice:d bidQty:d askPrice:d askQty:d time:i")],
  "GET /v1/openInterest": has("openInterest:d symbol:s time:i"),
  "GET /v1/indexInfo": [has("symbol:s")],
  "GET /v1/constituents": has("symbol:s time:i", {
    constituents: [has("exchange:s symbol:s price:d weight:d")],
  }),
  "GET /v1/insuranceBalance": [
    has("", { symbols: ["s"], assets: [has("asset:s marginBalance:d updateTime:i")] }),
  ],
  "GET /v1/symbolAdlRisk": has("symbol:s adlRisk:s updateTime:i"),
  "GET /v1/assetIndex": [
    has("symbol:s time:i index:d bidBuffer:d askBuffer:d bidRate:d askRate:d autoExchangeBidBuffer:d"),
  ],
  "GET /v1/rpiDepth": has("lastUpdateId:i E:i T:i", { bids: LEVELS, asks: LEVELS }),
  "GET /v1/tradingSchedule": has("updateTime:i", { marketSchedules: has("") }),
  "POST /v1/order": ORDER,
  "POST /v1/order/test": ORDER,
  "PUT /v1/order": has(`${ORDER_FIELDS} pair:s modifyId:i`),
  "DELETE /v1/order": ORDER,
  "POST /v1/batchOrders": [ORDER],
  "DELETE /v1/batchOrders": [ORDER],
  "DELETE /v1/allOpenOrders": has("code:i msg:s"),
  "POST /v1/countdownCancelAll": has("symbol:s countdownTime:s"),
  "GET /v1/order": QUERIED,
  "GET /v1/openOrder": QUERIED,
  "GET /v1/openOrders": [QUERIED],
  "GET /v1/allOrders": [LISTED],
  "GET /v1/userTrades": [
    has(
      "buyer:b commission:d commissionAsset:s id:i maker:b orderId:i price:d qty:d quoteQty:d baseQty:d marginAsset:s realizedPnl:d side:s positionSide:s symbol:s pair:s time:i",
    ),
  ],
  "POST /v1/algoOrder": has(ALGO_FIELDS),
  "GET /v1/algoOrder": has(
    `${ALGO_FIELDS} actualOrderId:s actualPrice:d actualType:s actualQty:d tpOrderType:s`,
  ),
  "GET /v1/openAlgoOrders": [
    has(
      `${ALGO_FIELDS} actualOrderId:s actualPrice:d tpTriggerPrice:d tpPrice:d slTriggerPrice:d slPrice:d tpOrderType:s`,
    ),
  ],
  "GET /v1/allAlgoOrders": [
    has(
      `${ALGO_FIELDS} actualOrderId:s actualPrice:d tpTriggerPrice:d tpPrice:d slTriggerPrice:d slPrice:d tpOrderType:s`,
    ),
  ],
  "DELETE /v1/algoOrder": has("algoId:i clientAlgoId:s code:s msg:s"),
  "DELETE /v1/algoOpenOrders": has("code:i msg:s"),
  "GET /v2/account": has(
    `feeTier:i feeBurn:b canTrade:b canDeposit:b canWithdraw:b updateTime:i multiAssetsMargin:b tradeGroupId:i ${TOTALS}`,
    {
      assets: [has(`${ASSET} marginAvailable:b`)],
      positions: [
        has(
          "symbol:s initialMargin:d maintMargin:d unrealizedProfit:d positionInitialMargin:d openOrderInitialMargin:d leverage:s isolated:b entryPrice:d maxNotional:d bidNotional:d askNotional:d positionSide:s positionAmt:d updateTime:i",
        ),
      ],
    },
  ),
  "GET /v3/account": has(TOTALS, {
    assets: [has(ASSET)],
    positions: [
      has(
        "symbol:s positionSide:s positionAmt:d unrealizedProfit:d isolatedMargin:d notional:d isolatedWallet:d initialMargin:d maintMargin:d updateTime:i",
      ),
    ],
  }),
  "GET /v2/balance": [has(BALANCE)],
  "GET /v3/balance": [has(BALANCE)],
  "GET /v2/positionRisk": [
    has(
      "entryPrice:d breakEvenPrice:d marginType:s isAutoAddMargin:s isolatedMargin:d leverage:s liquidationPrice:d markPrice:d maxNotionalValue:d positionAmt:d notional:d isolatedWallet:d symbol:s unRealizedProfit:d positionSide:s updateTime:i",
    ),
  ],
  "GET /v3/positionRisk": [
    has(
      "symbol:s positionSide:s positionAmt:d entryPrice:d breakEvenPrice:d markPrice:d unRealizedProfit:d liquidationPrice:d isolatedMargin:d notional:d marginAsset:s isolatedWallet:d initialMargin:d maintMargin:d positionInitialMargin:d openOrderInitialMargin:d adl:i bidNotional:d askNotional:d updateTime:i",
    ),
  ],
  "GET /v1/accountConfig": has(
    "feeTier:i canTrade:b canDeposit:b canWithdraw:b dualSidePosition:b updateTime:i multiAssetsMargin:b tradeGroupId:i",
  ),
  "GET /v1/symbolConfig": [has("symbol:s marginType:s isAutoAddMargin:b leverage:i maxNotionalValue:d")],
  "GET /v1/income": [has("symbol:s incomeType:s income:d asset:s info:s time:i tranId:i tradeId:s")],
  "GET /v1/leverageBracket": [
    has("symbol:s", {
      brackets: [has("bracket:i initialLeverage:i notionalCap:i notionalFloor:i maintMarginRatio:n cum:n")],
    }),
  ],
  "GET /v1/commissionRate": has("symbol:s makerCommissionRate:d takerCommissionRate:d rpiCommissionRate:d"),
  "POST /v1/leverage": has("leverage:i maxNotionalValue:d symbol:s"),
  "POST /v1/marginType": has("code:i msg:s"),
  "POST /v1/positionMargin": has("amount:n code:i msg:s type:i"),
  "GET /v1/positionMargin/history": [
    has("symbol:s type:i deltaType:s amount:d asset:s time:i positionSide:s"),
  ],
  "GET /v1/positionSide/dual": has("dualSidePosition:b"),
  "GET /v1/multiAssetsMargin": has("multiAssetsMargin:b"),
  "GET /v1/feeBurn": has("feeBurn:b"),
  "GET /v1/rateLimit/order": [has("rateLimitType:s interval:s intervalNum:i limit:i")],
  "GET /v1/adlQuantile": [has("symbol:s", { adlQuantile: has("LONG:i SHORT:i BOTH:i") })],
  "GET /v1/apiTradingStatus": has("updateTime:i", { indicators: has("") }),
  "GET /v1/orderAmendment": [
    has("amendmentId:i symbol:s pair:s orderId:i clientOrderId:s time:i", {
      amendment: has("count:i modifyId:i", {
        price: has("before:d after:d"),
        origQty: has("before:d after:d"),
      }),
    }),
  ],
  "GET /v1/forceOrders": [
    has(
      "orderId:i symbol:s pair:s status:s clientOrderId:s price:d avgPrice:d origQty:d executedQty:d cumQuote:d cumBase:d timeInForce:s type:s reduceOnly:b closePosition:b side:s positionSide:s stopPrice:d workingType:s origType:s time:i updateTime:i",
    ),
  ],
  "POST /v1/listenKey": has("listenKey:s"),
  "PUT /v1/listenKey": has("listenKey:s"),
  "GET /futures/data/openInterestHist": [
    has("symbol:s sumOpenInterest:d sumOpenInterestValue:d CMCCirculatingSupply:d timestamp:i"),
  ],
  "GET /futures/data/topLongShortPositionRatio": RATIO,
  "GET /futures/data/topLongShortAccountRatio": RATIO,
  "GET /futures/data/globalLongShortAccountRatio": RATIO,
  "GET /futures/data/takerlongshortRatio": [has("buySellRatio:d buyVol:d sellVol:d timestamp:i")],
  "GET /futures/data/basis": [
    has(
      "indexPrice:d contractType:s basisRate:d futuresPrice:d annualizedBasisRate:s basis:d pair:s timestamp:i",
    ),
  ],
  "GET /futures/data/delivery-price": [has("deliveryTime:i deliveryPrice:n")],
};

const BAR = "t:i T:i i:s f:i L:i o:d c:d h:d l:d v:d n:i x:b q:d V:d Q:d B:s";
const DEPTH = has("e:s E:i T:i s:s U:i u:i pu:i ps:s st:i", { b: LEVELS, a: LEVELS });
const MARK = has("e:s E:i s:s p:d ap:d i:d P:d r:d T:i st:i");
const MINI = has("e:s E:i s:s c:d o:d h:d l:d v:d q:d ps:s st:i");
const TICKER = has("e:s E:i s:s p:d P:d w:d c:d Q:d o:d h:d l:d v:d q:d O:i C:i F:i L:i n:i ps:s st:i");
const BOOK = has("e:s u:i E:i T:i s:s b:d B:d a:d A:d ps:s st:i");
const FORCED = has("e:s E:i ps:s st:i", {
  o: has("s:s S:s o:s f:s q:d p:d ap:d X:s l:d z:d T:i"),
});

/** Events by stream or by kind of event. */
export const FUTURES_EVENTS: Readonly<Record<string, Shape>> = {
  aggTrade: has("e:s E:i s:s a:i p:d q:d nq:d f:i l:i T:i m:b st:i"),
  markPrice: MARK,
  "!markPrice@arr@1s": [MARK],
  kline_1m: has("e:s E:i s:s", { k: has(`${BAR} s:s`) }),
  continuousKline: has("e:s E:i ps:s ct:s", { k: has(BAR) }),
  miniTicker: MINI,
  "!miniTicker@arr": [MINI],
  ticker: TICKER,
  "!ticker@arr": [TICKER],
  bookTicker: BOOK,
  "!bookTicker": BOOK,
  depth: DEPTH,
  depth5: DEPTH,
  forceOrder: FORCED,
  "!forceOrder@arr": FORCED,
  ORDER_TRADE_UPDATE: has("e:s E:i T:i", {
    o: has(
      "s:s c:s S:s o:s f:s q:d p:d ap:d sp:d x:s X:s i:i l:d z:d L:d T:i t:i b:d a:d m:b R:b wt:s ot:s ps:s cp:b pP:b si:i ss:i rp:d V:s pm:s gtd:i er:s N:s|0? n:d? AP:d? cr:d? M:s?",
    ),
  }),
  ALGO_UPDATE: has("e:s E:i T:i", {
    o: has(
      "caid:s aid:i at:s o:s s:s S:s ps:s f:s q:d X:s ai:s ap:d aq:d act:s tp:d p:d V:s wt:s pm:s cp:b pP:b R:b tt:i gtd:i rm:s? ia:b?",
    ),
  }),
  TRADE_LITE: has("e:s E:i T:i s:s q:d p:d m:b c:s S:s L:d l:d t:i i:i"),
  ACCOUNT_UPDATE: has("e:s E:i T:i", {
    a: has("m:s", {
      B: [has("a:s wb:d cw:d bc:d")],
      P: [has("s:s pa:d ep:d bep:d cr:d up:d mt:s iw:d ps:s")],
    }),
  }),
  MARGIN_CALL: has("e:s E:i cw:d?", { p: [has("s:s ps:s pa:d mt:s iw:d mp:d up:d mm:d")] }),
  ACCOUNT_CONFIG_UPDATE: has("e:s E:i T:i", { ac: has("s:s l:i") }),
  listenKeyExpired: has("e:s E:i listenKey:s"),
};
