import { normalPhone } from "@candor/text/phone-number";
import type { PasswordRule } from "../../config/people-settings.ts";

/** Formats of login identifiers. Each function returns the normalized form, or `undefined`. */
const EMAIL = /^[^\s@"(),:;<>[\]\\\p{C}]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/u;
const ASCII = /^[\x21-\x7e]+$/;
const MAX_EMAIL_LENGTH = 254;
const USERNAME = /^[A-Za-z][A-Za-z0-9_]{3,19}$/;
const PASSWORD = /^(?=.*[A-Za-z])(?=.*[0-9])[\x21-\x7e]{6,12}$/;
const LONG_PASSWORD = { min: 8, max: 128 };
const SIX_DIGITS = /^[0-9]{6}$/;
const INVITATION = /^[A-Z0-9]{4,12}$/;

export function normalEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase();
  const local = email.slice(0, email.indexOf("@"));
  if (email.length > MAX_EMAIL_LENGTH || !EMAIL.test(email)) return undefined;
  return local.startsWith(".") || local.endsWith(".") || local.includes("..") ? undefined : email;
}

/**
 * Normalizes a mailbox for registering or binding. Letters of other alphabets look like Latin ones, so the local part
 * must be plain ASCII; the domain is ASCII anyway (Punycode).
 */
export function newEmail(text: string): string | undefined {
  const email = normalEmail(text);
  return email === undefined || !ASCII.test(email) ? undefined : email;
}

/** Keeps letter case; names are compared in lower case. */
export function normalUsername(text: string): string | undefined {
  return USERNAME.test(text) ? text : undefined;
}

export function normalInvitation(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  return INVITATION.test(code) ? code : undefined;
}

/**
 * `short`, per the specification: 6–12 printable ASCII characters without blanks, with a letter and a digit. `long`,
 * per ASVS 5: 8–128 characters of any kind.
 */
export function isPassword(text: string, rule: PasswordRule): boolean {
  if (rule === "short") return PASSWORD.test(text);
  const { length } = Array.from(text);
  return length >= LONG_PASSWORD.min && length <= LONG_PASSWORD.max && !/\p{C}/u.test(text);
}

/** Payment passwords, and codes sent by mail or phone. */
export function isSixDigits(text: string): boolean {
  return SIX_DIGITS.test(text);
}

export type Account = { readonly kind: "email" | "phone" | "username"; readonly name: string } | undefined;

/** Parses an account field: an e-mail address, a phone or a username in normalized form. */
export function readAccount(text: string): Account {
  const email = normalEmail(text);
  if (email !== undefined) return { kind: "email", name: email };
  const phone = normalPhone(text);
  if (phone !== undefined) return { kind: "phone", name: phone };
  const username = normalUsername(text.trim());
  return username === undefined ? undefined : { kind: "username", name: username.toLowerCase() };
}

/** `a***e@example.org`, `+49***67`. */
export function maskContact(contact: string): string {
  const at = contact.indexOf("@");
  const shown = Array.from(at < 0 ? contact : contact.slice(0, at));
  const start = shown.slice(0, at < 0 ? 3 : 1).join("");
  const end = shown.length > 3 ? shown.slice(at < 0 ? -2 : -1).join("") : "";
  return `${start}***${end}${at < 0 ? "" : contact.slice(at)}`;
}

/** Returns the network part of an address: `203.0.*.*`, `2001:db8:*`. */
export function maskAddress(address: string): string {
  const plain = address.startsWith("::ffff:") ? address.slice(7) : address;
  const parts = plain.split(".");
  if (parts.length === 4) return `${parts[0]}.${parts[1]}.*.*`;
  const groups = plain.split(":");
  return groups[0] === "" ? plain : `${groups[0]}:${groups[1]}:*`;
}
