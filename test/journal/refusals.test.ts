import { DatabaseUnusableError, FencedError } from "@candor/server/kit/journal-database/database-errors";
import { DatabaseReader } from "@candor/server/kit/journal-database/database-reader";
import type { DatabaseSettings } from "@candor/server/kit/journal-database/database-settings";
import { DatabaseWriter } from "@candor/server/kit/journal-database/database-writer";
import { lead } from "@candor/server/kit/journal-database/lead";
import { startWriter } from "@candor/server/kit/journal-database/start-writer";
import { WriterCaller } from "@candor/server/kit/journal-database/writer-caller";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PostgresCluster } from "../support/journal/postgres-cluster.ts";
import { sealedFrame } from "../support/journal/sealed-frames.ts";
import { postgresBinaries } from "../support/projections/postgres-server.ts";

const HAS_POSTGRES = postgresBinaries() !== undefined;
if (!HAS_POSTGRES) console.warn("PostgreSQL is not installed: tests of refused statements are skipped");

const CANDIDATE = { name: "core-1", address: "", reason: "test" };
const IDENTITY = { store: "identity", name: "identity", segmentBytes: undefined, isDraft: false };
/** Full disk, memory, connections, serialization, deadlock, transaction numbers, lock, canceled, file system. */
const REFUSALS = ["53100", "53200", "53300", "40001", "40P01", "54000", "55P03", "57014", "58030"];
const PERMANENT = "42501";

