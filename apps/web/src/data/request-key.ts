const ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz";
const RANDOM_CHARACTERS = 20;

/**
 * A new idempotency key (`clientOrderId`, `requestId`): make one when the user decides, and keep it for every
 * repetition of that decision. 24 characters, so that an OCO's legs can append theirs.
 */
export function newRequestKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_CHARACTERS));
  // 256 is no multiple of 36: the slight bias does not matter for a key that only has to be new.
  return `web-${Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join("")}`;
}
