import { z } from "zod";
import {
  decimal,
  filter,
  levels,
  maybe,
  milliseconds,
  orderId,
  rateLimit,
  refusal,
  rows,
  text,
  whole,
  yes,
} from "./basic-shapes.ts";

export const order = z
  .strictObject({
    orderId,
    symbol: text,
    pair: text,
    status: text,
    clientOrderId: text,
    price: decimal,
    avgPrice: decimal,
    origQty: decimal,
    executedQty: decimal,
    cumQty: decimal,
    cumQuote: decimal,
    cumBase: decimal,
    timeInForce: text,
    type: text,
    reduceOnly: yes,
    closePosition: yes,
    side: text,
    positionSide: text,
    stopPrice: decimal,
    activatePrice: maybe(decimal),
    priceRate: maybe(decimal),
    workingType: text,
    priceProtect: yes,
    origType: text,
    priceMatch: text,
    selfTradePreventionMode: text,
    goodTillDate: whole,
    time: milliseconds,
    updateTime: milliseconds,
  })
  .meta({ id: "ContractOrder" });
export const modifiedOrder = order.extend({ modifyId: maybe(whole) }).meta({ id: "ModifiedContractOrder" });
/** In batches, each order has its own outcome. */
export const outcome = z.union([order, refusal]);
export const modifiedOutcome = z.union([modifiedOrder, refusal]);
const algo = {
  algoId: orderId,
  clientAlgoId: text,
  algoType: text,
  orderType: text,
  symbol: text,
  side: text,
  positionSide: text,
  timeInForce: text,
  quantity: decimal,
  algoStatus: text,
  triggerPrice: decimal,
  price: decimal,
  icebergQuantity: z.null(),
  workingType: text,
  priceMatch: text,
  selfTradePreventionMode: text,
  closePosition: yes,
  priceProtect: yes,
  reduceOnly: yes,
  activatePrice: maybe(decimal),
  callbackRate: maybe(decimal),
  createTime: milliseconds,
  updateTime: milliseconds,
  triggerTime: whole,
  goodTillDate: whole,
};
export const algoOrder = z.strictObject(algo).meta({ id: "AlgoOrder" });
const actual = {
  actualOrderId: text,
  actualPrice: decimal,
  actualType: text,
  actualQty: decimal,
  tpOrderType: text,
};
export const queriedAlgo = z.strictObject({ ...algo, ...actual }).meta({ id: "QueriedAlgoOrder" });
export const listedAlgo = z
  .strictObject({
    ...algo,
    ...actual,
    tpTriggerPrice: decimal,
    tpPrice: decimal,
    slTriggerPrice: decimal,
    slPrice: decimal,
  })
  .meta({ id: "ListedAlgoOrder" });
export const canceledAlgo = z.strictObject({ algoId: orderId, clientAlgoId: text, code: text, msg: text });
export const ownTrade = z
  .strictObject({
    symbol: text,
    pair: text,
    id: orderId,
    orderId,
    side: text,
    price: decimal,
    qty: decimal,
    realizedPnl: decimal,
    quoteQty: decimal,
    baseQty: decimal,
    marginAsset: text,
    commission: decimal,
    commissionAsset: text,
    time: milliseconds,
    positionSide: text,
    buyer: yes,
    maker: yes,
  })
  .meta({ id: "OwnContractTrade" });
export const done = z.strictObject({ code: whole, msg: text });
export const countdown = z.strictObject({ symbol: text, countdownTime: text });
export const leverage = z.strictObject({ leverage: whole, maxNotionalValue: decimal, symbol: text });
export const margin = z.strictObject({ code: whole, msg: text, amount: z.number(), type: whole });
export const depth = z.strictObject({
  lastUpdateId: whole,
  E: milliseconds,
  T: milliseconds,
  bids: levels,
  asks: levels,
});
export const premiumIndex = z
  .strictObject({
    symbol: text,
    markPrice: decimal,
    indexPrice: decimal,
    estimatedSettlePrice: decimal,
    lastFundingRate: decimal,
    interestRate: decimal,
    nextFundingTime: milliseconds,
    time: milliseconds,
  })
  .meta({ id: "PremiumIndex" });
export const funding = z.strictObject({
  symbol: text,
  fundingRate: decimal,
  fundingTime: milliseconds,
  markPrice: decimal,
  rateType: text,
});
export const fundingInfo = z.strictObject({
  symbol: text,
  adjustedFundingRateCap: decimal,
  adjustedFundingRateFloor: decimal,
  fundingIntervalHours: z.number(),
  disclaimer: yes,
});
export const priceTicker = z.strictObject({ symbol: text, price: decimal, time: milliseconds });
export const bookTicker = z.strictObject({
  symbol: text,
  bidPrice: decimal,
  bidQty: decimal,
  askPrice: decimal,
  askQty: decimal,
  time: milliseconds,
  lastUpdateId: whole,
});
export const openInterest = z.strictObject({ openInterest: decimal, symbol: text, time: milliseconds });
export const exchangeInfo = z.strictObject({
  timezone: text,
  serverTime: milliseconds,
  futuresType: text,
  rateLimits: rows(rateLimit),
  exchangeFilters: rows(filter),
  assets: rows(z.strictObject({ asset: text, marginAvailable: yes, autoAssetExchange: text })),
  symbols: rows(
    z.strictObject({
      symbol: text,
      pair: text,
      contractType: text,
      deliveryDate: milliseconds,
      onboardDate: milliseconds,
      status: z.enum(["TRADING", "PENDING_TRADING"]),
      maintMarginPercent: decimal,
      requiredMarginPercent: decimal,
      baseAsset: text,
      quoteAsset: text,
      marginAsset: text,
      pricePrecision: whole,
      quantityPrecision: whole,
      baseAssetPrecision: whole,
      quotePrecision: whole,
      underlyingType: text,
      underlyingSubType: rows(text),
      settlePlan: whole,
      triggerProtect: decimal,
      liquidationFee: decimal,
      marketTakeBound: decimal,
      maxMoveOrderLimit: whole,
      filters: rows(filter),
      orderTypes: rows(text),
      timeInForce: rows(text),
      permissionSets: rows(text),
    }),
  ),
});

