import { ClusterTable } from "@candor/server/kit/journal-database/cluster-table";
import { lead } from "@candor/server/kit/journal-database/lead";
import { clusterStatus } from "@candor/server/start/cli/cluster";
import { ClusterPage } from "@candor/server/start/cluster-lines";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PostgresCluster } from "../support/journal/postgres-cluster.ts";
import { postgresBinaries } from "../support/projections/postgres-server.ts";

const CAN_RUN = postgresBinaries() !== undefined;
if (!CAN_RUN) console.warn("PostgreSQL is not installed: the console's lines of a cluster are not tested");

describe.skipIf(!CAN_RUN)("the console's lines of a cluster", () => {
  let databases: PostgresCluster;
  let table: ClusterTable;
  let page: ClusterPage;
  let settings: { readonly url: string; readonly standbys: number };
  beforeAll(async () => {
    databases = await PostgresCluster.start(1);
    settings = { url: await databases.createDatabase(), standbys: 1 };
    table = new ClusterTable(settings);
    page = new ClusterPage(settings, () => "writing");
  });
  afterAll(async () => {
    await table.close();
    await page.close();
    await databases.stop();
  });

  test("CLUS-66 CLUS-67 processes, databases and changes of the leader are listed, and kept when the database is gone", async () => {
    for (const name of ["core-1", "core-2"])
      await lead(settings, { name, address: "", reason: `${name} was started` });
    const common = { address: "10.0.0.1:7443", term: 2, details: { process: "core", version: "1.2.3" } };
    await table.report({ ...common, name: "core-1", role: "standby", seq: 0 });
    await table.report({ ...common, name: "core-2", role: "leader", seq: 0 });
    const spare = { ...common, details: { state: "waiting" } };
    for (const role of ["signer", "projector", "gateway", "chain"])
      await table.reportFollower({ ...spare, name: `${role}-1`, role, seq: undefined }, 0);
    const lines = await page.read();
    expect(lines).toMatchObject({ term: 2, writing: "writing", problem: "" });
    expect(lines.nodes.map(({ name, role, isLeader, isLost }) => ({ name, role, isLeader, isLost }))).toEqual(
      [
        { name: "core-2", role: "core", isLeader: true, isLost: false },
        { name: "core-1", role: "core", isLeader: false, isLost: false },
        { name: "gateway-1", role: "gateway", isLeader: false, isLost: false },
        { name: "projector-1", role: "projector", isLeader: false, isLost: false },
        { name: "signer-1", role: "signer", isLeader: false, isLost: false },
        { name: "chain-1", role: "chain", isLeader: false, isLost: false },
      ],
    );
    expect(lines.nodes[0]).toMatchObject({ seq: 0, behind: 0, behindMs: 0, version: "1.2.3", term: 2 });
    expect(lines.nodes[3]).toMatchObject({ isWaiting: true, seq: null, behind: null, version: "" });
    expect(lines.primary).toMatch(/^127\.0\.0\.1:[0-9]+$/);
    expect(lines.replicas).toMatchObject([{ name: "node1", state: "streaming", sync: "quorum" }]);
    expect(lines.takeOvers).toMatchObject([
      { term: 2, name: "core-2", from: "core-1", reason: "core-2 was started" },
      { term: 1, name: "core-1", from: "", reason: "core-1 was started" },
    ]);
    await table.report({ ...common, name: "core-1", role: "leader", term: 1, seq: 0 });
    const former = (await page.read()).nodes.find(({ name }) => name === "core-1");
    expect(former).toMatchObject({ isLeader: false, isFormerLeader: true });
    const status = await clusterStatus(table);
    expect(status.nodes).toContainEqual(
      expect.objectContaining({ node: "core-1", role: "former leader", state: "ending" }),
    );
    expect(status.notes.at(-1)).toMatch(
      /^Database {3}127\.0\.0\.1:[0-9]+ primary; node1 streaming, quorum, [0-9]+ bytes behind$/,
    );
    await table.report({ ...common, name: "core-1", role: "standby", seq: 0 });
    const last = await page.read();
    await databases.kill(databases.primaryNode);
    const later = await page.read();
    expect(later.problem).toMatch(/no primary found/);
    // Their ages count on.
    const ages = later.nodes.map(({ silentMs }, at) => silentMs - (last.nodes[at]?.silentMs ?? 0));
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(2_000);
    const nodes = later.nodes.map((node, at) => ({ ...node, silentMs: last.nodes[at]?.silentMs }));
    expect({ ...later, nodes, problem: "" }).toEqual(last);
  });

  test("CLUS-66 a primary database has the name that its configuration gives", async () => {
    const named = await PostgresCluster.start(0);
    const url = await named.createDatabase();
    const [database] = /[a-z0-9_]+$/.exec(url) ?? [];
    await named.query(`alter database ${database} set candor.database_name = 'database-1'`);
    const own = new ClusterTable({ url, standbys: 0 });
    try {
      expect(await own.primary()).toMatchObject({ name: "database-1" });
    } finally {
      await own.close();
      await named.stop();
    }
  });
});
