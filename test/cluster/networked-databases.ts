import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Network } from "../support/cluster/network.ts";
import { until } from "../support/cluster/until.ts";
import { MEMORY_DISK } from "../support/memory-disk.ts";
import {
  asPostgres,
  createData,
  giveToPostgres,
  postgresBinaries,
} from "../support/projections/postgres-server.ts";
import { freePort } from "../support/server/free-port.ts";

const PORT = 5432;
const START_MS = 120_000;

interface Server {
  readonly name: string;
  readonly machine: string;
  readonly data: string;
  process: ChildProcess | undefined;
}

/** Three PostgreSQL servers on machines of a network. The first one is the primary. */
export class NetworkedDatabases {
  private readonly bin = postgresBinaries() as string;
  private readonly home = mkdtempSync(path.join(MEMORY_DISK, "candor-networked-"));
  private readonly network: Network;
  private readonly servers: readonly Server[];

  static async start(network: Network, machines: readonly string[]): Promise<NetworkedDatabases> {
    const databases = new NetworkedDatabases(network, machines);
    const [primary, ...standbys] = databases.servers as [Server, ...Server[]];
    createData(databases.bin, primary.data);
    appendFileSync(
      path.join(primary.data, "pg_hba.conf"),
      "host all all 10.77.0.0/24 trust\nhost replication all 10.77.0.0/24 trust\n",
    );
    databases.configure(primary);
    await databases.run(primary);
    for (const standby of standbys) await databases.join(standby, primary);
    databases.query(primary, "create database candor", "postgres");
    return databases;
  }

  private constructor(network: Network, machines: readonly string[]) {
    this.network = network;
    giveToPostgres(this.home);
    this.servers = machines.map((machine, at) => ({
      name: `node${at}`,
      machine,
      data: path.join(this.home, `node${at}`),
      process: undefined,
    }));
  }

  /** Address of all of them. */
  get url(): string {
    const hosts = this.servers.map(({ machine }) => `${this.network.addressOf(machine)}:${PORT}`);
    return `postgres://candor@${hosts.join(",")}/candor`;
  }

  /**
   * Makes the standby with the longest log the primary, as Patroni does on the side with the majority, and makes the other
   * one follow it: a WAL receiver has no timeout for its connection. One that still connects to the machine that has
   * vanished waits for the system, 75 s here, and confirms nothing meanwhile.
   * @returns its machine
   */
  failOver(): string {
    const standbys = this.servers.slice(1);
    const received = standbys.map((server) => {
      const bytes = this.query(server, "select pg_last_wal_receive_lsn() - '0/0'::pg_lsn", "postgres");
      return { server, bytes: BigInt(bytes) };
    });
    const { server } = received.reduce((a, b) => (b.bytes > a.bytes ? b : a));
    this.query(server, "select pg_promote()", "postgres");
    for (const other of standbys)
      if (other !== server) {
        const source = this.sourceOf(other, [server]);
        this.query(other, `alter system set primary_conninfo = '${source}'`, "postgres");
        this.query(other, "select pg_reload_conf()", "postgres");
      }
    return server.machine;
  }

  /** Ends a machine's server. */
  async stop(machine: string): Promise<void> {
    const server = this.servers.find((each) => each.machine === machine);
    if (server !== undefined) await shutDown(server);
  }

  /** Ends all, and starts the one of a machine again where this process reaches it, as a server of its own. */
  async bringHome(machine: string): Promise<string> {
    for (const server of this.servers) await shutDown(server);
    const server = this.servers.find((each) => each.machine === machine) as Server;
    const port = await freePort();
    const settings = `listen_addresses = '127.0.0.1'\nport = ${port}\nsynchronous_standby_names = ''\n`;
    appendFileSync(path.join(server.data, "postgresql.auto.conf"), settings);
    const [program, args] = asPostgres(path.join(this.bin, "postgres"), ["-D", server.data]);
    server.process = spawn(program, args, { stdio: "ignore", cwd: this.home });
    const url = `postgres://candor@127.0.0.1:${port}/candor`;
    await until(() => this.answers([url]), "the database answers", START_MS);
    return url;
  }

