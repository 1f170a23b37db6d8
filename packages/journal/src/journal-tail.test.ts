import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MEMORY_DISK } from "../../../test/support/memory-disk.ts";
import { Journal } from "./journal.ts";
import { STOP_READING } from "./journal-reader.ts";
import { JournalTail } from "./journal-tail.ts";
import { listSegments, segmentFile } from "./segment.ts";

const NAME = "tail";
const SEGMENT_BYTES = 4096;

let directory = "";
beforeEach(() => {
  directory = mkdtempSync(join(MEMORY_DISK, "candor-tail-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const open = (): Journal => Journal.open(directory, { name: NAME, segmentBytes: SEGMENT_BYTES });

function append(journal: Journal, frames: number): void {
  for (let frame = 0; frame < frames; frame++)
    journal.append({
      firstSeq: journal.lastSeq + 1,
      records: 2,
      timeMs: journal.lastSeq,
      payload: Buffer.alloc(200, frame),
    });
}

function tailFrom(fromSeq: number): JournalTail {
  return new JournalTail(directory, NAME, { fromSeq, syncs: true });
}

function seqs(tail: JournalTail, most = Number.POSITIVE_INFINITY): number[] {
  const read: number[] = [];
  tail.read((frame) => {
    read.push(frame.firstSeq);
    return read.length >= most ? STOP_READING : undefined;
  });
  return read;
}

const odd = (from: number, to: number): number[] =>
  Array.from({ length: (to - from) / 2 + 1 }, (_, index) => from + 2 * index);

test("READ-51 frames are passed on once, in order and across segments, as their writer appends them", () => {
  const tail = tailFrom(1);
  expect(seqs(tail)).toEqual([]);
  const journal = open();
  expect(seqs(tail)).toEqual([]);
  append(journal, 5);
  expect(seqs(tail)).toEqual(odd(1, 9));
  expect(seqs(tail)).toEqual([]);
  append(journal, 100);
  expect(listSegments(directory).length).toBeGreaterThan(5);
  expect(seqs(tail, 3)).toEqual(odd(11, 15));
  expect(seqs(tail)).toEqual(odd(17, 209));
  journal.close();
  tail.close();
});

test("READ-51 reading begins with the segment that contains a command", () => {
  const journal = open();
  append(journal, 100);
  const read = seqs(tailFrom(150));
  expect(read[0]).toBeGreaterThan(120);
  expect(read[0]).toBeLessThanOrEqual(149);
  expect(read.at(-1)).toBe(199);
  journal.close();
});

test("READ-51 an interrupted write is waited for, and what replaces it is read", () => {
  const journal = open();
  append(journal, 3);
  const tail = tailFrom(1);
  expect(seqs(tail)).toEqual(odd(1, 5));
  journal.close();
  // Half of a frame: a header that announces more than there is.
  const end = { offset: 0 };
  const reader = tailFrom(1);
  reader.read((frame) => {
    end.offset = frame.offset + frame.byteLength;
  });
  const fd = openSync(join(directory, segmentFile(1)), "r+");
  const torn = Buffer.alloc(60, 7);
  torn.writeUInt32LE(0xf7a3_4a43, 0);
  writeSync(fd, torn, 0, torn.length, end.offset);
  closeSync(fd);
  expect(seqs(tail)).toEqual([]);
  expect(seqs(tail)).toEqual([]);
  const again = open();
  append(again, 2);
  expect(seqs(tail)).toEqual(odd(7, 9));
  again.close();
});

test("READ-51 another history in the next segment is rejected", () => {
  const journal = open();
  append(journal, 5);
  const named = new JournalTail(directory, "another", { fromSeq: 1, syncs: false });
  expect(() => seqs(named)).toThrow('this belongs to the journal "tail", not "another"');
  const tail = tailFrom(1);
  seqs(tail);
  append(journal, 50);
  journal.close();
  const file = join(directory, segmentFile(2));
  const fd = openSync(file, "r+");
  writeSync(fd, Buffer.alloc(8, 1), 0, 8, 80);
  closeSync(fd);
  expect(() => seqs(tail)).toThrow(/damaged|does not continue/);
});
