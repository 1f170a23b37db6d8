import type { PasswordRule } from "../../config/people-settings.ts";
import { isBreached } from "./breached-passwords.ts";

/** What a password must not consist of: the site's name and what its user is called. */
const SITE_WORDS = ["candor", "password"];
const MIN_WORD = 4;
/** What has to be left of a password without such a word. */
const MIN_REST = 4;
const MIN_DIFFERENT = 5;
/** Dates and phone numbers have at most so many digits. */
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
 * Whether a password is one of the first that are tried. The short rule has the list of leaks alone; the long one, which asks
 * for no mix of characters, also refuses numbers, walks over the keyboard, repetitions, and the user's own names.
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

/** What a user is called, in parts: of a mailbox the part before the @. */
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
