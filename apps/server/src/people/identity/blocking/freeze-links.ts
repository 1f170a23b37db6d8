import { timingSafeEqual } from "node:crypto";
import type { IdentityContext } from "../identity-context.ts";
import { IDENTITY_LIMITS } from "../identity-limits.ts";
import type { FreezeLink } from "../identity-records.ts";
import { contactsOf } from "../mail-and-sms/contacts.ts";
import { randomToken, tokenHash } from "../random-codes.ts";
import type { User } from "../user-and-session.ts";

/** `<user id>.<256 random bits>` */
const TOKEN = /^([0-9]{1,10})\.[A-Za-z0-9_-]{43}$/;

/**
 * Issues a one-time token with which the reader of a security email can freeze the account; `kept` resolves when it is
 * durable.
 */
export function issueFreezeLink(
  { store, nowMs }: IdentityContext,
  { userId }: User,
  recipient: string,
): { readonly token: string; readonly kept: Promise<void> } {
  const token = `${userId}.${randomToken()}`;
  const link: FreezeLink = {
    tokenHash: tokenHash(token),
    expiresAtMs: nowMs() + IDENTITY_LIMITS.freezeLinkMs,
    recipientHash: tokenHash(recipient),
  };
  return { token, kept: store.commit({ type: "freeze-link", userId, link }) };
}

/** Returns the owner of the account that a token freezes, or `undefined` if it is used or expired. */
export function ownerOfFreezeLink(
  { store, nowMs }: IdentityContext,
  token: string,
): { readonly user: User; readonly isPresentContact: boolean } | undefined {
  const userId = TOKEN.exec(token)?.[1];
  const user = userId === undefined ? undefined : store.state.user(Number(userId));
  const hash = tokenHash(token);
  const link = user?.freezeLinks.find((each) => isSame(each.tokenHash, hash));
  if (user === undefined || link === undefined || link.expiresAtMs <= nowMs()) return undefined;
  const isPresentContact = contactsOf(user).some(({ to }) => tokenHash(to) === link.recipientHash);
  return { user, isPresentContact };
}

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
