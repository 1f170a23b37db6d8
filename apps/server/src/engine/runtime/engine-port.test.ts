import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CommandWriter } from "@candor/codec/command-writer";
import { readEvents } from "@candor/codec/event-reader";
import { EngineUnavailableError } from "@candor/domain/engine-errors";
import type { EventBatch } from "@candor/domain/engine-port";
import { Journal } from "@candor/journal/journal";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MEMORY_DISK } from "../../../../../test/support/memory-disk.ts";
import { bundle } from "./bundle.ts";
import { EXCHANGE_JOURNAL, exchangeHome } from "./exchange-home.ts";
import { LocalEngine } from "./local-engine.ts";
import { readStop } from "./stop-file.ts";
import { BREAKING_ASSET, machineFactory, tally } from "./testing/tally-machine.ts";
import { WorkerEngine } from "./worker-engine.ts";

interface Options {
  readonly maxWaiting?: number;
  readonly snapshotInterval?: number;
  readonly eventsAfterSeq?: number;
  readonly onReplayed?: (batch: EventBatch) => void;
}

interface Started {
  readonly port: LocalEngine | WorkerEngine;
  /** Errors that the engine reported when it was lost. */
  readonly losses: EngineUnavailableError[];
}

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(MEMORY_DISK, "candor-engine-"));
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

const ENGINES: Record<string, (options: Options) => Promise<Started>> = {
  "in this thread": async ({ onReplayed, ...options }) => ({
    port: new LocalEngine({
      home: exchangeHome(home),
      factory: machineFactory,
      segmentBytes: 65_536,
      onEvents: onReplayed,
      ...options,
    }),
    losses: [],
  }),
  "in a worker": async (options) => {
    const losses: EngineUnavailableError[] = [];
    const port = await WorkerEngine.start({
      home: exchangeHome(home),
      thread: bundle(new URL("./testing/tally-thread.ts", import.meta.url), process.env.CANDOR_CACHE),
      segmentBytes: 65_536,
      onDown: (error) => losses.push(error),
      warn: (message) => expect.unreachable(message),
      ...options,
    });
    return { port, losses };
  },
};

