import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { createSealingKey } from "@candor/server/kit/durable/sealed-value";
import pg from "pg";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Network, whyNoNetworks } from "../support/cluster/network.ts";
import { ClusterProcess } from "../support/core/core-processes.ts";
import { verifyHistory } from "../support/core/verify-history.ts";
import { HAS_OPENSSL, linkSettings, makeCertificates } from "../support/link/link-certificates.ts";
import { MEMORY_DISK } from "../support/memory-disk.ts";
import { postgresBinaries } from "../support/projections/postgres-server.ts";
import { isDeep } from "../support/repeats.ts";
import { NetworkedDatabases } from "./networked-databases.ts";
import { RemoteLoad } from "./remote-load.ts";

/** Times that the leader is cut off in one test; `CLUSTER_SHARE=0.2` makes it a fifth. */
const ROUNDS = Math.ceil(20 * Number(process.env.CLUSTER_SHARE ?? 1));
const ROUND_MS = 120_000;
vi.setConfig({ testTimeout: 400_000 + ROUNDS * ROUND_MS });

const problem = isDeep ? whyNoNetworks() : "they take ten minutes, and CANDOR_DEEP=1 is not set";
const CAN_RUN = problem === undefined && HAS_OPENSSL && postgresBinaries() !== undefined;
if (!CAN_RUN)
  console.warn(
    `partitions of the network are not tested: ${problem ?? "PostgreSQL or OpenSSL is not installed"}`,
  );

const JOURNAL = path.resolve(import.meta.dirname, "../../apps/server/src/start/cli/journal.ts");
const LINK_PORT = 7443;
const LEADING = /"msg":"core: leading"/;
const FOLLOWING = /"msg":"core: following"/;
const ORDERS = 50;
/** A machine that is busy with other work is faster than a process that waits for a vanished one. */
const HANGING_MS = 60_000;

interface Cluster {
  readonly network: Network;
  readonly databases: NetworkedDatabases;
  readonly load: RemoteLoad;
  leader: ClusterProcess;
  standby: ClusterProcess;
  /** Starts a core on its machine again. */
  readonly startCore: (name: string) => ClusterProcess;
  /** Ends everything and expects that every acknowledged order is in the history once. @param machine of the primary */
  readonly verify: (machine: string) => Promise<void>;
}

const leftOver: (() => unknown)[] = [];
afterEach(async () => {
  for (const clear of leftOver.splice(0).toReversed()) await clear();
});

/** @param places machines of core a, core b and the three databases */
async function startCluster(places: {
  readonly a: string;
  readonly b: string;
  readonly databases: readonly string[];
}): Promise<Cluster> {
  const clients = "c";
  const network = new Network([...new Set([places.a, places.b, ...places.databases, clients])]);
  leftOver.push(() => network.remove());
  const directory = mkdtempSync(path.join(MEMORY_DISK, "candor-partition-"));
  leftOver.push(() => rmSync(directory, { recursive: true, force: true }));
  const databases = await NetworkedDatabases.start(network, places.databases);
  leftOver.push(() => databases.remove());
  const machines: Readonly<Record<string, string>> = {
    "core-a": places.a,
    "core-b": places.b,
    gateway: clients,
  };
  makeCertificates(
    directory,
    ...Object.entries(machines).map(([name, machine]) => `${name}=${network.addressOf(machine)},127.0.0.1`),
  );
  found(databases.url, network.runnerOf(places.a));
  const keyFile = path.join(directory, "sealing.key");
  createSealingKey(keyFile);
  const running: ClusterProcess[] = [];
  leftOver.push(() => Promise.all(running.map((each) => each.stop("SIGKILL"))));
  const linkOf = (name: string): string => `${network.addressOf(machines[name] ?? "")}:${LINK_PORT}`;
  const start = (
    name: string,
    certificate: string,
    settings: Readonly<Record<string, string>>,
  ): ClusterProcess => {
    const common = {
      ...linkSettings(directory, certificate),
      CANDOR_NODE: name,
      CANDOR_HOME: path.join(directory, name),
      CANDOR_JOURNAL_URL: databases.url,
      DATABASE_URL: databases.url,
      PORT: "0",
      CANDOR_PRICES: "simulated",
      CANDOR_CHART_BARS: "50",
      CANDOR_LIQUIDITY: "off",
      CANDOR_OUTBOX: "open",
      CANDOR_DEMO_REVIEWER: "off",
      CANDOR_PROXY: "local",
      LOG_LEVEL: "info",
    };
    const started = new ClusterProcess(
      name,
      { ...common, ...settings },
      network.runnerOf(machines[certificate] ?? ""),
    );
    running.push(started);
    return started;
  };
  const startCore = (name: string): ClusterProcess =>
    start(name, name, { CANDOR_ROLE: "core", CANDOR_KEY_FILE: keyFile, CANDOR_LINK: linkOf(name) });
  const leader = startCore("core-a");
  // The core waits for the tables that the projector makes.
  start("projector", "gateway", { CANDOR_ROLE: "projector" });
  await leader.prints(LEADING);
  const cores = ["core-a", "core-b"].map(linkOf).join(",");
  const gateway = start("gateway", "gateway", { CANDOR_ROLE: "gateway", CANDOR_CORE: cores });
  const standby = startCore("core-b");
  const [url = ""] = /http:\/\/[^:]+:[0-9]+/.exec(
    (await gateway.prints(/Candor is ready: http:\/\/[^:]+:[0-9]+/))[0],
  ) as RegExpExecArray;
  const load = await RemoteLoad.start(url, network.runnerOf(clients));
  leftOver.push(() => load.kill());
  await standby.prints(FOLLOWING);
  const verify = async (machine: string): Promise<void> => {
    const { accepted, failures } = await load.stop();
    expect(failures).toEqual([]);
    await Promise.all(running.map((each) => each.stop("SIGTERM")));
    const home = await databases.bringHome(machine);
    await verifyHistory({ url: home, keyFile, query: (sql) => queryOf(home, sql) }, accepted);
    console.info(`${accepted.length} acknowledged orders, each in the history once`);
  };
  return { network, databases, load, leader, standby, startCore, verify };
}

