import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { Command } from "@candor/domain/commands/commands";
import type { PriceE8 } from "@candor/money/brand";
import { openInstance } from "@candor/server/config/instance";
import { exchangeHome } from "@candor/server/engine/runtime/exchange-home";
import { exchangeThread, WorkerEngine } from "@candor/server/engine/runtime/worker-engine";
import { type Bar, NO_OWN_TRADES } from "@candor/server/market/prices/kline-bar";
import { CODES } from "@candor/server/records/projections/codes";
import { journalIdOf } from "@candor/server/records/projections/journal-id";
import { SCHEMA } from "@candor/server/records/projections/migrations";
import { Projector } from "@candor/server/records/projections/projector";
import { saveKlineHistory } from "@candor/server/records/projections/queries/klines";
import type { ReadModelDatabase } from "@candor/server/records/projections/read-model-database";
import { rebuildReadModels } from "@candor/server/records/projections/rebuild";
import { type ReadModelOptions, startReadModels } from "@candor/server/records/projections/start-read-models";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { worldCommands } from "../support/crash/kill-workload.ts";
import { MEMORY_DISK } from "../support/memory-disk.ts";
import { CACHE, describeAdapters, TIMEOUT_MS } from "../support/projections/adapters.ts";
import { contentOf } from "../support/projections/tables-content.ts";
import { engineIn, executeAll, STARTED_AT_MS, work } from "./journal-work.ts";

const CLI = path.join(import.meta.dirname, "../../apps/server/src/start/cli/rebuild-read-models.ts");

const PRICE = 6_000_000_000_000 as PriceE8;
const BAR: Bar = {
  openTimeMs: STARTED_AT_MS,
  openE8: PRICE,
  highE8: PRICE,
  lowE8: PRICE,
  closeE8: PRICE,
  volumeE8: 1n,
  quoteVolumeE8: 1n,
  ...NO_OWN_TRADES,
};

