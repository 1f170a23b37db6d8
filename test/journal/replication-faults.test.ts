import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseUnusableError } from "@candor/server/kit/journal-database/database-errors";
import type { DatabaseSettings } from "@candor/server/kit/journal-database/database-settings";
import { DatabaseWriter } from "@candor/server/kit/journal-database/database-writer";
import { HomeMirror } from "@candor/server/kit/journal-database/home-mirror";
import { lead } from "@candor/server/kit/journal-database/lead";
import { PrimaryConnection } from "@candor/server/kit/journal-database/primary-connection";
import { untilReplicated } from "@candor/server/kit/journal-database/replication-proof";
import type { StoredFrame } from "@candor/server/kit/journal-database/writer-messages";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { waitingSession, withFrozenStandbys } from "../support/journal/frozen-standbys.ts";
import { PostgresCluster } from "../support/journal/postgres-cluster.ts";
import { sealedFrame } from "../support/journal/sealed-frames.ts";
import { postgresBinaries } from "../support/projections/postgres-server.ts";

const HAS_POSTGRES = postgresBinaries() !== undefined;
if (!HAS_POSTGRES) console.warn("PostgreSQL is not installed: tests of replication are skipped");

const CANDIDATE = { name: "core-1", address: "", reason: "test" };
const JOURNAL = {
  path: "exchange/journal",
  store: undefined,
  name: "exchange",
  segmentBytes: undefined,
  isDraft: false,
};

/** Passes connections on, and cuts them without a word to the server. */
class Proxy {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();

  constructor(port: number) {
    this.server = createServer((client) => {
      const upstream = connect(port, "127.0.0.1");
      client.pipe(upstream, { end: false });
      upstream.pipe(client);
      for (const socket of [client, upstream]) socket.on("error", () => undefined);
      this.sockets.add(client);
    });
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return (this.server.address() as { port: number }).port;
  }

  cut(): void {
    for (const socket of this.sockets) socket.resetAndDestroy();
    this.sockets.clear();
  }

  close(): void {
    this.server.close();
    this.cut();
  }
}

