import { hash, webcrypto } from "node:crypto";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import { makeDirectory, syncPath } from "./file-access.ts";
import { HASH_BYTES, readU64, writeU64 } from "./frame.ts";

/**
 * A snapshot is the state right after a frame. Little-endian header, then the content:
 *
 *   0  8 bytes "CANDORS1"     24 u64 content bytes           64 sha256 of the content, 32 bytes
 *   8  u64 sequence number    32 hash of the frame it        96 sha256 of bytes 0–95, 32 bytes
 *  16  u64 frame number          follows, 32 bytes
 */
const SIGNATURE = Buffer.from("CANDORS1", "latin1");
const HEADER_BYTES = 128;
const HEADER_HASH_AT = 96;
const FILE_PATTERN = /^snapshot-(\d{16})\.bin$/;
const UNFINISHED_PATTERN = /^snapshot-\d{16}\.bin\.tmp$/;
const DEFAULT_KEEP = 3;

export interface Snapshot {
  /** The last sequence number that it includes. */
  readonly seq: number;
  readonly frameNumber: number;
  /** Hash of frame `frameNumber`. */
  readonly frameHash: Uint8Array;
  readonly content: Uint8Array<ArrayBuffer>;
  /** sha256 of the content, lower-case hex. */
  readonly contentHash: string;
}

export interface SkippedSnapshot {
  readonly file: string;
  readonly why: string;
}

/** Keeps the newest snapshots of a state in a directory. They only speed up recovery: the journal is authoritative. */
export class SnapshotStore {
  private readonly directory: string;
  private readonly keep: number;

  /** @param keep number of the newest snapshots to keep */
  constructor(directory: string, keep: number = DEFAULT_KEEP) {
    this.directory = directory;
    this.keep = keep;
  }

  /**
   * Writes a snapshot durably, then removes those beyond the number to keep. Hashing and writing run on the thread
   * pool; `content` must not change meanwhile. The caller must hold the journal's lock and write one at a time.
   * Leftovers of an interrupted write are removed first, because they may be what fills a full disk.
   */
  async write(seq: number, frameNumber: number, frameHash: Uint8Array, content: Uint8Array): Promise<void> {
    makeDirectory(this.directory);
    this.removeUnfinished();
    const contentHash = new Uint8Array(await webcrypto.subtle.digest("SHA-256", content));
    const header = encodeHeader(seq, frameNumber, frameHash, content.length, contentHash);
    const path = join(this.directory, snapshotFile(seq));
    const temporary = `${path}.tmp`;
    try {
      await writeWhole(temporary, header, content);
      await rename(temporary, path);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
    syncPath(this.directory);
    for (const old of this.sequenceNumbers().slice(this.keep))
      rmSync(join(this.directory, snapshotFile(old)), { force: true });
  }

  /**
   * The newest valid snapshot whose sequence number is at most `maxSeq`; undefined if none. Invalid ones are skipped
   * and reported to `skipped`.
   */
  newest(maxSeq: number, skipped: (snapshot: SkippedSnapshot) => void): Snapshot | undefined {
    for (const seq of this.sequenceNumbers()) {
      if (seq > maxSeq) continue;
      const file = join(this.directory, snapshotFile(seq));
      const read = decode(readFileSync(file), seq);
      if (typeof read !== "string") return read;
      skipped({ file, why: read });
    }
    return undefined;
  }

  /** Newest first. */
  sequenceNumbers(): number[] {
    const numbers: number[] = [];
    for (const file of this.files()) {
      const match = FILE_PATTERN.exec(file);
      if (match !== null) numbers.push(Number(match[1]));
    }
    return numbers.sort((a, b) => b - a);
  }

  private removeUnfinished(): void {
    for (const file of this.files())
      if (UNFINISHED_PATTERN.test(file)) rmSync(join(this.directory, file), { force: true });
  }

  private files(): string[] {
    try {
      return readdirSync(this.directory);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw error;
    }
  }
}

async function writeWhole(path: string, ...pieces: readonly Uint8Array[]): Promise<void> {
  const file = await open(path, "w");
  try {
    for (const piece of pieces) await file.writeFile(piece);
    await file.datasync();
  } finally {
    await file.close();
  }
}

export function snapshotFile(seq: number): string {
  return `snapshot-${String(seq).padStart(16, "0")}.bin`;
}

function encodeHeader(
  seq: number,
  frameNumber: number,
  frameHash: Uint8Array,
  contentBytes: number,
  contentHash: Uint8Array,
): Buffer {
  if (frameHash.length !== HASH_BYTES)
    throw new RangeError(`frame hash must have 32 bytes, got ${frameHash.length}`);
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.set(SIGNATURE, 0);
  writeU64(bytes, seq, 8);
  writeU64(bytes, frameNumber, 16);
  writeU64(bytes, contentBytes, 24);
  bytes.set(frameHash, 32);
  bytes.set(contentHash, 64);
  bytes.set(hash("sha256", bytes.subarray(0, HEADER_HASH_AT), "buffer"), HEADER_HASH_AT);
  return bytes;
}

/** The snapshot, or why the bytes are not one. */
function decode(bytes: Buffer<ArrayBuffer>, seq: number): Snapshot | string {
  if (bytes.length < HEADER_BYTES) return "truncated within the header";
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return "not a snapshot of a known version";
  const headerHash = hash("sha256", bytes.subarray(0, HEADER_HASH_AT), "buffer");
  if (!headerHash.equals(bytes.subarray(HEADER_HASH_AT, HEADER_BYTES)))
    return "the header fails its checksum";
  if (readU64(bytes, 8) !== seq) return `its header has sequence number ${readU64(bytes, 8)}`;
  const content = bytes.subarray(HEADER_BYTES);
  if (content.length !== readU64(bytes, 24)) return "its length differs from its header";
  const contentHash = hash("sha256", content, "hex");
  if (contentHash !== bytes.subarray(64, HEADER_HASH_AT).toString("hex"))
    return "the content fails its checksum";
  return { seq, frameNumber: readU64(bytes, 16), frameHash: bytes.subarray(32, 64), content, contentHash };
}
