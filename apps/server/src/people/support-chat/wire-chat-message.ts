import type { WireChatMessage } from "@candor/wire/chat-calls";
import type { Uploads } from "../uploads/uploads.ts";
import type { ChatMessage } from "./chat-service.ts";

/** Returns a message as its user sees it, without the operator's name. */
export function toWireChatMessage(message: ChatMessage, uploads: Pick<Uploads, "link">): WireChatMessage {
  const { number, from, text, image, timeMs } = message;
  return {
    id: chatMessageId(number),
    from,
    text,
    imageUrl: image === null ? null : uploads.link(image),
    timeMs,
  };
}

const chatMessageId = (number: number): string => `c${number}`;