describe.skipIf(!HAS_POSTGRES)("a journal whose standbys are away", () => {
  let cluster: PostgresCluster;
  let url: string;
  let database: DatabaseSettings;
  let term: number;
  const closers: (() => Promise<void>)[] = [];

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
      for (const close of closers.splice(0)) await close();
    };
  });

  async function openWriter(settings = database): Promise<DatabaseWriter> {
    const writer = new DatabaseWriter({ database: settings, term, name: "core-1" });
    closers.push(() => writer.close());
    await writer.open(JOURNAL);
    return writer;
  }

  const standbyNames = async (): Promise<string> => {
    const sql = "select current_setting('synchronous_standby_names') as names";
    return (await cluster.query<{ names: string }>(sql))[0]?.names ?? "";
  };

  async function setStandbyNames(value: string): Promise<void> {
    await cluster.query(`alter system set synchronous_standby_names = '${value}'`);
    await cluster.query("select pg_reload_conf()");
    await cluster.until(async () => (await standbyNames()) === value);
  }

  /** Waits until the primary shows so many frames, whether a standby has them or not. */
  const untilShown = (frames: number): Promise<void> =>
    cluster.until(
      async () => (await cluster.query("select from candor_journal.frame", url)).length === frames,
    );

  /** A follower in a home of its own. */
  async function follow(): Promise<{ readonly seen: number[]; readonly home: string }> {
    const home = mkdtempSync(path.join(tmpdir(), "candor-follower-"));
    const seen: number[] = [];
    const onFrames = (frames: readonly { number: number }[]): Promise<void> => {
      seen.push(...frames.map(({ number }) => number));
      return Promise.resolve();
    };
    const mirror = await HomeMirror.open({ home, database, onFrames });
    const stop = new AbortController();
    const followed = mirror.follow(stop.signal);
    closers.push(async () => {
      stop.abort();
      await followed;
      await mirror.close();
      rmSync(home, { recursive: true });
    });
    return { seen, home };
  }

  test("CLUS-54 a writer whose connection is cut while its append waits finds its own frame", async () => {
    const port = Number(new URL(url.replace(/@([^,/]*)[^/]*/, "@$1")).port);
    const proxy = new Proxy(port);
    const proxied = url.replace(/@[^/]*/, `@127.0.0.1:${await proxy.listen()}`);
    const writer = await openWriter({ url: proxied, standbys: 1 });
    let last = sealedFrame(undefined, "first");
    await writer.append(last);
    for (let round = 0; round < 5; round++) {
      const next = sealedFrame(last, `round ${round}`);
      const appended = await withFrozenStandbys(cluster, async () => {
        const pending = writer.append(next);
        await waitingSession(cluster);
        proxy.cut();
        await sleep(1_000);
        return { pending };
      });
      await appended.pending;
      last = next;
    }
    const rows = await cluster.query("select number, term from candor_journal.frame order by number", url);
    expect(rows).toEqual(
      Array.from({ length: 6 }, (_none, at) => ({ number: `${at + 1}`, term: `${term}` })),
    );
    proxy.close();
  });

  test("CLUS-55 nobody sees a frame whose wait was cut short, and it is not confirmed when it is lost", async () => {
    const writer = await openWriter();
    const first = sealedFrame(undefined, "first");
    await writer.append(first);
    const { seen, home } = await follow();
    await cluster.until(() => Promise.resolve(seen.length === 1));
    const lost = cluster.primaryNode;
    const second = sealedFrame(first, "second");
    let outcome = "";
    const appended = await withFrozenStandbys(cluster, async () => {
      const pending = writer.append(second).then(
        () => (outcome = "confirmed"),
        () => (outcome = "failed"),
      );
      const pid = await waitingSession(cluster);
      await cluster.query(`select pg_terminate_backend(${pid})`);
      // The primary shows it now, and no standby has it.
      await cluster.until(
        async () => (await cluster.query("select from candor_journal.frame", url)).length === 2,
      );
      await sleep(500);
      expect(seen).toEqual([1]);
      expect(outcome).toBe("");
      await cluster.kill(lost);
      return { pending };
    });
    await cluster.failOver();
    await appended.pending;
    // Repeated on the new primary, so it is there after all, once.
    expect(outcome).toBe("confirmed");
    await cluster.until(() => Promise.resolve(seen.length === 2));
    expect(seen).toEqual([1, 2]);
    expect(await cluster.query("select from candor_journal.frame", url)).toHaveLength(2);
    await cluster.join(lost);
    const again = await HomeMirror.open({
      home: mkdtempSync(path.join(tmpdir(), "candor-follower-")),
      database,
    });
    expect((await again.pull()).frames).toBe(2);
    await again.close();
    expect(home).not.toBe("");
  });

  test("CLUS-55 nobody sees a frame that a primary shows after a crash, before a standby has it", async () => {
    const writer = await openWriter();
    const first = sealedFrame(undefined, "first");
    await writer.append(first);
    const { seen } = await follow();
    await cluster.until(() => Promise.resolve(seen.length === 1));
    const primary = cluster.primaryNode;
    const appended = await withFrozenStandbys(cluster, async () => {
      const pending = writer.append(sealedFrame(first, "second"));
      await waitingSession(cluster);
      await cluster.kill(primary);
      await cluster.restart(primary);
      expect(await cluster.query("select from candor_journal.frame", url)).toHaveLength(2);
      await sleep(4_000);
      expect(seen).toEqual([1]);
      return { pending };
    });
    await appended.pending;
    await cluster.until(() => Promise.resolve(seen.length === 2));
  });

  /** A writer with one confirmed frame. */
  async function writerWithFrame(): Promise<{
    readonly writer: DatabaseWriter;
    readonly first: StoredFrame;
  }> {
    const writer = await openWriter();
    const first = sealedFrame(undefined, "first");
    await writer.append(first);
    return { writer, first };
  }

  /** Appends while no standby answers, and checks that it is not confirmed before they do. */
  async function appendUnconfirmed(
    writer: DatabaseWriter,
    frame: StoredFrame,
    check: (isConfirmed: () => boolean) => Promise<void>,
  ): Promise<void> {
    let isConfirmed = false;
    const appended = await withFrozenStandbys(cluster, async () => {
      const append = async (): Promise<void> => {
        await writer.append(frame);
        isConfirmed = true;
      };
      const pending = append();
      await check(() => isConfirmed);
      expect(isConfirmed).toBe(false);
      return { pending };
    });
    await appended.pending;
  }

  test("CLUS-56 an append is confirmed only while the primary names standbys", async () => {
    const { writer, first } = await writerWithFrame();
    const names = await standbyNames();
    await appendUnconfirmed(writer, sealedFrame(first, "second"), async (isConfirmed) => {
      await waitingSession(cluster);
      await setStandbyNames("");
      await sleep(1_500);
      expect(isConfirmed()).toBe(false);
      await setStandbyNames(names);
      await sleep(1_000);
    });
    await setStandbyNames("*");
    try {
      await expect(openWriter()).rejects.toThrow("counts every receiver");
    } finally {
      await setStandbyNames(names);
    }
  });

  test("CLUS-56 a primary that names standbys and does not wait for them yet confirms nothing that could be lost", async () => {
    const { writer, first } = await writerWithFrame();
    const names = await standbyNames();
    const second = sealedFrame(first, "second");
    await appendUnconfirmed(writer, second, async () => {
      await waitingSession(cluster);
      await setStandbyNames("");
      await untilShown(2);
      // This process applies the setting for all sessions, late if it is busy.
      await cluster.signalBackends("checkpointer", "SIGSTOP");
      await setStandbyNames(names);
      await sleep(500);
    });
    const old = cluster.primaryNode;
    const [lost = 0] = cluster.standbys;
    await cluster.kill(lost);
    await cluster.signalBackends("walsender", "SIGSTOP");
    const appended = writer.append(sealedFrame(second, "third"));
    await untilShown(3);
    await cluster.failOver();
    // The writer leaves a primary that answers, and no standby confirms to the new one.
    await waitingSession(cluster);
    await cluster.kill(old);
    await cluster.join(old);
    await appended;
    await cluster.join(lost);
    expect(await cluster.query("select from candor_journal.frame", url)).toHaveLength(3);
  });

  test("CLUS-56 without the right to see standbys, the error names the grant that is missing", async () => {
    await cluster.query("create role blind login");
    await cluster.query("grant usage on schema candor_journal to blind", url);
    await cluster.query("grant select on all tables in schema candor_journal to blind", url);
    const blind = { url: url.replace("candor@", "blind@"), standbys: 1 };
    const connection = await PrimaryConnection.open(blind, "test");
    closers.push(() => connection.close());
    await expect(untilReplicated(connection, 1)).rejects.toThrow(
      "grant pg_monitor, pg_signal_backend to blind",
    );
  });

  test("CLUS-57 settings of a role or a URL cannot switch off the wait or its warning", async () => {
    const settings = ["synchronous_commit = off", "client_min_messages = error", "statement_timeout = 50"];
    for (const setting of settings) await cluster.query(`alter role candor set ${setting}`);
    try {
      const weak = { url: `${url}?options=-c%20synchronous_commit%3Doff`, standbys: 1 };
      const writer = await openWriter(weak);
      const appended = await withFrozenStandbys(cluster, async () => {
        const pending = writer.append(sealedFrame(undefined, "first")).catch((error: unknown) => error);
        const pid = await waitingSession(cluster);
        await sleep(200);
        await cluster.query(`select pg_cancel_backend(${pid})`);
        return { pending };
      });
      expect(await appended.pending).toBeInstanceOf(DatabaseUnusableError);
    } finally {
      await cluster.query("alter role candor reset all");
    }
  });

  test("CLUS-58 a writer leaves a frozen primary for the one that was promoted, and an old one that runs again", async () => {
    const writer = await openWriter();
    const first = sealedFrame(undefined, "first");
    await writer.append(first);
    const old = cluster.primaryNode;
    cluster.signal(old, "SIGSTOP");
    const second = sealedFrame(first, "second");
    const appended = writer.append(second);
    await sleep(300);
    await cluster.failOver();
    const promotedAtMs = performance.now();
    // The frozen server still accepts connections. Its standbys wait for it, so the append waits for them.
    await waitingSession(cluster);
    expect(performance.now() - promotedAtMs).toBeLessThan(60_000);
    await cluster.kill(old);
    await appended;
    // It comes back as a primary of the earlier timeline.
    await cluster.restart(old);
    const other = await openWriter();
    await other.append(sealedFrame(second, "third"));
    expect(await cluster.query("select from candor_journal.frame", url)).toHaveLength(3);
    await cluster.kill(old);
    await cluster.join(old);
  });
});
