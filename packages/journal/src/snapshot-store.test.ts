import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type SkippedSnapshot, SnapshotStore, snapshotFile } from "./snapshot-store.ts";

let directory = "";
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "candor-snapshots-"));
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

const HASH = new Uint8Array(32).fill(7);
const content = (seq: number) => new TextEncoder().encode(`state after ${seq}`);

async function storeWith(...seqs: readonly number[]): Promise<SnapshotStore> {
  const store = new SnapshotStore(directory);
  for (const seq of seqs) await store.write(seq, seq / 10, HASH, content(seq));
  return store;
}

test("JRNL-06 the newest snapshot up to a sequence number is read back unchanged", async () => {
  const store = await storeWith(10, 20, 30);
  const skipped: SkippedSnapshot[] = [];
  const newest = store.newest(29, (snapshot) => skipped.push(snapshot));
  expect(newest).toMatchObject({ seq: 20, frameNumber: 2 });
  expect(Buffer.from(newest?.content ?? []).toString()).toBe("state after 20");
  expect(newest?.frameHash).toEqual(Buffer.from(HASH));
  expect(store.newest(9, (snapshot) => skipped.push(snapshot))).toBeUndefined();
  expect(skipped).toEqual([]);
});

test("JRNL-06 only the newest three are kept, and no partial file is left", async () => {
  const store = await storeWith(10, 20, 30, 40, 50);
  expect(store.sequenceNumbers()).toEqual([50, 40, 30]);
  expect(readdirSync(directory)).toHaveLength(3);
});

test("JRNL-06 a snapshot with any byte changed, or cut anywhere, is skipped with a report", async () => {
  const store = await storeWith(10, 20);
  const path = join(directory, snapshotFile(20));
  const bytes = readFileSync(path);
  for (let at = 0; at < bytes.length; at++) {
    const flipped = Buffer.from(bytes);
    flipped[at] = (flipped[at] as number) ^ (1 << (at % 8));
    for (const damaged of [flipped, bytes.subarray(0, at)]) {
      writeFileSync(path, damaged);
      const skipped: SkippedSnapshot[] = [];
      expect(store.newest(99, (snapshot) => skipped.push(snapshot))).toMatchObject({ seq: 10 });
      expect(skipped).toMatchObject([{ file: path }]);
    }
  }
});

test("JRNL-06 the next write removes the remains of an interrupted or failed one", async () => {
  const store = await storeWith(10);
  writeFileSync(join(directory, `${snapshotFile(15)}.tmp`), "half of a snapshot");
  await store.write(20, 2, HASH, content(20));
  expect(readdirSync(directory).sort()).toEqual([snapshotFile(10), snapshotFile(20)]);
  mkdirSync(join(directory, snapshotFile(30)));
  await expect(store.write(30, 3, HASH, content(30))).rejects.toThrow();
  expect(readdirSync(directory).filter((file) => file.endsWith(".tmp"))).toEqual([]);
});
