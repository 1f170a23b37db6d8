import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { hash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bootId } from "@candor/server/records/projections/boot-id";
import { requirePostgres } from "@candor/server/start/cluster/database/postgres-binaries";
import pg from "pg";
import { MEMORY_DISK } from "../memory-disk.ts";
import { freePort } from "../server/free-port.ts";

const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 60_000;
const CLUSTER_OPTIONS = ["-U", "candor", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"];
const IS_ROOT = process.getuid?.() === 0;

/**
 * Creating a cluster takes a second of CPU time, copying one a tenth. Not synced, so it is reused only until reboot.
 */
function clusterToCopy(bin: string): string {
  const version = execFileSync(path.join(bin, "postgres"), ["--version"], { encoding: "utf8" });
  const name = hash("sha256", `${version}${bootId()}${CLUSTER_OPTIONS.join(" ")}`, "hex").slice(0, 16);
  return path.join(process.env.CANDOR_CACHE ?? tmpdir(), `postgres-cluster-${name}`);
}

/** Test files may do this concurrently: the first to finish wins. */
function cacheCluster(data: string, cluster: string): void {
  mkdirSync(path.dirname(cluster), { recursive: true });
  const draft = mkdtempSync(`${cluster}-`);
  try {
    execFileSync("cp", ["-a", data, path.join(draft, "data")]);
    renameSync(path.join(draft, "data"), cluster);
  } catch (error) {
    if (!existsSync(cluster)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

let binaries: string | undefined | null = null;

/**
 * Returns the directory of PostgreSQL's programs, which it installs first if necessary and possible. If there are none,
 * says so once and returns undefined: tests that need them are then skipped.
 */
export function postgresBinaries(): string | undefined {
  if (binaries !== null) return binaries;
  try {
    binaries = requirePostgres();
  } catch (error) {
    binaries = undefined;
    process.stderr.write(`Skipping the tests that need PostgreSQL: ${(error as Error).message}\n`);
  }
  return binaries;
}

/** Returns program and arguments that run as a user whom PostgreSQL accepts. */
export function asPostgres(program: string, args: readonly string[]): [string, string[]] {
  return IS_ROOT ? ["runuser", ["-u", "postgres", "--", program, ...args]] : [program, [...args]];
}

/** Lets that user write to a directory. */
export function giveToPostgres(directory: string): void {
  if (!IS_ROOT) return;
  chmodSync(directory, 0o755);
  execFileSync("chown", ["postgres", directory]);
}

/** Creates the data directory of a server. */
export function createData(bin: string, data: string): void {
  const cluster = clusterToCopy(bin);
  if (existsSync(cluster)) {
    execFileSync("cp", ["-a", cluster, data]);
    return;
  }
  const [initdb, args] = asPostgres(path.join(bin, "initdb"), ["-D", data, ...CLUSTER_OPTIONS]);
  execFileSync(initdb, args, { stdio: "ignore", cwd: path.dirname(data) });
  cacheCluster(data, cluster);
}

/** A separate PostgreSQL server, on a free port and in a temporary directory, run by a non-root user. */
export class PostgresServer {
  private readonly home: string;
  private readonly process: ChildProcess;
  private readonly port: number;
  private databases = 0;

  private constructor(home: string, process: ChildProcess, port: number) {
    this.home = home;
    this.process = process;
    this.port = port;
  }

  static async start(): Promise<PostgresServer> {
    const bin = postgresBinaries();
    if (bin === undefined) throw new Error("PostgreSQL is not installed");
    const home = mkdtempSync(path.join(MEMORY_DISK, "candor-postgres-"));
    const data = path.join(home, "data");
    giveToPostgres(home);
    createData(bin, data);
    const port = await freePort();
    const [postgres, args] = asPostgres(path.join(bin, "postgres"), [
      "-D",
      data,
      "-h",
      "127.0.0.1",
      "-p",
      String(port),
      "-k",
      home,
      "-F",
      "-c",
      "shared_buffers=64MB",
    ]);
    const server = new PostgresServer(home, spawn(postgres, args, { stdio: "ignore", cwd: home }), port);
    try {
      await server.ready();
    } catch (error) {
      await server.stop();
      throw error;
    }
    return server;
  }

  private async ready(): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    for (;;) {
      const client = new pg.Client({ connectionString: this.url("postgres") });
      try {
        await client.connect();
        await client.end();
        return;
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await sleep(50);
      }
    }
  }

  private url(database: string): string {
    return `postgres://candor@127.0.0.1:${this.port}/${database}`;
  }

  /** Runs statements outside the code under test. */
  async administer(sql: string, database = "postgres"): Promise<void> {
    const client = new pg.Client({ connectionString: this.url(database) });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  }

  /** @returns the URL of a new, empty database */
  async createDatabase(): Promise<string> {
    const name = `test_${++this.databases}`;
    await this.administer(`create database ${name}`);
    return this.url(name);
  }

  async stop(): Promise<void> {
    if (this.isRunning) {
      const ended = once(this.process, "exit");
      this.shutDown();
      await Promise.race([ended, sleep(STOP_TIMEOUT_MS)]);
    }
    if (this.isRunning) this.process.kill("SIGKILL");
    rmSync(this.home, { recursive: true, force: true });
  }

  /** Fast shutdown, signaled to the server directly: runuser would make it slow, and a shell may ignore the signal. */
  private shutDown(): void {
    const pidFile = path.join(this.home, "data", "postmaster.pid");
    if (existsSync(pidFile)) process.kill(Number.parseInt(readFileSync(pidFile, "utf8"), 10), "SIGINT");
    else this.process.kill();
  }

  private get isRunning(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null;
  }
}
