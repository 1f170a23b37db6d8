import type { PasswordRule } from "@candor/text/account-rules";
import { isBreached } from "./breached-passwords.ts";

/** Words that must not make up a password, in addition to the user's own names. */
const SITE_WORDS = ["candor", "password"];
const MIN_WORD = 4;
/** Minimum characters left after removing such a word. */
const MIN_REST = 4;
const MIN_DIFFERENT = 5;
/** Maximum digits in a date or phone number. */
const MAX_NUMBER = 12;
const KEYBOARD = [
  "qwertyuiop",
  "qwertzuiop",
  "azertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "yxcvbnm",
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
];

/**
 * Returns whether a password is one of the first that attackers try. The short rule uses only the list of leaks; the
 * long one, which requires no mix of characters, also rejects numbers, keyboard walks, repetitions, and the user's own
 * names.
 */
export function isGuessable(password: string, rule: PasswordRule, names: readonly string[]): boolean {
  if (isBreached(password)) return true;
  if (rule === "short") return false;
  const plain = password.toLowerCase().replace(/[\s._-]/g, "");
  return (
    isBreached(plain) ||
    (/^[0-9]+$/.test(plain) && plain.length <= MAX_NUMBER) ||
    new Set(plain).size < MIN_DIFFERENT ||
    /^(.+?)\1+$/.test(plain) ||
    isWalk(plain) ||
    [...SITE_WORDS, ...names.map((name) => name.toLowerCase())].some((word) => isMostly(plain, word))
  );
}

function isWalk(plain: string): boolean {
  const back = Array.from(plain).reverse().join("");
  return KEYBOARD.some((row) => (row + row).includes(plain) || (row + row).includes(back));
}

function isMostly(plain: string, word: string): boolean {
  if (word.length < MIN_WORD || !plain.includes(word)) return false;
  return plain.replaceAll(word, "").length < MIN_REST;
}

/** Returns the user's names in parts; for a mailbox, the part before the @. */
export function namesOf(user: {
  readonly email: string | null;
  readonly phone: string | null;
  readonly username: string | null;
}): readonly string[] {
  const { email, phone, username } = user;
  return [email?.split("@")[0], phone?.replace("+", ""), username].filter(
    (name): name is string => typeof name === "string",
  );
}
