/** OWASP's figure for PBKDF2 with SHA-256; about half a second on a phone. */
export const PIN_ITERATIONS = 600_000;
const SALT_BYTES = 16;
const HASH_BITS = 256;

/** Browsers offer hashing only over https and on localhost. */
export const canLock = (): boolean => globalThis.isSecureContext;

const toText = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));

/** Returns random bytes as base64url. */
export const randomText = (bytes = SALT_BYTES): string =>
  toText(crypto.getRandomValues(new Uint8Array(bytes)));

/** Returns the slow hash of a PIN as base64url (PBKDF2 with SHA-256). @param salt base64url */
export async function pinHash(pin: string, salt: string, iterations: number): Promise<string> {
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(pin), "PBKDF2", false, [
    "deriveBits",
  ]);
  const bits = await crypto.subtle.deriveBits(
    { name: "PBKDF2", hash: "SHA-256", salt: toBytes(salt), iterations },
    key,
    HASH_BITS,
  );
  return toText(new Uint8Array(bits));
}

/** Returns the SHA-256 of ASCII text as base64url. */
export async function shaText(text: string): Promise<string> {
  return toText(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}
