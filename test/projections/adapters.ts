import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
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

let template: string | undefined;

/** An initialised directory: making one takes seconds, copying it a tenth of a second. */
async function templateDirectory(root: string): Promise<string> {
  if (template !== undefined && existsSync(template)) return template;
  const making = path.join(root, "making");
  const database = await openReadModels({ kind: "directory", directory: making });
  await database.close();
  template = path.join(root, "template");
  renameSync(making, template);
  return template;
}

/** Runs the same tests over both adapters; `body` is called once for each. */
export function describeAdapters(title: string, body: (adapter: Adapter) => void): void {
  describe(`${title} (PGlite)`, () => {
    let root = "";
    let places = 0;
    beforeAll(() => {
      root = mkdtempSync(path.join(tmpdir(), "candor-read-models-"));
    });
    afterAll(() => {
      template = undefined;
      rmSync(root, { recursive: true, force: true });
    });
    body({
      name: "PGlite",
      async newPlace() {
        const directory = path.join(root, `place-${++places}`);
        const source = await templateDirectory(root);
        mkdirSync(directory);
        cpSync(source, directory, { recursive: true });
        return { directory, url: undefined, open: () => openReadModels({ kind: "directory", directory }) };
      },
    });
  });

  describe.skipIf(postgresBinaries() === undefined)(
    `${title} (PostgreSQL, skipped where it is not installed)`,
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
