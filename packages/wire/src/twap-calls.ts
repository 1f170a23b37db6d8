import { z } from "zod";
import { defineCall } from "./call.ts";
import {
  amount,
  count,
  id,
  marketKind,
  milliseconds,
  newKey,
  price,
  quantity,
  side,
  symbol,
} from "./primitives.ts";

const group = "Orders";

/** Shortest and longest interval between two slices, and the most slices of one TWAP. */
export const TWAP_BOUNDS = {
  leastIntervalSeconds: 5,
  mostIntervalSeconds: 3_600,
  leastSlices: 2,
  mostSlices: 1_000,
  /** Of one user. */
  running: 10,
} as const;

const twap = z
  .strictObject({
    twapId: id,
    product: marketKind,
    symbol: z.string(),
    side,
    quantity,
    limitPrice: price.nullable(),
    reduceOnly: z.boolean(),
    intervalSeconds: count,
    slices: count,
    slicesDone: count,
    executedQuantity: quantity,
    executedQuote: amount,
    status: z.enum(["running", "finished", "stopped", "failed"]),
    reason: z.string().nullable().meta({ description: "Why the last slice was rejected, as a text." }),
    startedAtMs: milliseconds,
    endsAtMs: milliseconds.meta({ description: "When the last slice is due." }),
    endedAtMs: milliseconds.nullable(),
  })
  .meta({ id: "Twap" });
export type WireTwap = z.output<typeof twap>;

export const TWAP_CALLS = {
  twapStart: defineCall({
    call: "POST /Entrus/twapStart",
    marks: "L M trade +",
    group,
    summary: "Starts a TWAP: equal orders at equal intervals, executed by the server.",
    rateClass: "order",
    request: z.strictObject({
      product: marketKind.default("spot"),
      symbol,
      side,
      quantity: quantity.meta({ description: "Of all slices together. No funds are reserved for it." }),
      intervalSeconds: z.int().min(TWAP_BOUNDS.leastIntervalSeconds).max(TWAP_BOUNDS.mostIntervalSeconds),
      slices: z.int().min(TWAP_BOUNDS.leastSlices).max(TWAP_BOUNDS.mostSlices),
      limitPrice: price
        .optional()
        .meta({ description: "Slices are then IOC limit orders, otherwise market orders." }),
      reduceOnly: z.boolean().default(false).meta({ description: "Contracts only." }),
      requestId: newKey.optional(),
    }),
    reply: z.strictObject({ twap, replayed: z.boolean().optional() }),
    rejects: [
      "trade.invalidParameters",
      "trade.marketUnavailable",
      "trade.amountError",
      "trade.tooManyOrders",
    ],
  }),
  twapList: defineCall({
    call: "POST /Entrus/twapList",
    marks: "L R trade +",
    group,
    summary: "The caller's TWAPs: the running ones, and the last 20 that have ended.",
    request: z.object({}),
    reply: z.strictObject({ list: z.array(twap).meta({ description: "Newest first." }) }),
  }),
  twapStop: defineCall({
    call: "POST /Entrus/twapStop",
    marks: "L M trade +",
    group,
    summary: "Stops a TWAP; what has been executed stays.",
    rateClass: "cancel",
    request: z.strictObject({ twapId: id }),
    reply: z.strictObject({ twap }),
    rejects: ["trade.orderNotFound", "trade.orderClosed"],
  }),
} as const;
