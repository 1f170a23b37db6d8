import { NOTICE_CHANNELS, NOTICE_KINDS } from "@candor/domain/notice-kinds";
import { z } from "zod";
import { defineCall } from "./call.ts";
import { amount, count, id, milliseconds, price, symbol } from "./primitives.ts";

const group = "Notifications";
const kind = z.enum(NOTICE_KINDS).meta({ id: "NoticeKind" });
const channel = z.enum(NOTICE_CHANNELS).meta({ id: "NoticeChannel" });
const direction = z.enum(["above", "below"]);
/** Address of a push service; the call checks which services are allowed. */
const endpoint = z.string().max(2_048);

const priceAlert = z
  .strictObject({ alertId: id, symbol: z.string(), direction, price, createdAtMs: milliseconds })
  .meta({ id: "PriceAlert" });
export type WirePriceAlert = z.output<typeof priceAlert>;

export const NOTIFY_CALLS = {
  notifyUnread: defineCall({
    call: "POST /Notify/unread",
    marks: "L R other +",
    group,
    summary: "Number of unread items.",
    request: z.object({}),
    reply: z.strictObject({
      messages: count.meta({ description: "Of /Index/message, kind personal." }),
      chat: count.meta({ description: "Answers of customer service." }),
    }),
  }),
  notifyRead: defineCall({
    call: "POST /Notify/read",
    marks: "L R other +",
    group,
    summary: "Marks all personal messages as read.",
    request: z.object({}),
    reply: z.strictObject({ read: count }),
  }),
  notifySettings: defineCall({
    call: "POST /Notify/settings",
    marks: "L R other +",
    group,
    summary: "The caller's notices and channels, after applying any `changes`.",
    request: z.object({
      changes: z
        .array(z.strictObject({ kind, channel, on: z.boolean() }))
        .max(NOTICE_KINDS.length * NOTICE_CHANNELS.length)
        .optional(),
      endpoint: endpoint.optional().meta({ description: "This browser's endpoint, for `isThisDevice`." }),
    }),
    reply: z.strictObject({
      list: z.array(
        z.strictObject({
          kind,
          channel,
          on: z.boolean(),
          fixed: z.boolean().meta({ description: "Cannot be switched." }),
        }),
      ),
      hasMailbox: z.boolean().meta({ description: "Without it, no mails are sent." }),
      pushKey: z.string().meta({ description: "The server's public key for web push, base64url." }),
      devices: count.meta({ description: "Browsers that receive push messages." }),
      isThisDevice: z.boolean().meta({ description: "Whether `endpoint` is one of them." }),
    }),
    rejects: ["request.parameterError"],
  }),
  notifyAlerts: defineCall({
    call: "POST /Notify/alerts",
    marks: "L R other +",
    group,
    summary: "The caller's price alerts, after adding or removing one; each triggers once, by the index.",
    request: z.object({
      action: z.enum(["list", "add", "remove"]).default("list"),
      symbol: symbol.optional(),
      direction: direction.optional(),
      price: amount.optional().meta({ description: "At most 8 decimals." }),
      alertId: id.optional(),
    }),
    reply: z.strictObject({
      list: z.array(priceAlert).meta({ description: "Newest first." }),
      most: count.meta({ description: "Maximum number of pending alerts." }),
    }),
    rejects: [
      "request.parameterError",
      "request.unknownId",
      "trade.marketUnavailable",
      "trade.triggerPrice",
      "request.tooFast",
    ],
  }),
  notifySubscribe: defineCall({
    call: "POST /Notify/subscribe",
    marks: "L R other +",
    group,
    summary: "Sends push messages to this browser until this session ends.",
    request: z.object({
      endpoint,
      keys: z.strictObject({
        p256dh: z.string().regex(/^[A-Za-z0-9_-]{87}=?$/),
        auth: z.string().regex(/^[A-Za-z0-9_-]{22}={0,2}$/),
      }),
    }),
    reply: z.strictObject({ devices: count }),
    rejects: ["request.parameterError"],
  }),
  notifyUnsubscribe: defineCall({
    call: "POST /Notify/unsubscribe",
    marks: "L R other +",
    group,
    summary: "Ends that.",
    request: z.object({ endpoint }),
    reply: z.strictObject({ devices: count }),
    rejects: ["request.parameterError", "request.unknownId"],
  }),
} as const;
