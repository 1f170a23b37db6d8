import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openInstance } from "@candor/server/config/instance";
import type { LocalEngine } from "@candor/server/engine/runtime/local-engine";
import { openReadModels } from "@candor/server/records/projections/database";
import { discardDerived } from "@candor/server/records/projections/discard-derived";
import { journalIdOf } from "@candor/server/records/projections/journal-id";
import type { ReadModelDatabase } from "@candor/server/records/projections/read-model-database";
import { rebuildReadModels } from "@candor/server/records/projections/rebuild";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { worldCommands } from "../support/crash/kill-workload.ts";
import { MEMORY_DISK } from "../support/memory-disk.ts";
import { TIMEOUT_MS } from "../support/projections/adapters.ts";
import { DatabasePair } from "../support/projections/database-pair.ts";
import { PostgresServer, postgresBinaries } from "../support/projections/postgres-server.ts";
import { ProjectorRoleProcess } from "../support/projections/projector-role.ts";
import { contentOf } from "../support/projections/tables-content.ts";
import { engineIn, executeAll, STARTED_AT_MS, work } from "./journal-work.ts";
import { randomOf } from "./random-day.ts";

const KILLS = 5;
const ORDERS_PER_STEP = 150;
const SNAPSHOT_INTERVAL = 400;

/** An exchange whose engine is this process, and whose projector is another one. */
class Exchange {
  readonly home = mkdtempSync(path.join(MEMORY_DISK, "candor-projector-role-"));
  readonly journalId = journalIdOf(openInstance(this.home, "sandbox", STARTED_AT_MS));
  private timeMs = STARTED_AT_MS;
  private orders = 0;
  engine: LocalEngine | undefined;

  readonly clock = (): number => (this.timeMs += 7);

  async start(): Promise<void> {
    const isNew = this.orders === 0;
    this.engine = await engineIn(this.home, this.clock, SNAPSHOT_INTERVAL)();
    if (isNew) await executeAll(this.engine, worldCommands());
  }

  async work(): Promise<void> {
    const from = this.orders;
    this.orders += ORDERS_PER_STEP;
    await work(this.engine as LocalEngine, from, this.orders, () => this.timeMs);
  }

  get durableSeq(): number {
    return this.engine?.durableSeq ?? 0;
  }

  /** Closes the engine, and returns what a rebuild makes of its journal. */
  async rebuilt(): Promise<Record<string, unknown[]>> {
    await this.engine?.close();
    const database = await openReadModels({ kind: "memory" });
    try {
      await rebuildReadModels(database, this.journalId, engineIn(this.home, this.clock, SNAPSHOT_INTERVAL));
      return await contentOf(database.db);
    } finally {
      await database.close();
    }
  }
}

async function newExchange(): Promise<Exchange> {
  const exchange = new Exchange();
  onTestFinished(() => rmSync(exchange.home, { recursive: true, force: true }));
  await exchange.start();
  return exchange;
}

/** As a server whose projector is another process. */
async function follow(url: string): Promise<ReadModelDatabase> {
  const database = await openReadModels({ kind: "postgres", url, projector: "elsewhere" });
  onTestFinished(() => database.close());
  return database;
}

async function startRole(exchange: Exchange, url: string): Promise<ProjectorRoleProcess> {
  const role = await ProjectorRoleProcess.start(exchange.home, url);
  onTestFinished(async () => void (await role.stop("SIGKILL")));
  return role;
}

