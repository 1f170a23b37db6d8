import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { openReadModels, type ReadModelDatabase } from "../../apps/server/src/projections/database.ts";
import { PostgresServer, postgresBinaries } from "./postgres-server.ts";

/** A place for read models that tests may open, close and open again. */
export interface Place {
  open(): Promise<ReadModelDatabase>;
  /** The PGlite directory; undefined: PostgreSQL. */
  readonly directory: string | undefined;
  /** The PostgreSQL URL; undefined: PGlite. */
  readonly url: string | undefined;
}

export interface Adapter {
  readonly name: "PGlite" | "PostgreSQL";
  /** A new place with empty read models, removed after the tests. */
  newPlace(): Promise<Place>;
}

/** Databases start slowly on a busy machine. */
export const TIMEOUT_MS = 240_000;
const SOURCES = path.join(import.meta.dirname, "../../apps/server/src/projections");

/** Tells databases that today's code would make differently. */
function digestOfSchema(): string {
  const files = [
    ...readdirSync(path.join(SOURCES, "migrations")).map((name) => path.join(SOURCES, "migrations", name)),
    path.join(SOURCES, "embedded-database.ts"),
    path.join(SOURCES, "pglite-worker.ts"),
    path.join(import.meta.dirname, "../../package-lock.json"),
  ];
  const digest = createHash("sha256");
  for (const file of files.toSorted()) digest.update(readFileSync(file));
  return digest.digest("hex").slice(0, 16);
}

/**
 * An initialised directory, kept between runs: making one takes seconds, copying it a tenth of a second. Several
 * test files may make it at once; the first one to finish wins.
 */
async function templateDirectory(): Promise<string> {
  const template = path.join(tmpdir(), `candor-read-models-template-${digestOfSchema()}`);
  if (existsSync(template)) return template;
  const making = mkdtempSync(`${template}-`);
  const database = await openReadModels({ kind: "directory", directory: making });
  await database.close();
  try {
    renameSync(making, template);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(template)) throw error;
  }
  return template;
}

/** Runs the same tests over both adapters; `body` is called once for each. */
export function describeAdapters(title: string, body: (adapter: Adapter) => void): void {
  describe(`${title} (PGlite)`, { timeout: TIMEOUT_MS }, () => {
    let root = "";
    let places = 0;
    let template = "";
    beforeAll(async () => {
      root = mkdtempSync(path.join(tmpdir(), "candor-read-models-"));
      template = await templateDirectory();
    }, TIMEOUT_MS);
    afterAll(() => rmSync(root, { recursive: true, force: true }));
    body({
      name: "PGlite",
      async newPlace() {
        const directory = path.join(root, `place-${++places}`);
        cpSync(template, directory, { recursive: true });
        return { directory, url: undefined, open: () => openReadModels({ kind: "directory", directory }) };
      },
    });
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
      body({
        name: "PostgreSQL",
        async newPlace() {
          const url = await (server as PostgresServer).createDatabase();
          return { directory: undefined, url, open: () => openReadModels({ kind: "postgres", url }) };
        },
      });
    },
  );
}
