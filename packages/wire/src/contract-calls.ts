import { SIDES } from "@candor/domain/enumerations";
import { SPOT_TYPES } from "@candor/domain/order-types";
import { z } from "zod";
import { defineCall, HISTORY_WEIGHT } from "./call.ts";
import {
  bracket,
  contractAccount,
  contractSettings,
  fundingPayment,
  fundingRound,
  liquidation,
  position,
} from "./contract-objects.ts";
import { order, trade } from "./objects.ts";
import {
  amount,
  count,
  id,
  MIN_SEQ,
  marginMode,
  milliseconds,
  newKey,
  nextCursor,
  orderType,
  PAGE,
  positionMode,
  positionSide,
  price,
  quantity,
  rate,
  selfTrade,
  seq,
  side,
  signedRate,
  symbol,
  TIME_RANGE,
  timeInForce,
  triggerBy,
} from "./primitives.ts";

const group = "Contracts";
const leg = positionSide.optional().meta({
  description: "Which of the contract's two positions; required in hedge mode, and only allowed there.",
});
const replayed = { replayed: z.boolean().optional() } as const;

export const contractOrder = z
  .strictObject({
    symbol,
    side: side.meta({ description: "One-way: a sell first reduces a long position." }),
    type: orderType.exclude(["oco", ...SPOT_TYPES]),
    quantity,
    price: price.optional().meta({ description: "`limit`, `stop-limit`, `take-profit-limit`." }),
    stopPrice: price
      .optional()
      .meta({ description: "The trigger; for `trailing-stop` an optional activation price." }),
    trailingRate: rate.optional().meta({ description: "`trailing-stop`: 0.001 to 0.2." }),
    timeInForce: timeInForce
      .optional()
      .meta({ description: "`limit`, `stop-limit`, `take-profit-limit`; default gtc." }),
    selfTrade: selfTrade.exclude(["decrement"]).default("expire-taker"),
    triggerBy: triggerBy
      .default("mark")
      .meta({ description: "Applies to stops, take-profit and stop-loss." }),
    reduceOnly: z.boolean().default(false).meta({
      description:
        "Never opens or flips a position. In hedge mode it chooses the position: buys open the long one, reduce-only sells close it; sells open the short one, reduce-only buys close it.",
    }),
    leverage: z
      .int()
      .min(1)
      .max(125)
      .optional()
      .meta({ description: "Sets the leverage first; both are accepted or neither." }),
    takeProfitPrice: price
      .optional()
      .meta({ description: "Applied to the position once the order has filled." }),
    stopLossPrice: price.optional(),
    expiresAtMs: milliseconds.optional().meta({
      description:
        "When what is not executed expires, in whole seconds. For orders with a limit price and time in force gtc.",
    }),
    closesPosition: z.boolean().optional().meta({
      description:
        "For a reduce-only `stop-market` or `take-profit-market` with the market's largest quantity: rejected if another of its type and side is live.",
    }),
    priceProtect: z.boolean().optional().meta({
      description:
        "Conditional orders: expires at its trigger if last price and mark are further apart than the market's protection.",
    }),
    clientOrderId: newKey.optional(),
    requestedAtMs: milliseconds.optional().meta({
      description:
        "When the request was made. clientOrderId may then be that of an order that has ended, if it was accepted more than a second before.",
    }),
  })
  .meta({ id: "ContractOrderRequest" });
export type ContractOrderRequest = z.output<typeof contractOrder>;

const placed = z.strictObject({
  order,
  fills: z.array(trade).max(100),
  fillsLeftOut: count,
  position: position.nullable(),
  success: z.literal("trade.success"),
  prompt: z.literal("trade.checkNow"),
  ...replayed,
  asOfSeq: seq,
});

