import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { checkHome } from "@candor/server/engine/home/check-home";
import { exchangeHome } from "@candor/server/engine/runtime/exchange-home";
import { machineFactory } from "@candor/server/engine/runtime/exchange-machine";
import { mirrorHome } from "@candor/server/kit/journal-database/home-mirror";
import { verifyJournal } from "@candor/server/start/cli/journal-verify";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { again, ClusterLoad } from "../support/cluster/cluster-load.ts";
import { isInstalled } from "../support/cluster/is-installed.ts";
import { Payments } from "../support/cluster/payments.ts";
import { until } from "../support/cluster/until.ts";
import { WholeCluster } from "../support/cluster/whole-cluster.ts";
import { auditHistory } from "../support/core/audit-history.ts";
import { verifyHistory } from "../support/core/verify-history.ts";
import { HAS_OPENSSL } from "../support/link/link-certificates.ts";
import { MEMORY_DISK } from "../support/memory-disk.ts";
import { postgresBinaries } from "../support/projections/postgres-server.ts";
import { isDeep, repeats } from "../support/repeats.ts";
import { OrderClient } from "../support/socket/order-client.ts";
import { WireClient } from "../support/wire-client.ts";
import { pauseTable, randomOf, Saboteur, shuffledFaults } from "./faults.ts";
import { projectedContent, rebuiltContent } from "./read-models.ts";

const HOUR_MS = 3_600_000;
vi.setConfig({ testTimeout: repeats(300_000, 3 * HOUR_MS), hookTimeout: 300_000 });

const CAN_RUN = HAS_OPENSSL && postgresBinaries() !== undefined;
if (!CAN_RUN) console.warn("PostgreSQL or OpenSSL is not installed: failures of a cluster are not tested");
const hasHaproxy = isInstalled("haproxy");

/** One user places at most five orders a second, so a deep run needs 200 users for 1,000. */
const TRADERS = repeats(8, Number(process.env.CLUSTER_TRADERS ?? 200));
const PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 60_000;
const ORDER = { symbol: "BTCUSDT", side: "buy", type: "limit", quantity: "0.0001" } as const;
/** A deep run takes hours: `CLUSTER_SHARE=0.2` runs a fifth of its faults. */
const SHARE = Number(process.env.CLUSTER_SHARE ?? 1);
const faults = (everyRun: number, deepRun: number): number => repeats(everyRun, Math.ceil(deepRun * SHARE));
/** In every run the quick ones; the others have tests of their own in test/journal and test/projections. */
const FAULTS = {
  "leader killed": faults(1, 100),
  "gateway killed": faults(1, 100),
  "custody killed": faults(1, 50),
  "custody frozen for 10 s": faults(0, 20),
  "leader and custody killed": faults(0, 20),
  "primary database killed": faults(1, 20),
  "standby database killed": faults(0, 20),
  "leader frozen for 10 s": faults(0, 20),
} as const;

