import { MessageChannel } from "node:worker_threads";
import type { EventBatch } from "@candor/domain/engine-port";
import { ProjectorHost } from "@candor/server/records/projections/projector-host";
import type { ProjectorPort } from "@candor/server/records/projections/projector-port";
import type { ReadModelDatabase } from "@candor/server/records/projections/read-model-database";
import { RemoteProjector } from "@candor/server/records/projections/remote-projector";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { describeAdapters } from "../support/projections/adapters.ts";
import { openedExchange, randomOf, trade } from "./random-day.ts";

const USERS = 5;
const WHILE_MS = 120_000;
const BAR = {
  period: 0,
  open_time_ms: 0,
  open_e8: 1,
  high_e8: 1,
  low_e8: 1,
  close_e8: 1,
  volume_e8: "1",
  quote_volume_e8: "1",
};

function randomBatches(): [EventBatch, EventBatch] {
  const exchange = openedExchange(USERS);
  const first = exchange.batch();
  trade(exchange, 200, USERS, randomOf(3));
  return [first, exchange.batch()];
}

async function checkpointOf({ db }: ReadModelDatabase): Promise<number> {
  return (await db.selectFrom("checkpoint").select("seq").executeTakeFirstOrThrow()).seq;
}

async function opened(database: ReadModelDatabase): Promise<ProjectorPort> {
  const projector = await database.openProjector({});
  onTestFinished(() => projector.close());
  return projector;
}

describeAdapters("projector in another thread", (adapter) => {
  test("READ-46 tables that a reader holds do not change until it lets go, and then they do", async () => {
    const [first, second] = randomBatches();
    const database = await adapter.emptied();
    const projector = await opened(database);
    projector.accept(first);
    await projector.drain();
    await projector.whileStill(async (seq) => {
      expect(seq).toBe(first.lastSeq);
      projector.accept(second);
      expect(await projector.waitFor(second.lastSeq, 50)).toBe(seq);
      expect(await checkpointOf(database)).toBe(seq);
    });
    expect(await projector.waitFor(second.lastSeq, WHILE_MS)).toBe(second.lastSeq);
    expect(await checkpointOf(database)).toBe(second.lastSeq);
  });

  test("READ-46 an error of a reader ends its hold", async () => {
    const [first] = randomBatches();
    const database = await adapter.emptied();
    const projector = await opened(database);
    await expect(projector.whileStill(() => Promise.reject(new Error("no chart")))).rejects.toThrow(
      "no chart",
    );
    projector.accept(first);
    await projector.drain();
    expect(await checkpointOf(database)).toBe(first.lastSeq);
  });

  test("READ-45 a transaction of the server and one of the projector never mix", async () => {
    const [first, second] = randomBatches();
    const database = await adapter.emptied();
    const projector = await opened(database);
    projector.accept(first);
    await projector.drain();
    let drained: Promise<void> | undefined;
    const rolledBack = database.db.transaction().execute(async (tx) => {
      projector.accept(second);
      drained = projector.drain();
      await tx
        .insertInto("kline_history")
        .values({ source: "test", symbol: "BTCUSDT", ...BAR })
        .execute();
      await sql`select pg_sleep(0.05)`.execute(tx);
      throw new Error("rolled back");
    });
    await expect(rolledBack).rejects.toThrow("rolled back");
    const reads = Array.from({ length: 20 }, () => checkpointOf(database));
    await drained;
    for (const seq of await Promise.all(reads)) expect([first.lastSeq, second.lastSeq]).toContain(seq);
    expect(await checkpointOf(database)).toBe(second.lastSeq);
    expect(await database.db.selectFrom("kline_history").selectAll().execute()).toEqual([]);
  });

  test("READ-46 a database closes with its projectors, also while one is held and others wait", async () => {
    const [first, second] = randomBatches();
    const database = await (await adapter.newPlace()).open();
    const projector = await database.openProjector({ limits: { groupDelayMs: 3_600_000 } });
    projector.accept(first);
    await projector.drain();
    projector.accept(second);
    const waiting = projector.waitFor(1_000_000, WHILE_MS);
    const reading = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const hold = projector.whileStill(() => {
      held.resolve();
      return reading.promise;
    });
    await held.promise;
    await database.close();
    expect(await waiting).toBe(projector.reachedSeq);
    await expect(projector.drain()).resolves.toBeUndefined();
    reading.resolve();
    await Promise.allSettled([hold]);
    expect(projector.failure).toBeUndefined();
  });

  test("READ-46 tables of a reader that never lets go are written again, and the reader fails", async () => {
    const [first] = randomBatches();
    const database = await adapter.emptied();
    const { port1, port2 } = new MessageChannel();
    const settings = { journalId: "", limits: {}, discarded: undefined };
    const [projector] = await Promise.all([
      RemoteProjector.open(
        port1,
        { distrust: () => undefined, listener: { warned: () => undefined } },
        { lost: new Promise<never>(() => undefined) },
      ),
      ProjectorHost.open(port2, database, settings),
    ]);
    onTestFinished(() => projector.close());
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const reading = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const hold = projector.whileStill(() => {
      held.resolve();
      return reading.promise;
    });
    await held.promise;
    projector.accept(first);
    const drained = projector.drain();
    vi.advanceTimersByTime(119_999);
    expect(await checkpointOf(database)).toBe(0);
    vi.advanceTimersByTime(1);
    await drained;
    expect(await checkpointOf(database)).toBe(first.lastSeq);
    reading.resolve();
    await expect(hold).rejects.toThrow(/took so long/);
  });

  test("READ-46 the failure of a statement arrives with its name, its code and its text", async () => {
    const [first] = randomBatches();
    const database = await (await adapter.newPlace()).open();
    onTestFinished(() => database.close());
    await sql`alter table trades add constraint broken check (false) not valid`.execute(database.db);
    await sql`alter table accounts add constraint broken check (false) not valid`.execute(database.db);
    const failures: Error[] = [];
    const projector = await database.openProjector({ onFailure: (error) => failures.push(error) });
    projector.accept(first);
    await expect(projector.drain()).rejects.toMatchObject({ code: "23514", message: /broken/ });
    expect(failures).toEqual([projector.failure]);
    expect(await projector.waitFor(first.lastSeq, WHILE_MS)).toBe(0);
  });
});
