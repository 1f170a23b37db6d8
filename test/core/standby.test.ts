import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { CommandWriter } from "@candor/codec/command-writer";
import { Replication } from "@candor/server/engine/home/replication";
import { JournaledRequests } from "@candor/server/engine/relay/journaled-requests";
import { bundle } from "@candor/server/engine/runtime/bundle";
import { exchangeHome } from "@candor/server/engine/runtime/exchange-home";
import { LocalEngine } from "@candor/server/engine/runtime/local-engine";
import { newSharedTime } from "@candor/server/engine/runtime/shared-time";
import { machineFactory, tally } from "@candor/server/engine/runtime/testing/tally-machine";
import { WorkerEngine } from "@candor/server/engine/runtime/worker-engine";
import { isFenced } from "@candor/server/kit/journal-database/database-errors";
import { DatabaseReader } from "@candor/server/kit/journal-database/database-reader";
import { lead, OvertakenError } from "@candor/server/kit/journal-database/lead";
import { Standby } from "@candor/server/start/core/standby";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { MEMORY_DISK } from "../support/memory-disk.ts";
import { PostgresServer, postgresBinaries } from "../support/projections/postgres-server.ts";

const CAN_RUN = postgresBinaries() !== undefined;
if (!CAN_RUN) console.warn("PostgreSQL is not installed: standbys are not tested");

const SNAPSHOT_INTERVAL = 40;

describe.skipIf(!CAN_RUN)("a standby of an engine whose journal is in a database", () => {
  let server: PostgresServer;
  let root: string;
  let database: { readonly url: string; readonly standbys: number };
  const closing: (() => Promise<unknown>)[] = [];
  const homeOf = (name: string): string => path.join(root, name);

  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    root = mkdtempSync(path.join(MEMORY_DISK, "candor-standby-"));
    database = { url: await server.createDatabase(), standbys: 0 };
  });
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
    rmSync(root, { recursive: true, force: true });
  });

  const thread = (): Promise<URL> =>
    bundle(
      new URL("../../apps/server/src/engine/runtime/testing/tally-thread.ts", import.meta.url),
      process.env.CANDOR_CACHE,
    );
  const warn = (message: string): void => expect.unreachable(message);

  interface Node {
    readonly engine: WorkerEngine;
    readonly losses: Error[];
  }

  /** Lets a standby take over. */
  async function takeOver(name: string, standby: Standby, afterTerm: number): Promise<Node> {
    const losses: Error[] = [];
    const leadership = await lead(database, { name, address: "", reason: "test", afterTerm });
    await standby.complete();
    const onLost = (error: Error): void => void losses.push(error);
    const replication = Replication.begin({ home: homeOf(name), database, name, onLost }, leadership);
    closing.push(() => replication.close());
    const engine = await standby.following.lead(replication.ofEngine);
    return { engine, losses };
  }

  async function standBy(name: string): Promise<Standby & { readonly lost: Error[] }> {
    const lost: Error[] = [];
    const standby = await Standby.start({
      home: homeOf(name),
      mode: "sandbox",
      database,
      thread: thread(),
      time: newSharedTime(),
      snapshotInterval: SNAPSHOT_INTERVAL,
      warn,
      onFatal: (error) => lost.push(error),
    });
    return Object.assign(standby, { lost });
  }

  async function first(): Promise<Node> {
    const { term } = await lead(database, { name: "none", address: "", reason: "creation" });
    return await takeOver("a", await standBy("a"), term);
  }

  async function run({ engine }: Pick<Node, "engine">, count: number): Promise<string> {
    const seq = engine.durableSeq;
    for (let done = 0; done < count; done += 5)
      await Promise.all(
        Array.from({ length: Math.min(5, count - done) }, (_, at) =>
          engine.execute(tally((done + at) % 7, 1 + done, `${seq + done + at}`)),
        ),
      );
    return (await engine.stateHash()).hash;
  }

  const reaches = (standby: Standby, seq: number): Promise<void> =>
    expect.poll(() => standby.following.position.seq, { interval: 5 }).toBe(seq);

  test("CLUS-29 a standby is at the leader's state, takes over during a snapshot, and the old leader is fenced", async () => {
    const a = await first();
    const b = await standBy("b");
    await run(a, 30);
    await reaches(b, 30);
    // The snapshot at 40 is in the making now, at the leader and at the standby.
    const hash = await run(a, 15);
    const next = await takeOver("b", b, 2);
    expect(await next.engine.stateHash()).toEqual({ seq: 45, hash });
    await expect(a.engine.execute(tally(1, 1))).rejects.toThrow(/another process writes this exchange/);
    expect(b.lost).toEqual([]);
    const last = await run(next, 50);
    await next.engine.close();
    expect(readdirSync(exchangeHome(homeOf("b")).snapshotDirectory).length).toBeGreaterThan(0);
    rmSync(exchangeHome(homeOf("b")).snapshotDirectory, { recursive: true });
    const replayed = new LocalEngine({ home: exchangeHome(homeOf("b")), factory: machineFactory });
    expect(await replayed.stateHash()).toEqual({ seq: 95, hash: last });
    await replayed.close();
    await a.engine.close();
  });

  test("CLUS-30 of two standbys that want to lead after the same term, one does", async () => {
    const a = await first();
    const [b, c] = [await standBy("b"), await standBy("c")];
    await run(a, 10);
    const ask = (name: string) => lead(database, { name, address: "", reason: "test", afterTerm: 2 });
    const results = await Promise.allSettled([ask("b"), ask("c")]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const lost = results.find((result) => result.status === "rejected");
    expect(lost?.reason).toBeInstanceOf(OvertakenError);
    await Promise.all([b.close(), c.close()]);
    await expect(a.engine.execute(tally(1, 1))).rejects.toSatisfy(
      (error) => isFenced(error) || String(error).includes("another process"),
    );
    await a.engine.close();
  });

  test("CLUS-31 after a take-over, requests of gateways are found with their place, or were never executed", async () => {
    const a = await first();
    const b = await standBy("b");
    const port = a.engine.link();
    port.on("message", () => undefined);
    for (const number of [1, 2, 3]) {
      const writer = new CommandWriter();
      for (let command = 0; command < number; command++) writer.write(tally(1, 1, `${number}-${command}`));
      const request = { bytes: writer.take(), commands: number, queries: [], origin: ["gateway", number] };
      port.postMessage({ kind: "request", request });
    }
    await reaches(b, 6);
    port.close();
    const next = await takeOver("b", b, 2);
    const reader = new DatabaseReader(database);
    const requests = new JournaledRequests(reader, b.retained);
    expect(await requests.find("gateway", [2, 3, 4], 1)).toEqual([
      { firstSeq: 2, commands: 2 },
      { firstSeq: 4, commands: 3 },
      "not-executed",
    ]);
    expect(await requests.find("other", [2], 0)).toEqual(["not-executed"]);
    expect(await requests.find("gateway", [2], undefined)).toEqual(["unknown"]);
    const batches = await requests.batchesAfter(0, 6);
    expect(batches === "too-old" ? batches : batches.map(({ lastSeq }) => lastSeq).at(-1)).toBe(6);
    expect(await requests.batchesAfter(0, 7)).toBe("too-old");
    await reader.close();
    await next.engine.close();
    await a.engine.close();
  });
});
