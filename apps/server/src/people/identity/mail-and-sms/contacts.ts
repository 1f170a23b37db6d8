import { doubtEndsAtMs, isInDoubt } from "../doubt.ts";
import type { User } from "../user-and-session.ts";

/** Recipient of a message about an account. */
export interface NoticeRecipient {
  readonly channel: "ems" | "sms";
  readonly to: string;
  /** Recently added next to an older contact: its holder may be a thief and gets no link that freezes the account. */
  readonly noLink?: true;
}

type Contacts = Pick<User, "email" | "phone">;
type DatedContacts = Contacts & Pick<User, "emailSinceMs" | "phoneSinceMs" | "frozenByOwner">;

/** Returns the contacts, mailbox first. */
export function contactsOf({ email, phone }: Contacts): readonly NoticeRecipient[] {
  return [
    ...(email === null ? [] : [{ channel: "ems", to: email } as const]),
    ...(phone === null ? [] : [{ channel: "sms", to: phone } as const]),
  ];
}

/** Returns contacts added so recently that a thief may have added them. */
export function recentContacts(user: DatedContacts, nowMs: number): readonly NoticeRecipient[] {
  return contactsOf(user).filter((contact) => isInDoubt(user, sinceMs(user, contact), nowMs));
}

/** Returns contacts that can recover the account. */
export function trustedContacts(user: DatedContacts, nowMs: number): readonly NoticeRecipient[] {
  return contactsOf(user).filter((contact) => !isInDoubt(user, sinceMs(user, contact), nowMs));
}

/** Returns when a contact becomes able to recover the account, or `undefined` if it already is. */
export function contactDoubtEndsAtMs(user: DatedContacts, to: string, nowMs: number): number | undefined {
  const doubted = recentContacts(user, nowMs).find((contact) => contact.to === to);
  return doubted && doubtEndsAtMs(sinceMs(user, doubted));
}

/** Returns the default contact for codes: an older one before a recently added one. */
export function mainContact(user: DatedContacts, nowMs: number): NoticeRecipient | undefined {
  return trustedContacts(user, nowMs)[0] ?? contactsOf(user)[0];
}

/** Returns every contact; recent ones get no links while there is an older one. */
export function allNoticeContacts(user: DatedContacts, nowMs: number): readonly NoticeRecipient[] {
  const trusted = trustedContacts(user, nowMs);
  if (trusted.length === 0) return contactsOf(user);
  return [
    ...trusted,
    ...recentContacts(user, nowMs).map((contact) => ({ ...contact, noLink: true as const })),
  ];
}

/** Returns the recipients of a change notice: the first contact, or all contacts while one of them is recent. */
export function noticeContacts(user: DatedContacts, nowMs: number): readonly NoticeRecipient[] {
  const all = allNoticeContacts(user, nowMs);
  return recentContacts(user, nowMs).length > 0 ? all : all.slice(0, 1);
}

const sinceMs = (user: DatedContacts, { channel }: NoticeRecipient): number =>
  channel === "ems" ? user.emailSinceMs : user.phoneSinceMs;
