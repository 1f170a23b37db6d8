import type { Language } from "@candor/protocol/enumerations";
import { CATALOGUES, fillMessage, utcMinute } from "@candor/protocol/messages/messages";
import { phraseOf } from "./anti-phishing.ts";
import { maskAddress } from "./identifier-rules.ts";
import type { Caller, IdentityContext } from "./identity-context.ts";
import type { User } from "./identity-state.ts";
import type { OutgoingMessage } from "./message-sender.ts";
import type { SecurityNotice } from "./security-notice.ts";

/** Who gets it when it is not what is bound now. */
export interface NoticeRecipient {
  readonly channel: "ems" | "sms";
  readonly to: string;
}

/**
 * Tells a user of a change, by mail before phone. It is sent beside the call that made the change: a mail that cannot
 * be sent undoes nothing, and is reported to the operator.
 */
export function tellUser(
  context: IdentityContext,
  { language }: Pick<Caller, "language">,
  user: User,
  notice: SecurityNotice,
  recipient: NoticeRecipient | undefined = contactOf(user),
): void {
  for (const listener of context.securityListeners) listener(user.userId, notice);
  if (recipient === undefined) return;
  const message = securityMessage(context, user.lang ?? language, user, notice, recipient);
  context.sender
    .send(message)
    .catch((error: unknown) => context.report(error, "a security mail was not sent"));
}

/** The last mail of an account: made before anything is forgotten, sent once it is closed. */
export function closingMessage(
  context: IdentityContext,
  { language }: Pick<Caller, "language">,
  user: User,
): OutgoingMessage | undefined {
  const recipient = contactOf(user);
  if (recipient === undefined) return undefined;
  const lang = user.lang ?? language;
  const { subject, accountClosed, time } = CATALOGUES[lang].securityMessage;
  const lines = [accountClosed, fillMessage(time, { time: utcMinute(context.nowMs()) })];
  return { ...recipient, language: lang, subject, text: signed(context, user, lang, lines) };
}

/** With the phrase by which its reader knows that a message comes from here. */
function signed(context: IdentityContext, user: User, language: Language, lines: readonly string[]): string {
  const phrase = phraseOf(context, user);
  const { antiPhishing } = CATALOGUES[language].codeMessage;
  return (phrase === null ? lines : [...lines, fillMessage(antiPhishing, { phrase })]).join("\n");
}

export function contactOf(user: User): NoticeRecipient | undefined {
  if (user.email !== null) return { channel: "ems", to: user.email };
  return user.phone === null ? undefined : { channel: "sms", to: user.phone };
}

function securityMessage(
  context: IdentityContext,
  language: Language,
  user: User,
  notice: SecurityNotice,
  { to, channel }: NoticeRecipient,
): OutgoingMessage {
  const { securityMessage: texts } = CATALOGUES[language];
  const nowMs = context.nowMs();
  const untilMs = user.withdrawalHoldUntilMs;
  const lines = [
    fillMessage(texts[notice.kind], valuesOf(notice)),
    fillMessage(texts.time, { time: utcMinute(nowMs) }),
    ...(untilMs > nowMs ? [fillMessage(texts.hold, { until: utcMinute(untilMs) })] : []),
    texts.notYou,
  ];
  return { to, channel, language, subject: texts.subject, text: signed(context, user, language, lines) };
}

/** What fills the placeholders of a notice's text, masked as its user reads it. */
export function valuesOf(notice: SecurityNotice): Readonly<Record<string, string>> {
  switch (notice.kind) {
    case "contactReplaced":
      return { target: notice.target };
    case "passkeyAdded":
    case "passkeyRemoved":
    case "apiKeyAdded":
    case "apiKeyRemoved":
      return { name: notice.name };
    case "newDevice":
      return {
        name: notice.deviceName === "" ? "?" : notice.deviceName,
        address: maskAddress(notice.address),
      };
    default:
      return {};
  }
}