export const CONTRACT_CALLS = {
  contractOrder: defineCall({
    call: "POST /Contract/doOrder",
    marks: "L M trade",
    group,
    summary: "Places a contract order.",
    rateClass: "order",
    request: contractOrder,
    reply: placed,
    rejects: [
      "trade.invalidParameters",
      "trade.closingOrderExists",
      "trade.marketUnavailable",
      "trade.amountError",
      "trade.priceOutOfBand",
      "trade.triggerPrice",
      "trade.tooManyOrders",
      "trade.reduceOnly",
      "trade.riskLimit",
      "account.contractFrozen",
      "trade.wouldTake",
      "trade.insufficientBalance",
    ],
  }),
  contractModify: defineCall({
    call: "POST /Contract/modify",
    marks: "L M trade +",
    group,
    summary: "Gives a resting contract order another price and quantity, or leaves it as it is.",
    rateClass: "order",
    request: z.strictObject({
      orderId: id,
      quantity: quantity.meta({
        description:
          "The new total, including the executed part. If that much is executed already, the order is canceled.",
      }),
      price: price.meta({
        description: "At a price at which it would take, a post-only order is canceled.",
      }),
      modifyId: count.optional().meta({
        description:
          "A number of your own for the change, which the socket and the history of changes repeat.",
      }),
    }),
    reply: z.strictObject({
      order: order.meta({
        description: "The order keeps its number and goes to the end of the queue at its price.",
      }),
      fills: z.array(trade).max(100),
      fillsLeftOut: count,
      asOfSeq: seq,
    }),
    rejects: [
      "trade.invalidParameters",
      "trade.orderNotFound",
      "trade.orderClosed",
      "trade.marketUnavailable",
      "trade.amountError",
      "trade.priceOutOfBand",
      "trade.triggerPrice",
      "trade.reduceOnly",
      "trade.riskLimit",
      "account.contractFrozen",
      "trade.insufficientBalance",
    ],
  }),
  contractRecord: defineCall({
    call: "POST /Contract/record",
    marks: "L R trade",
    group,
    summary: "Own positions, contract orders, trades and liquidations, and the margin account.",
    weight: HISTORY_WEIGHT,
    request: z.object({
      view: z.enum(["positions", "orders", "history", "trades", "liquidations"]).default("positions"),
      symbol: symbol.optional(),
      side: z
        .enum([...SIDES, "long", "short"])
        .optional()
        .meta({ description: "Side of a position, or of orders and trades." }),
      ...TIME_RANGE,
      ...PAGE,
      ...MIN_SEQ,
    }),
    reply: z.strictObject({
      list: z.union([z.array(position), z.array(order), z.array(trade), z.array(liquidation)]),
      account: contractAccount,
      settings: z
        .array(contractSettings)
        .meta({ description: "All contracts, or the requested one, with or without a position." }),
      positionMode,
      nextCursor,
      asOfSeq: seq,
    }),
    rejects: ["trade.invalidParameters"],
  }),
  contractMode: defineCall({
    call: "POST /Contract/positionMode",
    marks: "L M trade +",
    group,
    summary: "Chooses one-way or hedge mode for all contracts.",
    rateClass: "order",
    request: z.strictObject({ positionMode, requestId: newKey.optional() }),
    reply: z.strictObject({ positionMode, ...replayed, asOfSeq: seq }),
    rejects: ["trade.invalidParameters", "trade.positionOpen"],
  }),
  zhiSun: defineCall({
    call: "POST /Contract/zhiSun",
    marks: "L M trade",
    group,
    summary: "Sets or removes a position's take-profit and stop-loss.",
    rateClass: "order",
    request: z.strictObject({
      symbol,
      positionSide: leg,
      takeProfitPrice: price.nullable().optional().meta({ description: "Absent: unchanged; null: removed." }),
      stopLossPrice: price.nullable().optional(),
      triggerBy: triggerBy.default("mark"),
      requestId: newKey.optional(),
    }),
    reply: z.strictObject({ position, ...replayed, asOfSeq: seq }),
    rejects: ["trade.invalidParameters", "trade.positionNotFound", "trade.triggerPrice"],
    nullable: ["takeProfitPrice", "stopLossPrice"],
  }),
  pingCang: defineCall({
    call: "POST /Contract/pingCang",
    marks: "L M trade",
    group,
    summary: "Closes all or part of a position, at market or with a limit order.",
    rateClass: "order",
    request: z.strictObject({
      symbol,
      positionSide: leg,
      quantity: quantity
        .optional()
        .meta({ description: "Absent: all. Larger values shrink to the position's size." }),
      price: price.optional().meta({ description: "Absent: at market." }),
      clientOrderId: newKey.optional(),
    }),
    reply: placed,
    rejects: [
      "trade.invalidParameters",
      "trade.positionNotFound",
      "trade.marketUnavailable",
      "trade.amountError",
      "trade.priceOutOfBand",
      "trade.tooManyOrders",
    ],
  }),
  onePingCang: defineCall({
    call: "POST /Contract/onePingCang",
    marks: "L M trade",
    group,
    summary: "Cancels contract orders, then closes every position at market.",
    rateClass: "order",
    request: z.strictObject({ symbol: symbol.optional(), requestId: newKey.optional() }),
    reply: z.strictObject({
      canceled: z.array(z.strictObject({ orderId: id, symbol: z.string() })).max(1_000),
      results: z.array(
        z.strictObject({
          symbol: z.string(),
          code: z.int().meta({ description: "1: its order was accepted." }),
          error: z.string().nullable(),
          order: order.nullable(),
          positionSide: leg,
          position: position.nullable().meta({ description: "The part the book could not take." }),
        }),
      ),
      success: z.literal("trade.success"),
      ...replayed,
      asOfSeq: seq,
    }),
    rejects: ["trade.invalidParameters", "trade.positionNotFound"],
  }),
  contractLeverage: defineCall({
    call: "POST /Contract/leverage",
    marks: "L M trade +",
    group,
    summary: "Sets a contract's leverage or margin mode.",
    rateClass: "order",
    request: z.strictObject({
      symbol,
      leverage: z.int().min(1).max(125).optional(),
      marginMode: marginMode.optional(),
      requestId: newKey.optional(),
    }),
    reply: z.strictObject({
      symbol: z.string(),
      leverage: count,
      marginMode,
      maxLeverage: count,
      position: position.nullable(),
      ...replayed,
      asOfSeq: seq,
    }),
    rejects: [
      "trade.invalidParameters",
      "trade.positionOpen",
      "trade.riskLimit",
      "trade.insufficientBalance",
    ],
  }),
  contractMargin: defineCall({
    call: "POST /Contract/margin",
    marks: "L M trade +",
    group,
    summary: "Moves margin between the contract wallet and an isolated position.",
    rateClass: "order",
    request: z.strictObject({
      symbol,
      positionSide: leg,
      direction: z.enum(["add", "remove"]),
      amount,
      requestId: newKey.optional(),
    }),
    reply: z.strictObject({ position, available: amount, ...replayed, asOfSeq: seq }),
    rejects: [
      "trade.invalidParameters",
      "trade.positionNotFound",
      "trade.notIsolated",
      "trade.riskLimit",
      "account.contractFrozen",
      "trade.insufficientBalance",
    ],
  }),
  contractBrackets: defineCall({
    call: "POST /Contract/brackets",
    marks: "- R trade +",
    group,
    summary: "The tiers of risk limits, fees and funding terms.",
    request: z.object({ symbol: symbol.optional() }),
    reply: z.strictObject({
      list: z.array(
        z.strictObject({
          symbol: z.string(),
          brackets: z.array(bracket),
          fundingIntervalSeconds: count,
          fundingCapRate: rate,
          interestRate: rate,
          announced: z
            .strictObject({ fundingCapRate: rate, interestRate: rate, fromMs: milliseconds })
            .nullable()
            .meta({ description: "Funding terms from the interval that starts then." }),
          makerFeeRate: rate,
          takerFeeRate: rate,
          liquidationFeeRate: rate,
          markBoundRate: rate.meta({
            description:
              "Maximum distance of the mark and of each premium sample from the index, which also limits the premium of a funding.",
          }),
          impactNotional: amount.meta({
            description:
              "Minimum notional that must rest on both sides of the book for a premium sample, and trade within 30 s for a last price.",
          }),
        }),
      ),
    }),
    rejects: ["trade.invalidParameters"],
  }),
  contractFunding: defineCall({
    call: "POST /Contract/funding",
    marks: "L R trade +",
    group,
    summary: "The caller's funding payments.",
    weight: HISTORY_WEIGHT,
    request: z.object({ symbol: symbol.optional(), ...TIME_RANGE, ...PAGE, ...MIN_SEQ }),
    reply: z.strictObject({ list: z.array(fundingPayment), nextCursor, asOfSeq: seq }),
    rejects: ["trade.invalidParameters"],
  }),
  fundingRate: defineCall({
    call: "GET /market/fundingRate",
    marks: "- R trade +",
    group,
    summary: "A contract's funding rates, newest first, and the current estimate of the next one.",
    request: z.object({ symbol, ...PAGE }),
    reply: z.strictObject({
      list: z.array(fundingRound),
      nextCursor,
      next: z.strictObject({ fundingRate: signedRate, atMs: milliseconds }),
    }),
    rejects: ["trade.invalidParameters", "request.unknownId"],
  }),
} as const;