describe.skipIf(!HAS_POSTGRES)("a database that refuses to write", () => {
  let cluster: PostgresCluster;
  let url: string;
  let database: DatabaseSettings;
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    cluster = await PostgresCluster.start(1);
  });
  afterAll(async () => {
    await cluster.stop();
  });
  beforeEach(async () => {
    url = await cluster.createDatabase();
    database = { url, standbys: 1 };
    return async () => {
      for (const close of closing.splice(0)) await close();
    };
  });

  function writerOf(term: number): { readonly writer: DatabaseWriter; readonly refused: string[] } {
    const refused: string[] = [];
    const writer = new DatabaseWriter(
      { database, term, name: "test" },
      { onRefused: (why) => refused.push(why) },
    );
    closing.push(() => writer.close());
    return { writer, refused };
  }

  /** Makes the next writes to a table fail, each with the next of the codes. */
  async function refuse(table: string, codes: readonly string[]): Promise<void> {
    await cluster.query(
      `create sequence if not exists tries; select setval('tries', 1, false);
       create or replace function refuse() returns trigger language plpgsql as $$
       declare
         codes text[] := '{${codes.join(",")}}';
         try int := nextval('tries');
       begin
         if try <= array_length(codes, 1) then
           raise exception 'refused %', codes[try] using errcode = codes[try];
         end if;
         return new;
       end $$;
       create or replace trigger refuse before insert or update on candor_journal.${table}
         for each row execute function refuse()`,
      url,
    );
  }

  /** An operator's session with an open transaction. */
  async function operator(sql: string): Promise<pg.Client> {
    const name = new URL(url.replace(/@[^/]*/, "@host")).pathname;
    const client = new pg.Client({
      connectionString: `postgres://candor@127.0.0.1:${cluster.portOf(cluster.primaryNode)}${name}`,
      application_name: "psql",
    });
    await client.connect();
    closing.push(() => client.end());
    await client.query("begin");
    await client.query(sql);
    return client;
  }

  test.each(["frame", "file", "generation", "change"])(
    "CLUS-80 a leader continues after every passing refusal to write %s, once",
    async (table) => {
      const { term } = await lead(database, CANDIDATE);
      const { writer, refused } = writerOf(term);
      await writer.open({ ...IDENTITY, path: "identity/generation-000001" });
      const codes = table === "frame" ? REFUSALS : REFUSALS.slice(0, 2);
      await refuse(table, codes);
      if (table === "frame") await writer.append(sealedFrame(undefined, "frame"));
      else if (table === "generation") await writer.open({ ...IDENTITY, path: "identity/generation-000002" });
      else await writer.putFile("content/a", Buffer.from("a"), "a");
      expect(refused).toEqual(codes.map((code) => `refused ${code}`));
      const counts = await cluster.query(
        `select (select count(*)::int from candor_journal.frame) as frames,
           (select count(*)::int from candor_journal.file) as files,
           (select count(*)::int from candor_journal.generation) as generations`,
        url,
      );
      expect(counts).toEqual([
        {
          frames: table === "frame" ? 1 : 0,
          files: table === "file" || table === "change" ? 1 : 0,
          generations: table === "generation" ? 2 : 1,
        },
      ]);
    },
  );

  test("CLUS-80 a refusal that does not pass ends the leader, and a take-over ends one that waits", async () => {
    const { term } = await lead(database, CANDIDATE);
    await refuse("frame", [PERMANENT]);
    await expect(writerOf(term).writer.append(sealedFrame(undefined, "first"))).rejects.toThrow(PERMANENT);
    await refuse(
      "frame",
      Array.from({ length: 1_000 }, () => "53100"),
    );
    const { writer, refused } = writerOf(term);
    const appended = writer.append(sealedFrame(undefined, "first")).catch((error: unknown) => error);
    await expect.poll(() => refused.length).toBeGreaterThan(1);
    await lead(database, { ...CANDIDATE, name: "core-2" });
    expect(await appended).toBeInstanceOf(FencedError);
  });

  test("CLUS-80 a candidate waits until it is no longer refused, and takes one term", async () => {
    await lead(database, CANDIDATE);
    await refuse("take_over", ["53100", "57014"]);
    const warnings: string[] = [];
    const { term } = await lead(database, { ...CANDIDATE, warn: (message) => warnings.push(message) });
    expect(term).toBe(2);
    expect(warnings).toEqual(["the journal's database refuses to write: refused 53100"]);
    expect(await cluster.query("select from candor_journal.take_over", url)).toHaveLength(2);
  });

  test("CLUS-81 who waits for a lock says which session holds it, and goes on when that ends", async () => {
    const { term } = await lead(database, CANDIDATE);
    const warnings: string[] = [];
    const writer = startWriter({ database, term, name: "core-1" }, (message) => warnings.push(message));
    const caller = new WriterCaller(writer.link);
    closing.push(async () => {
      await writer.close();
      caller.close();
    });
    const psql = await operator("lock table candor_journal.frame in share mode");
    // It blocks this thread, so the operator ends from the database.
    await cluster.query(
      `create function let_go() returns void language plpgsql as $$ begin
         while not exists (select from pg_locks where not granted and relation = 'candor_journal.frame'::regclass) loop
           perform pg_sleep(0.05);
         end loop;
         perform pg_sleep(4);
         perform pg_terminate_backend(${await pidOf(psql)});
       end $$`,
      url,
    );
    psql.on("error", () => undefined);
    const letGo = cluster.query("select let_go()", url);
    // Nothing can be sent once the call blocks this thread.
    await cluster.until(async () => {
      const sql = "select from pg_stat_activity where query = 'select let_go()' and state = 'active'";
      return (await cluster.query(sql)).length === 1;
    });
    caller.call({ kind: "append", frame: sealedFrame(undefined, "first") });
    await letGo;
    await expect
      .poll(() => warnings)
      .toContainEqual(expect.stringMatching(/^session \d+ of candor \(psql\) holds a lock/));
    expect(await cluster.query("select from candor_journal.frame", url)).toHaveLength(1);
  });

  test("CLUS-81 a candidate that waits for a lock says so, and leads afterwards", async () => {
    await lead(database, CANDIDATE);
    const psql = await operator("select from candor_journal.leader for update");
    const warnings: string[] = [];
    const leading = lead(database, { ...CANDIDATE, warn: (message) => warnings.push(message) });
    await expect.poll(() => warnings).toContainEqual(expect.stringContaining("(psql) holds a lock"));
    await psql.query("rollback");
    expect((await leading).term).toBe(2);
  });

  test.each([
    "default_transaction_isolation = 'repeatable read'",
    "default_transaction_isolation = serializable",
    "bytea_output = escape",
    "client_min_messages = debug5",
    "search_path = ''",
    "standard_conforming_strings = off",
    "client_encoding = LATIN1",
    "session_replication_role = replica",
  ])("CLUS-82 %s of a database changes nothing", async (setting) => {
    const name = new URL(url.replace(/@[^/]*/, "@host")).pathname.slice(1);
    await cluster.query(`alter database ${name} set ${setting}`);
    const { term } = await lead(database, CANDIDATE);
    const writers = [writerOf(term), writerOf(term)];
    const bytes = Buffer.from([0, 92, 255, 39]);
    // Both change one row.
    await Promise.all(
      writers.map(async ({ writer }, at) => {
        for (let file = 0; file < 10; file++) await writer.putFile(`content/${at}-${file}`, bytes, "x");
      }),
    );
    const [one] = writers;
    const relayed = JSON.stringify([["ä漢", 1]]);
    await one?.writer.append({ ...sealedFrame(undefined, "first"), relayed });
    const reader = new DatabaseReader(database);
    closing.push(() => reader.close());
    expect(await reader.filesAfter(0)).toHaveLength(20);
    expect(await reader.contentOf("content/1-9")).toEqual(bytes);
    expect(await reader.framesAfter("exchange/journal", 0)).toMatchObject([{ relayed: [["ä漢", 1]] }]);
    expect(writers.flatMap(({ refused }) => refused)).toEqual([]);
  });

  test("CLUS-82 a database that cannot store every text is refused before anything is written", async () => {
    for (const encoding of ["LATIN1", "SQL_ASCII"]) {
      const name = `of_${encoding.toLowerCase()}`;
      await cluster.query(
        `create database ${name} encoding '${encoding}' lc_collate 'C' lc_ctype 'C' template template0`,
      );
      const other = { url: url.replace(/[^/]*$/, name), standbys: 1 };
      const leading = lead(other, CANDIDATE);
      await expect(leading).rejects.toThrow(DatabaseUnusableError);
      await expect(leading).rejects.toThrow(`must be UTF8, and it is ${encoding}`);
    }
  });
});

async function pidOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid ?? 0;
}
