const INITIAL_BYTES = 1 << 16;

export class SnapshotError extends Error {
  constructor(what: string) {
    super(`snapshot rejected: ${what}`);
    this.name = "SnapshotError";
  }
}

/** Thrown for a version that encodes the same state differently. */
export class SnapshotVersionError extends SnapshotError {
  constructor(version: number) {
    super(`unknown version ${version}`);
    this.name = "SnapshotVersionError";
  }
}

/** Appends little-endian values to a growing buffer. */
export class SnapshotWriter {
  private bytes = new Uint8Array(INITIAL_BYTES);
  private view = new DataView(this.bytes.buffer);
  private length = 0;

  u8(value: number): void {
    this.reserve(1);
    this.view.setUint8(this.length, value);
    this.length += 1;
  }

  u32(value: number): void {
    this.reserve(4);
    this.view.setUint32(this.length, value, true);
    this.length += 4;
  }

  /** A safe integer. */
  integer(value: number): void {
    this.reserve(8);
    this.view.setFloat64(this.length, value, true);
    this.length += 8;
  }

  text(value: string): void {
    const encoded = new TextEncoder().encode(value);
    this.u32(encoded.length);
    this.reserve(encoded.length);
    this.bytes.set(encoded, this.length);
    this.length += encoded.length;
  }

  /** Words in memory order, for tables too large to be written one by one. */
  block(words: Uint32Array | Float64Array): void {
    this.u32(words.byteLength);
    this.reserve(words.byteLength);
    this.bytes.set(new Uint8Array(words.buffer, words.byteOffset, words.byteLength), this.length);
    this.length += words.byteLength;
  }

  /** A list whose length is known only after writing. `write` receives a function that counts one entry. */
  list(write: (countOne: () => void) => void): void {
    const at = this.length;
    let count = 0;
    this.u32(0);
    write(() => {
      count++;
    });
    this.view.setUint32(at, count, true);
  }

  take(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const wider = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more));
    wider.set(this.bytes);
    this.bytes = wider;
    this.view = new DataView(wider.buffer);
  }
}

/** Reads the output of SnapshotWriter. Throws SnapshotError when the bytes end too early. */
export class SnapshotReader {
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }

  u8(): number {
    return this.view.getUint8(this.advance(1));
  }

  u32(): number {
    return this.view.getUint32(this.advance(4), true);
  }

  integer(): number {
    const value = this.view.getFloat64(this.advance(8), true);
    if (!Number.isSafeInteger(value)) throw new SnapshotError(`unsafe integer at byte ${this.at - 8}`);
    return value;
  }

  text(): string {
    const length = this.u32();
    const start = this.advance(length);
    return new TextDecoder().decode(this.bytes.subarray(start, start + length));
  }

  /** The output of `block`, copied to an aligned buffer. */
  block(): ArrayBuffer {
    const length = this.u32();
    const start = this.advance(length);
    // Copied explicitly: the bytes may be a view of a larger buffer, and `slice` on a file's buffer does not copy.
    const words = new Uint8Array(length);
    words.set(this.bytes.subarray(start, start + length));
    return words.buffer;
  }

  list(read: () => void): void {
    for (let left = this.u32(); left > 0; left--) read();
  }

  private advance(count: number): number {
    const start = this.at;
    if (start + count > this.bytes.length)
      throw new SnapshotError(`unexpected end at byte ${this.bytes.length}`);
    this.at = start + count;
    return start;
  }
}
