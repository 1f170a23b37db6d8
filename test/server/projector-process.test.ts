import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { foundedDatabase } from "../support/journal/founded-database.ts";
import { PostgresServer, postgresBinaries } from "../support/projections/postgres-server.ts";
import { ProjectorRoleProcess } from "../support/projections/projector-role.ts";
import { isDeep } from "../support/repeats.ts";
import { QUIET, removeHome, startServer, temporaryHome, WITH_CHARTS } from "../support/server/run-server.ts";
import { accepted } from "../support/wire/gateway-under-test.ts";
import { WireClient } from "../support/wire-client.ts";

const TIMEOUT_MS = 240_000;

interface Health {
  readonly engine: { readonly durableSeq: number };
  readonly readModels: { readonly reachedSeq: number };
}

const healthOf = async (url: string): Promise<Health> =>
  (await (await fetch(`${url}/healthz`)).json()) as Health;

const jsonOf = async <T>(url: string): Promise<T> => (await (await fetch(url)).json()) as T;

describe.skipIf(postgresBinaries() === undefined)(
  "a server and its projector in two processes (skipped where PostgreSQL is not installed)",
  { timeout: TIMEOUT_MS },
  () => {
    let postgres: PostgresServer;
    beforeAll(async () => {
      postgres = await PostgresServer.start();
    }, TIMEOUT_MS);
    afterAll(() => postgres.stop());

    test.each([
      { journal: "files of one home", isReplicated: false },
      // In every run, test/cluster/failures.test.ts has such a projector.
      ...(isDeep ? [{ journal: "a database, with a copy of the home", isReplicated: true }] : []),
    ])(
      "READ-49 calls, charts and trades come from the projector's tables: $journal",
      async ({ isReplicated }) => {
        const url = await postgres.createDatabase();
        const home = temporaryHome();
        const projectorHome = isReplicated ? temporaryHome() : home;
        onTestFinished(() => {
          removeHome(home);
          removeHome(projectorHome);
        });
        const journal = isReplicated
          ? { CANDOR_JOURNAL_URL: await foundedDatabase(postgres), CANDOR_JOURNAL_STANDBYS: "0" }
          : undefined;
        const settings = {
          ...QUIET,
          ...WITH_CHARTS,
          DATABASE_URL: url,
          CANDOR_PROJECTOR: "elsewhere",
          ...journal,
        };
        const startProjector = async (): Promise<ProjectorRoleProcess> => {
          const started = await ProjectorRoleProcess.start(projectorHome, url, journal);
          onTestFinished(async () => void (await started.stop("SIGKILL")));
          return started;
        };
        let projector = await startProjector();
        let server = await startServer(home, settings);
        onTestFinished(async () => void (await server.stop("SIGKILL")));

        const buyer = new WireClient(server.url);
        await buyer.register();
        await buyer.fund("1000");
        const avgPrice = `${server.url}/api/v3/avgPrice?symbol=BTCUSDT`;
        const price = (Number((await jsonOf<{ price: string }>(avgPrice)).price) * 0.99).toFixed(1);
        const order = (clientOrderId: string) =>
          ({
            symbol: "BTCUSDT",
            side: "buy",
            type: "limit",
            price,
            quantity: "0.001",
            clientOrderId,
          }) as const;
        const canceled = async (client: WireClient, key: string): Promise<number> => {
          const placed = accepted(await client.call("doOrder", order(key)));
          if (!("order" in placed)) throw new Error("two orders");
          const { orderId } = placed.order;
          return accepted(await client.call("cancel", { orderId })).asOfSeq;
        };
        const history = async (client: WireClient, minSeq: number) =>
          accepted(await client.call("record", { view: "history", minSeq }));

        const firstSeq = await canceled(buyer, "first");
        await expect
          .poll(async () => (await history(buyer, firstSeq)).asOfSeq)
          .toBeGreaterThanOrEqual(firstSeq);
        const first = await history(buyer, firstSeq);
        expect(first.list).toMatchObject([{ status: "canceled" }]);
        // The original answer of a repeated key is read from the tables.
        expect(accepted(await buyer.call("doOrder", order("first")))).toMatchObject({ replayed: true });
        const candles = `${server.url}/api/v3/klines?symbol=BTCUSDT&interval=1m&limit=2`;
        expect(await jsonOf(candles)).toHaveLength(2);

        await projector.stop("SIGKILL");
        const secondSeq = await canceled(buyer, "second");
        const late = await history(buyer, secondSeq);
        expect(late.asOfSeq).toBeGreaterThanOrEqual(first.asOfSeq);
        expect(late.asOfSeq).toBeLessThan(secondSeq);
        expect(late.list).toHaveLength(1);
        projector = await startProjector();
        await expect
          .poll(async () => (await history(buyer, secondSeq)).list.length, { timeout: 60_000 })
          .toBe(2);

        expect(await server.stop("SIGTERM")).toBe(0);
        server = await startServer(home, settings);
        const again = new WireClient(server.url, { token: buyer.token });
        expect((await history(again, secondSeq)).list).toHaveLength(2);
        await expect
          .poll(async () => {
            const { engine, readModels } = await healthOf(server.url);
            return readModels.reachedSeq >= secondSeq && engine.durableSeq - readModels.reachedSeq < 50;
          })
          .toBe(true);
        expect((await projector.health()).reachedSeq).toBeGreaterThan(secondSeq);
        expect(await server.stop("SIGTERM")).toBe(0);
        expect(await projector.stop("SIGTERM")).toBe(0);
      },
    );
  },
);
