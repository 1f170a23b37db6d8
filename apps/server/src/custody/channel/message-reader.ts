const LENGTH_BYTES = 4;

/** The peer announced a message that is longer than this side accepts. */
class MessageTooLongError extends Error {
  constructor(bytes: number, maxBytes: number) {
    super(`a message of ${bytes} bytes was announced, at most ${maxBytes} are accepted`);
    this.name = "MessageTooLongError";
  }
}

/** Returns a message with its length in front: four bytes, big endian. */
export function framed(message: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(LENGTH_BYTES + message.length);
  frame.writeUInt32BE(message.length, 0);
  frame.set(message, LENGTH_BYTES);
  return frame;
}

/** Splits a stream of bytes into messages. */
export class MessageReader {
  private readonly maxBytes: number;
  private chunks: Buffer[] = [];
  private bytes = 0;

  /** @param maxBytes length of the longest message that is accepted */
  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** Returns the messages that this chunk completes. Throws MessageTooLongError before it buffers a longer one. */
  take(chunk: Buffer): Buffer[] {
    this.chunks.push(chunk);
    this.bytes += chunk.length;
    const messages: Buffer[] = [];
    for (;;) {
      if (this.bytes < LENGTH_BYTES) return messages;
      const length = this.joined(LENGTH_BYTES).readUInt32BE(0);
      if (length > this.maxBytes) throw new MessageTooLongError(length, this.maxBytes);
      const end = LENGTH_BYTES + length;
      if (this.bytes < end) return messages;
      const all = this.joined(end);
      messages.push(all.subarray(LENGTH_BYTES, end));
      this.chunks = all.length > end ? [all.subarray(end)] : [];
      this.bytes -= end;
    }
  }

  /** Returns the first chunk, after joining chunks until it has at least `bytes` bytes. */
  private joined(bytes: number): Buffer {
    const [first] = this.chunks;
    if (first !== undefined && first.length >= bytes) return first;
    const all = Buffer.concat(this.chunks);
    this.chunks = [all];
    return all;
  }
}
