import type { Language } from "@candor/domain/enumerations";
import type { CallReply } from "@candor/wire/calls";
import type { WireServiceDesk } from "@candor/wire/chat-calls";
import { type Outcome, Rejected, rejectFields } from "@candor/wire/rejection";
import type { ChatService } from "../../../people/support-chat/chat-service.ts";
import { deskHoursInWords, deskOpensAtMs, isDeskOpen } from "../../../people/support-chat/desk-hours.ts";
import { toWireChatMessage } from "../../../people/support-chat/wire-chat-message.ts";
import { BAD_CURSOR, readCursor, writeCursor } from "../../../records/projections/queries/cursor.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";

const LIST = "chat";

/** Sends a message to customer service. Rejects 111, 300, 210. */
export function chatSend({ chat, uploads }: Ports<"chat" | "uploads">): CallHandler<"chatSend"> {
  return async (request, context): Promise<Outcome<CallReply<"chatSend">>> => {
    const text = request.text?.trim();
    const { imageUrl: image, requestId: key } = request;
    if ((text ?? "") === "" && image === undefined)
      return rejectFields("request.parameterError", { path: "text", reason: "missing" });
    const sent = await chat.send(userOf(context), { text: text === "" ? undefined : text, image, key });
    if (sent instanceof Rejected) return sent;
    const message = toWireChatMessage(sent.message, uploads);
    return sent.replayed ? { message, replayed: true } : { message };
  };
}

/** Returns the caller's conversation, newest first. Rejects 111. */
export function chatList({ chat, uploads }: Ports<"chat" | "uploads">): CallHandler<"chatList"> {
  return async ({ cursor, limit }, context): Promise<Outcome<CallReply<"chatList">>> => {
    const userId = userOf(context);
    const after = readCursor(LIST, { userId }, cursor);
    if (after === BAD_CURSOR)
      return rejectFields("request.parameterError", { path: "cursor", reason: "conflict" });
    const unread = chat.unread(userId);
    const messages = chat.messages(userId, limit + 1, after?.[1]);
    if (after === undefined) await chat.markRead(userId);
    const shown = messages.slice(0, limit);
    const last = shown.at(-1);
    return {
      list: shown.map((message) => toWireChatMessage(message, uploads)),
      nextCursor:
        messages.length > shown.length && last !== undefined
          ? writeCursor(LIST, { userId }, [0, last.number])
          : null,
      unread,
      desk: deskNow(chat, context.language, context.nowMs),
    };
  };
}

function deskNow({ hours }: ChatService, language: Language, nowMs: number): WireServiceDesk {
  if (hours === null) return { hours: "", isOpen: null, opensAtMs: null };
  const isOpen = isDeskOpen(hours, nowMs);
  return {
    hours: deskHoursInWords(hours, language),
    isOpen,
    opensAtMs: isOpen ? null : deskOpensAtMs(hours, nowMs),
  };
}
