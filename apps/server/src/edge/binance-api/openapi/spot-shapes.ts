import { z } from "zod";
import {
  decimal,
  filter,
  levels,
  maybe,
  milliseconds,
  orderId,
  rateLimit,
  rows,
  text,
  whole,
  yes,
} from "./basic-shapes.ts";

const named = { symbol: text, orderId, orderListId: orderId, clientOrderId: text };
const state = {
  price: decimal,
  origQty: decimal,
  executedQty: decimal,
  origQuoteOrderQty: decimal,
  cummulativeQuoteQty: decimal,
  status: text,
  timeInForce: text,
  type: text,
  side: text,
  stopPrice: maybe(decimal),
  icebergQty: maybe(decimal),
  trailingDelta: maybe(whole),
  selfTradePreventionMode: text,
  preventedMatchId: maybe(whole),
  preventedQuantity: maybe(decimal),
  expiryReason: maybe(text),
  strategyId: maybe(whole),
  strategyType: maybe(whole),
};
const isolated = { isIsolated: maybe(yes) };

export const order = z
  .strictObject({
    ...named,
    ...state,
    ...isolated,
    icebergQty: decimal,
    time: milliseconds,
    updateTime: milliseconds,
    isWorking: yes,
    workingTime: z.int(),
  })
  .meta({ id: "Order" });
const fill = z.strictObject({
  price: decimal,
  qty: decimal,
  commission: decimal,
  commissionAsset: text,
  tradeId: orderId,
});
const prevented = {
  preventedMatchId: whole,
  makerSymbol: text,
  makerOrderId: orderId,
  price: decimal,
  takerPreventedQuantity: maybe(decimal),
  makerPreventedQuantity: maybe(decimal),
};
const preventedMatches = maybe(rows(z.strictObject(prevented)));
export const preventedMatch = z
  .strictObject({
    symbol: text,
    ...prevented,
    takerOrderId: orderId,
    tradeGroupId: z.int(),
    selfTradePreventionMode: text,
    transactTime: milliseconds,
  })
  .meta({ id: "PreventedMatch" });
const ack = { ...named, ...isolated, transactTime: milliseconds };
const placedWith = (more: z.ZodRawShape) =>
  z.union([
    z.strictObject({
      ...ack,
      ...state,
      ...more,
      workingTime: maybe(milliseconds),
      fills: maybe(rows(fill)),
      preventedMatches,
    }),
    z.strictObject({ ...ack, ...more }),
  ]);
export const placed = placedWith({}).meta({
  id: "PlacedOrder",
  description: "Fields depend on newOrderRespType.",
});
export const placedMargin = placedWith({
  marginBuyBorrowAmount: maybe(decimal),
  marginBuyBorrowAsset: maybe(text),
}).meta({ id: "PlacedMarginOrder" });
export const canceled = z
  .strictObject({ ...named, ...state, ...isolated, origClientOrderId: text, transactTime: milliseconds })
  .meta({ id: "CanceledOrder" });
export const amended = z.strictObject({
  transactTime: milliseconds,
  executionId: whole,
  amendedOrder: z.strictObject({
    ...named,
    origClientOrderId: text,
    price: decimal,
    qty: decimal,
    executedQty: decimal,
    preventedQty: decimal,
    quoteOrderQty: decimal,
    cumulativeQuoteQty: decimal,
    status: text,
    timeInForce: text,
    type: text,
    side: text,
    workingTime: maybe(milliseconds),
    selfTradePreventionMode: text,
  }),
});
export const replaced = z.strictObject({
  cancelResult: text,
  newOrderResult: text,
  cancelResponse: canceled,
  newOrderResponse: placed,
});
export const ownTrade = z
  .strictObject({
    symbol: text,
    id: orderId,
    orderId,
    orderListId: orderId,
    ...isolated,
    price: decimal,
    qty: decimal,
    quoteQty: decimal,
    commission: decimal,
    commissionAsset: text,
    time: milliseconds,
    isBuyer: yes,
    isMaker: yes,
    isBestMatch: yes,
  })
  .meta({ id: "OwnTrade" });
const list = {
  orderListId: orderId,
  contingencyType: text,
  listStatusType: text,
  listOrderStatus: text,
  listClientOrderId: text,
  transactionTime: milliseconds,
  symbol: text,
  orders: rows(z.strictObject({ symbol: text, orderId, clientOrderId: text })),
};
export const orderList = z.strictObject(list).meta({ id: "OrderList" });
export const placedList = z
  .strictObject({ ...list, orderReports: rows(placed) })
  .meta({ id: "PlacedOrderList" });
export const canceledList = z
  .strictObject({ ...list, orderReports: rows(canceled) })
  .meta({ id: "CanceledOrderList" });

