import { LEG_TYPES } from "@candor/domain/commands/list-commands";
import { OPTION_STATUSES, ORDER_STATUSES } from "@candor/domain/enumerations";
import { z } from "zod";
import { defineCall, HISTORY_WEIGHT } from "./call.ts";
import { order, preventedMatch, released, trade } from "./objects.ts";
import { direction, optionOrder } from "./option-objects.ts";
import {
  amount,
  count,
  id,
  judgedAmount,
  key,
  MIN_SEQ,
  milliseconds,
  newKey,
  nextCursor,
  orderType,
  PAGE,
  price,
  product,
  quantity,
  rate,
  selfTrade,
  seq,
  side,
  signedAmount,
  symbol,
  TIME_RANGE,
  timeInForce,
} from "./primitives.ts";

const group = "Orders";
const canceledOrders = z.array(z.strictObject({ orderId: id, product, symbol: z.string() })).max(1_000);

const visibleQuantity = quantity.meta({
  description:
    "Makes an order with a limit price an iceberg: the most that it shows in the book at a time. With gtc or post-only, and at most 100 parts.",
});

const listLeg = z
  .strictObject({
    type: z.enum(LEG_TYPES).meta({ description: "A `limit` order must rest." }),
    price: price.optional().meta({ description: "`limit`, `stop-limit`, `take-profit-limit`." }),
    stopPrice: price.optional().meta({
      description: "The trigger of all others but `limit`; for trailing types an optional activation price.",
    }),
    trailingRate: rate.optional().meta({ description: "Trailing types: 0.001 to 0.2." }),
    timeInForce: timeInForce
      .exclude(["post-only"])
      .optional()
      .meta({ description: "Types with a trigger and a limit price; default gtc." }),
    visibleQuantity: visibleQuantity.optional(),
    clientOrderId: newKey.optional(),
  })
  .meta({ id: "ListLeg" });

const pendingOrder = z
  .strictObject({
    side,
    type: orderType.exclude(["oco"]),
    quantity,
    price: price.optional().meta({ description: "`limit`, `stop-limit`, `take-profit-limit`." }),
    stopPrice: price.optional().meta({
      description:
        "The trigger, which may be reached before; for trailing types an optional activation price.",
    }),
    trailingRate: rate.optional().meta({ description: "Trailing types: 0.001 to 0.2." }),
    timeInForce: timeInForce
      .optional()
      .meta({ description: "`limit`, `stop-limit`, `take-profit-limit`; default gtc." }),
    visibleQuantity: visibleQuantity.optional(),
    clientOrderId: newKey.optional(),
  })
  .meta({ id: "PendingOrder" });

export const spotOrder = z
  .strictObject({
    product: z.literal("spot").optional(),
    symbol,
    side,
    type: orderType,
    quantity: quantity.optional().meta({ description: "This or quoteQuantity." }),
    quoteQuantity: amount.optional().meta({ description: "Only with type `market`." }),
    price: price.optional().meta({ description: "`limit`, `stop-limit`, `take-profit-limit`, `oco`." }),
    stopPrice: price
      .optional()
      .meta({ description: "The trigger; for trailing types an optional activation price." }),
    stopLimitPrice: price.optional().meta({ description: "`oco`: makes its stop leg a limit order." }),
    requestedAtMs: milliseconds.optional().meta({
      description:
        "When the request was made. clientOrderId may then be that of an order that has ended, if it was accepted more than a second before.",
    }),
    above: listLeg.optional().meta({
      description: "`oco`: its orders above and below the price, instead of `price` and `stopPrice`.",
    }),
    below: listLeg.optional(),
    pending: z.array(pendingOrder).min(1).max(2).optional().meta({
      description:
        "`limit`: orders that wait until this one is filled. Two have one side and quantity, cancel each other, and the one above the price is first.",
    }),
    listClientOrderId: newKey.optional().meta({
      description: "Key of an order with `pending`. The orders have keys of their own or derived from it.",
    }),
    trailingRate: rate.optional().meta({ description: "Trailing types: 0.001 to 0.2." }),
    timeInForce: timeInForce
      .optional()
      .meta({ description: "`limit`, `stop-limit`, `take-profit-limit`; default gtc." }),
    visibleQuantity: visibleQuantity.optional(),
    selfTrade: selfTrade.default("expire-taker"),
    replaces: id.optional().meta({
      description:
        "Number of a live spot order of this market. It is canceled and the new one placed, or nothing happens. Not for `oco` and `pending`.",
    }),
    clientOrderId: newKey
      .optional()
      .meta({ description: "For `oco` at most 34 characters, unless its legs have their own keys." }),
    limitClientOrderId: newKey
      .optional()
      .meta({ description: "`oco`: key of its limit leg; all three must differ." }),
    stopClientOrderId: newKey.optional().meta({ description: "`oco`: key of its stop leg." }),
  })
  .meta({ id: "SpotOrderRequest" });
