import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { EventBatch } from "@candor/domain/engine-port";
import { expect, onTestFinished, test } from "vitest";
import { worldCommands } from "../../../../../test/support/crash/kill-workload.ts";
import { MEMORY_DISK } from "../../../../../test/support/memory-disk.ts";
import { exchangeHome } from "./exchange-home.ts";
import { machineFactory } from "./exchange-machine.ts";
import { type JournalEventsOptions, startJournalEvents } from "./journal-events.ts";
import { LocalEngine } from "./local-engine.ts";
import { exchangeThread } from "./worker-engine.ts";

const CACHE = process.env.CANDOR_CACHE;
const START_MS = 1_767_225_600_000;

function newEngine(): { readonly engine: LocalEngine; readonly home: ReturnType<typeof exchangeHome> } {
  const root = mkdtempSync(join(MEMORY_DISK, "candor-journal-events-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const home = exchangeHome(root);
  const engine = new LocalEngine({
    home,
    factory: machineFactory,
    segmentBytes: 16_384,
    snapshotInterval: 1_000_000,
    clock: () => START_MS,
  });
  return { engine, home };
}

async function start(options: Pick<JournalEventsOptions, "home"> & Partial<JournalEventsOptions>) {
  const events = await startJournalEvents({
    eventsAfterSeq: 0,
    snapshotInterval: undefined,
    syncs: true,
    thread: exchangeThread(CACHE),
    warn: (message) => expect.unreachable(message),
    onBatch: () => Promise.resolve(),
    ...options,
  });
  onTestFinished(() => events.close());
  return events;
}

test("READ-51 the events of a journal are those that its engine emitted, from any command on", async () => {
  const { engine, home } = newEngine();
  const emitted: EventBatch[] = [];
  engine.subscribe((batch) => emitted.push(batch));
  const commands = worldCommands();
  for (const command of commands.slice(0, 60)) await engine.execute(command);
  const all: EventBatch[] = [];
  const some: EventBatch[] = [];
  const events = await start({ home, onBatch: async (batch) => void all.push(batch) });
  await start({ home, eventsAfterSeq: 40, onBatch: async (batch) => void some.push(batch) });
  expect(await events.caughtUp).toMatchObject({ seq: 60, snapshotSeq: 0 });
  for (const command of commands.slice(60, 120)) await engine.execute(command);
  await expect.poll(() => all.at(-1)?.lastSeq).toBe(120);
  await expect.poll(() => some.at(-1)?.lastSeq).toBe(120);
  expect(all).toEqual(emitted);
  expect(some).toEqual(emitted.slice(40));
  await engine.close();
});

test("READ-51 a reader that is slow bounds what is executed ahead, and snapshots make the next start short", async () => {
  const { engine, home } = newEngine();
  for (const command of worldCommands()) await engine.execute(command);
  const { durableSeq } = engine;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let received = 0;
  const events = await start({
    home,
    snapshotInterval: 50,
    async onBatch() {
      received++;
      await released;
    },
  });
  await expect.poll(() => received).toBe(1);
  // Another one executes everything meanwhile; this one has not come to its first snapshot.
  await (await start({ home })).caughtUp;
  expect(existsSync(home.snapshotDirectory)).toBe(false);
  release();
  const { seq, snapshotSeq } = await events.caughtUp;
  expect({ seq, snapshotSeq }).toEqual({ seq: durableSeq, snapshotSeq: 0 });
  expect(received).toBe(durableSeq);
  await events.close();
  const later = await start({ home, eventsAfterSeq: durableSeq });
  expect((await later.caughtUp).snapshotSeq).toBeGreaterThan(durableSeq - 60);
  await engine.close();
});

test("READ-51 a journal that does not continue the snapshot ends it with the reason", async () => {
  const { engine, home } = newEngine();
  for (const command of worldCommands().slice(0, 30)) await engine.execute(command);
  await engine.close();
  rmSync(home.journalDirectory, { recursive: true });
  const other = new LocalEngine({
    home: { ...home, snapshotDirectory: `${home.snapshotDirectory}-2` },
    factory: machineFactory,
    clock: () => START_MS + 1,
  });
  for (const command of worldCommands().slice(0, 40)) await other.execute(command);
  await other.close();
  const events = await start({ home, eventsAfterSeq: 30 });
  await expect(events.lost).rejects.toThrow(/the snapshot at 30 follows a different frame 30/);
});