/** Makes an empty database the place of a new exchange. @param runner program and arguments that run it where it is reached */
function found(url: string, runner: readonly string[]): void {
  const [program = process.execPath, ...args] = runner;
  execFileSync(program, [...args, process.execPath, JOURNAL, "found"], {
    env: { ...process.env, CANDOR_JOURNAL_URL: url },
    stdio: "pipe",
  });
}

async function queryOf<R extends object>(url: string, sql: string): Promise<readonly R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R & pg.QueryResultRow>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe.skipIf(!CAN_RUN)("a cluster on machines with a network that fails", () => {
  test("CLUS-01 a leading core that is cut off from everything is replaced, and ends once it reaches the others again", async () => {
    const cluster = await startCluster({ a: "a", b: "b", databases: ["d", "e", "f"] });
    const { network, load } = cluster;
    for (let round = 0; round < ROUNDS; round++) {
      await load.more(ORDERS);
      const { leader, standby } = cluster;
      const machine = leader.name === "core-a" ? "a" : "b";
      network.cut(machine);
      const pauseMs = await load.more(ORDERS);
      await standby.prints(LEADING);
      network.heal(machine);
      expect(await leader.ended).toBe(4);
      console.info(`the leader's core cut off: pause ${pauseMs} ms`);
      cluster.leader = standby;
      cluster.standby = cluster.startCore(leader.name);
      await cluster.standby.prints(FOLLOWING);
    }
    await cluster.verify("d");
  });

  test("CLUS-01 a primary database that is cut off from its standbys, with the leader on its side, acknowledges nothing, and its leader ends", async () => {
    const cluster = await startCluster({ a: "a", b: "b", databases: ["a", "e", "f"] });
    const { network, databases, load, leader, standby } = cluster;
    await load.more(ORDERS);
    network.cut("a");
    const since = performance.now();
    const serving = load.more(ORDERS);
    // No standby can confirm any more, so what the other side decides from here on contains everything acknowledged.
    const promoted = databases.failOver();
    const promotedMs = Math.round(performance.now() - since);
    const pauseMs = await serving;
    await standby.prints(LEADING);
    network.heal("a");
    expect(await leader.ended).toBe(4);
    // The aim is 30 s, nearly all of it Patroni's time to promote, which this test leaves out. No process may wait for the
    // vanished machine until the system gives up, which takes more than a minute.
    console.info(
      `primary and leader cut off: pause ${pauseMs} ms, promoted after ${promotedMs} ms (aim: 30 s)`,
    );
    expect(pauseMs).toBeLessThan(HANGING_MS);
    await databases.stop("a");
    await load.more(ORDERS);
    await cluster.verify(promoted);
  });
});
