import { setTimeout as sleep } from "node:timers/promises";
import type { EventBatch } from "@candor/domain/engine-port";
import { openReadModels } from "@candor/server/records/projections/database";
import { isTransientError } from "@candor/server/records/projections/passing-error";
import { openPostgresDatabase } from "@candor/server/records/projections/postgres-database";
import type { ReadModelDatabase } from "@candor/server/records/projections/read-model-database";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { TIMEOUT_MS } from "../support/projections/adapters.ts";
import { DatabasePair } from "../support/projections/database-pair.ts";
import { postgresBinaries } from "../support/projections/postgres-server.ts";
import { contentOf } from "../support/projections/tables-content.ts";
import { openedExchange, randomOf, trade } from "./random-day.ts";

const NOBODY = { warned: () => undefined };
const USERS = 4;

/** A day in `parts` batches. */
function batches(parts: number): EventBatch[] {
  const exchange = openedExchange(USERS);
  const random = randomOf(29);
  return Array.from({ length: parts }, () => {
    trade(exchange, 60, USERS, random);
    return exchange.batch();
  });
}

/** What the same batches give in a database that nothing happens to. */
async function undisturbed(all: readonly EventBatch[]): Promise<Record<string, unknown[]>> {
  const database = await openReadModels({ kind: "memory" });
  const projector = await database.openProjector({});
  for (const batch of all) projector.accept(batch);
  await projector.drain();
  const content = await contentOf(database.db);
  await database.close();
  return content;
}

const seqOf = async ({ db }: ReadModelDatabase): Promise<number> =>
  (await db.selectFrom("checkpoint").select("seq").executeTakeFirstOrThrow()).seq;

/** Repeats what fails as an unreachable database does. */
async function eventually<T>(read: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await read();
    } catch (error) {
      if (!isTransientError(error)) throw error;
      await sleep(20);
    }
}

describe.skipIf(postgresBinaries() === undefined)(
  "failover of the database (skipped where PostgreSQL is not installed)",
  { timeout: TIMEOUT_MS },
  () => {
    let pair: DatabasePair;
    beforeAll(async () => {
      pair = await DatabasePair.start();
    }, TIMEOUT_MS);
    afterAll(() => pair.stop());

    test("READ-47 rows that a failover loses are written again, and readers never see less than before", async () => {
      const day = batches(12);
      const expected = await undisturbed(day);
      const rewound: [number, number][] = [];
      const database = await openPostgresDatabase(pair.url, NOBODY);
      onTestFinished(() => database.close());
      const projector = await database.openProjector({
        onRewound: (fromSeq, toSeq) => rewound.push([fromSeq, toSeq]),
      });
      for (const batch of day.slice(0, 4)) projector.accept(batch);
      await projector.drain();
      await pair.replicated();
      const replicatedSeq = projector.reachedSeq;

      await pair.cut();
      for (const batch of day.slice(4, 8)) {
        projector.accept(batch);
        await projector.drain();
      }
      const seenSeq = projector.reachedSeq;
      expect(seenSeq).toBe(day[7]?.lastSeq);
      await pair.failOver();
      const [row] = await pair.primary.run("select seq from read_models.checkpoint", pair.database);
      expect(Number(row?.seq)).toBe(replicatedSeq);

      // Nothing tells the projector: a reader finds out first.
      await expect(seqOf(database)).rejects.toThrow(
        `the read models are at command ${replicatedSeq} again, but readers have already seen ${seenSeq}`,
      );
      expect(projector.reachedSeq).toBe(seenSeq);
      expect(await projector.waitFor(seenSeq, 0)).toBe(seenSeq);

      projector.accept(day[8] as EventBatch);
      const after = await eventually(() => seqOf(database));
      expect(after).toBeGreaterThanOrEqual(seenSeq);
      expect(rewound).toEqual([[seenSeq, replicatedSeq]]);
      for (const batch of day.slice(9)) projector.accept(batch);
      await projector.drain();
      expect(await contentOf(database.db)).toEqual(expected);
    });

    test("READ-47 a read is repeated on the new primary, a transaction in progress is not", async () => {
      await pair.replaceStandby();
      const database = await openPostgresDatabase(pair.url, NOBODY);
      onTestFinished(() => database.close());
      const seq = await seqOf(database);
      await pair.replicated();
      const interrupted = database.db.transaction().execute(async (tx) => {
        await sql`select 1`.execute(tx);
        await pair.failOver();
        await sql`select 1`.execute(tx);
      });
      const error: unknown = await interrupted.catch((reason: unknown) => reason);
      expect(isTransientError(error)).toBe(true);
      expect(await seqOf(database)).toBe(seq);
      await database.db.transaction().execute(async (tx) => {
        await sql`update checkpoint set time_ms = time_ms`.execute(tx);
      });
    });

    test("READ-47 commits that a crash of the only server loses are written again", async () => {
      const day = batches(12);
      const expected = await undisturbed(day);
      const database = await openPostgresDatabase(await emptied(), NOBODY);
      onTestFinished(() => database.close());
      const projector = await database.openProjector({});
      for (const [index, batch] of day.entries()) {
        projector.accept(batch);
        await projector.drain();
        if (index % 4 === 1) await pair.crash();
      }
      await projector.drain();
      expect(await eventually(() => contentOf(database.db))).toEqual(expected);
    });

    test("READ-47 a failover that loses more than is kept in memory ends the projector with the reason", async () => {
      const day = batches(4);
      const failures: Error[] = [];
      await pair.replaceStandby();
      const database = await openPostgresDatabase(await emptied(), NOBODY);
      onTestFinished(() => database.close());
      const projector = await database.openProjector({
        limits: { maxKeptBytes: 1 },
        onFailure: (error) => failures.push(error),
      });
      const write = async (batch: EventBatch | undefined): Promise<void> => {
        projector.accept(batch as EventBatch);
        await projector.drain();
      };
      await write(day[0]);
      await pair.replicated();
      await pair.cut();
      await write(day[1]);
      await write(day[2]);
      await pair.failOver();
      await expect(write(day[3])).rejects.toThrow(
        `the checkpoint of the read models is no longer at ${day[2]?.lastSeq}, but at ${day[0]?.lastSeq}`,
      );
      expect(failures.map(({ name }) => name)).toEqual(["CheckpointMovedError"]);
    });

    /** Empties the read models. @returns their URL */
    async function emptied(): Promise<string> {
      await pair.primary.run("drop schema if exists read_models cascade", pair.database);
      return pair.url;
    }
  },
);
