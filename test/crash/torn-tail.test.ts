import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Journal } from "@candor/journal/journal";
import { type DamagePlace, JournalCorruptError } from "@candor/journal/journal-errors";
import { JournalReader } from "@candor/journal/journal-reader";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

// Opened thousands of times, so use memory if available.
const MEMORY_DISK = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
const SEGMENT_BYTES = 8192;
const OPTIONS = { name: "test", segmentBytes: SEGMENT_BYTES };
const FRAMES = 7;
const SEGMENT = "00000001.journal";

interface Place {
  readonly frameNumber: number;
  readonly offset: number;
  readonly end: number;
  readonly firstSeq: number;
}

let root = "";
let intact = "";
const places: Place[] = [];

const payloadOf = (frameNumber: number): Uint8Array =>
  new Uint8Array(41 + frameNumber * 33).map((_, i) => 1 + ((i * 7 + frameNumber) % 251));

beforeAll(() => {
  root = mkdtempSync(join(MEMORY_DISK, "candor-torn-"));
  intact = join(root, "intact");
  const journal = Journal.open(intact, OPTIONS);
  for (let n = 1; n <= FRAMES; n++)
    journal.append({ firstSeq: n * 2 - 1, records: 2, timeMs: n, payload: payloadOf(n) });
  journal.close();
  new JournalReader(intact, "test").read(({ frameNumber, offset, byteLength, firstSeq }) =>
    places.push({ frameNumber, offset, end: offset + byteLength, firstSeq }),
  );
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

const place = (frameNumber: number): Place => places[frameNumber - 1] as Place;

function freshCopy(): string {
  const copy = join(root, "copy");
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy);
  copyFileSync(join(intact, SEGMENT), join(copy, SEGMENT));
  return copy;
}

/** Opens the journal and checks that it contains exactly frames 1…`count`, and that it accepts and keeps one more. */
function expectExactly(directory: string, count: number): void {
  const seen: number[] = [];
  const journal = Journal.open(directory, OPTIONS, (frame) => {
    seen.push(frame.frameNumber);
    expect(Buffer.compare(frame.payload, payloadOf(frame.frameNumber))).toBe(0);
  });
  expect(seen).toEqual(Array.from({ length: count }, (_, i) => i + 1));
  journal.append({ firstSeq: count * 2 + 1, records: 2, timeMs: 100, payload: payloadOf(9) });
  journal.close();
  expect(readFileSync(join(directory, SEGMENT)).length).toBe(SEGMENT_BYTES);
  expect(new JournalReader(directory, "test").read(() => {})).toMatchObject({
    nextFrameNumber: count + 2,
    tornBytes: 0,
  });
}

describe("an interrupted write", () => {
  const cuts = (): number[] => {
    const first = place(FRAMES - 2).offset;
    return Array.from({ length: place(FRAMES).end - first + 1 }, (_, i) => first + i);
  };
  const wholeFramesBefore = (cut: number): number => places.filter(({ end }) => end <= cut).length;

  test("JRNL-02 every point at which writing the last three frames may have stopped recovers the exact prefix", () => {
    for (const cut of cuts()) {
      const copy = freshCopy();
      const bytes = readFileSync(join(copy, SEGMENT));
      writeFileSync(join(copy, SEGMENT), bytes.fill(0, cut));
      expectExactly(copy, wholeFramesBefore(cut));
    }
  });

  test("JRNL-02 a last frame with only some sectors on disk is cut off", () => {
    const { offset, end } = place(FRAMES);
    for (let sector = Math.floor(offset / 512); sector * 512 < end; sector++) {
      const copy = freshCopy();
      const bytes = readFileSync(join(copy, SEGMENT));
      bytes.fill(0, Math.max(offset, sector * 512), Math.min(end, (sector + 1) * 512));
      writeFileSync(join(copy, SEGMENT), bytes);
      expectExactly(copy, FRAMES - 1);
    }
  });
});

describe("a file that was cut", () => {
  test("JRNL-09 is never mistaken for an interrupted write, at any end", () => {
    const inFrames = places.flatMap(({ offset, end }) => [offset, offset + 1, (offset + end) >> 1, end - 1]);
    for (const size of [...inFrames, place(FRAMES).end, SEGMENT_BYTES - 1]) {
      const copy = freshCopy();
      truncateSync(join(copy, SEGMENT), size);
      const cut = `the file was cut: it has ${size} of its ${SEGMENT_BYTES} bytes`;
      expect(() => Journal.open(copy, OPTIONS)).toThrow(cut);
      expect(() => new JournalReader(copy, "test").read(() => {})).toThrow(cut);
      // Rejected instead of repaired: the rest is kept as evidence.
      expect(readFileSync(join(copy, SEGMENT)).length).toBe(size);
    }
  });
});

describe("a flipped bit", () => {
  function expectFound(at: number, expected: Partial<DamagePlace>): void {
    const copy = freshCopy();
    const bytes = readFileSync(join(copy, SEGMENT));
    bytes[at] = (bytes[at] as number) ^ (1 << (at % 8));
    writeFileSync(join(copy, SEGMENT), bytes);
    let found: unknown;
    try {
      Journal.open(copy, OPTIONS).close();
    } catch (error) {
      found = error;
    }
    expect(found, `byte ${at}`).toBeInstanceOf(JournalCorruptError);
    const error = found as JournalCorruptError;
    expect(error.place).toMatchObject({ file: join(copy, SEGMENT), ...expected });
    expect(error.message).toContain(`byte ${error.place.offset}, frame ${error.place.frameNumber}`);
    expect(readFileSync(join(copy, SEGMENT)).equals(bytes), "nothing was repaired").toBe(true);
  }

  const inFrame = (frameNumber: number): void => {
    const { offset, end, firstSeq } = place(frameNumber);
    for (let at = offset; at < end; at++) expectFound(at, { frameNumber, offset, seq: firstSeq });
  };

  test("JRNL-03 in any byte of a frame in the middle is detected, and the error says where", () => {
    inFrame(4);
  });

  test("JRNL-03 in any byte of the last, acknowledged frame is distinguished from an interrupted write", () => {
    inFrame(FRAMES);
  });

  test("JRNL-03 in any byte of a segment's header is found", () => {
    for (let at = 0; at < 128; at++) expectFound(at, { offset: 0 });
  });

  test("JRNL-03 in any of several segments is found, and a frame exchanged for another sound one too", () => {
    const directory = join(root, "many");
    const journal = Journal.open(directory, { name: "test", segmentBytes: 1024 });
    for (let n = 1; n <= 12; n++)
      journal.append({ firstSeq: n, records: 1, timeMs: 1, payload: new Uint8Array(300).fill(n) });
    journal.close();
    const first = join(directory, SEGMENT);
    const bytes = readFileSync(first);
    const flipped = Buffer.from(bytes);
    flipped[500] = (flipped[500] as number) ^ 4;
    writeFileSync(first, flipped);
    expect(() => Journal.open(directory, OPTIONS)).toThrow(JournalCorruptError);

    // The same history with one payload byte changed: every checksum is valid, the chain is not.
    const forged = join(root, "forged");
    const other = Journal.open(forged, { name: "test", segmentBytes: 1024 });
    for (let n = 1; n <= 12; n++)
      other.append({
        firstSeq: n,
        records: 1,
        timeMs: 1,
        payload: new Uint8Array(300).fill(n === 1 ? 77 : n),
      });
    other.close();
    copyFileSync(join(forged, SEGMENT), first);
    expect(() => Journal.open(directory, OPTIONS)).toThrow(/does not continue the one before it/);
  });
});
