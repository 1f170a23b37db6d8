import { MAX_CHAT_TEXT } from "@candor/text/field-limits";
import { z } from "zod";
import { defineCall } from "./call.ts";
import { count, id, key, milliseconds, nextCursor, PAGE, text, url } from "./primitives.ts";

const group = "Customer service";

/** A message in a user's conversation with customer service. */
export const chatMessage = z
  .strictObject({
    id,
    from: z.enum(["user", "support"]),
    text: z.string().nullable(),
    imageUrl: url.nullable().meta({ description: "URL of the picture, valid for 15 minutes." }),
    timeMs: milliseconds.meta({ description: "Strictly increasing within a conversation." }),
  })
  .meta({ id: "ChatMessage" });
export type WireChatMessage = z.output<typeof chatMessage>;

/** Whether customer service answers now. */
const desk = z.strictObject({
  hours: z.string().meta({ description: 'In words; "" where none are promised.' }),
  isOpen: z.boolean().nullable().meta({ description: "null when no hours are promised." }),
  opensAtMs: milliseconds.nullable().meta({ description: "Only while closed." }),
});
export type WireServiceDesk = z.output<typeof desk>;

export const CHAT_CALLS = {
  chatSend: defineCall({
    call: "POST /Chat/send",
    marks: "L R other +",
    group,
    summary: "Sends a text, a picture, or both to customer service.",
    rateClass: "chat",
    request: z.object({
      text: text(MAX_CHAT_TEXT).optional(),
      imageUrl: url
        .optional()
        .meta({ description: "The user's own upload of purpose `chat`, or a link to it." }),
      requestId: key.optional(),
    }),
    reply: z.strictObject({ message: chatMessage, replayed: z.literal(true).optional() }),
    rejects: ["request.parameterError", "upload.imageFormat"],
  }),
  chatList: defineCall({
    call: "POST /Chat/list",
    marks: "L R other +",
    group,
    summary: "The conversation with customer service, newest first; reading the first page marks it as read.",
    request: z.object({ ...PAGE }),
    reply: z.strictObject({
      list: z.array(chatMessage),
      nextCursor,
      unread: count.meta({ description: "Number of answers that were unread before." }),
      desk,
    }),
    rejects: ["request.parameterError"],
  }),
} as const;
