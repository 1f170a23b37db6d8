import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { FrameFinder } from "./frame-finder.ts";
import { Journal } from "./journal.ts";
import { JournalReader } from "./journal-reader.ts";

let directory = "";
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test("PERP-23 the frame of any command is found, in every segment and next to the writer", async () => {
  directory = mkdtempSync(path.join(tmpdir(), "candor-finder-"));
  const journal = Journal.open(directory, { name: "exchange", segmentBytes: 65_536 });
  for (let frame = 0; frame < 400; frame++) {
    const payload = new Uint8Array(100 + ((frame * 7_919) % 900)).fill(frame);
    journal.append({
      firstSeq: journal.lastSeq + 1,
      records: 1 + (frame % 5),
      timeMs: 1_000 + frame,
      payload,
    });
  }
  const finder = new FrameFinder(directory);
  const frames: { firstSeq: number; lastSeq: number; previousHash: string; hash: string }[] = [];
  new JournalReader(directory, "exchange").read(({ firstSeq, lastSeq, previousHash, hash }) => {
    const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
    frames.push({ firstSeq, lastSeq, previousHash: hex(previousHash), hash: hex(hash) });
  });
  expect(frames.length).toBeGreaterThan(100);
  for (const frame of [...frames, ...frames.toReversed()])
    for (const seq of [frame.firstSeq, frame.lastSeq]) expect(await finder.find(seq)).toEqual(frame);
  const last = frames.at(-1);
  expect(await finder.find((last?.lastSeq ?? 0) + 1)).toBeUndefined();
  expect(await finder.find(0)).toBeUndefined();
  journal.close();
});
