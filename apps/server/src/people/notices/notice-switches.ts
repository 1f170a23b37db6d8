import type { NoticeChannel, NoticeKind } from "@candor/domain/notice-kinds";

/** Mails about each of them would be too many; of all else nobody has to look to know. */
const NOT_MAILED: ReadonlySet<NoticeKind> = new Set(["order", "chat"]);

/** What holds until the user says otherwise. */
export function isOnAtFirst(kind: NoticeKind, channel: NoticeChannel): boolean {
  return channel !== "mail" || !NOT_MAILED.has(kind);
}

/**
 * What cannot be switched: mails about the account's security always go out, because whoever took an account over would
 * switch them off first; and an answer of customer service is in the conversation in any case.
 */
export function isFixed(kind: NoticeKind, channel: NoticeChannel): boolean {
  return (kind === "security" && channel === "mail") || (kind === "chat" && channel === "app");
}
