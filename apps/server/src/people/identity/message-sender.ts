import type { Language } from "@candor/domain/enumerations";
import { CATALOGUES, fillMessage } from "@candor/wire/messages/messages";
import type { CodeEvent } from "./code-event.ts";
import { IDENTITY_LIMITS } from "./identity-limits.ts";

/** `ems`: e-mail, `sms`: phone. */
export type MessageChannel = "ems" | "sms";

export interface OutgoingMessage {
  readonly to: string;
  readonly channel: MessageChannel;
  readonly language: Language;
  readonly subject: string;
  readonly text: string;
}

/** Where mails and phone messages go. Rejects when the message could not be handed over. */
export interface MessageSender {
  send(message: OutgoingMessage): Promise<void>;
}

/** The message with a six-digit code, in the reader's language, with their anti-phishing phrase when they have one. */
export function codeMessage(
  to: string,
  channel: MessageChannel,
  event: CodeEvent,
  code: string,
  language: Language,
  phrase: string | null,
): OutgoingMessage {
  const texts = CATALOGUES[language].codeMessage;
  const minutes = IDENTITY_LIMITS.codeLifetimeMs / 60_000;
  const lines = [
    fillMessage(texts[event], { code }),
    fillMessage(texts.validity, { minutes }),
    texts.warning,
    ...(phrase === null ? [] : [fillMessage(texts.antiPhishing, { phrase })]),
  ];
  return { to, channel, language, subject: texts.subject, text: lines.join("\n") };
}