function newHome(): string {
  const home = mkdtempSync(path.join(MEMORY_DISK, "candor-rebuild-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

/** Returns daily sums computed from the orders themselves. */
async function orderDaysOf(db: ReadModelDatabase["db"]): Promise<unknown[]> {
  const ended = ["filled", "canceled", "expired"] as const;
  const { rows } = await sql`
    select user_id, (created_at_ms / 86400000)::integer as day, market_id, side, status, count(*) as orders,
      sum(executed_quote_units)::numeric as executed_quote_units
    from orders
    where product = ${CODES.product.code("spot")} and status in (${sql.join(ended.map(CODES.orderStatus.code))})
    group by user_id, day, market_id, side, status order by user_id, day, market_id, side, status`.execute(
    db,
  );
  return rows;
}

async function indexesOf(db: ReadModelDatabase["db"]): Promise<string[]> {
  const { rows } = await sql<{ made: string }>`
    select indexdef as made from pg_indexes where schemaname = ${SCHEMA} order by indexdef`.execute(db);
  return rows.map(({ made }) => made);
}

describeAdapters("rebuild", (adapter) => {
  test("READ-29 tables rebuilt from the journal equal those that followed the engine live", async () => {
    const home = newHome();
    let timeMs = STARTED_AT_MS;
    const clock = (): number => (timeMs += 7);
    const place = await adapter.newPlace();
    const options = { journalId: journalIdOf(openInstance(home, "sandbox", STARTED_AT_MS)) };

    // Live, over three starts; snapshots ensure that a start does not replay everything.
    for (let start = 0; start < 3; start++) {
      const database = await place.open();
      const started = await startReadModels(database, options, engineIn(home, clock, 700));
      expect(started.rebuilt).toBeUndefined();
      if (start === 0) await executeAll(started.engine, worldCommands());
      await work(started.engine, start * 600, (start + 1) * 600, () => timeMs);
      // The second start ends before its last rows are written; the third gets them from the journal.
      if (start !== 1) await started.projector.drain();
      await started.projector.close();
      await started.engine.close();
      if (start === 0) {
        await saveKlineHistory(database.db, { source: "recorded", symbol: "BTCUSDT", period: "1min" }, [BAR]);
      }
      await database.close();
    }
    let database = await place.open();
    const live = await contentOf(database.db);
    expect(live.order_days).toEqual(await orderDaysOf(database.db));
    await database.close();
    expect(live.orders?.length).toBeGreaterThan(1_500);
    expect(live.trades?.length).toBeGreaterThan(500);
    expect(live.order_outcomes?.length).toBeGreaterThanOrEqual(9);
    expect(live.kline_history).toHaveLength(1);

    if (place.location.kind !== "postgres") {
      database = await place.open();
      const report = await rebuildReadModels(database, options.journalId, (replay) =>
        WorkerEngine.start({
          home: exchangeHome(home),
          thread: exchangeThread(CACHE),
          onDown: (error) => expect.unreachable(error.message),
          warn: () => undefined,
          ...replay,
        }),
      );
      expect(report.reachedSeq).toBe((live.checkpoint as { seq: number }[])[0]?.seq);
      expect(await contentOf(database.db)).toEqual(live);
      await database.close();
    } else {
      const env = {
        ...process.env,
        CANDOR_HOME: home,
        CANDOR_MODE: "sandbox",
        DATABASE_URL: place.location.url,
      };
      const { stdout } = await promisify(execFile)(process.execPath, [CLI], { env });
      expect(stdout).toMatch(/commands produced \d+ rows/);
      const nowhere = path.join(home, "nowhere");
      const { stderr } = await promisify(execFile)(process.execPath, [CLI, "--home", nowhere], { env }).catch(
        (refused: { readonly stderr: string }) => refused,
      );
      expect(stderr).toContain(`Not rebuilt: no exchange in ${nowhere}`);
      expect(existsSync(nowhere)).toBe(false);
      database = await place.open();
      expect(await contentOf(database.db)).toEqual(live);
      await database.close();
    }
  });

  test("READ-44 a rebuild makes the indexes at its end; one that was interrupted is finished by the next start", async () => {
    const home = newHome();
    const clock = (): number => STARTED_AT_MS;
    const place = await adapter.newPlace();
    const started = async (database: ReadModelDatabase) => {
      const { engine, projector } = await startReadModels(database, {}, engineIn(home, clock));
      await executeAll(engine, engine.durableSeq === 0 ? worldCommands() : []);
      await projector.drain();
      await projector.close();
      await engine.close();
    };
    let database = await place.open();
    await started(database);
    const live = await contentOf(database.db);
    const indexes = await indexesOf(database.db);
    expect(indexes).toContainEqual(expect.stringContaining("fund_records_pkey"));
    await rebuildReadModels(database, "", engineIn(home, clock));
    expect(await contentOf(database.db)).toEqual(live);
    expect(await indexesOf(database.db)).toEqual(indexes);

    const interrupted = rebuildReadModels(database, "", async (replay) => {
      const engine = await engineIn(home, clock)(replay);
      await engine.close();
      throw new Error("interrupted");
    });
    await expect(interrupted).rejects.toThrow("interrupted");
    const left = await indexesOf(database.db);
    if (database.adapter === "pglite") expect(left.length).toBeLessThan(indexes.length - 10);
    else expect(left).toEqual(indexes);
    await database.close();
    database = await place.open();
    onTestFinished(() => database.close());
    expect(database.discarded).toBeUndefined();
    expect(await indexesOf(database.db)).toEqual(indexes);
    await started(database);
    expect(await contentOf(database.db)).toEqual(live);
  });

  test("STORE-05 tables of another exchange in a database server are rejected, not emptied", async () => {
    const place = await adapter.newPlace();
    let database = await place.open();
    onTestFinished(() => database.close());
    const clock = (): number => STARTED_AT_MS;
    const { engine, projector } = await startReadModels(
      database,
      { journalId: "a" },
      engineIn(newHome(), clock),
    );
    await executeAll(engine, worldCommands());
    await projector.drain();
    await projector.close();
    await engine.close();
    const kept = await contentOf(database.db);
    await database.close();
    database = await place.open();
    const another = startReadModels(database, { journalId: "b" }, engineIn(newHome(), clock));
    if (database.adapter === "postgres") {
      await expect(another).rejects.toThrow(/tables of another exchange, up to command \d+\. Is CANDOR_HOME/);
      expect(await contentOf(database.db)).toEqual(kept);
      return;
    }
    // Embedded databases belong to their home: its journal rebuilds them.
    const started = await another;
    expect(started.rebuilt).toBe("they were built from another journal");
    await started.projector.close();
    await started.engine.close();
  });

  test("READ-30 tables that know more than the journal refuse the start until the loss is accepted; then they are rebuilt", async () => {
    const place = await adapter.newPlace();
    const clock = (): number => STARTED_AT_MS;
    const follow = async (
      home: string,
      commands: readonly Command[],
      options: ReadModelOptions = {},
    ): Promise<string | undefined> => {
      const database = await place.open();
      try {
        const started = await startReadModels(database, options, engineIn(home, clock));
        const { engine, projector, rebuilt } = started;
        await executeAll(engine, commands);
        expect(await projector.waitFor(engine.durableSeq, TIMEOUT_MS)).toBe(engine.durableSeq);
        await projector.close();
        await engine.close();
        return rebuilt;
      } finally {
        await database.close();
      }
    };
    const world = worldCommands();
    expect(await follow(newHome(), world)).toBeUndefined();
    const shorter = newHome();
    await expect(follow(shorter, world.slice(0, 20))).rejects.toThrow(
      /exchange: the read models had reached command \d+, but the journal ends at 0.*accept-loss exchange/,
    );
    const accepted = { isShorterJournalAccepted: true };
    expect(await follow(shorter, world.slice(0, 20), accepted)).toMatch(/the journal ends at 0/);
    const database = await place.open();
    onTestFinished(() => database.close());
    const projector = await Projector.open(database);
    expect(projector.reachedSeq).toBe(20);
    expect((await contentOf(database.db)).accounts).toHaveLength(
      world.slice(0, 20).filter((command) => command.kind === "open-account").length,
    );
  });
});
