import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";

const DIGEST_FORM = /^[0-9a-f]{64}$/i;

/** A key of HMAC-SHA256, read once: with the text of a secret, each digest would read it again. */
export class HmacSha256Key {
  private readonly key: KeyObject;

  constructor(secret: string) {
    this.key = createSecretKey(Buffer.from(secret));
  }

  /** Returns whether the text's UTF-8 bytes have this digest, in hexadecimal. Takes equally long for wrong ones. */
  verify(text: string, digest: string): boolean {
    if (!DIGEST_FORM.test(digest)) return false;
    const expected = createHmac("sha256", this.key).update(text).digest();
    return timingSafeEqual(expected, Buffer.from(digest, "hex"));
  }
}
