import { z } from "zod";
import { key, language, symbol } from "../primitives.ts";

/** Messages of clients. The server parses them with these schemas; `null` and "" count as absent. */

const UID = /^[0-9A-Za-z_-]{0,40}$/;
const channels = z.array(z.string());
const requestId = key.optional().meta({ description: "Repeated in the reply." });

interface ClientMessageDefinition {
  readonly summary: string;
  readonly data: z.ZodType;
  /** Types of the messages that answer it, in addition to `error`. */
  readonly answers: readonly string[];
}

export const CLIENT_MESSAGES = {
  bind: {
    summary:
      "Logs the connection in, or declares a visitor. The default channels are `lunbo`, `kline.spot.<symbol>.1min` and `depth.spot.<symbol>`. A later bind replaces the earlier one, and keeps the channels that were subscribed by name. Old clients send the uid as `data`, or next to `type`.",
    answers: ["bildUid"],
    data: z.object({
      uid: z
        .union([z.string().regex(UID), z.int()])
        .default("")
        .meta({ description: "`id` of the reply to the login; visitors omit it." }),
      token: z
        .string()
        .optional()
        .meta({ description: "`token` of the reply to the login. Without it, the connection is public." }),
      symbol: symbol.default("BTCUSDT").meta({ description: "Market of the default channels." }),
      batch: z.boolean().default(false).catch(false).meta({
        description: "true: all messages of one moment come in one frame, as an array.",
      }),
      bare: z.boolean().default(false).catch(false).meta({ description: "true: no default channels." }),
      lang: language.optional().catch(undefined).meta({
        description: "Language of messages; otherwise the header `lang`, the profile's, or Accept-Language.",
      }),
    }),
  },
  ping: {
    summary: "Keeps the connection open, and asks for the server's time.",
    answers: ["pong"],
    data: z.object({
      t: z.int().optional().catch(undefined).meta({ description: "Repeated in the reply." }),
    }),
  },
  subscribe: {
    summary: "Adds channels. The first messages of each follow the reply.",
    answers: ["subscribed"],
    data: z.object({ channels, id: requestId }),
  },
  unsubscribe: {
    summary: "Removes channels.",
    answers: ["unsubscribed"],
    data: z.object({ channels, id: requestId }),
  },
  resync: {
    summary: "Asks for the first messages of a subscribed channel again, after a gap.",
    answers: [],
    data: z.object({ channel: z.string() }),
  },
} as const satisfies Record<string, ClientMessageDefinition>;

export type ClientMessageType = keyof typeof CLIENT_MESSAGES;
/** A message's data with defaults filled in. */
export type ClientMessageData<Type extends ClientMessageType> = z.output<
  (typeof CLIENT_MESSAGES)[Type]["data"]
>;

export function isClientMessageType(type: string): type is ClientMessageType {
  return Object.hasOwn(CLIENT_MESSAGES, type);
}
