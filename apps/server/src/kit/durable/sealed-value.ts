import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { writeDurably } from "./write-durably.ts";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** First byte of all sealed values, so that other formats can be recognized. */
const FORM = 1;

export class SealError extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = "SealError";
  }
}

/** Creates the key of a new home. Never call it for a home with sealed values: they could not be opened any more. */
export function createSealingKey(file: string): void {
  writeDurably(file, `${randomBytes(KEY_BYTES).toString("hex")}\n`);
}

/**
 * A key for values that must not be on disk in clear text: identity documents, second factors. AES-256-GCM with a
 * random nonce (NIST SP 800-38D; far fewer than 2^32 values per key). The context names the value and its owner and is
 * authenticated: a value copied to another place does not open.
 */
export class SealingKey {
  private readonly key: Uint8Array;

  private constructor(key: Uint8Array) {
    this.key = key;
  }

  /** Reads the key in `file`, 32 bytes in hexadecimal. Throws SealError when it is missing or invalid. */
  static ofFile(file: string): SealingKey {
    if (!existsSync(file)) throw new SealError(`${file} is missing: data sealed with it cannot be opened`);
    const text = readFileSync(file, "utf8").trim();
    if (!/^[0-9a-f]{64}$/i.test(text))
      throw new SealError(`${file} is not a valid key: expected 64 hexadecimal digits`);
    return new SealingKey(Buffer.from(text, "hex"));
  }

  /** Derives an independent key for another use, such as signing (HKDF, RFC 5869). */
  derive(use: string): Uint8Array {
    return new Uint8Array(hkdfSync("sha256", this.key, "", use, KEY_BYTES));
  }

  /** Creates a key and its sealed form, which only this key can open. */
  makeInner(context: string): { readonly key: SealingKey; readonly sealed: Buffer } {
    const inner = randomBytes(KEY_BYTES);
    return { key: new SealingKey(inner), sealed: this.seal(inner, context) };
  }

  openInner(sealed: Uint8Array, context: string): SealingKey {
    const inner = this.open(sealed, context);
    if (inner.length !== KEY_BYTES) throw new SealError(`${context} is no key`);
    return new SealingKey(inner);
  }

  seal(plain: Uint8Array, context: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, nonce).setAAD(Buffer.from(context));
    const body = [cipher.update(plain), cipher.final()];
    return Buffer.concat([Buffer.of(FORM), nonce, cipher.getAuthTag(), ...body]);
  }

  /** Throws SealError when the value was changed, belongs to another context, or was sealed with another key. */
  open(sealed: Uint8Array, context: string): Buffer {
    const head = 1 + NONCE_BYTES + TAG_BYTES;
    if (sealed.length < head || sealed[0] !== FORM) throw new SealError(`${context} is not a sealed value`);
    const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, this.key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(context))
      .setAuthTag(sealed.subarray(1 + NONCE_BYTES, head));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(head)), decipher.final()]);
    } catch (error) {
      throw new SealError(`${context} cannot be opened with this key: ${(error as Error).message}`);
    }
  }

  /** Returns a sealed text in base64url. */
  sealText(text: string, context: string): string {
    return this.seal(Buffer.from(text, "utf8"), context).toString("base64url");
  }

  openText(sealed: string, context: string): string {
    return this.open(Buffer.from(sealed, "base64url"), context).toString("utf8");
  }
}
