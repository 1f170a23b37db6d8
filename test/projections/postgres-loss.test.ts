import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { isTransientError } from "@candor/server/records/projections/passing-error";
import { openPostgresDatabase } from "@candor/server/records/projections/postgres-database";
import { ReadModelsInUseError } from "@candor/server/records/projections/writer-lock";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { TIMEOUT_MS } from "../support/projections/adapters.ts";
import { PostgresServer, postgresBinaries } from "../support/projections/postgres-server.ts";

const SILENCE_MS = 5_000;
const NOBODY = { warned: () => undefined };
const END_WRITER =
  "select pg_terminate_backend(pid) from pg_stat_activity where application_name like '%writer'";

describe.skipIf(postgresBinaries() === undefined)(
  "PostgreSQL that goes away",
  { timeout: TIMEOUT_MS },
  () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await PostgresServer.start();
    }, TIMEOUT_MS);
    afterAll(() => server.stop());

    test("READ-27 a silent database is abandoned in time, and retried when it responds", async () => {
      const url = new URL(await server.createDatabase());
      const way = await wayTo(url);
      const database = await openPostgresDatabase(way.url, NOBODY, { silenceMs: SILENCE_MS });
      onTestFinished(() => database.close());
      const ask = () => sql`select seq from checkpoint`.execute(database.db);
      await ask();
      way.isFrozen = true;
      const given = await ask().catch((error: unknown) => error);
      expect(given).toBeInstanceOf(Error);
      expect(isTransientError(given)).toBe(true);
      way.isFrozen = false;
      expect((await ask()).rows).toEqual([{ seq: 0 }]);
    });

    test("READ-47 of several servers, one that vanished with its machine is left without waiting for its silence", async () => {
      const url = new URL(await server.createDatabase());
      const way = await wayTo(url);
      const { host } = new URL(way.url);
      const both = way.url.replace(host, `${host},${url.host}`);
      const database = await openPostgresDatabase(both, NOBODY, { silenceMs: TIMEOUT_MS });
      onTestFinished(() => database.close());
      const ask = () => sql`select seq from checkpoint`.execute(database.db);
      await ask();
      way.isFrozen = true;
      way.close();
      // The other address answers; silence alone would outlast this test.
      expect((await ask()).rows).toEqual([{ seq: 0 }]);
    });

    test("READ-25 the writer takes its lost lock again, so that no other server empties the tables", async () => {
      const url = await server.createDatabase();
      const warnings: string[] = [];
      const database = await openPostgresDatabase(url, { warned: (message) => warnings.push(message) });
      onTestFinished(() => database.close());
      await server.administer(END_WRITER);
      while (warnings.length === 0 || (await lockHolders(url)) === 0) await sleep(50);
      expect(warnings).toEqual(["lost the writer lock on the read models"]);
      await expect(openPostgresDatabase(url, NOBODY)).rejects.toThrow(ReadModelsInUseError);
    });
  },
);

async function lockHolders(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query("select pid from pg_locks where locktype = 'advisory' and granted");
  await client.end();
  return rowCount ?? 0;
}

/** A proxy to a server that drops all data while frozen, like a lost host or network. */
async function wayTo(url: URL): Promise<{ readonly url: string; isFrozen: boolean; close(): void }> {
  const sockets: Socket[] = [];
  const way = { url: "", isFrozen: false, close: () => void relay.close() };
  const relay = createServer((near) => {
    const far = connect(Number(url.port), url.hostname);
    sockets.push(near, far);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on("data", (bytes) => way.isFrozen || to.write(bytes));
      from.on("error", () => to.destroy());
      from.on("close", () => to.destroy());
    }
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    relay.close();
  });
  const passed = new URL(url);
  passed.port = String((relay.address() as AddressInfo).port);
  way.url = passed.href;
  return way;
}
