import { LIMITS } from "@candor/domain/limits";

/** Hexadecimal digits of a transaction hash and of an address, without `0x`. */
const HASH_DIGITS = 64;
const ADDRESS_DIGITS = 40;
const HOLD_REASON = /^[a-z-]{0,40}$/;
const FIRST_PRINTABLE = 32;
const DELETE = 127;
const LAST_C1 = 159;

/** `0x` and 64 hexadecimal digits of any letter case. */
export function isTxHash(text: string): boolean {
  return isHex(text, HASH_DIGITS);
}

/** `0x` and 40 hexadecimal digits of any letter case. */
export function isAddress(text: string): boolean {
  return isHex(text, ADDRESS_DIGITS);
}

/** Whether the number is a valid chain index. */
export function isChain(chainIndex: number): boolean {
  return Number.isInteger(chainIndex) && chainIndex >= 0 && chainIndex < LIMITS.maxChains;
}

/**
 * Whether the text may be shown to a user as the reason for a returned withdrawal: short, without control characters.
 */
export function isReason(text: string): boolean {
  if (text.length > LIMITS.maxReasonLength) return false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < FIRST_PRINTABLE || (code >= DELETE && code <= LAST_C1)) return false;
  }
  return true;
}

export function isHoldReason(text: string): boolean {
  return HOLD_REASON.test(text);
}

function isHex(text: string, digits: number): boolean {
  if (text.length !== digits + 2 || !text.startsWith("0x")) return false;
  for (let i = 2; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // 0–9, A–F, a–f
    if (!((code >= 48 && code <= 57) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102)))
      return false;
  }
  return true;
}
