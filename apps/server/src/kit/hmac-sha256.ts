import { hash, timingSafeEqual } from "node:crypto";

/** Block size of SHA-256. */
const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;
/** Most signed requests are shorter. */
const MESSAGE_BYTES = 4_096;

// Reused, because creating buffers takes as long as hashing.
const INNER_MESSAGE = Buffer.alloc(MESSAGE_BYTES);
const OUTER_MESSAGE = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES);
const EXPECTED = Buffer.alloc(DIGEST_BYTES);
const GIVEN = Buffer.alloc(DIGEST_BYTES);

/**
 * A key of HMAC-SHA256 (RFC 2104) with its padded blocks prepared. `createHmac` creates a stream and buffers for each
 * digest, and takes more than twice as long as this.
 */
export class HmacSha256Key {
  private readonly inner: Buffer;
  private readonly outer: Buffer;

  constructor(secret: string) {
    const bytes = Buffer.from(secret);
    const block = Buffer.alloc(BLOCK_BYTES);
    block.set(bytes.length > BLOCK_BYTES ? hash("sha256", bytes, "buffer") : bytes);
    this.inner = Buffer.from(block.map((byte) => byte ^ INNER_PAD));
    this.outer = Buffer.from(block.map((byte) => byte ^ OUTER_PAD));
  }

  /** Returns whether the text's UTF-8 bytes have this digest, in hexadecimal. Takes equally long for wrong ones. */
  verify(text: string, digest: string): boolean {
    // Other than `length`, the length in bytes is that of the digits only if all are ASCII.
    if (Buffer.byteLength(digest) !== 2 * DIGEST_BYTES || GIVEN.write(digest, "hex") !== DIGEST_BYTES)
      return false;
    const size = BLOCK_BYTES + Buffer.byteLength(text);
    const message = size <= MESSAGE_BYTES ? INNER_MESSAGE : Buffer.alloc(size);
    message.set(this.inner);
    message.write(text, BLOCK_BYTES);
    OUTER_MESSAGE.set(this.outer);
    OUTER_MESSAGE.write(sha256(message.subarray(0, size)), BLOCK_BYTES, "latin1");
    EXPECTED.write(sha256(OUTER_MESSAGE), "latin1");
    return timingSafeEqual(EXPECTED, GIVEN);
  }
}

/** Returns the hash with one character per byte. */
const sha256 = (bytes: Buffer): string => hash("sha256", bytes, "binary");
