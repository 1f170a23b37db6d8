import { z } from "zod";
import { defineCall } from "./call.ts";
import { count, id, key, milliseconds, nextCursor, PAGE, text, url } from "./primitives.ts";

const group = "Customer service";

/** A message of a user's conversation with customer service. */
export const chatMessage = z
  .strictObject({
    id,
    from: z.enum(["user", "support"]),
    text: z.string().nullable(),
    imageUrl: url.nullable().meta({ description: "Shows the picture for 15 minutes." }),
    timeMs: milliseconds.meta({ description: "Grows with each message of a conversation." }),
  })
  .meta({ id: "ChatMessage" });
export type WireChatMessage = z.output<typeof chatMessage>;

/** Whether anybody is there to answer now. */
const desk = z.strictObject({
  hours: z.string().meta({ description: 'In words; "" where none are promised.' }),
  isOpen: z.boolean().nullable().meta({ description: "null where no hours are promised." }),
  opensAtMs: milliseconds.nullable().meta({ description: "While it is closed." }),
});
export type WireServiceDesk = z.output<typeof desk>;

export const CHAT_CALLS = {
  chatSend: defineCall({
    call: "POST /Chat/send",
    marks: "L R other +",
    group,
    summary: "Says something to customer service: a text, a picture, or both.",
    rateClass: "chat",
    request: z.object({
      text: text(1_000).optional(),
      imageUrl: url.optional().meta({ description: "An own upload of purpose `chat`, or a link to it." }),
      requestId: key.optional(),
    }),
    reply: z.strictObject({ message: chatMessage, replayed: z.literal(true).optional() }),
    rejects: ["request.parameterError", "upload.imageFormat"],
  }),
  chatList: defineCall({
    call: "POST /Chat/list",
    marks: "L R other +",
    group,
    summary: "The conversation with customer service, newest first; its first page counts as read.",
    request: z.object({ ...PAGE }),
    reply: z.strictObject({
      list: z.array(chatMessage),
      nextCursor,
      unread: count.meta({ description: "Answers that had not been read before." }),
      desk,
    }),
    rejects: ["request.parameterError"],
  }),
} as const;
