import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommandWriter } from "@candor/codec/command-writer";
import { Journal } from "@candor/journal/journal";
import { SnapshotStore } from "@candor/journal/snapshot-store";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MEMORY_DISK } from "../../../../../test/support/memory-disk.ts";
import { verifyJournal } from "../../start/cli/journal-verify.ts";
import { EXCHANGE_JOURNAL, exchangeHome } from "./exchange-home.ts";
import { DivergenceError } from "./frame-replay.ts";
import { LocalEngine } from "./local-engine.ts";
import { HistoryMismatchError, recover } from "./recover.ts";
import { machineFactory, tally } from "./testing/tally-machine.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(MEMORY_DISK, "candor-recover-"));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const open = (folder: string, options: { snapshotInterval?: number } = {}): LocalEngine =>
  new LocalEngine({
    home: exchangeHome(join(root, folder)),
    factory: machineFactory,
    segmentBytes: 4096,
    clock: () => 1_000,
    ...options,
  });

/** Executes `count` deposits, `batch` at a time, and returns the state hash. */
async function run(engine: LocalEngine, count: number, batch: number): Promise<string> {
  const first = engine.durableSeq + 1;
  for (let seq = first; seq < first + count; seq += batch)
    await Promise.all(
      Array.from({ length: Math.min(batch, first + count - seq) }, (_, i) =>
        engine.execute(tally((seq + i) % 5, seq + i, `key-${seq + i}`)),
      ),
    );
  return (await engine.stateHash()).hash;
}

test("ENG-09 full replay, snapshot and tail, and other batch boundaries give the same state hash", async () => {
  const live = open("a", { snapshotInterval: 60 });
  const hash = await run(live, 200, 7);
  await live.close();

  const other = open("b", { snapshotInterval: 1_000 });
  expect(await run(other, 200, 64)).toBe(hash);
  await other.close();

  const fromSnapshot = open("a");
  expect(fromSnapshot.report).toMatchObject({ snapshotSeq: 200, replayedCommands: 0 });
  expect((await fromSnapshot.stateHash()).hash).toBe(hash);
  await fromSnapshot.close();

  rmSync(join(exchangeHome(join(root, "a")).snapshotDirectory), { recursive: true });
  const full = open("a");
  expect(full.report).toMatchObject({ snapshotSeq: 0, replayedCommands: 200, skippedSnapshots: [] });
  expect((await full.stateHash()).hash).toBe(hash);
  await full.close();
});

test("ENG-10 a snapshot of another history is named, also where this journal has no frame that ends there", async () => {
  const own = open("a");
  await run(own, 60, 10);
  await own.close();
  const other = open("b");
  await run(other, 35, 5);
  await other.close();
  const directoryOf = (folder: string): string => exchangeHome(join(root, folder)).snapshotDirectory;
  rmSync(directoryOf("a"), { recursive: true });
  cpSync(directoryOf("b"), directoryOf("a"), { recursive: true });
  const start = (): unknown => recover({ home: exchangeHome(join(root, "a")), factory: machineFactory });
  expect(start).toThrow(HistoryMismatchError);
  expect(start).toThrow(
    /snapshot at 35 follows a different frame|snapshot at 35 does not belong to any frame of this journal/,
  );
  expect(() => verifyJournal(exchangeHome(join(root, "a")), machineFactory, () => undefined)).toThrow(
    "the snapshot at 35 does not belong to any frame of this journal",
  );
});

test("ENG-10 a damaged snapshot is skipped with a report, and an older one or the journal takes its place", async () => {
  let hash = "";
  for (const count of [50, 50, 50, 60]) {
    const live = open("a");
    hash = await run(live, count, 10);
    await live.close();
  }
  const { snapshotDirectory } = exchangeHome(join(root, "a"));
  const files = readdirSync(snapshotDirectory).sort().reverse();
  expect(files).toHaveLength(3);
  for (const [index, file] of files.entries()) {
    const path = join(snapshotDirectory, file);
    const bytes = readFileSync(path);
    bytes[bytes.length - 5] = (bytes[bytes.length - 5] as number) ^ 1;
    writeFileSync(path, bytes);
    const { machine, journal, report } = recover({
      home: exchangeHome(join(root, "a")),
      factory: machineFactory,
    });
    journal.close();
    expect(report.snapshotSeq).toBe([150, 100, 0][index]);
    expect(report.skippedSnapshots).toHaveLength(index + 1);
    expect(report.skippedSnapshots[index]).toContain("the content fails its checksum");
    const again = machineFactory.create();
    expect(machine.snapshot().length).toBeGreaterThan(again.snapshot().length);
  }
  const last = open("a");
  expect((await last.stateHash()).hash).toBe(hash);
  await last.close();
});

test("ENG-11 a frame whose events differ on replay is rejected by name", () => {
  const { journalDirectory } = exchangeHome(join(root, "a"));
  const journal = Journal.open(journalDirectory, { name: EXCHANGE_JOURNAL });
  const writer = new CommandWriter();
  writer.write(tally(1, 5));
  journal.append({ firstSeq: 1, records: 1, timeMs: 5, payload: writer.take() });
  journal.close();
  const attempt = () => recover({ home: exchangeHome(join(root, "a")), factory: machineFactory });
  expect(attempt).toThrow(DivergenceError);
  expect(attempt).toThrow(/frame 1, sequence numbers 1–1 .*its events differ from the acknowledged ones/);
});

test("ENG-12 a snapshot that does not follow from the journal is rejected: history is missing or different", async () => {
  const home = exchangeHome(join(root, "a"));
  const first = open("a");
  await run(first, 20, 1);
  await first.close();
  rmSync(home.journalDirectory, { recursive: true });
  expect(() => open("a")).toThrow(HistoryMismatchError);
  expect(() => open("a")).toThrow(/snapshot at sequence number 20, but the journal ends at 0/);

  rmSync(home.snapshotDirectory, { recursive: true });
  const second = open("a", { snapshotInterval: 1_000 });
  await run(second, 30, 1);
  await second.close();
  await new SnapshotStore(home.snapshotDirectory).write(
    10,
    10,
    new Uint8Array(32),
    machineFactory.create().snapshot(),
  );
  expect(() => recover({ home, factory: machineFactory, eventsAfterSeq: 10, onEvents: () => {} })).toThrow(
    /the snapshot at 10 follows a different frame 10/,
  );
});

test("ENG-13 time never runs backwards, within a run and from one to the next", async () => {
  let now = 5_000;
  const options = { home: exchangeHome(join(root, "a")), factory: machineFactory, clock: () => now };
  const first = new LocalEngine(options);
  expect((await first.execute(tally(1, 1))).executed.timeMs).toBe(5_000);
  now = 4_000;
  expect((await first.execute(tally(1, 1))).executed.timeMs).toBe(5_000);
  await first.close();
  now = 3_000;
  const second = new LocalEngine(options);
  expect((await second.execute(tally(1, 1))).executed.timeMs).toBe(5_000);
  now = 6_000;
  expect((await second.execute(tally(1, 1))).executed.timeMs).toBe(6_000);
  await second.close();
});
