import type { SecurityMessageTexts } from "@candor/wire/translations/catalogue";
import { CATALOGUES, fillMessage, utcMinute, utcMinuteOf } from "@candor/wire/translations/messages";
import { phraseOf } from "../anti-phishing.ts";
import { issueFreezeLink } from "../blocking/freeze-links.ts";
import { maskAddress } from "../identifier-rules.ts";
import type { IdentityContext } from "../identity-context.ts";
import type { User } from "../user-and-session.ts";
import { contactsOf, type NoticeRecipient, noticeContacts } from "./contacts.ts";
import { mailLanguage } from "./mail-language.ts";
import type { OutgoingMessage } from "./message-sender.ts";
import type { EndedFactors, SecurityNotice } from "./security-notice.ts";

/** Always done by the owner or the system, so there is nothing to stop. */
const ALWAYS_OWN = new Set<SecurityNotice["kind"]>(["accountFrozen", "apiKeyTradeEnds"]);

/**
 * Notifies a user of a change, preferably by mail, otherwise by phone. Sent in the background: a failed mail does not
 * undo the change, and is reported to the operator.
 */
export function notifyUser(
  context: IdentityContext,
  user: User,
  notice: SecurityNotice,
  recipients: readonly NoticeRecipient[] = noticeContacts(user, context.nowMs()),
): void {
  for (const listener of context.securityListeners) listener(user.userId, notice);
  for (const recipient of recipients) {
    const message = securityMessage(context, user, notice, recipient);
    context.sender.send(message).catch((error: unknown) => context.report(error, "security mail not sent"));
  }
}

/** Builds the last mail of an account, before its data is dropped; sent once it is closed. */
export function closingMessage(context: IdentityContext, user: User): OutgoingMessage | undefined {
  const [recipient] = contactsOf(user);
  if (recipient === undefined) return undefined;
  const language = mailLanguage(user);
  const { subject, accountClosed, time } = CATALOGUES[language].securityMessage;
  const lines = [accountClosed, fillMessage(time, { time: utcMinuteOf(context.nowMs()) })];
  return { ...recipient, language, subject, text: signed(context, user, lines) };
}

/** Adds the phrase that shows the reader that a message is genuine. */
function signed(context: IdentityContext, user: User, lines: readonly string[]): string {
  const phrase = phraseOf(context, user);
  const { antiPhishing } = CATALOGUES[mailLanguage(user)].codeMessage;
  return (phrase === null ? lines : [...lines, fillMessage(antiPhishing, { phrase })]).join("\n");
}

function securityMessage(
  context: IdentityContext,
  user: User,
  notice: SecurityNotice,
  { to, channel, noLink }: NoticeRecipient,
): OutgoingMessage {
  const language = mailLanguage(user);
  const { securityMessage: texts } = CATALOGUES[language];
  const nowMs = context.nowMs();
  const untilMs = user.withdrawalHoldUntilMs;
  const lines = [
    fillMessage(texts[notice.kind], valuesOf(notice)),
    ...(notice.kind === "passwordChanged" ? endedLines(texts, notice) : []),
    fillMessage(texts.time, { time: utcMinuteOf(nowMs) }),
    ...(untilMs > nowMs ? [fillMessage(texts.hold, { until: utcMinute(untilMs) })] : []),
    ...(ALWAYS_OWN.has(notice.kind) ? [] : [texts.notYou]),
    ...(ALWAYS_OWN.has(notice.kind) || noLink ? [] : [freezeLine(context, texts, user, to)]),
  ];
  return { to, channel, language, subject: texts.subject, text: signed(context, user, lines) };
}

/** The email is sent at once; if a crash loses the link's record, the link is rejected as invalid. */
function freezeLine(context: IdentityContext, texts: SecurityMessageTexts, user: User, to: string): string {
  const { token, kept } = issueFreezeLink(context, user, to);
  kept.catch((error: unknown) => context.report(error, "could not store the link of a security mail"));
  return fillMessage(texts.freeze, { link: `${context.siteUrl()}/#/pages/freeze?token=${token}` });
}

function endedLines(texts: SecurityMessageTexts, ended: EndedFactors): string[] {
  const line = (text: string, names: readonly string[]) =>
    names.length === 0 ? [] : [fillMessage(text, { name: names.join(", ") })];
  return [
    ...line(texts.apiKeysEnded, ended.endedApiKeys),
    ...line(texts.passkeysRemoved, ended.removedPasskeys),
    ...line(texts.contactsRemoved, ended.removedContacts),
    ...(ended.removedTotp ? [texts.totpDisabled] : []),
    ...line(texts.apiKeysKept, ended.keptApiKeys),
    ...line(texts.passkeysKept, ended.keptPasskeys),
  ];
}

/** Returns the values for the placeholders in a notice's text, masked as the user sees them. */
export function valuesOf(notice: SecurityNotice): Readonly<Record<string, string>> {
  switch (notice.kind) {
    case "contactReplaced":
    case "contactBound":
      return { target: notice.target };
    case "passkeyAdded":
    case "passkeyRemoved":
    case "apiKeyAdded":
    case "apiKeyRemoved":
    case "apiKeysEnded":
      return { name: notice.name };
    case "apiKeyTradeEnds":
      return { name: notice.name, until: notice.until };
    case "addressAdded":
      return { address: notice.address, chain: notice.chain };
    case "withdrawalRequested": {
      const { amount, asset, address, chain } = notice;
      return { amount, asset, address, chain };
    }
    case "newDevice":
      return {
        name: notice.deviceName === "" ? "?" : notice.deviceName,
        address: maskAddress(notice.address),
      };
    default:
      return {};
  }
}
