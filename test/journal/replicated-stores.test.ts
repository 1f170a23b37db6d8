import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { checkFiles } from "@candor/server/engine/home/check-files";
import { dropUnregistered } from "@candor/server/engine/home/drop-unregistered";
import { FileRegister } from "@candor/server/engine/home/file-register";
import { digestOf } from "@candor/server/kit/durable/file-keeper";
import { RecordStore } from "@candor/server/kit/durable/record-store";
import { DatabaseReader } from "@candor/server/kit/journal-database/database-reader";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CrashingProcess, type CrashPoint } from "../support/journal/crashing-process.ts";
import { PostgresServer, postgresBinaries } from "../support/projections/postgres-server.ts";
import { isDeep } from "../support/repeats.ts";

const HAS_POSTGRES = postgresBinaries() !== undefined;
if (!HAS_POSTGRES) console.warn("PostgreSQL is not installed: tests of replicated stores are skipped");

/** Every moment with CANDOR_DEEP=1; otherwise one of four, other ones in each run, with both kinds among them. */
const FIRST_TRIED = Math.floor(Math.random() * 4);
const isTried = (request: number, moment: CrashPoint["moment"]): boolean =>
  isDeep || (request * 3 + (moment === "after" ? 2 : 0)) % 4 === FIRST_TRIED;
const MOMENTS = ["before", "after"] as const;
const MAX_REQUESTS = 100;

/** Words in order; some are forgotten, and then must not stay in the store. */
class Words {
  readonly all: string[] = [];
  private outdated = 0;

  apply(word: string): void {
    if (word.startsWith("-")) {
      this.all.splice(this.all.indexOf(word.slice(1)), 1);
      this.outdated += 2;
    } else this.all.push(word);
  }

  dump(): string[] {
    return [...this.all];
  }

  rewritten(): void {
    this.outdated = 0;
  }

  get isWorthRewriting(): boolean {
    return this.outdated >= 4;
  }
}

const openWords = (home: string, rewrites: boolean): RecordStore<string, Words> =>
  RecordStore.open<string, Words>(path.join(home, "words"), {
    name: "words",
    newState: () => new Words(),
    worthRewriting: (state) => rewrites && state.isWorthRewriting,
    nowMs: Date.now,
    onFailure: () => undefined,
  });

const RECORDS = ["a", "b", "secret", "c", "-secret", "d", "-b", "e"];

