import { ClusterPage } from "@candor/server/start/cluster-lines";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ClusterProcess, CoreProcesses } from "../support/core/core-processes.ts";
import { PostgresCluster } from "../support/journal/postgres-cluster.ts";
import { postgresBinaries } from "../support/projections/postgres-server.ts";

const CAN_RUN = postgresBinaries() !== undefined && process.env.CANDOR_DEEP === "1";
if (!CAN_RUN)
  console.warn("a core next to a single server is tested with CANDOR_DEEP=1, if PostgreSQL is installed");

const PATIENCE = { timeout: 60_000, interval: 50 } as const;
/** A leader that is silent for so long is evicted; see LeaderWatch and ADR 41. */
const EVICTED_AFTER_MS = 3_500;

interface Health {
  readonly status: string;
  readonly reason?: string;
  readonly role: string;
  readonly node: string;
  readonly term: number;
}

describe.skipIf(!CAN_RUN)("a server whose journal is in a database, and a core next to it", () => {
  let journals: PostgresCluster;
  let processes: CoreProcesses;
  let page: ClusterPage;
  let single: ClusterProcess;
  const begin = async (): Promise<void> => {
    [journals, processes] = await Promise.all([
      PostgresCluster.start(1),
      CoreProcesses.begin(["single", "core-2"]),
    ]);
    const database = { url: await journals.createDatabase(), standbys: 1 };
    page = new ClusterPage(database, () => "ready");
    const journal = { CANDOR_JOURNAL_URL: database.url, CANDOR_JOURNAL_STANDBYS: "1" };
    single = processes.core("single", { ...journal, CANDOR_ROLE: "all", CANDOR_LINK: "" });
    await single.prints(/Candor is ready/);
    const core = processes.core("core-2", journal);
    await core.prints(/core: standing by/);
  };
  beforeAll(begin);
  afterAll(async () => {
    await page.close();
    await processes.end();
    await journals.stop();
  });

  const lines = () => page.read();
  const health = async (): Promise<readonly [number, Health]> => {
    const reply = await fetch(processes.healthOf("single"));
    return [reply.status, (await reply.json()) as Health];
  };

  test("CLUS-67 the core sees the live leader and stands by; the page shows both, and the databases", async () => {
    await expect.poll(async () => (await lines()).nodes.map(({ name }) => name), PATIENCE).toHaveLength(2);
    const { term, takeOvers, primary, replicas, nodes } = await lines();
    expect(takeOvers).toMatchObject([{ term, name: "single", from: "", reason: "start" }]);
    expect(nodes).toMatchObject([
      { name: "single", role: "all", isLeader: true, isLost: false, term, version: "0.1.0" },
      { name: "core-2", role: "core", isLeader: false, isLost: false, version: "0.1.0" },
    ]);
    expect(primary).toMatch(/^127\.0\.0\.1:[0-9]+$/);
    expect(replicas).toMatchObject([{ name: "node1", state: "streaming", sync: "quorum" }]);
    const sinceMs = Date.now();
    await expect.poll(() => Date.now() - sinceMs, PATIENCE).toBeGreaterThan(EVICTED_AFTER_MS);
    expect((await lines()).term).toBe(term);
    const core = (await lines()).nodes.find(({ name }) => name === "core-2");
    expect(core).toMatchObject({ term, isLost: false });
    expect(await health()).toMatchObject([200, { status: "ok", role: "leader", node: "single", term }]);
  });

  test("CLUS-68 while no standby confirms, /healthz is 503 with the reason and nobody takes over; then it goes on", async () => {
    const { term } = await lines();
    journals.signal(1, "SIGSTOP");
    await expect.poll(health, PATIENCE).toMatchObject([503, { reason: "waiting for a standby", term }]);
    const metrics = async () =>
      await (await fetch(processes.healthOf("single").replace("healthz", "metrics"))).text();
    expect(await metrics()).toContain('candor_replication_state{state="waiting for a standby"} 1');
    const sinceMs = Date.now();
    await expect.poll(() => Date.now() - sinceMs, PATIENCE).toBeGreaterThan(EVICTED_AFTER_MS);
    expect(await lines()).toMatchObject({ term });
    journals.signal(1, "SIGCONT");
    await expect.poll(health, PATIENCE).toMatchObject([200, { status: "ok", term }]);
    expect(await metrics()).toContain('candor_replication_state{state="waiting for a standby"} 0');
    expect(await metrics()).toMatch(/^candor_core_leading 1$/m);
  });

  test("CLUS-67 when the single server is killed, the core takes over", async () => {
    const { term } = await lines();
    single.signal("SIGKILL");
    await expect
      .poll(async () => (await lines()).takeOvers[0], PATIENCE)
      .toMatchObject({
        term: term + 1,
        from: "single",
        name: "core-2",
        reason: "single does not report",
      });
  });
});
