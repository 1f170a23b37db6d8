import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { MEMORY_DISK } from "../memory-disk.ts";
import { freePort } from "../server/free-port.ts";
import { postgresBinaries } from "./postgres-server.ts";

const START_TIMEOUT_MS = 120_000;
const IS_ROOT = process.getuid?.() === 0;

/** One PostgreSQL server that a test kills, starts again and promotes. */
class DatabaseNode {
  readonly port: number;
  private readonly home: string;
  private process: ChildProcess | undefined;

  constructor(home: string, port: number) {
    this.home = home;
    this.port = port;
  }

  /** @param source port of the primary to copy; undefined for a new cluster */
  static async create(name: string, root: string, source?: number): Promise<DatabaseNode> {
    const home = path.join(root, name);
    if (source === undefined)
      run("initdb", root, [
        "-D",
        home,
        "-U",
        "candor",
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--no-locale",
        "--no-sync",
      ]);
    else copyCluster(root, home, source);
    const node = new DatabaseNode(home, await freePort());
    await node.start();
    return node;
  }

  async start(): Promise<void> {
    const options = [
      "-D",
      this.home,
      "-h",
      "127.0.0.1",
      "-p",
      String(this.port),
      "-k",
      path.dirname(this.home),
    ];
    const settings = ["shared_buffers=32MB", "wal_retrieve_retry_interval=100ms"];
    const [program, args] = asUser("postgres", [
      ...options,
      "-F",
      ...settings.flatMap((setting) => ["-c", setting]),
    ]);
    this.process = spawn(program, args, { stdio: "ignore", cwd: path.dirname(this.home) });
    const deadline = Date.now() + START_TIMEOUT_MS;
    for (;;)
      try {
        await this.run("select 1", "postgres");
        return;
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await sleep(30);
      }
  }

  /** Ends it as a power failure would, except that the system keeps what was written. */
  async kill(): Promise<void> {
    const { process: child } = this;
    if (child === undefined || child.exitCode !== null) return;
    const ended = once(child, "exit");
    const pid = this.pid();
    if (pid !== undefined) process.kill(pid, "SIGKILL");
    await ended;
    // Its backends notice the end by themselves; a new server must not meet them.
    rmSync(path.join(this.home, "postmaster.pid"), { force: true });
    await sleep(200);
  }

  /** Runs statements on this server, whatever its role. */
  async run(sql: string, database: string): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({
      connectionString: `postgres://candor@127.0.0.1:${this.port}/${database}`,
      connectionTimeoutMillis: 5_000,
    });
    client.on("error", () => undefined);
    await client.connect();
    try {
      const result = await client.query<Record<string, unknown>>(sql);
      return result.rows;
    } finally {
      await client.end();
    }
  }

  private pid(): number | undefined {
    const file = path.join(this.home, "postmaster.pid");
    return existsSync(file) ? Number.parseInt(readFileSync(file, "utf8"), 10) : undefined;
  }
}

const asUser = (program: string, args: readonly string[]): [string, string[]] => {
  const file = path.join(postgresBinaries() as string, program);
  return IS_ROOT ? ["runuser", ["-u", "postgres", "--", file, ...args]] : [file, [...args]];
};

function run(program: string, cwd: string, args: readonly string[]): void {
  const [file, all] = asUser(program, args);
  execFileSync(file, all, { stdio: "ignore", cwd });
}

/** Makes a standby's files from the primary at `port`. */
function copyCluster(root: string, home: string, port: number): void {
  const source = ["-D", home, "-h", "127.0.0.1", "-p", String(port), "-U", "candor"];
  run("pg_basebackup", root, [...source, "-R", "-X", "stream", "-c", "fast", "--no-sync"]);
}

/**
 * A primary and a standby that replicates it asynchronously. Every failover makes the standby the primary, and a copy of it
 * the new standby.
 */
export class DatabasePair {
  readonly database = "candor";
  private readonly root: string;
  private nodes: readonly [primary: DatabaseNode, standby: DatabaseNode];
  /** Both servers' addresses, in a fixed order. */
  private readonly ports: number[];
  private copies = 1;

  private constructor(root: string, primary: DatabaseNode, standby: DatabaseNode) {
    this.root = root;
    this.nodes = [primary, standby];
    this.ports = [primary.port, standby.port];
  }

  static async start(): Promise<DatabasePair> {
    const root = mkdtempSync(path.join(MEMORY_DISK, "candor-pair-"));
    if (IS_ROOT) {
      chmodSync(root, 0o755);
      execFileSync("chown", ["postgres", root]);
    }
    const primary = await DatabaseNode.create("one", root);
    await primary.run("create database candor", "postgres");
    return new DatabasePair(root, primary, await DatabaseNode.create("two", root, primary.port));
  }

  /** Names both servers; the first one was the first primary. */
  get url(): string {
    const hosts = this.ports.map((port) => `127.0.0.1:${port}`);
    return `postgres://candor@${hosts.join(",")}/${this.database}`;
  }

  get primary(): Pick<DatabaseNode, "run"> {
    return this.nodes[0];
  }

  /** From here on, the standby receives nothing, so a failover loses what is written. */
  async cut(): Promise<void> {
    const [primary, standby] = this.nodes;
    await standby.run("alter system set primary_conninfo = ''", "postgres");
    await standby.run("select pg_reload_conf()", "postgres");
    const senders = "select pid from pg_stat_replication";
    while ((await primary.run(senders, "postgres")).length > 0) await sleep(20);
  }

  /** Waits until the standby has what the primary has. */
  async replicated(): Promise<void> {
    const [primary] = this.nodes;
    const late = "select from pg_stat_replication where replay_lsn >= pg_current_wal_insert_lsn()";
    while ((await primary.run(late, "postgres")).length === 0) await sleep(20);
  }

  /** Kills the primary and promotes the standby. */
  async failOver(): Promise<void> {
    const [primary, standby] = this.nodes;
    await primary.kill();
    await standby.run("select pg_promote(true, 60)", "postgres");
    this.nodes = [standby, primary];
  }

  /** Kills the primary and starts it again: asynchronous commits that it has not written yet are lost. */
  async crash(): Promise<void> {
    const [primary] = this.nodes;
    await primary.kill();
    await primary.start();
  }

  /** After a failover: replaces the killed server, at its address, by a copy of the new primary. */
  async replaceStandby(): Promise<void> {
    const [primary, killed] = this.nodes;
    const home = path.join(this.root, `copy-${++this.copies}`);
    copyCluster(this.root, home, primary.port);
    const copy = new DatabaseNode(home, killed.port);
    await copy.start();
    this.nodes = [primary, copy];
  }

  async stop(): Promise<void> {
    for (const node of this.nodes) await node.kill();
    rmSync(this.root, { recursive: true, force: true });
  }
}
