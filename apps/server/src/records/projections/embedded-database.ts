import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DirectoryLock } from "@candor/journal/directory-lock";
import { Kysely, sql } from "kysely";
import { impliesCorruptRows } from "./blames-rows.ts";
import { bootId } from "./boot-id.ts";
import { type DatabaseMaker, makeDatabase } from "./database-template.ts";
import { EmbeddedMaintenance } from "./embedded-maintenance.ts";
import { SCHEMA } from "./migrations.ts";
import { PGliteClient } from "./pglite-client.ts";
import { PGliteDialect } from "./pglite-dialect.ts";
import { prepareSchema } from "./prepare-schema.ts";
import type { DatabaseListener, ReadModelDatabase } from "./read-model-database.ts";
import { syncFiles } from "./sync-files.ts";
import type { ReadModelTables } from "./tables.ts";
import type { DatabaseWork } from "./wasm-compiler.ts";

const DATA = "data";
const IN_USE = "in-use";
/** Replaces the boot id of the boot in which the database is in use. */
const CONTRADICTORY = "contradictory";
const DAMAGED = "damaged";

/** Opens PGlite in `directory` (in memory if `undefined`); see openReadModels. */
export async function openEmbeddedDatabase(
  directory: string | undefined,
  cache: string | undefined,
  work: DatabaseWork,
  listener: DatabaseListener,
): Promise<ReadModelDatabase> {
  if (directory === undefined)
    return databaseOf(await openPrepared(undefined, work), listener, { closed() {}, distrusted() {} });
  const lock = DirectoryLock.acquire(directory);
  const marker = path.join(directory, IN_USE);
  try {
    const prepared = await openOrDiscard(directory, marker, cache, work);
    let isDistrusted = false;
    const distrust = (mark: string): void => {
      isDistrusted = true;
      writeFileSync(marker, mark);
    };
    // The caller gets the error; the next start rebuilds the tables from the journal.
    prepared.client.onDamage = () => distrust(DAMAGED);
    return databaseOf(prepared, listener, {
      distrusted: () => distrust(CONTRADICTORY),
      closed() {
        try {
          if (!isDistrusted) setDown(directory, marker);
        } finally {
          lock.release();
        }
      },
    });
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openOrDiscard(
  directory: string,
  marker: string,
  cache: string | undefined,
  work: DatabaseWork,
): Promise<Prepared> {
  const data = path.join(directory, DATA);
  const existed = existsSync(data);
  let discarded = existed ? distrust(marker) : undefined;
  writeFileSync(marker, bootId());
  if (existed && discarded === undefined) {
    try {
      return await openPrepared(data, work);
    } catch (error) {
      discarded = `it could not be opened: ${String(error)}`;
    }
  }
  rmSync(data, { recursive: true, force: true });
  const { client, db } = await makeDatabase(makerFor(work), data, cache);
  return { client, db, discarded };
}

/**
 * PGlite never syncs to disk. If only the process ends, nothing is lost, because the system has the writes; a power
 * failure may corrupt them. So a database in use when the machine went down is not trusted.
 */
function distrust(marker: string): string | undefined {
  if (!existsSync(marker)) return undefined;
  const usedInBoot = readFileSync(marker, "utf8");
  if (usedInBoot === CONTRADICTORY) return "new data contradicted its contents";
  if (usedInBoot === DAMAGED) return "its files did not match what was written";
  return usedInBoot === bootId() && usedInBoot !== ""
    ? undefined
    : "it was in use when the machine went down";
}

/** Without the marker it is trusted even after a power failure, so everything must be on disk before. */
function setDown(directory: string, marker: string): void {
  syncFiles(path.join(directory, DATA));
  rmSync(marker, { force: true });
}

interface Prepared {
  readonly client: PGliteClient;
  readonly db: Kysely<ReadModelTables>;
  readonly discarded: string | undefined;
}

async function openPrepared(data: string | undefined, work: DatabaseWork): Promise<Prepared> {
  const client = await PGliteClient.open(data, work);
  const db = new Kysely<ReadModelTables>({ dialect: new PGliteDialect(client) });
  try {
    await sql`create schema if not exists ${sql.id(SCHEMA)}`.execute(db);
    await sql`set search_path to ${sql.id(SCHEMA)}`.execute(db);
    return { client, db, discarded: await prepareSchema(db) };
  } catch (error) {
    await client.close();
    throw error;
  }
}

async function closePrepared({ db }: Pick<Prepared, "db">): Promise<void> {
  await sql`checkpoint`.execute(db);
  await db.destroy();
}

function makerFor(work: DatabaseWork): DatabaseMaker<Prepared> {
  return { open: (data) => openPrepared(data, work), close: closePrepared };
}

/** Callbacks for the directory of a database. */
interface Whereabouts {
  distrusted(): void;
  closed(): void;
}

function databaseOf(
  { client, db, discarded }: Prepared,
  listener: DatabaseListener,
  whereabouts: Whereabouts,
): ReadModelDatabase {
  const maintenance = new EmbeddedMaintenance(db);
  const distrust = (error: unknown): void => {
    if (impliesCorruptRows(error)) whereabouts.distrusted();
  };
  return {
    db,
    adapter: "pglite",
    projectorIs: "here",
    discarded,
    losesCommits: false,
    isTransient: () => false,
    distrust,
    maintain: (rowsWritten) => maintenance.run(rowsWritten),
    openProjector: ({ journalId = "", limits = {}, ...options }) =>
      client.openProjector({ journalId, limits, discarded }, { ...options, limits, distrust, listener }),
    async close() {
      try {
        await client.closeProjectors();
        await closePrepared({ db });
      } finally {
        whereabouts.closed();
      }
    },
  };
}
