import { hash, randomBytes, randomInt } from "node:crypto";

const TOKEN_BYTES = 32;
/** No letters or digits that look alike. */
const READABLE = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const INVITATION_LENGTH = 8;
/** 80 bits: a recovery code's hash cannot be reversed. */
const RECOVERY_GROUPS = 4;
const RECOVERY_GROUP_LENGTH = 4;

/** Returns 256 random bits in base64url: 43 characters. */
export function randomToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** Returns the hash stored for a token. Tokens are random and long, so a single SHA-256 cannot be reversed. */
export function tokenHash(token: string): string {
  return hash("sha256", token, "base64url");
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export function isTokenForm(text: string): boolean {
  return TOKEN.test(text);
}

/** Returns 256 random bits in hexadecimal: 64 characters, the usual form of API keys and secrets. */
export function randomApiText(): string {
  return randomBytes(TOKEN_BYTES).toString("hex");
}

/** Returns six random digits for an email or text message. */
export function randomSixDigits(): string {
  return String(randomInt(1_000_000)).padStart(6, "0");
}

export function randomInvitation(): string {
  return readable(INVITATION_LENGTH);
}

/** Returns a code like `ABCD-EFGH-JKLM-NPQR`. */
export function randomRecoveryCode(): string {
  return Array.from({ length: RECOVERY_GROUPS }, () => readable(RECOVERY_GROUP_LENGTH)).join("-");
}

function readable(length: number): string {
  let code = "";
  for (let i = 0; i < length; i++) code += READABLE[randomInt(READABLE.length)];
  return code;
}

/** Returns an id that does not reveal how many there are. */
export function randomId(): string {
  return randomBytes(9).toString("base64url");
}
