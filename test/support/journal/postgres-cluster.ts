import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { MEMORY_DISK } from "../memory-disk.ts";
import { asPostgres, createData, giveToPostgres, postgresBinaries } from "../projections/postgres-server.ts";
import { freePort } from "../server/free-port.ts";

const READY_TIMEOUT_MS = 120_000;
const LOOK_EVERY_MS = 50;

interface Node {
  readonly name: string;
  readonly data: string;
  readonly port: number;
  process: ChildProcess | undefined;
}

/** Several PostgreSQL servers: a primary, and standbys of which any one must confirm each commit. */
export class PostgresCluster {
  private readonly bin: string;
  private readonly home: string;
  private readonly nodes: readonly Node[];
  private readonly isSynced: boolean;
  private databases = 0;
  private primary = 0;

  private constructor(bin: string, home: string, nodes: readonly Node[], isSynced: boolean) {
    this.bin = bin;
    this.isSynced = isSynced;
    this.home = home;
    this.nodes = nodes;
  }

  /** @param isSynced whether they are on a disk and sync their logs, as in production; by default they do not, in memory */
  static async start(standbys = 2, isSynced = false): Promise<PostgresCluster> {
    const bin = postgresBinaries();
    if (bin === undefined) throw new Error("PostgreSQL is not installed");
    const home = mkdtempSync(path.join(isSynced ? tmpdir() : MEMORY_DISK, "candor-cluster-"));
    giveToPostgres(home);
    const nodes: Node[] = [];
    for (let at = 0; at <= standbys; at++) {
      const name = `node${at}`;
      nodes.push({ name, data: path.join(home, name), port: await freePort(), process: undefined });
    }
    const cluster = new PostgresCluster(bin, home, nodes, isSynced);
    try {
      createData(bin, cluster.node(0).data);
      cluster.configure(cluster.node(0));
      await cluster.run(0);
      for (let at = 1; at <= standbys; at++) await cluster.join(at);
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  /** Numbers of the standbys. */
  get standbys(): readonly number[] {
    return this.nodes.map((_node, at) => at).filter((at) => at !== this.primary);
  }

  get primaryNode(): number {
    return this.primary;
  }

  portOf(at: number): number {
    return this.node(at).port;
  }

  /** @returns the URL, with every host, of a new, empty database */
  async createDatabase(): Promise<string> {
    const name = `test_${++this.databases}`;
    await this.query(`create database ${name}`);
    const hosts = this.nodes.map(({ port }) => `127.0.0.1:${port}`).join(",");
    return `postgres://candor@${hosts}/${name}`;
  }

  /** Runs a statement on the primary, outside the code under test and without waiting for a standby. */
  async query<R extends pg.QueryResultRow>(sql: string, url?: string): Promise<readonly R[]> {
    const database =
      url === undefined ? "postgres" : new URL(url.replace(/@[^/]*/, "@host")).pathname.slice(1);
    return await this.queryNode<R>(this.primary, sql, database);
  }

  /** Ends a server and its sessions with SIGKILL. */
  async kill(at: number): Promise<void> {
    const node = this.node(at);
    const pidFile = path.join(node.data, "postmaster.pid");
    if (node.process === undefined || !existsSync(pidFile)) return;
    const ended = once(node.process, "exit");
    const server = Number.parseInt(readFileSync(pidFile, "utf8"), 10);
    const processes = [server, ...childrenOf(server)];
    for (const pid of processes) tell(pid, "SIGKILL");
    // Its parent may be frozen with it.
    node.process.kill("SIGCONT");
    await ended;
    node.process = undefined;
  }

  /** Stops every process of a server, or lets them go on. A frozen server still accepts connections. */
  signal(at: number, signal: "SIGSTOP" | "SIGCONT"): void {
    const pidFile = path.join(this.node(at).data, "postmaster.pid");
    if (!existsSync(pidFile)) return;
    const server = Number.parseInt(readFileSync(pidFile, "utf8"), 10);
    for (const pid of [server, ...childrenOf(server)]) tell(pid, signal);
    // The program that started the server under another user stops with it.
    if (signal === "SIGCONT") this.node(at).process?.kill(signal);
  }

  /** Stops some processes of the primary, or lets them go on. The checkpointer applies `synchronous_standby_names` for all sessions. */
  async signalBackends(type: "checkpointer" | "walsender", signal: "SIGSTOP" | "SIGCONT"): Promise<void> {
    const rows = await this.query<{ pid: number }>(
      `select pid from pg_stat_activity where backend_type = '${type}'`,
    );
    if (rows.length === 0) throw new Error(`the primary has no ${type}`);
    for (const { pid } of rows) tell(pid, signal);
  }

  /** Starts a server that was killed. */
  async restart(at: number): Promise<void> {
    rmSync(path.join(this.node(at).data, "postmaster.pid"), { force: true });
    await this.run(at);
  }

  /**
   * Makes the standby with the longest log the primary; the other standbys follow it. First all of them read what a killed
   * primary had sent: one that read on after the choice would be ahead of the new primary, and could never follow it.
   */
  async failOver(): Promise<void> {
    const running = this.standbys.filter((at) => this.node(at).process !== undefined);
    if (this.node(this.primary).process === undefined)
      for (const at of running) await this.until(async () => !(await this.isReceiving(at)));
    const received = new Map<number, bigint>();
    for (const at of running) {
      const sql = "select pg_last_wal_receive_lsn() - '0/0'::pg_lsn as bytes";
      const [row] = await this.queryNode<{ bytes: string }>(at, sql, "postgres");
      received.set(at, BigInt(row?.bytes ?? "0"));
    }
    const [best] = [...received].reduce((a, b) => (b[1] > a[1] ? b : a));
    await this.queryNode(best, "select pg_promote()", "postgres");
    this.primary = best;
  }

  /** Makes a server that was lost a standby of the present primary, with an empty disk. */
  async join(at: number): Promise<void> {
    const node = this.node(at);
    rmSync(node.data, { recursive: true, force: true });
    const { port } = this.node(this.primary);
    const options = [
      "-D",
      node.data,
      "-h",
      "127.0.0.1",
      "-p",
      String(port),
      "-U",
      "candor",
      "-c",
      "fast",
      "-X",
      "stream",
    ];
    const [program, args] = asPostgres(path.join(this.bin, "pg_basebackup"), [...options, "--no-sync"]);
    execFileSync(program, args, { stdio: "ignore", cwd: this.home });
    writeFileSync(path.join(node.data, "standby.signal"), "");
    this.configure(node);
    giveToPostgres(path.join(node.data, "standby.signal"));
    await this.run(at);
    await this.until(async () => {
      const sql = `select from pg_stat_replication where application_name = '${node.name}' and sync_state = 'quorum'`;
      return (await this.query(sql)).length === 1;
    });
  }

  async stop(): Promise<void> {
    for (const node of this.nodes) await shutDown(node);
    rmSync(this.home, { recursive: true, force: true });
  }

  /** Waits for a condition that the servers reach by themselves. */
  async until(isReached: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + READY_TIMEOUT_MS;
    while (!(await isReached())) {
      if (Date.now() > deadline) throw new Error("the cluster did not reach the expected state");
      await sleep(LOOK_EVERY_MS);
    }
  }

  private async queryNode<R extends pg.QueryResultRow>(
    at: number,
    sql: string,
    database: string,
  ): Promise<readonly R[]> {
    const client = new pg.Client({
      connectionString: `postgres://candor@127.0.0.1:${this.node(at).port}/${database}`,
      options: "-c synchronous_commit=local",
    });
    await client.connect();
    try {
      return (await client.query<R>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  private async isReceiving(at: number): Promise<boolean> {
    const sql = "select from pg_stat_wal_receiver where status = 'streaming'";
    return (await this.queryNode(at, sql, "postgres")).length > 0;
  }

  private node(at: number): Node {
    return this.nodes[at] as Node;
  }

  private configure({ data, name, port }: Node): void {
    const hosts = this.nodes.map(() => "127.0.0.1").join(",");
    const ports = this.nodes.map((node) => node.port).join(",");
    // A single server would wait for itself.
    const names = this.nodes.length === 1 ? "" : `ANY 1 (${this.nodes.map((node) => node.name).join(", ")})`;
    const settings = [
      "listen_addresses = '127.0.0.1'",
      `port = ${port}`,
      `unix_socket_directories = '${this.home}'`,
      `fsync = ${this.isSynced ? "on" : "off"}`,
      "shared_buffers = 32MB",
      `synchronous_standby_names = '${names}'`,
      `primary_conninfo = 'host=${hosts} port=${ports} user=candor application_name=${name} target_session_attrs=read-write'`,
      "wal_retrieve_retry_interval = 100ms",
      // A standby of a frozen primary looks for another one.
      "wal_receiver_timeout = 3s",
    ];
    writeFileSync(path.join(data, "postgresql.auto.conf"), `${settings.join("\n")}\n`);
  }

  private async run(at: number): Promise<void> {
    const node = this.node(at);
    const [program, args] = asPostgres(path.join(this.bin, "postgres"), ["-D", node.data]);
    node.process = spawn(program, args, { stdio: "ignore", cwd: this.home });
    await this.until(async () => {
      try {
        await this.queryNode(at, "select 1", "postgres");
        return true;
      } catch {
        return false; // It is still starting.
      }
    });
  }
}

/** Ends a server at once, without a trace in the system's shared memory. */
async function shutDown({ process: server, data }: Node): Promise<void> {
  const pidFile = path.join(data, "postmaster.pid");
  if (server === undefined || !existsSync(pidFile)) return;
  const ended = once(server, "exit");
  process.kill(Number.parseInt(readFileSync(pidFile, "utf8"), 10), "SIGQUIT");
  await ended;
}

/** A process may have ended since it was listed. */
function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return children
    .split(" ")
    .filter((text) => text !== "")
    .map(Number);
}
