import type { Language } from "@candor/domain/enumerations";
import { CATALOGUES, fillMessage } from "@candor/wire/translations/messages";
import { IDENTITY_LIMITS } from "../identity-limits.ts";
import type { CodeEvent } from "../verification-codes/code-event.ts";

/** `ems` is e-mail, `sms` is phone. */
export type MessageChannel = "ems" | "sms";

export interface OutgoingMessage {
  readonly to: string;
  readonly channel: MessageChannel;
  readonly language: Language;
  readonly subject: string;
  readonly text: string;
}

/** Delivers emails and text messages. Rejects if the message could not be sent. */
export interface MessageSender {
  send(message: OutgoingMessage): Promise<void>;
}

/** Builds the message with a six-digit code, in the reader's language, with their anti-phishing phrase if set. */
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