describe.skipIf(!CAN_RUN)("a cluster whose processes are killed under load", () => {
  const cluster = new WholeCluster();
  let load: ClusterLoad;
  let payments: Payments;
  let saboteur: Saboteur;
  const seed = Number(process.env.CLUSTER_SEED ?? Date.now() % 1_000_000);

  beforeAll(async () => {
    await cluster.start(2);
    load = await ClusterLoad.prepare({
      traders: TRADERS,
      urls: cluster.gatewayUrls,
      pauseMs: PAUSE_MS,
    });
    payments = await Payments.prepare(cluster.gatewayUrls);
    load.start();
    payments.start();
    saboteur = new Saboteur(cluster, load, randomOf(seed));
    await load.everyoneServed(performance.now());
  });
  afterAll(() => cluster.close());

  test("CLUS-01 CLUS-02 leaders, gateways and databases are killed and frozen in random order: every trader is served again", async () => {
    console.info(`seed ${seed}, ${TRADERS} traders`);
    const kinds = shuffledFaults(FAULTS, randomOf(seed));
    for (const [at, kind] of kinds.entries()) {
      await saboteur.run(kind);
      if (isDeep)
        console.info(`${at + 1} of ${kinds.length}: ${kind}, ${saboteur.pauses.get(kind)?.at(-1)} ms`);
    }
    console.info(pauseTable(saboteur.pauses));
    for (const pauses of saboteur.pauses.values()) expect(Math.max(...pauses)).toBeLessThan(LONGEST_PAUSE_MS);
    expect(load.failures).toEqual([]);
  });

  test("CLUS-03 every kind of process is restarted under load, one after the other, and no call fails but those to try again", async () => {
    const { processes } = cluster.process.status;
    const gateways = processes.filter(({ role }) => role === "gateway");
    const standbys = processes.filter((each) => each.role === "database" && !each.primary);
    const others = processes.filter(({ role }) => ["projector", "custody", "signer", "chain"].includes(role));
    const replicas = [
      ...gateways.slice(0, repeats(1, 2)),
      ...standbys.slice(0, repeats(0, 2)),
      ...others.slice(0, repeats(1, 4)),
      cluster.standby,
    ];
    for (const each of replicas) {
      const sinceMs = performance.now();
      // A database ends at once with SIGINT, and waits for its clients with SIGTERM.
      process.kill(each.pid, each.role === "database" ? "SIGINT" : "SIGTERM");
      await saboteur.measure(`restart of a ${each.role}`, sinceMs);
      await cluster.recovered(each);
    }
    const { leader, primary } = cluster;
    const sinceMs = performance.now();
    expect(await cluster.operator("cluster", "switch", "--operator", "anna")).toContain("leads in term");
    await saboteur.measure("planned switch", sinceMs);
    await cluster.recovered(leader);
    expect(cluster.leader.name).not.toBe(leader.name);
    if (isDeep) {
      const primarySinceMs = performance.now();
      process.kill(primary.pid, "SIGINT");
      await saboteur.measure("restart of the primary", primarySinceMs);
      await cluster.recovered(primary);
    }
    console.info(pauseTable(saboteur.pauses));
    expect(load.failures).toEqual([]);
  });

  test.skipIf(!hasHaproxy)(
    "CLUS-06 through HAProxy, a user's login, orders, history and socket survive the death of either gateway",
    async () => {
      const gateways = cluster.process.status.processes.filter(({ role }) => role === "gateway");
      for (const victim of gateways.slice(0, repeats(1, 2))) {
        const user = new WireClient(cluster.publicUrl);
        const { email, password } = await user.register();
        await user.fund("100");
        const { id } = await user.expectOk(user.post("/User/profile"));
        const socket = await OrderClient.of(
          `${cluster.publicUrl.replace("http", "ws")}/ws`,
          user,
          Number(id),
        );
        // Below the traders' price, so that nobody sells to it.
        const order = { ...ORDER, price: (Number(load.price) * 0.95).toFixed(1) };
        const { orderId } = orderOf(await socket.ask("order.place", { ...order, clientOrderId: "first" }));
        process.kill(victim.pid, "SIGKILL");
        // The session is known to the other gateway, and the order is not placed again.
        const repeated = await again(
          () => user.call("doOrder", { ...order, clientOrderId: "first" }),
          ({ code }) => code === 1,
        );
        expect(orderOf(repeated).orderId).toBe(orderId);
        const other = await again(
          () => OrderClient.of(`${cluster.publicUrl.replace("http", "ws")}/ws`, user, Number(id)),
          () => true,
        );
        const second = orderOf(await other.ask("order.place", { ...order, clientOrderId: "second" }));
        const canceled = await other.ask("order.cancel", { orderId });
        expect(canceled.code).toBe(1);
        const fresh = new WireClient(cluster.publicUrl);
        // A connection that the proxy kept may close under a call; these may be repeated.
        const session = await again(
          () => fresh.expectOk(fresh.post("/user/login", { account: email, password })),
          () => true,
        );
        fresh.token = session.token;
        const last = await other.ask("order.cancel", { orderId: second.orderId });
        expect(last.code).toBe(1);
        const { asOfSeq } = last.data;
        const listed = async (): Promise<readonly string[]> => {
          const { list } = await again(
            () => fresh.expectOk(fresh.post("/Entrus/record", { view: "history", minSeq: Number(asOfSeq) })),
            () => true,
          );
          return list
            .map((each) => String("clientOrderId" in each ? each.clientOrderId : ""))
            .toSorted((a, b) => a.localeCompare(b));
        };
        // The read models may be further behind than a call waits.
        await expect.poll(listed, { interval: 250 }).toEqual(["first", "second"]);
        await other.socket.until(
          () => other.socket.of("order").some((each) => each.asOfSeq === asOfSeq),
          "the private message about the cancel",
        );
        socket.close();
        other.close();
        await cluster.recovered(victim);
      }
    },
  );

  test("CLUS-05 every withdrawal during the failures was paid once, and every deposit credited once", async () => {
    await payments.stop();
    expect(payments.failures).toEqual([]);
    const { confirmed, amounts, balances } = await payments.arrived(cluster.custody.pid);
    expect(amounts.length).toBeGreaterThan(2);
    // Amounts are unique: one that is there twice was paid twice.
    expect(amounts.filter((each, at) => amounts.indexOf(each) !== at)).toEqual([]);
    expect(amounts.filter((each) => !confirmed.includes(each))).toEqual([]);
    expect(amounts.toSorted((a, b) => a - b)).toEqual(confirmed.toSorted((a, b) => a - b));
    expect(balances.length).toBeGreaterThan(0);
    expect(new Set(balances)).toEqual(new Set(["100.000000 + 0.000000"]));
    // "ALARM" follows for a balance that deposits and payments do not explain.
    expect(await cluster.operator("chain", "status", "--operator", "anna")).toMatch(/^(?!.*ALARM).*USDT/s);
    console.info(`${amounts.length} withdrawals, ${balances.length} deposits`);
  });

  test("CLUS-01 afterwards every acknowledged order is in the history once, and everything agrees with a full replay", async () => {
    await load.stop();
    console.info(load.summary());
    expect(load.failures).toEqual([]);
    expect(load.sockets.flatMap(({ gaps }) => gaps)).toEqual([]);
    const directory = mkdtempSync(path.join(MEMORY_DISK, "candor-verified-"));
    try {
      const home = path.join(directory, "home");
      await quietly(cluster, async () => {
        await mirrorHome({ home, database: { url: cluster.url, standbys: 0 } });
        expect(await projectedContent(cluster.url)).toEqual(await rebuiltContent(home));
      });
      await verifyHistory(cluster, load.accepted);
      expectNoGapsIn(load, auditHistory(home));
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
    // Before it ends, a core writes a snapshot, which the journal must reproduce.
    expect(await cluster.process.end("SIGTERM")).toBe(0);
    for (const core of ["core-1", "core-2"]) {
      const lines: string[] = [];
      verifyJournal(exchangeHome(cluster.homeOf(core)), machineFactory, (line) => lines.push(line));
      expect(lines.filter((line) => line.startsWith("Snapshots"))).toHaveLength(1);
      expect(checkHome(cluster.homeOf(core), cluster.keyFile).accepted).toEqual([]);
    }
  });
});

/** Returns the order of an accepted reply, over HTTP or a socket. */
function orderOf({ code, data }: { readonly code: number; readonly data: unknown }): {
  readonly orderId: string;
} {
  expect([code, data]).toEqual([1, expect.objectContaining({ order: expect.anything() })]);
  return (data as { readonly order: { readonly orderId: string } }).order;
}

/** Does something while no core writes, once the projector has written all that they have. */
async function quietly(cluster: WholeCluster, work: () => Promise<void>): Promise<void> {
  const cores = [cluster.standby, cluster.leader];
  for (const { pid } of cores) process.kill(pid, "SIGSTOP");
  try {
    await until(async () => {
      const [row] = await cluster.query<{ seq: string; reached: string }>(
        `select (select max(last_seq) from candor_journal.frame where journal = 'exchange/journal') as seq,
         (select seq from read_models.checkpoint) as reached`,
      );
      return row !== undefined && row.seq === row.reached;
    }, "the projector has written everything");
    // Nothing of the frozen leader is in progress any more.
    await sleep(200);
    await work();
  } finally {
    for (const { pid } of cores) process.kill(pid, "SIGCONT");
  }
}

/** Expects that each connection received every change after its bind, in order and once. */
function expectNoGapsIn(load: ClusterLoad, changes: ReadonlyMap<number, readonly string[]>): void {
  for (const { userId, received } of load.sockets)
    for (const { afterSeq, lastSeq, orders } of received)
      expect(orders).toEqual(
        (changes.get(userId) ?? []).filter((change) => {
          const seq = Number(change.split("/")[0]);
          return seq > afterSeq && seq <= lastSeq;
        }),
      );
}
