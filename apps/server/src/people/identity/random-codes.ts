import { hash, randomBytes, randomInt } from "node:crypto";

const TOKEN_BYTES = 32;
/** No letters or digits that are taken for one another. */
const READABLE = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const INVITATION_LENGTH = 8;
/** 80 bits: a recovery code's hash cannot be turned round. */
const RECOVERY_GROUPS = 4;
const RECOVERY_GROUP_LENGTH = 4;

/** 256 random bits in base64url: 43 characters. */
export function randomToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** What is kept of a token. Tokens are random and long, so one pass of SHA-256 cannot be turned round. */
export function tokenHash(token: string): string {
  return hash("sha256", token, "base64url");
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export function isTokenForm(text: string): boolean {
  return TOKEN.test(text);
}

/** 256 random bits in hexadecimal: 64 characters, as bots know keys and secrets. */
export function randomApiText(): string {
  return randomBytes(TOKEN_BYTES).toString("hex");
}

/** Six digits for a mail or a phone message. */
export function randomSixDigits(): string {
  return String(randomInt(1_000_000)).padStart(6, "0");
}

export function randomInvitation(): string {
  return readable(INVITATION_LENGTH);
}

/** `ABCD-EFGH-JKLM-NPQR` */
export function randomRecoveryCode(): string {
  return Array.from({ length: RECOVERY_GROUPS }, () => readable(RECOVERY_GROUP_LENGTH)).join("-");
}

function readable(length: number): string {
  let code = "";
  for (let i = 0; i < length; i++) code += READABLE[randomInt(READABLE.length)];
  return code;
}

/** An id that says nothing about how many there are. */
export function randomId(): string {
  return randomBytes(9).toString("base64url");
}
