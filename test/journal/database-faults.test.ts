import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { FRAME_HEADER_BYTES } from "@candor/journal/frame";
import {
  DatabaseUnusableError,
  FencedError,
  isFenced,
} from "@candor/server/kit/journal-database/database-errors";
import type { DatabaseSettings } from "@candor/server/kit/journal-database/database-settings";
import { DatabaseWriter } from "@candor/server/kit/journal-database/database-writer";
import { HomeMirror } from "@candor/server/kit/journal-database/home-mirror";
import { lead } from "@candor/server/kit/journal-database/lead";
import { PrimaryConnection } from "@candor/server/kit/journal-database/primary-connection";
import type { StoredFrame } from "@candor/server/kit/journal-database/writer-messages";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PostgresCluster } from "../support/journal/postgres-cluster.ts";
import { sealedFrame } from "../support/journal/sealed-frames.ts";
import { postgresBinaries } from "../support/projections/postgres-server.ts";

const CANDIDATE = { name: "test", address: "", reason: "test" };
const JOURNAL = {
  path: "exchange/journal",
  store: undefined,
  name: "exchange",
  segmentBytes: undefined,
  isDraft: false,
};
const ROUNDS = Number(process.env.CANDOR_DEEP_ROUNDS ?? "10");

const HAS_POSTGRES = postgresBinaries() !== undefined;
if (!HAS_POSTGRES) console.warn("PostgreSQL is not installed: tests of the journal's database are skipped");

