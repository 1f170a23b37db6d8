import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { type DatabaseLocation, openReadModels } from "@candor/server/records/projections/database";
import { discardDerived } from "@candor/server/records/projections/discard-derived";
import type { ReadModelDatabase } from "@candor/server/records/projections/read-model-database";
import { sql } from "kysely";
import { afterAll, beforeAll, describe } from "vitest";
import { MEMORY_DISK } from "../memory-disk.ts";
import { PostgresServer, postgresBinaries } from "./postgres-server.ts";

/** A database of read models that tests may open, close and reopen. */
export interface Place {
  open(): Promise<ReadModelDatabase>;
  readonly location: DatabaseLocation;
}

export interface Adapter {
  readonly name: "PGlite" | "PostgreSQL";
  /** Creates a new database with empty read models, removed after the tests. */
  newPlace(): Promise<Place>;
  /** Returns shared open read models, emptied each time: for tests that neither close them nor change the schema. */
  emptied(): Promise<ReadModelDatabase>;
}

/** Databases start slowly on a busy machine. */
export const TIMEOUT_MS = 240_000;

/** Directory that caches an empty PGlite for copying; creating one takes many seconds. */
export const CACHE = process.env.CANDOR_CACHE;

const placeAt = (location: DatabaseLocation): Place => ({ location, open: () => openReadModels(location) });

/** Builds an adapter from `newLocation`; one of its locations stays open until the tests have ended. */
function adapterOf(name: Adapter["name"], newLocation: () => Promise<DatabaseLocation>): Adapter {
  const newPlace = async (): Promise<Place> => placeAt(await newLocation());
  let shared: Promise<ReadModelDatabase> | undefined;
  afterAll(async () => (await shared)?.close());
  return {
    name,
    newPlace,
    async emptied() {
      if (shared === undefined) return await (shared = newPlace().then((place) => place.open()));
      const database = await shared;
      await discardDerived(database.db);
      await sql`truncate kline_history, position_statistics`.execute(database.db);
      return database;
    },
  };
}

/** Runs the same tests on both adapters; `body` is called once for each. */
export function describeAdapters(title: string, body: (adapter: Adapter) => void): void {
  describe(`${title} (PGlite)`, { timeout: TIMEOUT_MS }, () => {
    let root = "";
    let places = 0;
    beforeAll(() => {
      root = mkdtempSync(path.join(MEMORY_DISK, "candor-read-models-"));
    });
    afterAll(() => rmSync(root, { recursive: true, force: true }));
    const newLocation = (): Promise<DatabaseLocation> =>
      Promise.resolve({ kind: "directory", directory: path.join(root, `place-${++places}`), cache: CACHE });
    body(adapterOf("PGlite", newLocation));
  });

  describe.skipIf(postgresBinaries() === undefined)(
    `${title} (PostgreSQL, skipped where it is not installed)`,
    { timeout: TIMEOUT_MS },
    () => {
      let server: PostgresServer | undefined;
      beforeAll(async () => {
        server = await PostgresServer.start();
      });
      afterAll(async () => {
        await server?.stop();
      });
      const newLocation = async (): Promise<DatabaseLocation> => ({
        kind: "postgres",
        url: await (server as PostgresServer).createDatabase(),
      });
      body(adapterOf("PostgreSQL", newLocation));
    },
  );
}