const rates = z.strictObject({ maker: decimal, taker: decimal, buyer: decimal, seller: decimal });
export const account = z
  .strictObject({
    makerCommission: whole,
    takerCommission: whole,
    buyerCommission: whole,
    sellerCommission: whole,
    commissionRates: rates,
    canTrade: yes,
    canWithdraw: yes,
    canDeposit: yes,
    brokered: yes,
    requireSelfTradePrevention: yes,
    preventSor: yes,
    updateTime: milliseconds,
    accountType: text,
    balances: rows(z.strictObject({ asset: text, free: decimal, locked: decimal })),
    permissions: rows(text),
    uid: whole,
  })
  .meta({ id: "Account" });
const discount = z.strictObject({
  enabledForAccount: yes,
  enabledForSymbol: yes,
  discountAsset: text,
  discount: decimal,
});
const twoRates = z.strictObject({ maker: decimal, taker: decimal });
export const orderCommission = z.strictObject({
  standardCommissionForOrder: twoRates,
  specialCommissionForOrder: twoRates,
  taxCommissionForOrder: twoRates,
  discount,
});
export const commission = z.strictObject({
  symbol: text,
  standardCommission: rates,
  specialCommission: rates,
  taxCommission: rates,
  discount,
});

export const exchangeInfo = z.strictObject({
  timezone: text,
  serverTime: milliseconds,
  rateLimits: rows(rateLimit),
  exchangeFilters: rows(filter),
  symbols: rows(
    z.strictObject({
      symbol: text,
      status: z.enum(["TRADING", "BREAK", "HALT"]),
      baseAsset: text,
      baseAssetPrecision: whole,
      quoteAsset: text,
      quotePrecision: whole,
      quoteAssetPrecision: whole,
      baseCommissionPrecision: whole,
      quoteCommissionPrecision: whole,
      orderTypes: rows(text),
      icebergAllowed: yes,
      ocoAllowed: yes,
      otoAllowed: yes,
      opoAllowed: yes,
      quoteOrderQtyMarketAllowed: yes,
      allowTrailingStop: yes,
      cancelReplaceAllowed: yes,
      amendAllowed: yes,
      pegInstructionsAllowed: yes,
      isSpotTradingAllowed: yes,
      isMarginTradingAllowed: yes,
      filters: rows(filter),
      permissions: rows(text),
      permissionSets: rows(rows(text)),
      defaultSelfTradePreventionMode: text,
      allowedSelfTradePreventionModes: rows(text),
    }),
  ),
});
export const depth = z.strictObject({ lastUpdateId: whole, bids: levels, asks: levels });
export const trade = z.strictObject({
  id: orderId,
  price: decimal,
  qty: decimal,
  quoteQty: decimal,
  time: milliseconds,
  isBuyerMaker: yes,
  isBestMatch: maybe(yes),
  isRPITrade: maybe(yes),
});
export const aggregateTrade = z.strictObject({
  a: orderId,
  p: decimal,
  q: decimal,
  nq: maybe(decimal),
  f: orderId,
  l: orderId,
  T: milliseconds,
  m: yes,
  M: maybe(yes),
});
export const averagePrice = z.strictObject({ mins: whole, price: decimal, closeTime: milliseconds });
export const priceTicker = z.strictObject({ symbol: text, price: decimal });
export const bookTicker = z.strictObject({
  symbol: text,
  bidPrice: decimal,
  bidQty: decimal,
  askPrice: decimal,
  askQty: decimal,
});
const span = {
  openPrice: decimal,
  highPrice: decimal,
  lowPrice: decimal,
  lastPrice: decimal,
  volume: decimal,
  quoteVolume: decimal,
  openTime: z.int(),
  closeTime: milliseconds,
  firstId: orderId,
  lastId: orderId,
  count: whole,
};
const change = { priceChange: decimal, priceChangePercent: decimal, weightedAvgPrice: decimal };
export const miniTicker = z.strictObject({ symbol: text, ...span }).meta({ id: "MiniTicker" });
export const windowTicker = z.strictObject({ symbol: text, ...change, ...span }).meta({ id: "Ticker" });
export const dayTicker = z
  .strictObject({
    symbol: text,
    ...change,
    ...span,
    lastQty: decimal,
    prevClosePrice: decimal,
    bidPrice: decimal,
    bidQty: decimal,
    askPrice: decimal,
    askQty: decimal,
  })
  .meta({ id: "DayTicker" });
export const contractDayTicker = z
  .strictObject({ symbol: text, ...change, ...span, lastQty: decimal })
  .meta({ id: "ContractDayTicker" });
export const amendment = z
  .strictObject({
    symbol: text,
    orderId,
    executionId: whole,
    origClientOrderId: text,
    newClientOrderId: text,
    origQty: decimal,
    newQty: decimal,
    time: milliseconds,
  })
  .meta({ id: "Amendment" });
export const ownFilters = z.strictObject({
  exchangeFilters: rows(filter),
  symbolFilters: rows(filter),
  assetFilters: rows(filter),
});