const held = {
  asset: text,
  crossWalletBalance: decimal,
  crossUnPnl: decimal,
  availableBalance: decimal,
  maxWithdrawAmount: decimal,
  marginAvailable: yes,
  updateTime: milliseconds,
};
export const balance = z
  .strictObject({ accountAlias: text, balance: decimal, ...held })
  .meta({ id: "ContractBalance" });
const asset = z
  .strictObject({
    ...held,
    walletBalance: decimal,
    unrealizedProfit: decimal,
    marginBalance: decimal,
    maintMargin: decimal,
    initialMargin: decimal,
    positionInitialMargin: decimal,
    openOrderInitialMargin: decimal,
  })
  .meta({ id: "ContractAsset" });
const total = {
  totalInitialMargin: decimal,
  totalMaintMargin: decimal,
  totalWalletBalance: decimal,
  totalUnrealizedProfit: decimal,
  totalMarginBalance: decimal,
  totalPositionInitialMargin: decimal,
  totalOpenOrderInitialMargin: decimal,
  totalCrossWalletBalance: decimal,
  totalCrossUnPnl: decimal,
  availableBalance: decimal,
  maxWithdrawAmount: decimal,
  assets: rows(asset),
};
const permissions = {
  feeTier: whole,
  feeBurn: yes,
  canTrade: yes,
  canDeposit: yes,
  canWithdraw: yes,
  updateTime: whole,
  dualSidePosition: yes,
  multiAssetsMargin: yes,
  tradeGroupId: whole,
};
export const accountConfig = z.strictObject(permissions);
const position = {
  symbol: text,
  positionSide: text,
  positionAmt: decimal,
  notional: decimal,
  isolatedWallet: decimal,
  updateTime: whole,
};
const margins = {
  initialMargin: decimal,
  maintMargin: decimal,
  positionInitialMargin: decimal,
  openOrderInitialMargin: decimal,
};
const offers = { bidNotional: decimal, askNotional: decimal };
const prices = {
  entryPrice: decimal,
  breakEvenPrice: decimal,
  markPrice: decimal,
  unRealizedProfit: decimal,
  liquidationPrice: decimal,
  isolatedMargin: decimal,
};
export const account2 = z
  .strictObject({
    ...permissions,
    ...total,
    positions: rows(
      z.strictObject({
        ...position,
        ...margins,
        ...offers,
        leverage: text,
        isolated: yes,
        entryPrice: decimal,
        breakEvenPrice: decimal,
        maxNotional: decimal,
        unrealizedProfit: decimal,
      }),
    ),
  })
  .meta({ id: "ContractAccountV2" });
export const account3 = z
  .strictObject({
    ...total,
    positions: rows(
      z.strictObject({
        ...position,
        isolatedMargin: decimal,
        initialMargin: decimal,
        maintMargin: decimal,
        unrealizedProfit: decimal,
      }),
    ),
  })
  .meta({ id: "ContractAccountV3" });
export const position2 = z
  .strictObject({
    ...position,
    ...prices,
    leverage: text,
    marginType: text,
    isAutoAddMargin: text,
    maxNotionalValue: decimal,
  })
  .meta({ id: "PositionV2" });
export const position3 = z
  .strictObject({ ...position, ...prices, ...margins, ...offers, marginAsset: text, adl: whole })
  .meta({ id: "PositionV3" });
export const symbolConfig = z.strictObject({
  symbol: text,
  marginType: text,
  isAutoAddMargin: yes,
  leverage: whole,
  maxNotionalValue: decimal,
});
export const income = z.strictObject({
  symbol: text,
  incomeType: text,
  income: decimal,
  asset: text,
  info: text,
  time: milliseconds,
  tranId: whole,
  tradeId: text,
});
export const brackets = z.strictObject({
  symbol: text,
  notionalCoef: whole,
  brackets: rows(
    z.strictObject({
      bracket: whole,
      initialLeverage: whole,
      notionalCap: z.number(),
      notionalFloor: z.number(),
      maintMarginRatio: z.number(),
      cum: z.number(),
    }),
  ),
});
export const commissionRate = z.strictObject({
  symbol: text,
  makerCommissionRate: decimal,
  takerCommissionRate: decimal,
  rpiCommissionRate: decimal,
});
