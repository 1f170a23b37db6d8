import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { FencedError } from "@candor/server/kit/journal-database/database-errors";
import type { DatabaseSettings } from "@candor/server/kit/journal-database/database-settings";
import { DatabaseWriter } from "@candor/server/kit/journal-database/database-writer";
import { lead, OvertakenError } from "@candor/server/kit/journal-database/lead";
import { ReadyConnection } from "@candor/server/kit/journal-database/ready-connection";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { waitingSession, withFrozenStandbys } from "../support/journal/frozen-standbys.ts";
import { PostgresCluster } from "../support/journal/postgres-cluster.ts";
import { sealedFrame } from "../support/journal/sealed-frames.ts";
import { postgresBinaries } from "../support/projections/postgres-server.ts";

const HAS_POSTGRES = postgresBinaries() !== undefined;
if (!HAS_POSTGRES) console.warn("PostgreSQL is not installed: tests of take-overs are skipped");

const SOURCES = path.join(import.meta.dirname, "../../apps/server/src/kit/journal-database");
const STORE = "identity";
const FIRST = "identity/generation-000001";
const SECOND = "identity/generation-000002";

test("CLUS-51 every statement that writes for a leader locks the leader's row", () => {
  const source = readFileSync(path.join(SOURCES, "database-writer.ts"), "utf8");
  const statements = [...source.matchAll(/`([^`]*)`/g)].map(([, text]) => text ?? "");
  const writing = statements.filter((text) => /\b(insert into|update|delete from)\s+\$\{SCHEMA\}/.test(text));
  expect(writing.length).toBeGreaterThanOrEqual(8);
  for (const statement of writing)
    expect(statement).toMatch(/\$\{(LEAD|CHANGE)\}|update \$\{SCHEMA\}\.leader .* where term = \$1/);
  expect(readFileSync(path.join(SOURCES, "schema.ts"), "utf8")).toContain(
    "where term = $1::bigint for share)",
  );
});

describe.skipIf(!HAS_POSTGRES)("a take-over that is disturbed", () => {
  let cluster: PostgresCluster;
  let database: DatabaseSettings;
  let url: string;
  const writers: DatabaseWriter[] = [];
  const candidate = (name: string, afterTerm?: number) => ({
    name,
    address: "",
    reason: "test",
    ...(afterTerm === undefined ? {} : { afterTerm }),
  });
  const writerOf = (term: number): DatabaseWriter => {
    const writer = new DatabaseWriter({ database, term, name: "test" });
    writers.push(writer);
    return writer;
  };

  beforeAll(async () => {
    cluster = await PostgresCluster.start(2);
  });
  afterAll(async () => {
    await cluster.stop();
  });
  beforeEach(async () => {
    url = await cluster.createDatabase();
    database = { url, standbys: 1 };
    return async () => {
      await Promise.all(writers.splice(0).map((writer) => writer.close()));
    };
  });

  test("CLUS-51 a term does not end while a statement of it is executed, and none begins after it", async () => {
    const { term } = await lead(database, candidate("old"));
    const writer = writerOf(term);
    const first = sealedFrame(undefined, "first");
    await writer.append(first);
    const second = sealedFrame(first, "second");
    // A row of the same number, never committed, holds the statement up after it has read the term.
    const waits = (what: string): Promise<void> =>
      cluster.until(async () => {
        const sql = `select from pg_stat_activity where datname = current_database() and ${what}`;
        return (await cluster.query(sql, url)).length > 0;
      });
    const blocker = cluster
      .query(
        `begin; insert into candor_journal.frame
           select journal, 2, term, 2, 2, 2, hash, hash, sealed from candor_journal.frame where number = 1;
         select pg_sleep(600)`,
        url,
      )
      .catch(() => undefined);
    await waits("wait_event = 'PgSleep'");
    const appended = writer.append(second);
    await waits("application_name like 'candor-writer%' and wait_event_type = 'Lock'");
    const ended = cluster.query("update candor_journal.leader set term = term + 1", url);
    await waits("query like 'update candor_journal.leader%' and wait_event_type = 'Lock'");
    await cluster.query(
      "select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'",
      url,
    );
    await ended;
    expect(await cluster.query("select term from candor_journal.frame where number = 2", url)).toEqual([
      { term: `${term}` },
    ]);
    await Promise.all([blocker, appended]);
    await expect(writer.append(sealedFrame(second, "third"))).rejects.toThrow(FencedError);
    expect(await cluster.query("select from candor_journal.frame", url)).toHaveLength(2);
  });

  test("CLUS-96 a writer uses the connection that was ready before its term, and another one if that is lost or of another term", async () => {
    const first = sealedFrame(undefined, "first");
    const journal = {
      path: first.journal,
      store: undefined,
      name: "test",
      segmentBytes: 1_024,
      isDraft: false,
    };
    const sessions = async (): Promise<readonly { pid: number; name: string }[]> =>
      await cluster.query(
        `select pid, application_name as name from pg_stat_activity where datname = current_database()
           and application_name in ('ready', 'candor-writer:1 test', 'candor-writer:2 test') order by pid`,
        url,
      );
    const readyOne = async (): Promise<{ ready: ReadyConnection; pid: number | undefined }> => {
      const known = (await sessions()).map(({ pid }) => pid);
      const ready = new ReadyConnection(database, "ready");
      await expect.poll(() => ready.isReady).toBe(true);
      const added = (await sessions()).filter(({ pid }) => !known.includes(pid));
      return { ready, pid: added[0]?.pid };
    };
    const writerWith = (ready: ReadyConnection, term: number): DatabaseWriter => {
      const writer = new DatabaseWriter({ database, term, name: "test", ready });
      writers.push(writer);
      return writer;
    };
    const { term } = await lead(database, candidate("test"));
    const used = await readyOne();
    const writer = writerWith(used.ready, term);
    await writer.open(journal);
    expect(await sessions()).toEqual([{ pid: used.pid, name: `candor-writer:${term} test` }]);
    await writer.append(first);

    const cut = await readyOne();
    await cluster.query(`select pg_terminate_backend(${cut.pid})`);
    const other = writerWith(cut.ready, term);
    // A store that exists is found with its end, and nothing is written for it.
    const changes = "select value from candor_journal.change";
    const before = await cluster.query(changes, url);
    expect(await other.open(journal)).toEqual({ number: 1, hash: Buffer.from(first.hash) });
    expect(await cluster.query(changes, url)).toEqual(before);

    const stale = await readyOne();
    await lead(database, candidate("next"));
    await expect(writerWith(stale.ready, term).append(sealedFrame(first, "late"))).rejects.toThrow(
      FencedError,
    );
    await expect(other.append(sealedFrame(first, "late"))).rejects.toThrow(FencedError);
    expect(await cluster.query("select from candor_journal.frame", url)).toHaveLength(1);
  });

  test("CLUS-52 of three candidates one begins the term, also while their sessions are cut", async () => {
    for (let round = 0, term = 0; round < 5; round++) {
      const cutting = new AbortController();
      const cut = (async () => {
        while (!cutting.signal.aborted) {
          await cluster.query(
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'candor-candidate%'",
          );
          await sleep(50);
        }
      })();
      setTimeout(() => cutting.abort(), 500);
      const results = await Promise.allSettled(
        ["a", "b", "c"].map((name) => lead(database, candidate(name, term))),
      );
      await cut;
      const won = results.flatMap((result) => (result.status === "fulfilled" ? [result.value.term] : []));
      expect(won).toEqual([term + 1]);
      for (const result of results)
        if (result.status === "rejected") expect(result.reason).toBeInstanceOf(OvertakenError);
      term++;
      expect(await cluster.query("select term from candor_journal.leader", url)).toEqual([
        { term: `${term}` },
      ]);
      expect(await cluster.query("select from candor_journal.take_over", url)).toHaveLength(term);
      // The leader is not fenced by a repetition of another candidate.
      await writerOf(term).putFile("content/a", Buffer.from(`${term}`), `${term}`);
    }
  });

  test("CLUS-53 a store survives a take-over at any moment of its compaction", async () => {
    const { term: firstTerm } = await lead(database, candidate("core-1"));
    let term = firstTerm;
    const place = { store: STORE, name: STORE, segmentBytes: undefined };
    const old = writerOf(term);
    await old.open({ ...place, path: FIRST, isDraft: false });
    await old.append(sealedFrame(undefined, "before", FIRST));
    const draft = sealedFrame(undefined, "after", SECOND);
    await old.open({ ...place, path: SECOND, isDraft: true });
    await old.append(draft);
    const activated = await withFrozenStandbys(cluster, async () => {
      const pending = old.activate(SECOND, "[]").catch((error: unknown) => error);
      await waitingSession(cluster);
      // The new leader ends the session that waits, and then waits itself.
      const leading = lead(database, candidate("core-2", term));
      await waitingSession(cluster, "candor-candidate");
      return { pending, leading };
    });
    ({ term } = await activated.leading);
    await activated.pending;
    const active = await cluster.query<{ journal: string }>(
      "select journal from candor_journal.generation where not is_draft and not dropped",
      url,
    );
    expect(active).toEqual([{ journal: SECOND }]);
    expect(await cluster.query("select journal, number from candor_journal.frame", url)).toEqual([
      { journal: SECOND, number: "1" },
    ]);
    // A generation that was replaced stays known, and is never written again.
    expect(await cluster.query("select journal from candor_journal.generation where dropped", url)).toEqual([
      { journal: FIRST },
    ]);
    await expect(writerOf(term).open({ ...place, path: FIRST, isDraft: false })).rejects.toThrow(
      "has replaced",
    );
  });

  test("CLUS-53 a draft that its leader did not finish is dropped with its frames, and nothing else is", async () => {
    const { term } = await lead(database, candidate("core-1"));
    const old = writerOf(term);
    const place = { store: STORE, name: STORE, segmentBytes: undefined };
    await old.open({ ...place, path: FIRST, isDraft: false });
    await old.append(sealedFrame(undefined, "kept", FIRST));
    await old.open({ ...place, path: SECOND, isDraft: true });
    await old.append(sealedFrame(undefined, "dropped", SECOND));
    await lead(database, candidate("core-2", term));
    expect(await cluster.query("select journal from candor_journal.generation", url)).toEqual([
      { journal: FIRST },
    ]);
    expect(await cluster.query("select journal from candor_journal.frame", url)).toEqual([
      { journal: FIRST },
    ]);
  });
});
