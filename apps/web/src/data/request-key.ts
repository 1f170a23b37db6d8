const ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz";
const RANDOM_CHARACTERS = 20;

/**
 * Returns a new idempotency key (`clientOrderId`, `requestId`). Create one per user decision and reuse it for every
 * retry. 24 characters, so that OCO legs can append a suffix.
 */
export function newRequestKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_CHARACTERS));
  // 256 is not a multiple of 36: the slight bias is harmless, because the key only needs to be unique.
  return `web-${Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join("")}`;
}
