/** Formats of the fields of an account. The server checks them, the wire describes them, the app's forms show them. */
const EMAIL = /^[^\s@"(),:;<>[\]\\\p{C}]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/u;
const ASCII = /^[\x21-\x7e]+$/;
export const MAX_EMAIL = 254;
export const USERNAME = /^[A-Za-z][A-Za-z0-9_]{3,19}$/;
export const MAX_USERNAME = 20;
/** Login name of an operator of the console. */
export const OPERATOR_NAME = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,39}$/;
export const OPERATOR_NAME_RULE =
  "A login name has up to 40 letters, digits, dots, hyphens, underscores or @, no spaces, and begins with a letter or digit.";
/** In UTF-16 code units. */
export const MIN_OPERATOR_PASSWORD = 12;
export const INVITATION_CODE = /^[A-Z0-9]{4,12}$/;
export const MAX_INVITATION_CODE = 12;
/** Digits of a payment password, of a code sent by mail or phone, and of a one-time code. */
export const CODE_DIGITS = 6;
const SIX_DIGITS = /^[0-9]{6}$/;

/**
 * Rules of login passwords. `short`, per the specification: printable ASCII characters without blanks, with a letter
 * and a digit. `long`, per ASVS 5: characters of any kind but control characters.
 */
export const PASSWORD_RULES = ["short", "long"] as const;
export type PasswordRule = (typeof PASSWORD_RULES)[number];
/** In code points. */
export const PASSWORD_LENGTHS = {
  short: [6, 12],
  long: [8, 128],
} as const satisfies Record<PasswordRule, readonly [min: number, max: number]>;

/** Returns the normalized address; undefined if it is malformed. */
export function normalEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase();
  const local = email.slice(0, email.indexOf("@"));
  if (email.length > MAX_EMAIL || !EMAIL.test(email)) return undefined;
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

/**
 * Normalizes the mailbox that a code for this event goes to. Where the event makes it someone's, it must be one that can
 * be registered.
 */
export const emailForCode = (event: string, text: string): string | undefined =>
  event === "register" || event === "bind" ? newEmail(text) : normalEmail(text);

export const isUsername = (text: string): boolean => USERNAME.test(text);

/** Returns the normalized code; undefined if it is malformed. */
export function normalInvitation(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  return INVITATION_CODE.test(code) ? code : undefined;
}

export const isSixDigits = (text: string): boolean => SIX_DIGITS.test(text);

export function hasPasswordLength(password: string, rule: PasswordRule): boolean {
  const [min, max] = PASSWORD_LENGTHS[rule];
  const { length } = Array.from(password);
  return length >= min && length <= max;
}

export const hasLetterAndDigit = (password: string): boolean =>
  /[A-Za-z]/.test(password) && /[0-9]/.test(password);

/** Returns the first character that a rule forbids. */
export const forbiddenCharacter = (password: string, rule: PasswordRule): string | undefined =>
  (rule === "short" ? /[^\x21-\x7e]/u : /\p{C}/u).exec(password)?.[0];

export const isPassword = (password: string, rule: PasswordRule): boolean =>
  hasPasswordLength(password, rule) &&
  forbiddenCharacter(password, rule) === undefined &&
  (rule === "long" || hasLetterAndDigit(password));
