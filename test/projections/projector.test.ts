import type { EventBatch } from "@candor/domain/engine-port";
import { ProjectionGapError } from "@candor/server/records/projections/projection-gap-error";
import { Projector } from "@candor/server/records/projections/projector";
import type { ProjectorOptions } from "@candor/server/records/projections/projector-options";
import type { ProjectorPort } from "@candor/server/records/projections/projector-port";
import type { ReadModelDatabase } from "@candor/server/records/projections/read-model-database";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Adapter, describeAdapters, type Place, TIMEOUT_MS } from "../support/projections/adapters.ts";
import { contentOf } from "../support/projections/tables-content.ts";
import { LABELLED_USER, openedExchange, randomOf, trade } from "./random-day.ts";
import type { ToyExchange } from "./toy-exchange.ts";

const USERS = 5;
const SEED = 20_261_121;

async function opened(place: Place): Promise<ReadModelDatabase> {
  const database = await place.open();
  onTestFinished(() => database.close());
  return database;
}

type Open = (database: ReadModelDatabase, options?: ProjectorOptions) => Promise<ProjectorPort>;

/** Where a projector runs: a server has it in another thread. */
const THREADS: Readonly<Record<string, Open>> = {
  "in the caller's thread": (database, options) => Projector.open(database, options),
  "in another thread": (database, options = {}) => database.openProjector(options),
};

/** Returns the listing in one batch, then `batches` of twenty random commands each. */
function randomBatches(batches: number): EventBatch[] {
  const exchange = openedExchange(USERS);
  const random = randomOf(SEED);
  const result = [exchange.batch()];
  for (let i = 0; i < batches; i++) {
    trade(exchange, 20, USERS, random);
    result.push(exchange.batch());
  }
  return result;
}

async function contentAfter(
  adapter: Adapter,
  batches: readonly EventBatch[],
): Promise<Record<string, unknown[]>> {
  const database = await adapter.emptied();
  const projector = await Projector.open(database);
  onTestFinished(() => projector.close());
  for (const batch of batches) projector.accept(batch);
  await projector.drain();
  return contentOf(database.db);
}

/** Makes every insert into `table` fail. */
async function breakTable(database: ReadModelDatabase, table: string): Promise<void> {
  await sql`alter table ${sql.table(table)} add constraint broken check (false) not valid`.execute(
    database.db,
  );
}

describeAdapters("projector", (adapter) => {
  describe.each(Object.entries(THREADS))("%s", { timeout: TIMEOUT_MS }, (_thread, open) =>
    testProjector(adapter, open),
  );
});

