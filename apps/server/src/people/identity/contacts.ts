import { doubtEndsAtMs, isInDoubt } from "./doubt.ts";
import type { User } from "./user-and-session.ts";

/** Who gets a message about an account. */
export interface NoticeRecipient {
  readonly channel: "ems" | "sms";
  readonly to: string;
  /** Recently added next to an older contact: its holder may be a thief and gets no link that freezes the account. */
  readonly noLink?: true;
}

type Contacts = Pick<User, "email" | "phone">;
type DatedContacts = Contacts & Pick<User, "emailSinceMs" | "phoneSinceMs" | "frozenByOwner">;

/** The mailbox first. */
export function contactsOf({ email, phone }: Contacts): readonly NoticeRecipient[] {
  return [
    ...(email === null ? [] : [{ channel: "ems", to: email } as const]),
    ...(phone === null ? [] : [{ channel: "sms", to: phone } as const]),
  ];
}

/** Contacts that were added so lately that a thief may have done it. */
export function doubtedContacts(user: DatedContacts, nowMs: number): readonly NoticeRecipient[] {
  return contactsOf(user).filter((contact) => isInDoubt(user, sinceMs(user, contact), nowMs));
}

/** Contacts that recover the account. */
export function trustedContacts(user: DatedContacts, nowMs: number): readonly NoticeRecipient[] {
  return contactsOf(user).filter((contact) => !isInDoubt(user, sinceMs(user, contact), nowMs));
}

/** When a contact recovers the account; undefined: it does now. */
export function contactDoubtEndsAtMs(user: DatedContacts, to: string, nowMs: number): number | undefined {
  const doubted = doubtedContacts(user, nowMs).find((contact) => contact.to === to);
  return doubted && doubtEndsAtMs(sinceMs(user, doubted));
}

/** The contact that codes go to when none is named: an older one before one that was added lately. */
export function mainContact(user: DatedContacts, nowMs: number): NoticeRecipient | undefined {
  return trustedContacts(user, nowMs)[0] ?? contactsOf(user)[0];
}

/** Every contact; those in doubt get no links while there is an older one. */
export function allNoticeContacts(user: DatedContacts, nowMs: number): readonly NoticeRecipient[] {
  const trusted = trustedContacts(user, nowMs);
  if (trusted.length === 0) return contactsOf(user);
  return [
    ...trusted,
    ...doubtedContacts(user, nowMs).map((contact) => ({ ...contact, noLink: true as const })),
  ];
}

/** Receivers of a change's notice: the first contact, or all contacts while one of them is in doubt. */
export function noticeContacts(user: DatedContacts, nowMs: number): readonly NoticeRecipient[] {
  const all = allNoticeContacts(user, nowMs);
  return doubtedContacts(user, nowMs).length > 0 ? all : all.slice(0, 1);
}

const sinceMs = (user: DatedContacts, { channel }: NoticeRecipient): number =>
  channel === "ems" ? user.emailSinceMs : user.phoneSinceMs;