describe.skipIf(!HAS_POSTGRES)("stores of a home in a database", () => {
  let server: PostgresServer;
  const homes: string[] = [];

  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(async () => {
    await server.stop();
    for (const home of homes) rmSync(home, { recursive: true });
  });

  const newHome = (): string => {
    const home = mkdtempSync(path.join(tmpdir(), "candor-stores-"));
    homes.push(home);
    return home;
  };

  async function rowsOf<R extends pg.QueryResultRow>(url: string, sql: string): Promise<R[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<R>(sql);
    await client.end();
    return rows;
  }

  /** Runs `work` in processes that are killed at each of their requests, one after the other. */
  async function atEachCrash(
    work: (home: string) => Promise<void>,
    check: (url: string, home: string) => Promise<void>,
  ): Promise<number> {
    for (let request = 1; request < MAX_REQUESTS; request++)
      for (const moment of MOMENTS.filter((each) => isTried(request, each))) {
        const url = await server.createDatabase();
        const database = { url, standbys: 0 };
        const home = newHome();
        const point: CrashPoint = { request, moment };
        const process = await CrashingProcess.start(home, database, point);
        await work(home).catch((error: unknown) => {
          if (!process.hasCrashed) throw error;
        });
        const isOver = !process.hasCrashed;
        await process.stop();
        for (const next of [home, newHome()]) {
          const again = await CrashingProcess.start(next, database);
          try {
            await check(url, next);
          } catch (error) {
            throw new Error(`killed ${moment} request ${request}`, { cause: error });
          } finally {
            await again.stop();
          }
        }
        if (isOver) return request;
      }
    throw new Error("the work has no end");
  }

  test("CLUS-16 a store that is killed at any moment keeps what it acknowledged, and nothing that it dropped", async () => {
    let acknowledged: string[] = [];
    const work = async (home: string): Promise<void> => {
      acknowledged = [];
      const store = openWords(home, false);
      for (const record of RECORDS) {
        await store.commit(record);
        acknowledged.push(record);
      }
      // While it runs, and then at an opening.
      await store.rewriteNow();
      for (const record of ["f", "g", "-f", "-g"]) {
        await store.commit(record);
        acknowledged.push(record);
      }
      store.close();
      openWords(home, true).close();
    };
    const stateOf = (records: readonly string[]): string[] => {
      const words = new Words();
      for (const record of records) words.apply(record);
      return words.all;
    };
    const all = [...RECORDS, "f", "g", "-f", "-g"];
    const requests = await atEachCrash(work, async (url, home) => {
      const store = openWords(home, false);
      const { all: found } = store.state;
      store.close();
      // The record in progress may have arrived or not.
      const next = all.slice(0, acknowledged.length + 1);
      expect([stateOf(acknowledged), stateOf(next)]).toContainEqual(found);
      const journals = await rowsOf<{ journal: string }>(
        url,
        "select journal from candor_journal.generation where not dropped",
      );
      expect(journals).toHaveLength(1);
      const frames = await rowsOf(
        url,
        `select 1 from candor_journal.frame where journal not in (select journal from candor_journal.generation where not dropped)`,
      );
      expect(frames).toEqual([]);
      const generations = readdirSync(path.join(home, "words"));
      expect(generations).toEqual([path.basename(journals[0]?.journal ?? "")]);
    });
    expect(requests).toBeGreaterThan(15);
    const url = await server.createDatabase();
    const process = await CrashingProcess.start(newHome(), { url, standbys: 0 });
    await work(homes.at(-1) as string);
    await process.stop();
    const sealed = await rowsOf<{ sealed: Buffer }>(url, "select sealed from candor_journal.frame");
    expect(sealed.some((row) => row.sealed.includes("secret"))).toBe(false);
  });

  test("CLUS-16 files are kept, replaced and dropped at every crash, in the database and in each home", async () => {
    const put = (home: string, name: string, text: string): Promise<void> | undefined => {
      writeFileSync(path.join(home, name), text);
      return files?.keep(name, digestOf(Buffer.from(text)));
    };
    let files: FileRegister | undefined;
    let dropped = false;
    const work = async (home: string): Promise<void> => {
      dropped = false;
      files = FileRegister.open({ home, nowMs: Date.now, onFailure: () => undefined });
      await put(home, "picture", "a picture");
      await files.replace("state.json", Buffer.from("version 1"));
      await files.replace("state.json", Buffer.from("version 2"));
      await put(home, "key", "key of a person");
      await files.drop("key");
      dropped = true;
      rmSync(path.join(home, "key"));
      await files.replace("state.json", Buffer.from("version 3"));
      files.close();
    };
    const requests = await atEachCrash(work, async (url, home) => {
      const register = FileRegister.open({ home, nowMs: Date.now, onFailure: () => undefined });
      const reader = new DatabaseReader({ url, standbys: 0 });
      await dropUnregistered(home, reader, register);
      await reader.close();
      const names = [...register.files.keys()].toSorted();
      expect(checkFiles(home, path.join(home, "none"), register.files)).toEqual([]);
      register.close();
      const stored = await rowsOf<{ path: string; content: Buffer }>(
        url,
        "select path, content from candor_journal.file where not gone order by path",
      );
      expect(stored.map((row) => row.path)).toEqual(names);
      for (const row of stored) expect(readFileSync(path.join(home, row.path))).toEqual(row.content);
      if (dropped) expect(existsSync(path.join(home, "key"))).toBe(false);
      const gone = await rowsOf(url, "select 1 from candor_journal.file where gone and content is not null");
      expect(gone).toEqual([]);
    });
    expect(requests).toBeGreaterThan(10);
  });
});