describe.skipIf(!HAS_POSTGRES)("a journal in a database that fails", () => {
  let cluster: PostgresCluster;
  let url: string;
  let database: DatabaseSettings;
  let term: number;
  const writers: DatabaseWriter[] = [];

  beforeAll(async () => {
    cluster = await PostgresCluster.start(2);
  });
  afterAll(async () => {
    await cluster.stop();
  });
  beforeEach(async () => {
    url = await cluster.createDatabase();
    database = { url, standbys: 1 };
    ({ term } = await lead(database, CANDIDATE));
    return async () => {
      await Promise.all(writers.splice(0).map((writer) => writer.close()));
    };
  });

  function writerOf(ownTerm = term, name = "test"): DatabaseWriter {
    const writer = new DatabaseWriter({ database, term: ownTerm, name });
    writers.push(writer);
    return writer;
  }

  const textsInDatabase = async (): Promise<string[]> => {
    const sql = "select sealed from candor_journal.frame order by number";
    const rows = await cluster.query<{ sealed: Buffer }>(sql, url);
    return rows.map(({ sealed }) =>
      sealed.subarray(FRAME_HEADER_BYTES, FRAME_HEADER_BYTES + sealed.readUInt32LE(8)).toString("utf8"),
    );
  };

  /** Waits until a session of the writer waits for a standby. @returns its process id */
  async function waitingSession(): Promise<number> {
    let pid = 0;
    await cluster.until(async () => {
      const sql = `select pid from pg_stat_activity where wait_event = 'SyncRep' and application_name like 'candor-writer%'`;
      const [row] = await cluster.query<{ pid: number }>(sql);
      pid = row?.pid ?? 0;
      return pid !== 0;
    });
    return pid;
  }

  test(`CLUS-12 of three rivals with the same term one wins each of ${ROUNDS} frames`, async () => {
    const rivals = [writerOf(), writerOf(), writerOf()];
    const losers = new Set<DatabaseWriter>();
    let last: StoredFrame | undefined;
    for (let round = 1; round <= ROUNDS; round++) {
      const frames = rivals.map((_rival, at) => sealedFrame(last, `round ${round} of ${at}`));
      const results = await Promise.allSettled(
        rivals.map((rival, at) => rival.append(frames[at] as StoredFrame)),
      );
      const won = results.flatMap(({ status }, at) => (status === "fulfilled" ? [at] : []));
      expect(won).toHaveLength(1);
      for (const [at, result] of results.entries())
        if (result.status === "rejected") {
          expect(result.reason).toBeInstanceOf(FencedError);
          losers.add(rivals[at] as DatabaseWriter);
        }
      last = frames[won[0] as number];
    }
    expect(await textsInDatabase()).toHaveLength(ROUNDS);
  });

  test("CLUS-12 a take-over ends the earlier writer, even one that connects again", async () => {
    const old = writerOf();
    const first = sealedFrame(undefined, "first");
    await old.append(first);
    const next = await lead(database, { name: "other", address: "10.0.0.2:1", reason: "test" });
    expect(next.term).toBe(term + 1);
    const error = await old.append(sealedFrame(first, "late")).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(FencedError);
    expect(isFenced(error)).toBe(true);
    expect((error as Error).message).toContain("other 10.0.0.2:1 has led since term 2");
    await expect(old.putFile("content/a", Buffer.from("a"), "")).rejects.toThrow(FencedError);
    await expect(old.dropFile("content/a")).rejects.toThrow(FencedError);
    await expect(old.open(JOURNAL)).rejects.toThrow(FencedError);
    await expect(old.activate("identity/generation-000002", "[]")).rejects.toThrow(FencedError);
    await writerOf(next.term).append(sealedFrame(first, "second"));
    expect(await textsInDatabase()).toEqual(["first", "second"]);
    const log = "select term, name, reason, exchange_seq from candor_journal.take_over order by term";
    expect(await cluster.query(log, url)).toEqual([
      { term: "1", name: "test", reason: "test", exchange_seq: "0" },
      { term: "2", name: "other", reason: "test", exchange_seq: "1" },
    ]);
  });

  test("CLUS-12 a term that has ended is noticed by a session that goes on", async () => {
    const writer = writerOf();
    const first = sealedFrame(undefined, "first");
    await writer.append(first);
    await cluster.query("update candor_journal.leader set term = term + 1", url);
    await expect(writer.append(sealedFrame(first, "late"))).rejects.toThrow(FencedError);
    expect(await textsInDatabase()).toEqual(["first"]);
  });

  test("CLUS-12 a frame of another history is rejected", async () => {
    const writer = writerOf();
    const first = sealedFrame(undefined, "first");
    await writer.append(first);
    const foreign = sealedFrame(undefined, "foreign");
    await expect(writer.append(sealedFrame(foreign, "after it"))).rejects.toThrow(FencedError);
    await expect(writer.append(foreign)).rejects.toThrow(FencedError);
    await expect(writer.append(sealedFrame({ ...first, number: 5 }, "gap"))).rejects.toThrow(FencedError);
    expect(await textsInDatabase()).toEqual(["first"]);
  });

  test("CLUS-13 an append whose session ends while it waits for a standby is confirmed first", async () => {
    const writer = writerOf();
    const first = sealedFrame(undefined, "first");
    await writer.append(first);
    const { standbys } = cluster;
    for (const at of standbys) await cluster.kill(at);
    let isDone = false;
    const appending = (async () => {
      await writer.append(sealedFrame(first, "unclear"));
      isDone = true;
    })();
    await cluster.query(`select pg_terminate_backend(${await waitingSession()})`);
    // The frame is visible now, but no standby has it. The writer waits again, for a write of its own.
    await waitingSession();
    expect(await textsInDatabase()).toEqual(["first", "unclear"]);
    expect(isDone).toBe(false);
    for (const at of standbys) await cluster.restart(at);
    await appending;
    expect(await textsInDatabase()).toEqual(["first", "unclear"]);
  });

  test("CLUS-13 an append survives that another session is killed, with which the server ends all of them", async () => {
    const writer = writerOf();
    const other = writerOf();
    const first = sealedFrame(undefined, "first");
    await writer.append(first);
    await other.open(JOURNAL);
    const { standbys } = cluster;
    for (const at of standbys) await cluster.kill(at);
    const appending = writer.append(sealedFrame(first, "second"));
    const waiting = await waitingSession();
    const sql = `select pid from pg_stat_activity where application_name like 'candor-writer%' and pid <> ${waiting}`;
    const [session] = await cluster.query<{ pid: number }>(sql);
    process.kill(session?.pid as number, "SIGKILL");
    for (const at of standbys) await cluster.restart(at);
    await appending;
    expect(await textsInDatabase()).toEqual(["first", "second"]);
  });

  test("CLUS-13 a canceled wait for a standby is a failure, and the writer is unusable after it", async () => {
    const writer = writerOf();
    const first = sealedFrame(undefined, "first");
    await writer.append(first);
    const { standbys } = cluster;
    for (const at of standbys) await cluster.kill(at);
    const appending = writer.append(sealedFrame(first, "canceled")).catch((reason: unknown) => reason);
    await cluster.query(`select pg_cancel_backend(${await waitingSession()})`);
    const error = await appending;
    for (const at of standbys) await cluster.restart(at);
    expect(error).toBeInstanceOf(DatabaseUnusableError);
    expect((error as Error).message).toContain("01000");
  });

  test("CLUS-13 an append survives the primary, exactly once", async () => {
    const writer = writerOf();
    const frames: StoredFrame[] = [];
    const over = new AbortController();
    const appending = (async () => {
      while (!over.signal.aborted || frames.length < 20) {
        const frame = sealedFrame(frames.at(-1), `frame ${frames.length + 1}`);
        await writer.append(frame);
        frames.push(frame);
      }
    })();
    await cluster.until(() => Promise.resolve(frames.length >= 5));
    const lost = cluster.primaryNode;
    await cluster.kill(lost);
    await cluster.failOver();
    await cluster.join(lost);
    over.abort();
    await appending;
    expect(await textsInDatabase()).toEqual(frames.map((_frame, at) => `frame ${at + 1}`));
  });

  test("CLUS-13 an append waits for a primary that is killed and starts again", async () => {
    const writer = writerOf();
    const first = sealedFrame(undefined, "first");
    await writer.append(first);
    const at = cluster.primaryNode;
    await cluster.kill(at);
    const appending = writer.append(sealedFrame(first, "second"));
    await cluster.restart(at);
    await appending;
    expect(await textsInDatabase()).toEqual(["first", "second"]);
  });

  test("CLUS-14 a primary that waits for no standby is refused, also if it stops waiting later", async () => {
    const writer = writerOf();
    const first = sealedFrame(undefined, "first");
    await writer.append(first);
    await cluster.query("alter system set synchronous_standby_names = ''");
    await cluster.query("select pg_reload_conf()");
    try {
      await cluster.until(async () => {
        const [row] = await cluster.query<{ names: string }>(
          "select current_setting('synchronous_standby_names') as names",
        );
        return row?.names === "";
      });
      await expect(writer.append(sealedFrame(first, "alone"))).rejects.toThrow(/CANDOR_JOURNAL_STANDBYS=0/);
      await expect(PrimaryConnection.open(database, "candor-test")).rejects.toThrow(DatabaseUnusableError);
      await (await PrimaryConnection.open({ url, standbys: 0 }, "candor-test")).close();
      expect(await textsInDatabase()).toEqual(["first"]);
    } finally {
      await cluster.query("alter system set synchronous_standby_names = 'ANY 1 (node0, node1, node2)'");
      await cluster.query("select pg_reload_conf()");
    }
  });

  test("CLUS-15 a follower gets every frame once and in order, across a failover", async () => {
    const writer = writerOf();
    await writer.open(JOURNAL);
    const home = mkdtempSync(path.join(tmpdir(), "candor-follower-"));
    const seen: [number, unknown][] = [];
    const onFrames = (frames: readonly { number: number; relayed: unknown }[]): Promise<void> => {
      for (const { number, relayed } of frames) seen.push([number, relayed]);
      return Promise.resolve();
    };
    const mirror = await HomeMirror.open({ home, database, onFrames });
    const stop = new AbortController();
    const following = mirror.follow(stop.signal);
    let last: StoredFrame | undefined;
    const append = async (): Promise<void> => {
      last = { ...sealedFrame(last, "x"), relayed: JSON.stringify([["gateway", (last?.number ?? 0) + 1]]) };
      await writer.append(last);
    };
    for (let frame = 1; frame <= 20; frame++) await append();
    const lost = cluster.primaryNode;
    await cluster.kill(lost);
    await cluster.failOver();
    for (let frame = 21; frame <= 40; frame++) await append();
    await cluster.join(lost);
    await cluster.until(() => Promise.resolve(seen.length >= 40));
    stop.abort();
    await following;
    await mirror.close();
    expect(seen).toEqual(Array.from({ length: 40 }, (_none, at) => [at + 1, [["gateway", at + 1]]]));
    rmSync(home, { recursive: true });
  });
});
