import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { ClusterUnderTest, isAlive } from "../support/cluster/cluster-process.ts";
import { isInstalled } from "../support/cluster/is-installed.ts";
import { until } from "../support/cluster/until.ts";
import { postgresBinaries } from "../support/projections/postgres-server.ts";

const TIMEOUT_MS = 240_000;
const hasHaproxy = isInstalled("haproxy");

describe.skipIf(postgresBinaries() === undefined)("a cluster on one machine", { timeout: TIMEOUT_MS }, () => {
  let cluster: ClusterUnderTest;
  afterEach(() => cluster?.close());

  test("CLUS-45 every process is listed once it is ready, and whichever is killed is started again and listed again", async () => {
    cluster = new ClusterUnderTest();
    await cluster.start(["--gateways", "2", "--no-haproxy"]);
    const roles = cluster.status.processes.map(({ role }) => role);
    expect(roles.toSorted()).toEqual([
      "chain",
      "core",
      "core",
      "custody",
      "database",
      "database",
      "database",
      "gateway",
      "gateway",
      "projector",
      "signer",
    ]);
    const victims = [
      cluster.find((each) => each.role === "core" && each.leader),
      cluster.find((each) => each.name === "gateway-2"),
      cluster.find((each) => each.role === "projector"),
      cluster.find((each) => each.role === "custody"),
      cluster.find((each) => each.role === "database" && each.primary),
    ];
    for (const victim of victims) {
      process.kill(victim.pid, "SIGKILL");
      await until(
        () => !cluster.status.processes.some(({ pid }) => pid === victim.pid),
        `${victim.name} is no longer listed`,
      );
      await cluster.complete();
      expect(cluster.find(({ name }) => name === victim.name).pid).not.toBe(victim.pid);
      expect(cluster.status.processes.every(({ pid }) => isAlive(pid))).toBe(true);
    }
    const primary = cluster.find((each) => each.role === "database" && each.primary);
    expect(primary.name).not.toBe(victims[3]?.name);
  });

  test("CLUS-46 SIGTERM ends everything in order; after kill -9 of the main process everything ends by itself; both start again with their data", async () => {
    cluster = new ClusterUnderTest();
    await cluster.start(["--gateways", "1"]);
    const first = cluster.status.processes.map(({ pid }) => pid);
    await cluster.end("SIGKILL");
    await until(() => !first.some(isAlive), "all processes have ended");
    await cluster.start(["--gateways", "1"]);
    const second = cluster.status.processes.map(({ pid }) => pid);
    expect(await cluster.end("SIGTERM")).toBe(0);
    expect(second.filter(isAlive)).toEqual([]);
    const logs = path.join(cluster.home, "cluster", "logs");
    for (const name of ["database-1", "database-2", "database-3"])
      expect(readFileSync(path.join(logs, `${name}.log`), "utf8").trimEnd()).toMatch(
        /database system is shut down$/,
      );
    await cluster.start(["--gateways", "1"]);
  });

  test("CLUS-46 passwords and certificates are readable by their owner only, and no log contains a password", async () => {
    cluster = new ClusterUnderTest();
    await cluster.start(["--gateways", "1"]);
    const directory = path.join(cluster.home, "cluster");
    const secrets = Object.values(
      JSON.parse(readFileSync(path.join(directory, "secrets.json"), "utf8")) as Record<string, string>,
    );
    expect(secrets.length).toBe(3);
    for (const file of ["secrets.json", "databases/passwords", "certificates/core-1.key"])
      expect(statSync(path.join(directory, file)).mode & 0o077).toBe(0);
    for (const log of readdirSync(path.join(directory, "logs"))) {
      const text = readFileSync(path.join(directory, "logs", log), "utf8");
      expect([log, secrets.some((secret) => text.includes(secret))]).toEqual([log, false]);
    }
    const commands = cluster.status.processes.map(({ pid }) => readFileSync(`/proc/${pid}/cmdline`, "utf8"));
    expect(secrets.some((secret) => commands.some((command) => command.includes(secret)))).toBe(false);
  });

  test.skipIf(!hasHaproxy)(
    "CLUS-47 the proxy reports the client's own address, carries sockets, and does not use a killed gateway",
    async () => {
      cluster = new ClusterUnderTest();
      await cluster.start(["--gateways", "2"]);
      const { url } = cluster.status;
      const ask = async (): Promise<{ name: string; headers: Record<string, string> }> =>
        (await (
          await fetch(`${url}/anything`, { headers: { "x-forwarded-for": "203.0.113.9" } })
        ).json()) as {
          name: string;
          headers: Record<string, string>;
        };
      const { headers } = await ask();
      expect([headers["x-forwarded-for"], headers["x-forwarded-proto"]]).toEqual(["127.0.0.1", "http"]);
      const socket = new WebSocket(url.replace("http", "ws"));
      await once(socket, "open");
      socket.send("hello");
      const [answer] = (await once(socket, "message")) as [Buffer];
      const served = answer.toString().replace(" hello", "");
      expect(served).toMatch(/^gateway-[12]$/);
      const closed = once(socket, "close");
      process.kill(cluster.find(({ name }) => name === served).pid, "SIGKILL");
      await closed;
      for (let request = 0; request < 20; request++) expect((await ask()).name).toMatch(/^gateway-[12]$/);
      await cluster.complete();
    },
  );
});
