import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { MEMORY_DISK } from "../memory-disk.ts";
import { asPostgres, createData, giveToPostgres, postgresBinaries } from "../projections/postgres-server.ts";
import { freePort } from "../server/free-port.ts";
import { until } from "./until.ts";

const START_MS = 120_000;
const DATABASE = "candor";

/** A PostgreSQL server that archives its log, from which another server with an earlier state can be made. */
export class ArchivedDatabase {
  readonly port: number;
  private readonly bin: string;
  private readonly home: string;
  private readonly data: string;
  private process: ChildProcess | undefined;

  /** Starts a server with an empty database. */
  static async start(): Promise<ArchivedDatabase> {
    const home = mkdtempSync(path.join(MEMORY_DISK, "candor-archived-"));
    giveToPostgres(home);
    const database = new ArchivedDatabase(home, "first", await freePort());
    mkdirSync(database.archive);
    giveToPostgres(database.archive);
    createData(database.bin, database.data);
    await database.run([
      "-c",
      "archive_mode=on",
      "-c",
      `archive_command=test ! -f ${database.archive}/%f && cp %p ${database.archive}/%f`,
    ]);
    try {
      await database.query(`create database ${DATABASE}`, "postgres");
      return database;
    } catch (error) {
      await database.stop();
      database.remove();
      throw error;
    }
  }

  private constructor(home: string, name: string, port: number) {
    const bin = postgresBinaries();
    if (bin === undefined) throw new Error("PostgreSQL is not installed");
    this.bin = bin;
    this.home = home;
    this.data = path.join(home, name);
    this.port = port;
  }

  get url(): string {
    return this.urlOf(DATABASE);
  }

  private urlOf(database: string): string {
    return `postgres://candor@127.0.0.1:${this.port}/${database}`;
  }

  private get archive(): string {
    return path.join(this.home, "archive");
  }

  private get backup(): string {
    return path.join(this.home, "backup");
  }

  /** Copies the running server with pg_basebackup, without the log that it needs: that comes from the archive. */
  backUp(): void {
    const from = ["-h", "127.0.0.1", "-p", String(this.port), "-U", "candor", "-D", this.backup];
    this.runProgram("pg_basebackup", [...from, "-c", "fast", "-X", "none", "--no-sync"]);
  }

  /** The server's time, as recovery_target_time reads it. */
  async now(): Promise<string> {
    const [row] = await this.query<{ now: string }>("select clock_timestamp()::text as now");
    if (row === undefined) throw new Error("no time");
    return row.now;
  }

  /** Resolves when everything committed so far is in the archive. */
  async archived(): Promise<void> {
    const [row] = await this.query<{ file: string }>("select pg_walfile_name(pg_switch_wal()) as file");
    const file = path.join(this.archive, row?.file ?? "");
    await until(() => existsSync(file), "the log is archived", START_MS);
  }

  /** Starts another server with the state of the backup at a time. */
  async restoreTo(time: string): Promise<ArchivedDatabase> {
    const restored = new ArchivedDatabase(this.home, "restored", await freePort());
    execFileSync("cp", ["-a", this.backup, restored.data]);
    const signal = path.join(restored.data, "recovery.signal");
    writeFileSync(signal, "");
    giveToPostgres(signal);
    await restored.run([
      "-c",
      `restore_command=cp ${this.archive}/%f %p`,
      "-c",
      `recovery_target_time=${time}`,
      "-c",
      "recovery_target_action=promote",
    ]);
    await until(
      async () => {
        const [row] = await restored.query<{ recovering: boolean }>(
          "select pg_is_in_recovery() as recovering",
        );
        return row?.recovering === false;
      },
      "the database is restored",
      START_MS,
    );
    return restored;
  }

  async query<R extends object>(sql: string, name = DATABASE): Promise<readonly R[]> {
    const client = new pg.Client({ connectionString: this.urlOf(name) });
    await client.connect();
    try {
      return (await client.query<R & pg.QueryResultRow>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** Ends the server, and keeps what it has written. */
  async stop(): Promise<void> {
    const pidFile = path.join(this.data, "postmaster.pid");
    if (this.process === undefined || !existsSync(pidFile)) return;
    const ended = once(this.process, "exit");
    process.kill(Number.parseInt(readFileSync(pidFile, "utf8"), 10), "SIGINT");
    await ended;
    this.process = undefined;
  }

  /** Removes the server, its archive, and what was restored from it. */
  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }

  private async run(settings: readonly string[]): Promise<void> {
    const place = ["-D", this.data, "-h", "127.0.0.1", "-p", String(this.port), "-k", this.home];
    const [program, args] = asPostgres(path.join(this.bin, "postgres"), [...place, "-F", ...settings]);
    const server = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"], cwd: this.home });
    this.process = server;
    let errors = "";
    server.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    await until(
      async () => {
        if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}: ${errors}`);
        try {
          await this.query("select 1", "postgres");
          return true;
        } catch {
          return false; // It is still starting.
        }
      },
      "PostgreSQL answers",
      START_MS,
    );
  }

  private runProgram(name: string, programArguments: readonly string[]): void {
    const [program, args] = asPostgres(path.join(this.bin, name), programArguments);
    execFileSync(program, args, { stdio: ["ignore", "ignore", "inherit"], cwd: this.home });
  }
}