describe.each(Object.entries(ENGINES))("an engine %s", (place, start) => {
  test("ENG-01 answers each command with its own events, in order: submitted ones before the listeners, executed ones after", async () => {
    const { port } = await start({});
    const seen: number[] = [];
    const log: string[] = [];
    port.subscribe((batch) => {
      log.push(`batch to ${batch.lastSeq}`);
      for (const event of readEvents(batch.words)) if (event.kind === "executed") seen.push(event.seq);
    });
    const results = await Promise.all(
      Array.from({ length: 5_000 }, async (_, i) => {
        const result = await port.submit(tally(i % 7, i % 10));
        log.push(`answer to ${result.executed.seq}`);
        return result;
      }),
    );
    expect(results.map((result) => result.executed.seq)).toEqual(
      Array.from({ length: 5_000 }, (_, i) => i + 1),
    );
    expect(results[10]?.executed.error).toBe("wallet.amountError");
    expect(results[10]?.events).toEqual([]);
    expect(results[12]?.events).toMatchObject([{ kind: "balance-changed", userId: 5, availableUnits: 7 }]);
    expect(port.durableSeq).toBe(5_000);
    await port.execute(tally(1, 1));
    expect(log.at(-1)).toBe("batch to 5001");
    expect(seen.pop()).toBe(5_001);
    expect(seen).toEqual(results.map((result) => result.executed.seq));
    for (const [at, entry] of log.slice(0, -1).entries())
      if (entry.startsWith("batch to ")) expect(log.slice(0, at)).toContain(entry.replace("batch", "answer"));
    void port.submit(tally(1, 1));
    expect(await port.exchangeView()).toMatchObject({ asOfSeq: 5_002 });
    expect(log.at(-1)).toBe("batch to 5002");
    await port.close();
  });

  test("ENG-02 answers queries in their place among the commands", async () => {
    const { port } = await start({});
    const before = port.accountView(1);
    const first = port.execute(tally(1, 5));
    const between = port.accountView(1);
    const book = port.bookView(0, 3);
    const unknown = port.bookView(9, 3);
    void port.execute(tally(1, 6));
    const after = port.accountView(1);
    expect(await before).toEqual({ asOfSeq: 0, open: false, balances: [], orders: [], frozenWallets: [] });
    expect((await between).balances[0]?.availableUnits).toBe(5);
    expect((await between).asOfSeq).toBe(1);
    expect(await book).toEqual({ asOfSeq: 1, bids: [[3, 1]], asks: [] });
    await expect(unknown).rejects.toThrow("no market 9");
    expect((await after).balances[0]?.availableUnits).toBe(11);
    const view = await port.exchangeView();
    expect(view.asOfSeq).toBe(2);
    expect(view.timeMs).toBeGreaterThanOrEqual((await first).executed.timeMs);
    expect(await port.stateHash()).toMatchObject({ seq: 2, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    await port.close();
  });

  test("ENG-03 continues where it stopped, with the same state hash", async () => {
    const { port } = await start({ snapshotInterval: 10 });
    for (let i = 1; i <= 25; i++) await port.execute(tally(i, i, `key-${i}`));
    const hash = await port.stateHash();
    await port.close();
    await expect(port.execute(tally(1, 1))).rejects.toThrow(EngineUnavailableError);

    const again = (await start({})).port;
    expect(again.durableSeq).toBe(25);
    expect(again.report).toMatchObject({ snapshotSeq: 25, replayedCommands: 0, cutBytes: 0 });
    expect(await again.stateHash()).toEqual(hash);
    expect((await again.execute(tally(3, 3, "key-3"))).executed).toMatchObject({ seq: 26, replayedSeq: 3 });
    await again.close();
  });

  test("ENG-03 a snapshot made while commands continue is as good as one made at the end", async () => {
    const { port } = await start({ snapshotInterval: 50 });
    const { snapshotDirectory } = exchangeHome(home);
    const snapshots = () => (existsSync(snapshotDirectory) ? readdirSync(snapshotDirectory) : []);
    let count = 0;
    while (!snapshots().some((name) => name.endsWith(".bin")))
      await Promise.all(Array.from({ length: 10 }, () => port.execute(tally(1 + (count++ % 7), count))));
    const live = await port.stateHash();
    // The home as a kill would leave it, without the lock.
    const copy = `${home}-copy`;
    cpSync(home, copy, {
      recursive: true,
      filter: (file) => !file.endsWith("lock") && !file.endsWith(".tmp"),
    });
    await port.close();
    const again = new LocalEngine({
      home: exchangeHome(copy),
      factory: machineFactory,
      segmentBytes: 65_536,
    });
    expect(again.report).toMatchObject({ lastSeq: live.seq, skippedSnapshots: [] });
    expect(again.report.snapshotSeq).toBeGreaterThanOrEqual(50);
    expect(await again.stateHash()).toEqual(live);
    await again.close();
    rmSync(copy, { recursive: true });
  });

  test("ENG-04 hands the events after a checkpoint to a reader that is behind, without gap or repetition", async () => {
    const { port } = await start({ snapshotInterval: 40 });
    for (let i = 0; i < 10; i++)
      await Promise.all(Array.from({ length: 10 }, (_, j) => port.execute(tally(j, 1))));
    await port.close();
    for (const checkpoint of [0, 1, 37, 85, 99, 100]) {
      const seqs: number[] = [];
      const onReplayed = (batch: EventBatch): void => {
        const events = readEvents(batch.words);
        for (const event of events) if (event.kind === "executed") seqs.push(event.seq);
        expect([batch.firstSeq, batch.lastSeq]).toEqual([
          seqs.at(-events.filter((event) => event.kind === "executed").length),
          seqs.at(-1),
        ]);
      };
      const again = (await start({ eventsAfterSeq: checkpoint, onReplayed })).port;
      expect(seqs).toEqual(Array.from({ length: 100 - checkpoint }, (_, i) => checkpoint + 1 + i));
      await again.close();
    }
  });

  test("ENG-05 takes no more than its bound of waiting requests", async () => {
    const { port } = await start({ maxWaiting: 100 });
    const results = await Promise.allSettled(Array.from({ length: 150 }, () => port.execute(tally(1, 1))));
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(100);
    expect(results[149]).toMatchObject({ status: "rejected", reason: expect.any(EngineUnavailableError) });
    expect((await port.execute(tally(1, 1))).executed.seq).toBe(101);
    await port.close();
  });

  test("ENG-06 only the command without a binary form is rejected", async () => {
    const { port } = await start({});
    const good = port.execute(tally(1, 1));
    const bad = port.execute({ kind: "cancel-order", userId: 1, orderId: 0.5, key: "" });
    const next = port.execute(tally(1, 1));
    await expect(bad).rejects.toThrow(RangeError);
    expect((await good).executed.seq).toBe(1);
    expect((await next).executed.seq).toBe(2);
    await port.close();
  });

  test("ENG-07 a broken invariant ends the engine: nothing of the batch is acknowledged or kept", async () => {
    const { port, losses } = await start({});
    await port.execute(tally(1, 5));
    const doomed = await Promise.allSettled([
      port.execute(tally(1, 6)),
      port.execute(tally(1, 1, "", BREAKING_ASSET)),
      port.accountView(1),
    ]);
    for (const result of doomed)
      expect(result).toMatchObject({ status: "rejected", reason: expect.any(EngineUnavailableError) });
    await expect(port.execute(tally(1, 1))).rejects.toThrow(/the tally does not add up/);
    await expect(port.accountView(1)).rejects.toThrow(EngineUnavailableError);
    await port.close();
    const stop = readStop(exchangeHome(home));
    expect(stop, "SKIP-01").toMatchObject({ source: "offered", kind: "deposit", userId: 1 });
    if (place === "in a worker") {
      expect(losses).toHaveLength(1);
      // The server's process recognizes the stop by this.
      expect(losses[0]?.message).toContain(stop?.message ?? "no stop");
      const cause = losses[0]?.cause as Error;
      expect(cause.stack, "ENG-15 the place in the source").toMatch(/testing\/tally-machine\.ts:\d+/);
    }

    const again = (await start({})).port;
    expect(again.durableSeq).toBe(1);
    expect((await again.accountView(1)).balances[0]?.availableUnits).toBe(5);
    await again.close();
  });

  test("SKIP-04 a start names a journaled command that cannot be executed, and its frame", async () => {
    const writer = new CommandWriter();
    writer.write(tally(1, 5));
    writer.write(tally(2, 1, "", BREAKING_ASSET));
    const journal = Journal.open(exchangeHome(home).journalDirectory, { name: EXCHANGE_JOURNAL });
    journal.append({ firstSeq: 1, records: 2, timeMs: 1, payload: writer.take() });
    journal.close();
    const problem = await start({}).then(
      () => expect.fail("it started"),
      (error: Error) => error.message,
    );
    expect(problem).toMatch(
      /command 2, deposit of user 2, cannot be executed: .*\. It is in frame 1 of the journal/,
    );
    const stop = readStop(exchangeHome(home));
    expect(stop).toMatchObject({ source: "journal", seq: 2 });
    expect(problem).toContain(stop?.message ?? "no stop");
  });

  test("ENG-08 a second engine on the same directory is rejected without disturbing the first one", async () => {
    const { port } = await start({});
    await port.execute(tally(1, 5));
    await expect(start({})).rejects.toThrow(/already open in this process/);
    expect((await port.execute(tally(1, 5))).executed.seq).toBe(2);
    await port.close();
  });
});
