import { LEVER_EFFECTS } from "@candor/domain/commands/lever-commands";
import { SPOT_TYPES } from "@candor/domain/order-types";
import { z } from "zod";
import { defineCall, HISTORY_WEIGHT } from "./call.ts";
import { leverAccount, leverLiquidation, leverSteps, loan } from "./lever-objects.ts";
import { market, order, trade } from "./objects.ts";
import {
  amount,
  asset,
  count,
  MIN_SEQ,
  newKey,
  nextCursor,
  orderType,
  PAGE,
  price,
  quantity,
  rate,
  selfTrade,
  seq,
  side,
  symbol,
  TIME_RANGE,
  timeInForce,
} from "./primitives.ts";

const group = "Margin";
const replayed = { replayed: z.boolean().optional() } as const;

export const leverOrder = z
  .strictObject({
    symbol,
    side,
    type: orderType.exclude(["oco", ...SPOT_TYPES]),
    quantity: quantity.optional().meta({ description: "This or quoteQuantity." }),
    quoteQuantity: amount.optional().meta({ description: "Only with type `market`." }),
    price: price.optional().meta({ description: "`limit`, `stop-limit`, `take-profit-limit`." }),
    stopPrice: price
      .optional()
      .meta({ description: "The trigger; for `trailing-stop` an optional activation price." }),
    trailingRate: rate.optional().meta({ description: "`trailing-stop`: 0.001 to 0.2." }),
    timeInForce: timeInForce
      .optional()
      .meta({ description: "`limit`, `stop-limit`, `take-profit-limit`; default gtc." }),
    selfTrade: selfTrade.exclude(["decrement"]).default("expire-taker"),
    leverage: z
      .int()
      .min(2)
      .max(10)
      .optional()
      .meta({ description: "One of the pair's steps: limits debt ÷ equity to leverage − 1." }),
    effect: z
      .enum(LEVER_EFFECTS)
      .default("borrow")
      .meta({ description: "`borrow`: borrows the missing amount; `repay`: repays debt with the proceeds." }),
    clientOrderId: newKey.optional(),
  })
  .meta({ id: "LeverOrderRequest" });
type LeverOrderRequest = z.output<typeof leverOrder>;
/** Effect of an order on the debts of its margin account. */
export type WireLeverEffect = LeverOrderRequest["effect"];

const lent = z.strictObject({ asset, amount }).nullable();

export const LEVER_CALLS = {
  leverType: defineCall({
    call: "POST /Lever/leverType",
    marks: "? R trade",
    group,
    summary: "Pairs with margin trading, and their leverage steps.",
    request: z.object({}),
    reply: z.strictObject({
      leftList: z.array(market),
      leftList1: z.array(leverSteps).meta({ description: "In the same order." }),
      ptCoin: z.string().meta({ description: "The platform's main quote coin." }),
    }),
  }),
  leverCurrency: defineCall({
    call: "POST /Lever/currency",
    marks: "L R trade",
    group,
    summary: "Terms and the caller's margin account of one pair.",
    request: z.object({ symbol, ...MIN_SEQ }),
    reply: z.strictObject({
      account: leverAccount,
      maxLeverage: count,
      indexPrice: price.nullable(),
      asOfSeq: seq,
    }),
    rejects: ["trade.invalidParameters", "request.unknownId"],
  }),
  leverOrder: defineCall({
    call: "POST /Lever/doOrder",
    marks: "L M trade",
    group,
    summary: "Places a margin order on the spot book.",
    rateClass: "order",
    request: leverOrder,
    reply: z.strictObject({
      order,
      fills: z.array(trade).max(100),
      fillsLeftOut: count,
      account: leverAccount,
      borrowed: lent.meta({ description: "Borrowed by this order; null if nothing." }),
      repaid: lent.meta({
        description: "Repaid from its immediate proceeds, including interest; null if nothing.",
      }),
      success: z.literal("trade.success"),
      prompt: z.literal("trade.checkNow"),
      ...replayed,
      asOfSeq: seq,
    }),
    rejects: [
      "trade.invalidParameters",
      "trade.marketUnavailable",
      "trade.amountError",
      "trade.priceOutOfBand",
      "trade.triggerPrice",
      "trade.tooManyOrders",
      "account.coinFrozen",
      "trade.wouldTake",
      "lever.borrowLimit",
      "lever.poolEmpty",
      "trade.insufficientBalance",
    ],
  }),
  orderLRecord: defineCall({
    call: "POST /Lever/orderLRecord",
    marks: "L R trade",
    group,
    summary: "The caller's margin orders, trades, loans and liquidations, and all margin accounts.",
    weight: HISTORY_WEIGHT,
    request: z.object({
      view: z.enum(["orders", "history", "trades", "loans", "liquidations"]).default("orders"),
      symbol: symbol.optional(),
      side: side.optional().meta({ description: "For orders and trades." }),
      ...TIME_RANGE,
      ...PAGE,
      ...MIN_SEQ,
    }),
    reply: z.strictObject({
      list: z.union([z.array(order), z.array(trade), z.array(loan), z.array(leverLiquidation)]),
      accounts: z.array(leverAccount),
      nextCursor,
      asOfSeq: seq,
    }),
    rejects: ["trade.invalidParameters"],
  }),
  leverRepay: defineCall({
    call: "POST /Lever/repay",
    marks: "L M trade +",
    group,
    summary: "Repays a loan from the margin account, interest first.",
    rateClass: "money",
    request: z.strictObject({
      symbol,
      asset,
      amount: amount.optional().meta({ description: "Absent: the maximum possible." }),
      requestId: newKey.optional(),
    }),
    reply: z.strictObject({
      repaid: z.strictObject({ interest: amount, principal: amount }),
      account: leverAccount,
      ...replayed,
      asOfSeq: seq,
    }),
    rejects: ["trade.invalidParameters", "lever.noDebt", "wallet.insufficientAmount"],
  }),
  leverTransfer: defineCall({
    call: "POST /Lever/transfer",
    marks: "L M trade +",
    group,
    summary: "Moves money between the spot wallet and a pair's margin account.",
    rateClass: "money",
    request: z.strictObject({
      symbol,
      asset,
      direction: z.enum(["in", "out"]),
      amount,
      requestId: newKey.optional(),
    }),
    reply: z.strictObject({
      account: leverAccount,
      available: amount.meta({ description: "Balance of the spot wallet." }),
      ...replayed,
      asOfSeq: seq,
    }),
    rejects: [
      "trade.invalidParameters",
      "lever.marginLevel",
      "account.coinFrozen",
      "trade.insufficientBalance",
    ],
  }),
} as const;