describe.skipIf(postgresBinaries() === undefined)(
  "role projector (skipped where PostgreSQL is not installed)",
  { timeout: TIMEOUT_MS },
  () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await PostgresServer.start();
    }, TIMEOUT_MS);
    afterAll(() => server.stop());

    test("READ-48 a projector that is killed at random moments writes every row once", async () => {
      const url = await server.createDatabase();
      const exchange = await newExchange();
      const seed = Date.now() % 1_000_000;
      const random = randomOf(seed);
      process.stdout.write(`seed ${seed}\n`);
      for (let kill = 0; kill < KILLS; kill++) {
        const role = await startRole(exchange, url);
        const first = await role.until(({ status }) => status === "projecting");
        await exchange.work();
        await role.until(({ reachedSeq }) => reachedSeq > first.reachedSeq);
        await sleep(random(60));
        await role.stop("SIGKILL");
        await exchange.work();
      }
      const role = await startRole(exchange, url);
      await role.until(({ reachedSeq }) => reachedSeq === exchange.durableSeq);
      const health = await role.health();
      expect(health).toMatchObject({ role: "projector", status: "projecting", lag: { commands: 0, ms: 0 } });
      expect(await (await fetch(`${role.url}/metrics`)).text()).toContain(
        `candor_read_models_seq ${exchange.durableSeq}\n`,
      );
      expect(await role.stop("SIGTERM")).toBe(0);
      const database = await follow(url);
      expect(await contentOf(database.db)).toEqual(await exchange.rebuilt());
    });

    test("READ-48 a second projector waits, and takes over when the first one is killed; tables of another version are rebuilt", async () => {
      const url = await server.createDatabase();
      const exchange = await newExchange();
      const first = await startRole(exchange, url);
      await exchange.work();
      await first.until(({ reachedSeq }) => reachedSeq === exchange.durableSeq);
      const second = await startRole(exchange, url);
      await second.until(({ status }) => status === "waiting");
      expect((await second.health()).reachedSeq).toBe(0);
      await exchange.work();
      await first.stop("SIGKILL");
      await second.until(({ reachedSeq }) => reachedSeq === exchange.durableSeq);
      const database = await follow(url);
      await second.stop("SIGTERM");

      await sql`update checkpoint set projection_version = 1`.execute(database.db);
      const third = await startRole(exchange, url);
      await third.until(({ reachedSeq }) => reachedSeq === exchange.durableSeq);
      expect(third.output).toContain("they were written by version 1 of the projection");
      await third.stop("SIGTERM");

      // Emptied while it runs, as by an operator: it has not kept everything, so its next session begins at 0.
      const fourth = await startRole(exchange, url);
      await fourth.until(({ status }) => status === "projecting");
      await discardDerived(database.db);
      await exchange.work();
      await fourth.until(() => fourth.output.includes("the next one begins at the new checkpoint"));
      await fourth.until(({ reachedSeq }) => reachedSeq === exchange.durableSeq);
      expect(await contentOf(database.db)).toEqual(await exchange.rebuilt());
    });

    test("READ-49 a server follows a projector in another process", async () => {
      const url = await server.createDatabase();
      const exchange = await newExchange();
      const database = await follow(url);
      const opening = database.openProjector({ journalId: exchange.journalId });
      const role = await startRole(exchange, url);
      const projector = await opening;
      projector.follow(exchange.engine as LocalEngine);
      await projector.drain();
      expect(projector.reachedSeq).toBe(exchange.durableSeq);
      const progress: number[] = [];
      projector.onProgress = () => progress.push(projector.reachedSeq);
      await exchange.work();
      const { durableSeq } = exchange;
      expect(projector.queuedSeq).toBe(durableSeq);
      expect(await projector.waitFor(durableSeq, TIMEOUT_MS)).toBe(durableSeq);
      expect(projector.backlog).toEqual({ commands: 0, bytes: 0 });
      expect(progress.at(-1)).toBe(durableSeq);
      expect(progress).toEqual([...progress].sort((a, b) => a - b));

      // Nothing is committed while a reader holds the tables.
      const seqNow = async (): Promise<number> =>
        (await database.db.selectFrom("checkpoint").select("seq").executeTakeFirstOrThrow()).seq;
      await projector.whileStill(async (seq) => {
        await exchange.work();
        expect(await projector.waitFor(exchange.durableSeq, 300)).toBe(seq);
        expect(await seqNow()).toBe(seq);
      });
      await projector.drain();
      expect(await seqNow()).toBe(exchange.durableSeq);

      // An outage of the projector is a backlog, no failure.
      await role.stop("SIGKILL");
      const before = projector.reachedSeq;
      await exchange.work();
      expect(await projector.waitFor(exchange.durableSeq, 200)).toBe(before);
      expect(projector.backlog.commands).toBe(exchange.durableSeq - before);
      expect(projector.overloaded).toBe(false);
      await startRole(exchange, url);
      await projector.drain();
      expect(await contentOf(database.db)).toEqual(await exchange.rebuilt());
    });
  },
);

describe.skipIf(postgresBinaries() === undefined)(
  "role projector and failovers (skipped where PostgreSQL is not installed)",
  { timeout: TIMEOUT_MS },
  () => {
    let pair: DatabasePair;
    beforeAll(async () => {
      pair = await DatabasePair.start();
    }, TIMEOUT_MS);
    afterAll(() => pair.stop());

    test("READ-50 after failovers that lose rows, with and without a kill of the projector, the tables equal a rebuild", async () => {
      const exchange = await newExchange();
      let role = await startRole(exchange, pair.url);
      const database = await follow(pair.url);
      const projector = await database.openProjector({ journalId: exchange.journalId });
      projector.follow(exchange.engine as LocalEngine);
      await exchange.work();
      await projector.drain();
      await pair.replicated();
      for (const isKilled of [false, true, false]) {
        await pair.cut();
        await exchange.work();
        await projector.drain();
        const seen = projector.reachedSeq;
        if (isKilled) await role.stop("SIGKILL");
        await pair.failOver();
        await exchange.work();
        if (isKilled) role = await startRole(exchange, pair.url);
        await projector.drain();
        expect(projector.reachedSeq).toBeGreaterThan(seen);
        await pair.replaceStandby();
        await pair.replicated();
      }
      expect(role.isRunning).toBe(true);
      expect(role.output).toContain("the database lost rows after command");
      const content = await contentOf(database.db);
      await role.stop("SIGTERM");
      expect(content).toEqual(await exchange.rebuilt());
    });
  },
);
