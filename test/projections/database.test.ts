import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { DirectoryLockedError } from "@candor/journal/journal-errors";
import { CODES } from "@candor/server/records/projections/codes";
import { openReadModels } from "@candor/server/records/projections/database";
import { MIGRATIONS, migrate, migratorOf, SCHEMA } from "@candor/server/records/projections/migrations";
import { NumberArray } from "@candor/server/records/projections/number-array";
import { Projector } from "@candor/server/records/projections/projector";
import {
  type PositionStatistics,
  positionStatisticsOf,
  savePositionStatistics,
} from "@candor/server/records/projections/queries/position-statistics";
import { lastPreventedMatches } from "@candor/server/records/projections/queries/prevented-matches";
import type { ReadModelDatabase } from "@candor/server/records/projections/read-model-database";
import { ReadModelsInUseError } from "@candor/server/records/projections/writer-lock";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { MEMORY_DISK } from "../support/memory-disk.ts";
import { CACHE, describeAdapters, TIMEOUT_MS } from "../support/projections/adapters.ts";
import { PostgresServer, postgresBinaries } from "../support/projections/postgres-server.ts";
import { contentOf } from "../support/projections/tables-content.ts";
import { openedExchange, randomOf, trade } from "./random-day.ts";

/** Returns all tables of the read models' schema except the migrator's. */
async function tablesOf(database: ReadModelDatabase): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = ${SCHEMA}`.execute(
    database.db,
  );
  return rows
    .map((row) => row.name)
    .filter((name) => !name.startsWith("kysely_"))
    .toSorted();
}

async function projectDay(database: ReadModelDatabase): Promise<Record<string, unknown[]>> {
  const exchange = openedExchange(3);
  trade(exchange, 100, 3, randomOf(3));
  const projector = await Projector.open(database);
  projector.accept(exchange.batch());
  await projector.drain();
  await projector.close();
  return contentOf(database.db);
}

const SAMPLE: PositionStatistics = {
  marketId: 1,
  timeMs: 600_000,
  markTicks: 2,
  openInterestLots: 3,
  longAccounts: 4,
  shortAccounts: 5,
  topLongAccounts: 6,
  topShortAccounts: 7,
  topLongLots: 8,
  topShortLots: 9,
};

describeAdapters("database", (adapter) => {
  async function opened(): Promise<ReadModelDatabase> {
    const database = await (await adapter.newPlace()).open();
    onTestFinished(() => database.close());
    return database;
  }

  test("READ-09 tables of another version are rebuilt with their columns, a source's bars are kept", async () => {
    const place = await adapter.newPlace();
    const before = await place.open();
    await projectDay(before);
    const bar = { period: 0, open_time_ms: 0, open_e8: 1, high_e8: 1, low_e8: 1, close_e8: 1 };
    await before.db
      .insertInto("kline_history")
      .values({ source: "test", symbol: "BTCUSDT", ...bar, volume_e8: "1", quote_volume_e8: "1" })
      .execute();
    await savePositionStatistics(before.db, [SAMPLE, { ...SAMPLE, timeMs: 900_000 }], 0);
    await savePositionStatistics(before.db, [{ ...SAMPLE, longAccounts: 7 }], 1);
    await sql`alter table markets drop column product`.execute(before.db);
    await sql`insert into kysely_migration values ('9999-of-the-future', '')`.execute(before.db);
    await before.db.updateTable("checkpoint").set({ projection_version: 999 }).execute();
    await before.close();

    const database = await place.open();
    expect(database.discarded).toBe("they were written by version 999 of the projection");
    await projectDay(database);
    const content = await contentOf(database.db);
    expect(content.markets?.length).toBeGreaterThan(0);
    expect(content.kline_history).toHaveLength(1);
    const filter = { marketId: 1, periodMs: 300_000, sinceMs: 0, untilMs: 900_000 };
    const kept = await positionStatisticsOf(database.db, filter, 10);
    expect(kept).toEqual([SAMPLE, { ...SAMPLE, timeMs: 900_000 }]);
    expect(await positionStatisticsOf(database.db, { ...filter, periodMs: 900_000 }, 10)).toEqual([kept[1]]);
    expect(await positionStatisticsOf(database.db, filter, 1)).toEqual([kept[1]]);
    const tables = await tablesOf(database);
    await database.close();
    const again = await place.open();
    expect(again.discarded).toBeUndefined();
    expect(await tablesOf(again)).toEqual(tables);
    expect(await contentOf(again.db)).toEqual(content);
    await again.close();
  });

  test("READ-23 the migrations create every table", async () => {
    const database = await opened();
    const tables = await tablesOf(database);
    expect(tables).toEqual(Object.keys(await contentOf(database.db)).toSorted());
    expect(Object.keys(MIGRATIONS)).toEqual([
      "0001-read-models",
      "0002-deposits-and-withdrawals",
      "0003-contracts",
      "0004-liquidated-accounts",
      "0006-mining",
      "0007-second-contracts",
      "0008-leverage",
      "0009-conversions",
      "0010-referrals",
      "0011-corrections-and-settings",
      "0012-forced-fills",
      "0013-order-leverage",
      "0014-order-lists",
      "0015-day-sums",
      "0016-order-triggers",
      "0017-oto-lists",
      "0020-hedge-mode",
      "0022-profit-and-loss",
      "0024-prevented-matches",
      "0025-taker-volumes",
      "0026-statistics-and-amendments",
      "0027-answered-rates",
      "0028-market-trade-ids",
      "0029-modified-orders",
      "0030-deleveraged-positions",
      "0031-largest-costs",
    ]);
    const before = await projectDay(database);
    const migrator = migratorOf(database.db);
    for (const _ of Object.keys(MIGRATIONS)) expect((await migrator.migrateDown()).error).toBeUndefined();
    expect(await tablesOf(database)).toEqual([]);
    await migrate(database.db);
    expect(await tablesOf(database)).toEqual(tables);
    const { seq } = await database.db.selectFrom("checkpoint").select("seq").executeTakeFirstOrThrow();
    expect(seq).toBe(0);
    expect(await projectDay(database)).toEqual(before);
  });

  test("BIN-94 the last match that changed each order is found, however many it had", async () => {
    const { db } = await opened();
    const modes = {
      decrement: CODES.selfTrade.code("decrement"),
      maker: CODES.selfTrade.code("expire-maker"),
    };
    const match = (matchId: number, takerOrderId: number, makerOrderId: number, mode: number) => ({
      match_id: matchId,
      user_id: 7,
      market_id: 1,
      time_ms: matchId,
      taker_order_id: takerOrderId,
      maker_order_id: makerOrderId,
      price_ticks: 1,
      taker_lots: 1,
      maker_lots: 1,
      self_trade: mode,
    });
    // Order 1 rests and meets 1,100 orders; order 5000 then meets it and 1,000 others.
    const met = Array.from({ length: 1_100 }, (_, index) => match(index + 1, index + 2, 1, modes.decrement));
    const others = Array.from({ length: 1_000 }, (_, index) =>
      match(index + 2_001, 5_000, index + 6_000, modes.maker),
    );
    const rows = [...met, match(2_000, 5_000, 1, modes.maker), ...others];
    for (let at = 0; at < rows.length; at += 500)
      await db
        .insertInto("prevented_matches")
        .values(rows.slice(at, at + 500))
        .execute();
    const lastOf = async (userId: number, ...orderIds: number[]) =>
      (await lastPreventedMatches(db, { userId, marketId: 1, orderIds })).map(({ matchId }) => matchId);
    expect(await lastOf(7, 1)).toEqual([1_100, 2_000]);
    expect(await lastOf(7, 1, 2, 5_000, 6_999)).toEqual([1, 1_100, 2_000, 3_000, 3_000]);
    expect(await lastOf(8, 1, 5_000)).toEqual([]);
    expect(await lastOf(7)).toEqual([]);
  });

  test("READ-23 migration 0002 keeps the rows there are, as successes, and going back takes only its own away", async () => {
    const database = await opened();
    const before = await projectDay(database);
    expect((await migratorOf(database.db).migrateTo("0002-deposits-and-withdrawals")).error).toBeUndefined();
    const tables = await tablesOf(database);
    expect((await migratorOf(database.db).migrateDown()).error).toBeUndefined();
    expect(await tablesOf(database)).toEqual(
      tables.filter((table) => !/^(?:deposits|withdrawals|withdrawal_steps|balance_outcomes)$/.test(table)),
    );
    const columns = async (): Promise<unknown[]> =>
      (await sql`select * from fund_records order by user_id, record_id limit 1`.execute(database.db)).rows;
    expect(Object.keys((await columns())[0] as object)).not.toContain("result");
    await migrate(database.db);
    // Tables and columns of later migrations are filled from the journal.
    const emptied = [
      "order_days",
      "order_amendments",
      "profit_states",
      "holding_days",
      "flow_days",
      "profit_days",
      "value_records",
    ] as const;
    const trades = (before["trades"] as { trade_id: number }[]).map((row) => ({
      ...row,
      market_trade_id: row.trade_id,
      aggregate_id: row.trade_id,
    }));
    const fills = (before["fills"] as { trade_id: number }[]).map((row) => ({
      ...row,
      market_trade_id: row.trade_id,
      quote_price_e8: 0,
      profit_e4: 0,
      profit_rest_e16: 0,
    }));
    const klines = before["klines"]?.map((row) => ({
      ...(row as object),
      buy_volume_e8: "0",
      buy_quote_volume_e8: "0",
      first_trade_id: 0,
      last_trade_id: 0,
    }));
    const empty = Object.fromEntries(emptied.map((table) => [table, []]));
    const expected = { ...before, ...empty, trades, fills, klines };
    expect(await contentOf(database.db)).toEqual(expected);
    await expect(
      sql`insert into fund_records select 1, 1, 1, 0, 0, 0, 1, 1, 0, 1`.execute(database.db),
    ).rejects.toThrow(/result/);
  });

  test("READ-23 migrating an up-to-date database changes nothing", async () => {
    const database = await opened();
    const before = await projectDay(database);
    await migrate(database.db);
    expect(await contentOf(database.db)).toEqual(before);
  });

  test("READ-24 arrays of integers round-trip unchanged, and out-of-range values are rejected", async () => {
    const { db } = await adapter.emptied();
    const there = async (values: readonly number[], type: string): Promise<unknown[]> => {
      const array = new NumberArray(Float64Array.from(values));
      const { rows } = await sql<{ value: unknown }>`
        select unnest(${array}::${sql.raw(type)}[]) as value`.execute(db);
      return rows.map(({ value }) => value);
    };
    const { MAX_SAFE_INTEGER, MIN_SAFE_INTEGER } = Number;
    const wide = [0, 1, -1, 2 ** 31, 2 ** 32, -(2 ** 32), 2 ** 32 - 1, -(2 ** 32) - 1, 1_767_225_600_123];
    const cases: [string, number[]][] = [
      ["bigint", [...wide, MAX_SAFE_INTEGER, MIN_SAFE_INTEGER]],
      ["integer", [0, 7, -7, 2 ** 31 - 1, -(2 ** 31)]],
      ["smallint", [0, 7, -7, 2 ** 15 - 1, -(2 ** 15)]],
    ];
    for (const [type, values] of cases) {
      expect(await there(values, type)).toEqual(values);
      expect(await there([], type)).toEqual([]);
      for (const value of [1.5, Number.NaN, Number.POSITIVE_INFINITY])
        await expect(there([1, value], type)).rejects.toThrow(/range|syntax/);
    }
    expect(await there([1, 0, 1], "boolean")).toEqual([true, false, true]);
    await expect(there([2 ** 31], "integer")).rejects.toThrow(/out of range/);
    await expect(there([2 ** 15], "smallint")).rejects.toThrow(/out of range/);
  });

  test("READ-24 integers round-trip as exact numbers, and a non-integer is never rounded", async () => {
    const { db } = await adapter.emptied();
    const { rows } = await sql`select ${"9007199254740991"}::bigint as big, ${-5}::smallint as small`.execute(
      db,
    );
    expect(rows).toEqual([{ big: 9_007_199_254_740_991, small: -5 }]);
    await expect(sql`select 9007199254740992::bigint`.execute(db)).rejects.toThrow(/safe integers/);
    await expect(sql`select 1 from nowhere`.execute(db)).rejects.toThrow(/nowhere/);
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  });

  test("READ-25 one process at a time writes read models", async () => {
    const place = await adapter.newPlace();
    const first = await place.open();
    const refused = adapter.name === "PGlite" ? DirectoryLockedError : ReadModelsInUseError;
    await expect(place.open()).rejects.toBeInstanceOf(refused);
    await first.close();
    const second = await place.open();
    await second.close();
  });
});

describe("embedded database", { timeout: TIMEOUT_MS }, () => {
  let root = "";
  let filled = "";
  let content: Record<string, unknown[]> = {};

  beforeAll(async () => {
    root = mkdtempSync(path.join(MEMORY_DISK, "candor-embedded-"));
    filled = path.join(root, "filled");
    const database = await openReadModels({ kind: "directory", directory: filled, cache: CACHE });
    content = await projectDay(database);
    await database.close();
  }, TIMEOUT_MS);
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  function copy(name: string): string {
    const directory = path.join(root, name);
    cpSync(filled, directory, { recursive: true });
    return directory;
  }

  async function reopened(
    directory: string,
  ): Promise<{ content: Record<string, unknown[]>; why: string | undefined }> {
    const database = await openReadModels({ kind: "directory", directory, cache: CACHE });
    try {
      return { content: await contentOf(database.db), why: database.discarded };
    } finally {
      await database.close();
    }
  }

  test("READ-26 a closed database opens unchanged", async () => {
    expect(existsSync(path.join(filled, "in-use"))).toBe(false);
    expect(await reopened(copy("closed"))).toEqual({ content, why: undefined });
  });

  test.each([
    [
      "its control file is torn",
      (data: string) => truncateSync(path.join(data, "global", "pg_control"), 100),
    ],
    ["its catalogue is empty", (data: string) => emptyFiles(path.join(data, "base"))],
  ])("READ-26 a damaged database is rebuilt: %s", async (name, damage) => {
    const directory = copy(name.replaceAll(/[^a-z]/g, "-"));
    damage(path.join(directory, "data"));
    const { content: after, why } = await reopened(directory);
    expect(why).toMatch(/could not be opened/);
    expect(after.checkpoint).toMatchObject([{ seq: 0 }]);
    expect(after.orders).toEqual([]);
  });

  test("READ-26 a database that was in use when the machine went down is not trusted; when only the process died, it is", async () => {
    const sameBoot = copy("same-boot");
    const marker = (directory: string): string => path.join(directory, "in-use");
    const open = await openReadModels({ kind: "directory", directory: sameBoot });
    const bootId = readFileSync(marker(sameBoot), "utf8");
    await open.close();
    writeFileSync(marker(sameBoot), bootId);
    expect(await reopened(sameBoot)).toEqual({ content, why: undefined });

    const otherBoot = copy("other-boot");
    writeFileSync(marker(otherBoot), "another boot");
    const { content: after, why } = await reopened(otherBoot);
    expect(why).toBe("it was in use when the machine went down");
    expect(after.orders).toEqual([]);
  });

  test("READ-26 a database whose rows contradict the events is rebuilt at the next opening, once", async () => {
    const directory = copy("contradictory");
    const database = await openReadModels({ kind: "directory", directory });
    // Pages from two points in time, as after a disk lost some: rows of a trade newer than the checkpoint.
    await sql`update read_models.checkpoint set seq = 0`.execute(database.db);
    const exchange = openedExchange(3);
    trade(exchange, 100, 3, randomOf(3));
    const failures: Error[] = [];
    const projector = await database.openProjector({ onFailure: (error) => failures.push(error) });
    projector.accept(exchange.batch());
    await expect(projector.drain()).rejects.toThrow(/duplicate key|second time/);
    expect(failures).toHaveLength(1);
    await projector.close();
    await database.close();
    const { content: after, why } = await reopened(directory);
    expect(why).toBe("new data contradicted its contents");
    expect(after.orders).toEqual([]);
  });

  test("STORE-03 a page of a table that changed on the disk is met with an error, and rebuilt at the next opening", async () => {
    const directory = copy("flipped");
    const open = () => openReadModels({ kind: "directory", directory });
    let database = await open();
    const { rows } = await sql<{ file: string }>`
      select pg_relation_filepath('read_models.trades') as file`.execute(database.db);
    await database.close();
    const file = path.join(directory, "data", rows[0]?.file ?? "");
    const bytes = readFileSync(file);
    for (let at = 8_000; at < bytes.length; at += 8_192) bytes[at] = (bytes[at] as number) ^ 4;
    writeFileSync(file, bytes);
    database = await open();
    expect(database.discarded).toBeUndefined();
    await expect(sql`select * from read_models.trades`.execute(database.db)).rejects.toThrow(/invalid page/);
    await database.close();
    const { content: after, why } = await reopened(directory);
    expect(why).toBe("its files did not match what was written");
    expect(after.checkpoint).toMatchObject([{ seq: 0 }]);
  });

  test("READ-26 the log of a busy database stays small", async () => {
    const directory = copy("busy");
    const database = await openReadModels({ kind: "directory", directory });
    const random = randomOf(11);
    const exchange = openedExchange(5);
    const projector = await Projector.open(database, { journalId: "busy" });
    for (let i = 0; i < 12; i++) {
      trade(exchange, 4_000, 5, random);
      projector.accept(exchange.batch());
      await projector.drain();
    }
    await projector.close();
    await database.close();
    const segments = readdirSync(path.join(directory, "data", "pg_wal")).filter((name) =>
      /^[0-9A-F]{24}$/.test(name),
    );
    expect(projector.written.rows).toBeGreaterThan(50_000);
    expect(segments.length).toBeLessThanOrEqual(6);
  });
});

describe.skipIf(postgresBinaries() === undefined)(
  "PostgreSQL (skipped where it is not installed)",
  { timeout: TIMEOUT_MS },
  () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await PostgresServer.start();
    }, TIMEOUT_MS);
    afterAll(() => server.stop());

    test("READ-27 lost connections are logged as warnings, and pending writes complete in the end", async () => {
      const exchange = openedExchange(5);
      const random = randomOf(5);
      const reference = await openReadModels({ kind: "postgres", url: await server.createDatabase() });
      onTestFinished(() => reference.close());
      const warnings: string[] = [];
      const url = await server.createDatabase();
      const database = await openReadModels(
        { kind: "postgres", url },
        { warned: (message) => warnings.push(message) },
      );
      onTestFinished(() => database.close());
      const limits = { minRetryDelayMs: 1, maxGroupRows: 50 };
      const retries: Error[] = [];
      const projector = await database.openProjector({ limits, onRetry: (error) => retries.push(error) });
      const calm = await Projector.open(reference);
      for (let i = 0; i < 30; i++) {
        trade(exchange, 40, 5, random);
        const batch = exchange.batch();
        calm.accept(batch);
        projector.accept(batch);
        const written = projector.drain();
        if (i % 3 === 0) await server.administer(TERMINATE);
        await written;
      }
      await calm.drain();
      expect(await contentOf(database.db)).toEqual(await contentOf(reference.db));
      expect(retries.length + warnings.length).toBeGreaterThan(0);
      expect(projector.failure).toBeUndefined();
      await projector.close();
      await calm.close();
    });

    test("READ-27 an unreachable server is reported at once", async () => {
      await expect(openReadModels({ kind: "postgres", url: "postgres://127.0.0.1:1/none" })).rejects.toThrow(
        /the database of DATABASE_URL cannot be used: .*ECONNREFUSED/,
      );
    });
  },
);

/** Ends all sessions of the read models, including the one holding the writer's lock. */
const TERMINATE = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'candor'";

function emptyFiles(directory: string): void {
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) truncateSync(path.join(entry.parentPath, entry.name), 0);
}
