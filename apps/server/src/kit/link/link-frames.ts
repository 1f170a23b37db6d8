import { serialize } from "node:v8";
import { readClone } from "./read-clone.ts";

/** Length of the rest, and the channel. */
const HEADER_BYTES = 5;
const CHANNEL_AT = 4;

/** The other side sent something that no correct program sends. */
export class LinkProtocolError extends Error {
  constructor(what: string) {
    super(`link: ${what}`);
    this.name = "LinkProtocolError";
  }
}

/**
 * Returns a message as bytes: its length without these four bytes (32 bits, little endian), the channel (8 bits), and the
 * value as `v8.serialize` writes it. Throws for a value that cannot be copied.
 */
export function encodeFrame(channel: number, value: unknown): Buffer {
  const body = serialize(value);
  const frame = Buffer.allocUnsafe(HEADER_BYTES + body.length);
  frame.writeUInt32LE(1 + body.length, 0);
  frame.writeUInt8(channel, CHANNEL_AT);
  body.copy(frame, HEADER_BYTES);
  return frame;
}

/** Splits a stream into messages. Call it only for streams of authenticated processes: values are read by `v8.deserialize`. */
export class FrameReader {
  private readonly maxBytes: number;
  private readonly receive: (channel: number, value: unknown) => void;
  private chunks: Buffer[] = [];
  private bytes = 0;
  /** Bytes of the next frame with its header; 0 while the header is incomplete. */
  private wanted = 0;

  /** @param maxBytes of one message */
  constructor(maxBytes: number, receive: (channel: number, value: unknown) => void) {
    this.maxBytes = maxBytes;
    this.receive = receive;
  }

  /** Throws LinkProtocolError for a message that is too large or cannot be read, and what `receive` throws. */
  push(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.bytes += chunk.length;
    while (this.bytes >= HEADER_BYTES) {
      if (this.wanted === 0) this.wanted = this.nextFrameBytes();
      if (this.bytes < this.wanted) return;
      const frame = this.take(this.wanted);
      this.wanted = 0;
      this.receive(frame.readUInt8(CHANNEL_AT), valueOf(frame));
    }
  }

  private nextFrameBytes(): number {
    const [first] = this.chunks;
    if (first === undefined || first.length < HEADER_BYTES) this.chunks = [Buffer.concat(this.chunks)];
    const length = (this.chunks[0] as Buffer).readUInt32LE(0);
    if (length < 2 || length > this.maxBytes)
      throw new LinkProtocolError(`a message of ${length} bytes, expected 2 to ${this.maxBytes}`);
    return HEADER_BYTES - 1 + length;
  }

  private take(length: number): Buffer {
    const all =
      this.chunks.length === 1 ? (this.chunks[0] as Buffer) : Buffer.concat(this.chunks, this.bytes);
    this.bytes -= length;
    this.chunks = this.bytes === 0 ? [] : [all.subarray(length)];
    return all.subarray(0, length);
  }
}

function valueOf(frame: Buffer): unknown {
  try {
    return readClone(frame.subarray(HEADER_BYTES));
  } catch (error) {
    throw new LinkProtocolError(`a message cannot be read: ${String(error)}`);
  }
}
