import type { NoticeChannel, NoticeKind } from "@candor/protocol/notice-kinds";

/** By mail: what cannot wait until somebody looks. Orders and each line of a talk would be too many. */
const MAILED: ReadonlySet<NoticeKind> = new Set([
  "liquidation",
  "margin-call",
  "deposit",
  "withdrawal",
  "security",
  "verification",
  "price-alert",
]);

/** What holds until the user says otherwise. */
export function isOnAtFirst(kind: NoticeKind, channel: NoticeChannel): boolean {
  return channel !== "mail" || MAILED.has(kind);
}

/**
 * What cannot be switched: mails about the account's security always go out, because whoever took an account over would
 * switch them off first; and an answer of customer service is in the conversation in any case.
 */
export function isFixed(kind: NoticeKind, channel: NoticeChannel): boolean {
  return (kind === "security" && channel === "mail") || (kind === "chat" && channel === "app");
}
