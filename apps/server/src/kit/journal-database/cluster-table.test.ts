import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PostgresServer, postgresBinaries } from "../../../../../test/support/projections/postgres-server.ts";
import { ClusterTable, type NodeReport } from "./cluster-table.ts";
import { readCluster } from "./cluster-view.ts";
import type { DatabaseSettings } from "./database-settings.ts";
import { lead } from "./lead.ts";
import { PrimaryConnection } from "./primary-connection.ts";
import { EXCHANGE_JOURNAL_PATH, SCHEMA } from "./schema.ts";

const CAN_RUN = postgresBinaries() !== undefined;
if (!CAN_RUN) console.warn("PostgreSQL is not installed: the table of nodes is not tested");

describe.skipIf(!CAN_RUN)("the table of nodes", () => {
  let server: PostgresServer;
  let settings: DatabaseSettings;
  let table: ClusterTable;
  let other: PrimaryConnection;
  beforeAll(async () => {
    server = await PostgresServer.start();
    settings = { url: await server.createDatabase(), standbys: 0 };
    table = new ClusterTable(settings);
    await table.create();
    other = await PrimaryConnection.open(settings, "test");
  });
  afterAll(async () => {
    await table.close();
    await other.close();
    await server.stop();
  });

  const report = (name: string, role: string, seq?: number): NodeReport => ({
    name,
    role,
    address: "10.0.0.1:7443",
    term: 1,
    seq,
    details: { version: "1.2.3" },
  });
  const writeFrame = (number: number, firstSeq: number, lastSeq: number, ageMs: number) =>
    other.query(
      `insert into ${SCHEMA}.frame (journal, number, term, first_seq, last_seq, time_ms, previous, hash, sealed)
       values ($1, $2, 1, $3, $4, extract(epoch from now()) * 1000 - $5::int, '', '', '')`,
      [EXCHANGE_JOURNAL_PATH, number, firstSeq, lastSeq, ageMs],
    );
  const nodeOf = async (name: string) => (await readCluster(table)).nodes.find((node) => node.name === name);

  test("CLUS-65 a process keeps one connection, however many statements it runs at once, and after it is cut", async () => {
    const asked = async () => {
      await Promise.all([table.state(), table.nodes(), table.takeOvers(1), table.databaseStandbys()]);
      const { rows } = await other.query<{ pid: number }>(
        "select pid from pg_stat_activity where application_name = 'candor-node' and datname = current_database()",
      );
      return rows.map(({ pid }) => pid);
    };
    const [pid, ...more] = await asked();
    expect(more).toEqual([]);
    await other.query(
      "select pg_terminate_backend(pid, 60000) from pg_stat_activity where application_name = 'candor-node'",
    );
    const [next, ...others] = await asked();
    expect(others).toEqual([]);
    expect(next).not.toBe(pid);
  });

  test("CLUS-66 a report for another process never replaces that of a core with the same name", async () => {
    await table.report(report("core-1", "leader", 5));
    expect(await table.reportFollower(report("core-1", "gateway", 4), 0)).toBe(false);
    expect(await nodeOf("core-1")).toMatchObject({ role: "leader", seq: 5 });
    expect(await table.reportFollower(report("gateway-1", "gateway", 4), 0)).toBe(true);
    expect(await table.reportFollower(report("gateway-1", "gateway", 5), 0)).toBe(true);
    expect(await nodeOf("gateway-1")).toMatchObject({ role: "gateway", seq: 5, pid: 0, version: "1.2.3" });
  });

  test("CLUS-66 what a process is behind is counted in commands, frames and time, as of its report", async () => {
    const { term } = await lead(settings, { name: "core-1", address: "", reason: "test" });
    await writeFrame(1, 1, 5, 60_000);
    await writeFrame(2, 6, 9, 40_000);
    await writeFrame(3, 10, 10, 20_000);
    await table.report({ ...report("core-1", "leader", 10), term });
    await table.report(report("core-2", "standby", 5));
    await table.reportFollower(report("signer", "signer"), 0);
    const { nodes, isLed, leader } = await readCluster(table);
    expect({ leader, isLed }).toEqual({ leader: "core-1", isLed: true });
    const [leading, behind, signer] = ["core-1", "core-2", "signer"].map((name) =>
      nodes.find((node) => node.name === name),
    );
    expect(leading).toMatchObject({ lag: 0, lagFrames: 0, lagMs: 0, isMissing: false });
    expect(behind).toMatchObject({ lag: 5, lagFrames: 2 });
    expect(behind?.lagMs).toBeGreaterThanOrEqual(40_000);
    expect(behind?.lagMs).toBeLessThan(60_000);
    expect(signer).toMatchObject({ seq: undefined, lag: undefined, lagFrames: undefined, lagMs: undefined });
    // A frame that was written after the report is no lag, unless the process has stopped to report.
    await other.query(`update ${SCHEMA}.node set seen = now() - interval '1 second' where name = 'core-1'`);
    await writeFrame(4, 11, 12, 500);
    expect(await nodeOf("core-1")).toMatchObject({ lag: 0, lagFrames: 0, lagMs: 0 });
    await other.query(`update ${SCHEMA}.node set seen = now() - interval '2 days' where name = 'core-2'`);
    await other.query(`update ${SCHEMA}.node set seen = now() - interval '1 minute' where name = 'core-1'`);
    expect(await nodeOf("core-1")).toMatchObject({ isMissing: true, lagFrames: 1 });
    expect(await nodeOf("core-2")).toBeUndefined();
    expect((await readCluster(table)).isLed).toBe(false);
  });

  test("CLUS-66 there is one leader: a process that still reports as the leader of an earlier term is a former one", async () => {
    const { term } = await lead(settings, { name: "core-8", address: "", reason: "test" });
    await table.report({ ...report("core-8", "leader"), term });
    const next = await lead(settings, { name: "core-9", address: "", reason: "test" });
    await table.report({ ...report("core-9", "leader"), term: next.term });
    const roles = async () => {
      const { nodes } = await readCluster(table);
      return nodes.filter(({ name }) => /^core-[89]$/.test(name)).map(({ name, role }) => [name, role]);
    };
    expect(await roles()).toEqual([
      ["core-9", "leader"],
      ["core-8", "former leader"],
    ]);
    // The same name leads again, and its row is still that of the process before.
    await lead(settings, { name: "core-9", address: "", reason: "core-9 was started again" });
    expect(await roles()).toContainEqual(["core-9", "former leader"]);
    expect((await readCluster(table)).isLed).toBe(false);
  });
});
