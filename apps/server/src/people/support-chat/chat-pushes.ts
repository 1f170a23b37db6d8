import { NOTICES } from "@candor/wire/translations/notices";
import type { PersonalPort } from "../personal-port.ts";
import type { Uploads } from "../uploads/uploads.ts";
import type { ChatService } from "./chat-service.ts";
import { toWireChatMessage } from "./wire-chat-message.ts";

/**
 * Pushes messages to the user's sockets: `chat` with the message, in both directions, so that all devices show the
 * same; and a `notice` of kind `chat` for an answer, which every wire client understands.
 */
export function chatPushes(
  chat: Pick<ChatService, "onMessage">,
  uploads: Pick<Uploads, "link">,
): PersonalPort {
  return {
    subscribe: (listener) =>
      chat.onMessage((message) => {
        const { userId, timeMs } = message;
        const wire = toWireChatMessage(message, uploads);
        listener({ userId, type: "chat", data: () => ({ message: wire, timeMs }) });
        if (message.from === "user") return;
        listener({
          userId,
          type: "notice",
          data: (language) => {
            const { titles, picture } = NOTICES[language];
            return { id: wire.id, kind: "chat", title: titles.chat, text: wire.text ?? picture, timeMs };
          },
        });
      }),
  };
}
