import { isUsername, normalEmail } from "@candor/text/account-rules";
import { normalPhone } from "@candor/text/phone-number";

export type Account = { readonly kind: "email" | "phone" | "username"; readonly name: string } | undefined;

/** Parses an account field: an e-mail address, a phone or a username in normalized form. */
export function readAccount(text: string): Account {
  const email = normalEmail(text);
  if (email !== undefined) return { kind: "email", name: email };
  const phone = normalPhone(text);
  if (phone !== undefined) return { kind: "phone", name: phone };
  const username = text.trim();
  return isUsername(username) ? { kind: "username", name: username.toLowerCase() } : undefined;
}

/** Returns the network part of an address: `203.0.*.*`, `2001:db8:*`. */
export function maskAddress(address: string): string {
  const plain = address.startsWith("::ffff:") ? address.slice(7) : address;
  const parts = plain.split(".");
  if (parts.length === 4) return `${parts[0]}.${parts[1]}.*.*`;
  const groups = plain.split(":");
  return groups[0] === "" ? plain : `${groups[0]}:${groups[1]}:*`;
}