function testProjector(adapter: Adapter, open: Open): void {
  const openProjector: Open = async (database, options) => {
    const projector = await open(database, options);
    onTestFinished(() => projector.close());
    return projector;
  };

  test("READ-01 the tables are the same for any grouping of events into transactions", async () => {
    const batches = randomBatches(12);
    const expected = await contentAfter(adapter, batches);
    expect(expected.orders?.length).toBeGreaterThan(100);
    expect(expected.fills?.length).toBeGreaterThan(20);
    expect(expected.order_outcomes?.length).toBeGreaterThan(3);
    const amendments = (expected.order_amendments ?? []) as { lots_before: number; lots_after: number }[];
    expect(amendments.length).toBeGreaterThan(1);
    expect(new Set(amendments.map(({ lots_before, lots_after }) => lots_before - lots_after))).toEqual(
      new Set([1]),
    );

    const database = await adapter.emptied();
    const projector = await openProjector(database, { limits: { maxGroupRows: 40 } });
    for (const batch of batches) {
      projector.accept(batch);
      if (batch.lastSeq % 3 === 0) await projector.drain();
    }
    await projector.drain();
    expect(projector.written.transactions).toBeGreaterThan(10);
    expect(await contentOf(database.db)).toEqual(expected);
  });

  test("READ-02 a replay that overlaps existing rows, partly or fully, changes nothing", async () => {
    const batches = randomBatches(6);
    const expected = await contentAfter(adapter, batches);
    const place = await adapter.newPlace();
    const first = await place.open();
    const projector = await open(first);
    for (const batch of batches.slice(0, 4)) projector.accept(batch);
    for (const batch of batches.slice(1, 4)) projector.accept(batch);
    await projector.drain();
    await projector.close();
    await first.close();

    const second = await opened(place);
    const again = await openProjector(second);
    expect(again.reachedSeq).toBe(batches[3]?.lastSeq);
    expect(again.discarded).toBeUndefined();
    // A replay has frames instead of batches: one may start before the checkpoint and end after it.
    const [straddling] = joined(batches.slice(2, 5));
    again.accept(straddling);
    again.accept(batches[5] as EventBatch);
    again.accept(batches[6] as EventBatch);
    await again.drain();
    expect(await contentOf(second.db)).toEqual(expected);
  });

  test("READ-03 a gap is rejected and nothing of the batch is applied", async () => {
    const batches = randomBatches(3);
    const database = await adapter.emptied();
    const projector = await openProjector(database);
    projector.accept(batches[0] as EventBatch);
    expect(() => projector.accept(batches[2] as EventBatch)).toThrow(ProjectionGapError);
    expect(projector.queuedSeq).toBe(batches[0]?.lastSeq);
    projector.accept(batches[1] as EventBatch);
    projector.accept(batches[2] as EventBatch);
    await projector.drain();
    expect(projector.reachedSeq).toBe(batches[2]?.lastSeq);
  });

  test("READ-03 a gap in the engine's own stream stops projecting and is reported once", async () => {
    const batches = randomBatches(3);
    const failures: Error[] = [];
    const projector = await openProjector(await adapter.emptied(), {
      onFailure: (error) => failures.push(error),
    });
    let listener: (batch: EventBatch) => void = () => undefined;
    projector.follow({
      durableSeq: 0,
      subscribe: (heard) => {
        listener = heard;
        return () => undefined;
      },
    });
    listener(batches[0] as EventBatch);
    listener(batches[2] as EventBatch);
    listener(batches[3] as EventBatch);
    expect(failures).toHaveLength(1);
    expect(failures[0]).toBeInstanceOf(ProjectionGapError);
    expect(projector.overloaded).toBe(true);
    await expect(projector.drain()).rejects.toBe(failures[0]);
  });

  test("READ-04 a transaction that fails at its last table leaves no row and no checkpoint behind", async () => {
    const [listing, ...rest] = randomBatches(2);
    const database = await opened(await adapter.newPlace());
    const failures: Error[] = [];
    const projector = await openProjector(database, { onFailure: (error) => failures.push(error) });
    projector.accept(listing as EventBatch);
    await projector.drain();
    const before = await contentOf(database.db);
    await breakTable(database, "klines");
    for (const batch of rest) projector.accept(batch);
    await expect(projector.drain()).rejects.toThrow(/broken/);

    expect(await contentOf(database.db)).toEqual(before);
    expect(projector.reachedSeq).toBe(listing?.lastSeq);
    expect(projector.failure).toBe(failures[0]);
    expect(failures).toHaveLength(1);
    expect(projector.overloaded).toBe(true);
    expect(projector.backlog.bytes).toBe(0);
  });

  test("READ-05 two writers never mix their rows: the second one stops", async () => {
    const batches = randomBatches(2);
    const database = await adapter.emptied();
    const one = await openProjector(database);
    const other = await openProjector(database);
    one.accept(batches[0] as EventBatch);
    await one.drain();
    other.accept(batches[0] as EventBatch);
    other.accept(batches[1] as EventBatch);
    await expect(other.drain()).rejects.toMatchObject({ name: "CheckpointMovedError" });
    one.accept(batches[1] as EventBatch);
    await one.drain();
    expect(await contentOf(database.db)).toEqual(await contentAfter(adapter, batches.slice(0, 2)));
  });

  test("READ-06 a long backlog is reported until half of it is written", async () => {
    const batches = randomBatches(8);
    const bytes = batches.reduce((sum, batch) => sum + batch.words.byteLength, 0);
    const database = await adapter.emptied();
    const projector = await openProjector(database, { limits: { maxBacklogBytes: bytes / 2 } });
    expect(projector.overloaded).toBe(false);
    for (const batch of batches) projector.accept(batch);
    expect(projector.overloaded).toBe(true);
    expect(projector.backlog).toEqual({ commands: batches.at(-1)?.lastSeq, bytes });
    await projector.room();
    expect(projector.overloaded).toBe(false);
    expect(projector.backlog.bytes).toBeLessThanOrEqual(bytes / 4);
    await projector.drain();
    expect(projector.backlog).toEqual({ commands: 0, bytes: 0 });
  });

  test("READ-07 a reader waits for its requested sequence number, and no longer than its limit", async () => {
    const [first, second] = randomBatches(1) as [EventBatch, EventBatch];
    const database = await adapter.emptied();
    // Without a request nothing would be written for an hour.
    const projector = await openProjector(database, { limits: { groupDelayMs: 3_600_000 } });
    projector.accept(first);
    expect(projector.reachedSeq).toBe(0);
    expect(await projector.waitFor(3, 60_000)).toBe(first.lastSeq);
    expect(await projector.waitFor(second.lastSeq, 20)).toBe(first.lastSeq);
    const waiting = projector.waitFor(second.lastSeq, 60_000);
    projector.accept(second);
    expect(await waiting).toBe(second.lastSeq);
    const { seq } = await database.db.selectFrom("checkpoint").select("seq").executeTakeFirstOrThrow();
    expect(seq).toBe(second.lastSeq);
  });

  test("READ-08 labelled accounts leave trades and bars, but no orders, fills or fund records", async () => {
    const exchange = openedExchange(1);
    const trader = LABELLED_USER + 1;
    exchange.deposit(LABELLED_USER, 0, 5_000);
    const quote = exchange.place(LABELLED_USER, 0, 1, 640_000, 100);
    exchange.place(trader, 0, 0, 640_000, 40, [[quote, 40]]);
    const own = exchange.place(trader, 0, 0, 640_001, 10);
    exchange.place(LABELLED_USER, 0, 1, 640_001, 10, [[own, 10]]);
    exchange.cancelAll(LABELLED_USER);
    const database = await adapter.emptied();
    const projector = await openProjector(database);
    projector.accept(exchange.batch());
    await projector.drain();
    const content = await contentOf(database.db);
    const usersOf = (table: string) =>
      new Set((content[table] as { user_id: number }[]).map((row) => row.user_id));
    expect(usersOf("orders")).toEqual(new Set([trader]));
    expect(usersOf("fills")).toEqual(new Set([trader]));
    expect(usersOf("fund_records")).toEqual(new Set([trader]));
    expect(content.order_outcomes).toEqual([]);
    expect(content.trades).toMatchObject([
      { maker_labelled: true, taker_labelled: false },
      { maker_labelled: false, taker_labelled: true },
    ]);
    expect(content.klines?.[0]).toMatchObject({ volume_e8: "50000", labelled_volume_e8: "50000", trades: 2 });
  });

  test("READ-08 labeled accounts are still known after a restart", async () => {
    const exchange = openedExchange(1);
    const database = await adapter.emptied();
    const projector = await open(database);
    projector.accept(exchange.batch());
    await projector.drain();
    await projector.close();
    const again = await openProjector(database);
    exchange.deposit(LABELLED_USER, 0, 5_000);
    exchange.deposit(LABELLED_USER + 1, 0, 5_000);
    again.accept(exchange.batch());
    await again.drain();
    const records = await database.db
      .selectFrom("fund_records")
      .select("user_id")
      .where("amount_units", "=", 5_000)
      .execute();
    expect(records).toEqual([{ user_id: LABELLED_USER + 1 }]);
  });

  test("READ-09 rows of another journal or of another version are discarded, a source's bars are kept", async () => {
    const database = await adapter.emptied();
    const project = async (exchange: ToyExchange, journalId: string): Promise<string | undefined> => {
      const projector = await open(database, { journalId });
      projector.accept(exchange.batch());
      await projector.drain();
      await projector.close();
      return projector.discarded;
    };
    expect(await project(openedExchange(2), "first")).toBeUndefined();
    const bar = { period: 0, open_time_ms: 0, open_e8: 1, high_e8: 1, low_e8: 1, close_e8: 1 };
    await database.db
      .insertInto("kline_history")
      .values({ source: "test", symbol: "BTCUSDT", ...bar, volume_e8: "1", quote_volume_e8: "1" })
      .execute();

    expect(await project(openedExchange(1), "second")).toBe("they were built from another journal");
    let content = await contentOf(database.db);
    expect(content.accounts).toHaveLength(2);
    expect(content.kline_history).toHaveLength(1);
    await database.db.updateTable("checkpoint").set({ projection_version: 999 }).execute();

    expect(await project(openedExchange(3), "second")).toMatch(/version 999/);
    content = await contentOf(database.db);
    expect(content.accounts).toHaveLength(4);
    expect(content.kline_history).toHaveLength(1);
  });

  test("READ-10 batches queued when the projector closes are left to the next one", async () => {
    const batches = randomBatches(1);
    const database = await adapter.emptied();
    const projector = await open(database, { limits: { groupDelayMs: 3_600_000 } });
    projector.accept(batches[0] as EventBatch);
    const waiting = projector.waitFor(1_000_000, 60_000);
    await projector.close();
    expect(await waiting).toBe(projector.reachedSeq);
    const again = await openProjector(database);
    expect(again.reachedSeq).toBe(projector.reachedSeq);
  });
}

/** Joins the batches into one. */
function joined(batches: readonly EventBatch[]): [EventBatch] {
  const words = new Float64Array(batches.reduce((sum, batch) => sum + batch.words.length, 0));
  let at = 0;
  for (const batch of batches) {
    words.set(batch.words, at);
    at += batch.words.length;
  }
  const [first, last] = [batches[0] as EventBatch, batches.at(-1) as EventBatch];
  return [{ firstSeq: first.firstSeq, lastSeq: last.lastSeq, timeMs: last.timeMs, words }];
}