export type SpotOrderRequest = z.output<typeof spotOrder>;

export const optionRequest = z
  .strictObject({
    product: z.literal("option"),
    symbol,
    direction,
    amount: judgedAmount.optional(),
    durationSeconds: z.int().min(1).optional(),
    payoutRate: rate.optional(),
    clientOrderId: newKey.optional(),
  })
  .meta({ id: "OptionOrderRequest" });
export type OptionOrderRequest = z.output<typeof optionRequest>;

const placed = {
  success: z.literal("trade.success"),
  prompt: z.literal("trade.checkNow"),
  replayed: z.boolean().optional(),
  asOfSeq: seq,
} as const;
const fills = { fills: z.array(trade).max(100), fillsLeftOut: count } as const;

export const ORDER_CALLS = {
  doOrder: defineCall({
    call: "POST /Entrus/doOrder",
    marks: "L M trade",
    group,
    summary: "Places a spot order, or buys a timed option.",
    rateClass: "order",
    request: z.discriminatedUnion("product", [spotOrder, optionRequest]),
    reply: z.union([
      z.strictObject({
        order,
        replaced: order.optional().meta({ description: "The order that this one replaced." }),
        prevented: z.array(preventedMatch).optional().meta({
          description:
            "Trades with other orders of the caller that were prevented; absent if there are none.",
        }),
        ...fills,
        ...placed,
      }),
      z.strictObject({ orders: z.array(order).min(2).max(3), ...fills, ...placed }),
      z.strictObject({ option: optionOrder, ...placed }),
    ]),
    rejects: [
      "trade.invalidParameters",
      "trade.orderNotFound",
      "trade.orderClosed",
      "trade.chooseTime",
      "trade.timeError",
      "option.rateChanged",
      "trade.marketUnavailable",
      "trade.amountError",
      "trade.priceOutOfBand",
      "trade.triggerPrice",
      "trade.tooManyOrders",
      "account.coinFrozen",
      "account.optionFrozen",
      "trade.wouldTake",
      "trade.insufficientBalance",
      "option.capReached",
      "option.noCover",
    ],
  }),
  record: defineCall({
    call: "POST /Entrus/record",
    marks: "L R trade",
    group,
    summary: "The caller's orders and trades, or timed options.",
    weight: HISTORY_WEIGHT,
    request: z.object({
      product: z.enum(["spot", "option"]).default("spot"),
      view: z.enum(["open", "history", "trades"]).default("open"),
      symbol: symbol.optional(),
      side: side.optional(),
      direction: direction.optional(),
      status: z.enum([...ORDER_STATUSES, ...OPTION_STATUSES]).optional(),
      ...TIME_RANGE,
      ...PAGE,
      ...MIN_SEQ,
    }),
    reply: z.strictObject({
      list: z.union([z.array(order), z.array(trade), z.array(optionOrder)]),
      nextCursor,
      asOfSeq: seq,
      summary: z
        .strictObject({ count, volume: amount, profit: signedAmount.nullable() })
        .optional()
        .meta({ description: "Only with view `history`, over the whole filter; USDT markets." }),
    }),
    rejects: ["trade.invalidParameters"],
  }),
  findOwn: defineCall({
    call: "POST /Entrus/find",
    marks: "L R trade",
    group,
    summary: "The caller's order, timed option or wallet movement with this number.",
    weight: HISTORY_WEIGHT,
    request: z.object({ id }),
    reply: z.strictObject({
      list: z.array(
        z.discriminatedUnion("kind", [
          z.strictObject({ kind: z.literal("order"), order }),
          z.strictObject({ kind: z.literal("option"), option: optionOrder }),
          z.strictObject({
            kind: z.enum(["deposit", "withdrawal", "transfer", "convert"]),
            id,
            createdAtMs: milliseconds,
          }),
        ]),
      ),
      asOfSeq: seq,
    }),
    rejects: [],
  }),
  cancel: defineCall({
    call: "POST /Entrus/cancel",
    marks: "L M trade +",
    group,
    summary: "Cancels one order.",
    rateClass: "cancel",
    request: z.strictObject({ orderId: id.optional(), clientOrderId: key.optional() }),
    reply: z.strictObject({
      order,
      alsoCanceled: canceledOrders.optional().meta({
        description: "Other orders that ended with it, as those of its list do. Absent if none.",
      }),
      released,
      asOfSeq: seq,
    }),
    rejects: ["trade.invalidParameters", "trade.orderNotFound", "trade.orderClosed"],
  }),
  cancelAll: defineCall({
    call: "POST /Entrus/cancelAll",
    marks: "L M trade +",
    group,
    summary: "Cancels all open orders, or those of one market.",
    rateClass: "cancel",
    request: z.strictObject({
      product: z.enum(["spot", "lever", "contract"]).optional(),
      symbol: symbol.optional(),
      requestId: newKey.optional(),
    }),
    reply: z.strictObject({
      canceled: canceledOrders,
      replayed: z.boolean().optional(),
      asOfSeq: seq,
    }),
    rejects: ["trade.invalidParameters"],
  }),
  reduce: defineCall({
    call: "POST /Entrus/reduce",
    marks: "L M trade +",
    group,
    summary: "Reduces an order, which keeps its priority.",
    rateClass: "order",
    request: z.strictObject({
      orderId: id,
      quantity: quantity.meta({ description: "The new total, including the executed part." }),
      requestId: newKey.optional(),
    }),
    reply: z.strictObject({ order, released, replayed: z.boolean().optional(), asOfSeq: seq }),
    rejects: ["trade.invalidParameters", "trade.orderNotFound", "trade.orderClosed", "trade.amountError"],
  }),
  changePrice: defineCall({
    call: "POST /Entrus/changePrice",
    marks: "L M trade +",
    group,
    summary: "Moves a live order of any product to another price or trigger, or leaves it as it is.",
    rateClass: "order",
    request: z.strictObject({
      orderId: id,
      price: price.optional().meta({ description: "Absent: unchanged." }),
      stopPrice: price.optional().meta({
        description: "The trigger, or the activation price of an order that trails. Absent: unchanged.",
      }),
      trailingRate: rate
        .optional()
        .meta({ description: "Of an order that trails: 0.001 to 0.2. Absent: unchanged." }),
      requestId: newKey.optional().meta({ description: "Also the clientOrderId of a new order." }),
    }),
    reply: z.strictObject({
      order: order.meta({
        description:
          "An order with a new number and the amount that was left. Orders of a list and waiting orders that trail keep their numbers.",
      }),
      replaced: order.nullable().meta({
        description: "The order before, as it ended; null if the order kept its number, or when repeated.",
      }),
      ...fills,
      replayed: z.boolean().optional(),
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
      "account.coinFrozen",
      "account.contractFrozen",
      "trade.wouldTake",
      "trade.insufficientBalance",
    ],
  }),
} as const;
