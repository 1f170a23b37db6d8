import { z } from "zod";
import { CONTRACT_CALLS, contractOrder } from "./contract-calls.ts";
import { LEVER_CALLS, leverOrder } from "./lever-calls.ts";
import { ORDER_CALLS, optionRequest, spotOrder } from "./order-calls.ts";
import { key } from "./primitives.ts";

/** Orders over the socket `/ws`. Their data is that of the HTTP calls, plain JSON instead of base64. */

export const messageId = z
  .union([z.int(), key])
  .meta({ id: "MessageId", description: "Chosen by the client; the reply has the same." });

const leverTicket = leverOrder.safeExtend({ product: z.literal("lever") }).meta({ id: "LeverTicket" });
const contractTicket = contractOrder
  .safeExtend({ product: z.literal("contract") })
  .meta({ id: "ContractTicket" });
const { request: cancel, reply: canceled } = ORDER_CALLS.cancel;
const [placedOrder, placedPair, boughtOption] = ORDER_CALLS.doOrder.reply.options;
/** Replies to orders on a book, which a replacement can place. */
const onBook = [
  placedOrder,
  placedPair,
  CONTRACT_CALLS.contractOrder.reply,
  LEVER_CALLS.leverOrder.reply,
] as const;

interface SocketOrder {
  readonly summary: string;
  readonly data: z.ZodType;
  /** `data` of an accepted order's reply. */
  readonly reply: z.ZodType;
}

export const SOCKET_ORDERS = {
  "order.place": {
    summary: "Places an order, like the doOrder call of its product, which is `spot` if absent.",
    data: z.discriminatedUnion("product", [spotOrder, leverTicket, contractTicket, optionRequest]),
    reply: z.union([...onBook, boughtOption]),
  },
  "order.cancel": {
    summary: "Cancels one order of any product, like `/Entrus/cancel`.",
    data: cancel,
    reply: canceled,
  },
  "order.replace": {
    summary: "Cancels one order and then places another. If the cancel is rejected, nothing is placed.",
    data: z.strictObject({
      cancel,
      place: z.discriminatedUnion("product", [spotOrder, leverTicket, contractTicket]),
    }),
    reply: z.strictObject({ canceled, placed: z.union(onBook), replayed: z.boolean().optional() }),
  },
} as const satisfies Record<string, SocketOrder>;

export type OrderMessageType = keyof typeof SOCKET_ORDERS;

export function isOrderMessageType(type: string): type is OrderMessageType {
  return type === "order.place" || type === "order.cancel" || type === "order.replace";
}

/** The reply to every one of them. */
export const orderReply = z.strictObject({
  type: z.literal("order.reply"),
  id: messageId.nullable().meta({ description: "Null if the message had no valid id." }),
  code: z.int().meta({ description: "1: accepted" }),
  msg: z.string(),
  time: z.int().meta({ description: "Unix time in seconds" }),
  data: z.record(z.string(), z.unknown()).meta({
    description:
      "The reply, or `{error, params?, fields?}`. A rejected replacement also has `failed`: `cancel` or `place`; for `place` with the reply to the cancel as `canceled`.",
  }),
});
