import type { NoticeChannel, NoticeKind } from "@candor/domain/notice-kinds";

/**
 * One mail per order or chat message would be too many; all other kinds are mailed, so that users need not check the
 * app.
 */
const NOT_MAILED: ReadonlySet<NoticeKind> = new Set(["order", "chat"]);

/** Returns the default of a switch. */
export function isOnByDefault(kind: NoticeKind, channel: NoticeChannel): boolean {
  return channel !== "mail" || !NOT_MAILED.has(kind);
}

/**
 * Returns whether a switch is fixed. Mails about account security are always sent, because an attacker would switch
 * them off first; and an answer from customer service is in the conversation in any case.
 */
export function isFixed(kind: NoticeKind, channel: NoticeChannel): boolean {
  return (kind === "security" && channel === "mail") || (kind === "chat" && channel === "app");
}
