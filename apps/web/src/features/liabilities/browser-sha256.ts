/** Browsers offer hashing only over https and on localhost. */
export const canHash = (): boolean => globalThis.isSecureContext;

/** Returns the SHA-256 of UTF-8 text in lower-case hexadecimal, computed by the browser. */
export async function browserSha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