  async remove(): Promise<void> {
    for (const server of this.servers) await shutDown(server);
    rmSync(this.home, { recursive: true, force: true });
  }

  private async join(standby: Server, primary: Server): Promise<void> {
    const from = ["-h", this.network.addressOf(primary.machine), "-p", String(PORT), "-U", "candor"];
    const copy = ["-D", standby.data, ...from, "-c", "fast", "-X", "stream", "--no-sync"];
    this.execute(standby.machine, "pg_basebackup", copy);
    writeFileSync(path.join(standby.data, "standby.signal"), "");
    giveToPostgres(path.join(standby.data, "standby.signal"));
    this.configure(standby);
    await this.run(standby);
    const follows = `select count(*) from pg_stat_replication where application_name = '${standby.name}'`;
    await until(() => this.query(primary, follows, "postgres") === "1", `${standby.name} follows`, START_MS);
  }

  /** Value of `primary_conninfo`. */
  private sourceOf({ name }: Server, primaries: readonly Server[]): string {
    const hosts = primaries.map((each) => this.network.addressOf(each.machine)).join(",");
    return `host=${hosts} port=${PORT} user=candor application_name=${name} target_session_attrs=read-write`;
  }

  private configure(server: Server): void {
    const { data, machine } = server;
    const settings = [
      `listen_addresses = '${this.network.addressOf(machine)}'`,
      `port = ${PORT}`,
      "unix_socket_directories = ''",
      "fsync = off",
      "shared_buffers = 32MB",
      `synchronous_standby_names = 'ANY 1 (${this.servers.map((each) => each.name).join(", ")})'`,
      `primary_conninfo = '${this.sourceOf(server, this.servers)}'`,
      "wal_retrieve_retry_interval = 100ms",
      "wal_sender_timeout = 3s",
      "wal_receiver_timeout = 3s",
    ];
    writeFileSync(path.join(data, "postgresql.auto.conf"), `${settings.join("\n")}\n`);
  }

  private async run(server: Server): Promise<void> {
    const [program, args] = asPostgres(path.join(this.bin, "postgres"), ["-D", server.data]);
    const [runner, ...before] = this.network.runnerOf(server.machine);
    server.process = spawn(runner as string, [...before, program, ...args], {
      stdio: "ignore",
      cwd: this.home,
    });
    const place = ["-h", this.network.addressOf(server.machine), "-p", String(PORT), "-U", "candor"];
    await until(
      () => this.answers(["-d", "postgres", ...place], server.machine),
      `${server.name} answers`,
      START_MS,
    );
  }

  private answers(place: readonly string[], machine?: string): boolean {
    try {
      this.execute(machine, "psql", [...place, "-c", "select 1"]);
      return true;
    } catch {
      return false; // It is still starting.
    }
  }

  private query({ machine }: Server, sql: string, database: string): string {
    const place = ["-h", this.network.addressOf(machine), "-p", String(PORT), "-U", "candor", "-d", database];
    return this.execute(machine, "psql", ["-At", ...place, "-c", sql]).trim();
  }

  private execute(machine: string | undefined, name: string, words: readonly string[]): string {
    const [program, args] = asPostgres(path.join(this.bin, name), words);
    const runner = machine === undefined ? [] : this.network.runnerOf(machine);
    const [first, ...rest] = [...runner, program, ...args];
    return execFileSync(first as string, rest, {
      encoding: "utf8",
      cwd: this.home,
      stdio: ["ignore", "pipe", "pipe"],
    });
  }
}

async function shutDown(server: Server): Promise<void> {
  const pidFile = path.join(server.data, "postmaster.pid");
  if (server.process === undefined || !existsSync(pidFile)) return;
  const ended = once(server.process, "exit");
  process.kill(Number.parseInt(readFileSync(pidFile, "utf8"), 10), "SIGQUIT");
  await ended;
  server.process = undefined;
  rmSync(pidFile, { force: true });
}
