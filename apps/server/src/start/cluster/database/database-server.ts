import { execFile } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { Child } from "../child-process.ts";
import { type Account, giveTo, runAs } from "../run-as.ts";
import {
  ADDRESS,
  noteInLog,
  type ReplicationSettings,
  serverArguments,
  sourceOf,
  USERS,
  writeAccessRules,
  writeReplicationSettings,
} from "./database-settings.ts";

const run = promisify(execFile);
const STOP_TIMEOUT_MS = 20_000;
const CONNECT_TIMEOUT_MS = 2_000;
/** PostgreSQL's code while it starts or replays its log after a crash. */
const CANNOT_CONNECT_NOW = "57P03";
/** PostgreSQL's code while every connection is used. */
const TOO_MANY_CONNECTIONS = "53300";
const COPY_TIMEOUT_MS = 10 * 60_000;

type PingAnswer = "ready" | "starting" | "full" | "silent";

/** Returns what a failed connection says about a server. @internal */
export function answerOf(error: unknown): Exclude<PingAnswer, "ready"> {
  const code = error instanceof pg.DatabaseError ? error.code : undefined;
  if (code === TOO_MANY_CONNECTIONS) return "full";
  return code === CANNOT_CONNECT_NOW ? "starting" : "silent";
}

/** What all database servers of a cluster share. */
export interface ServerContext {
  /** Directory of PostgreSQL's programs. */
  readonly bin: string;
  readonly account: Account | undefined;
  readonly passwordFile: string;
  readonly administratorPassword: string;
  readonly logDirectory: string;
}

/** One PostgreSQL server: its data, its process, and statements of the administrator. */
export class DatabaseServer {
  readonly name: string;
  readonly port: number;
  private readonly context: ServerContext;
  private readonly home: string;
  private process: Child | undefined;
  private client: pg.Client | undefined;
  private followed: number | undefined;
  /** Ends programs that copy data when the server is stopped. */
  private copying = new AbortController();

  constructor(name: string, port: number, home: string, context: ServerContext) {
    this.name = name;
    this.port = port;
    this.home = home;
    this.context = context;
  }

  get data(): string {
    return path.join(this.home, "data");
  }

  get pid(): number | undefined {
    return this.isRunning ? this.process?.pid : undefined;
  }

  get isRunning(): boolean {
    return this.process?.isRunning === true;
  }

  get hasData(): boolean {
    return existsSync(path.join(this.data, "PG_VERSION"));
  }

  /** Resolves when the process has ended. */
  async ended(): Promise<void> {
    await this.process?.ended.catch(() => undefined);
  }

  /** Creates an empty database server with checksums. Its administrator has the password of the context. */
  async initialize(): Promise<void> {
    this.removeData();
    const secret = path.join(this.home, "initial-password");
    writeFileSync(secret, `${this.context.administratorPassword}\n`, { mode: 0o600 });
    giveTo(this.context.account, secret);
    try {
      await this.runProgram("initdb", [
        "-D",
        this.data,
        "-U",
        USERS.administrator,
        "-A",
        "scram-sha-256",
        `--pwfile=${secret}`,
        "-E",
        "UTF8",
        "--no-locale",
        "--data-checksums",
      ]);
    } finally {
      rmSync(secret, { force: true });
    }
    writeAccessRules(this.context.account, this.data);
  }

  /** Replaces the data by a copy of a running server. */
  async copyFrom(source: DatabaseServer): Promise<void> {
    this.removeData();
    await this.runProgram("pg_basebackup", [
      "-D",
      this.data,
      "-h",
      ADDRESS,
      "-p",
      String(source.port),
      "-U",
      USERS.replication,
      "--wal-method=stream",
      "--checkpoint=fast",
      "--no-password",
    ]);
  }

  /**
   * Removes from this stopped server what the source does not have, and copies what changed there. Throws if that is
   * impossible; the data is then useless.
   */
  async rewindFrom(source: DatabaseServer): Promise<void> {
    // The control file of a new primary names its timeline after a checkpoint only.
    await source.queryIn("postgres", "checkpoint");
    const connection = `host=${ADDRESS} port=${source.port} user=${USERS.administrator} dbname=postgres passfile=${this.context.passwordFile}`;
    await this.runProgram("pg_rewind", [`--target-pgdata=${this.data}`, `--source-server=${connection}`]);
  }

  /** Port of the server that it was last configured to follow. */
  get followsPort(): number | undefined {
    return this.followed;
  }

  /** Whether the data are a standby's that was never promoted: PostgreSQL removes this file when it promotes. */
  get hasStandbyData(): boolean {
    return existsSync(this.standbySignal);
  }

  /** Changes whom the server follows and whom it waits for; a running server applies it at once. */
  configure({ followsPort, voters }: ReplicationSettings): void {
    this.followed = followsPort;
    const source =
      followsPort === undefined ? "" : sourceOf(this.name, followsPort, this.context.passwordFile);
    writeReplicationSettings(this.context.account, this.data, { source, voters });
    this.process?.signal("SIGHUP");
  }

  /** Starts the process; `accepts` says when it answers. A standby never accepts writes until it is promoted. */
  start(as: "primary" | "standby"): void {
    if (this.isRunning) throw new Error(`${this.name} already runs`);
    if (as === "standby") {
      writeFileSync(this.standbySignal, "", { mode: 0o600 });
      giveTo(this.context.account, this.standbySignal);
    } else if (this.hasStandbyData)
      throw new Error(`${this.name} must be promoted, not started as a primary`);
    noteInLog(this.logFile, `starting as ${as}`);
    const { command, args } = runAs(this.context.account, "INT", this.program("postgres"), [
      ...serverArguments(this.name, this.data, this.port),
    ]);
    this.process = new Child({
      command,
      args,
      directory: this.home,
      environment: { PATH: process.env.PATH, LC_ALL: "C.UTF-8" },
      logFile: this.logFile,
    });
  }

  /** Ends all sessions and the process; a primary first sends the rest of its log to its standbys. */
  async stop(): Promise<void> {
    this.copying.abort();
    this.copying = new AbortController();
    this.disconnect();
    await this.process?.stop("SIGINT", STOP_TIMEOUT_MS);
  }

  async kill(): Promise<void> {
    this.process?.signal("SIGKILL");
    await this.ended();
    this.disconnect();
  }

  /**
   * Runs a statement as the administrator. Rejects if the server does not answer within `timeoutMs`. Callers wait for one
   * statement before they send the next.
   */
  async query<Row extends pg.QueryResultRow>(sql: string, timeoutMs = 60_000): Promise<readonly Row[]> {
    this.client ??= await this.connect("postgres");
    const client = this.client;
    try {
      return (await client.query<Row>({ text: sql, query_timeout: timeoutMs } as pg.QueryConfig)).rows;
    } catch (error) {
      // After a timeout the answer to this statement would arrive as the next one's.
      if (!(error instanceof pg.DatabaseError)) this.disconnect();
      throw error;
    }
  }

  /** Runs statements as the administrator on a connection of their own. */
  async queryIn(database: string, sql: string): Promise<void> {
    const client = await this.connect(database);
    try {
      await client.query(sql);
    } finally {
      client.end().catch(() => undefined);
    }
  }

  /**
   * Says whether the server accepts connections, is replaying its log first, has no connection left, or says nothing. Uses a new connection: those
   * that exist work even if the server's main process is frozen.
   */
  async ping(): Promise<PingAnswer> {
    if (!this.isRunning) return "silent";
    try {
      await this.queryIn("postgres", "select 1");
      return "ready";
    } catch (error) {
      return answerOf(error);
    }
  }

  /** Whether it receives from another server, instead of committing itself. */
  async isStandby(): Promise<boolean> {
    const [row] = await this.query<{ standby: boolean }>("select pg_is_in_recovery() as standby");
    return row?.standby === true;
  }

  /** Closes the administrator's connection without waiting for a server that may be frozen. */
  private disconnect(): void {
    const { client } = this;
    this.client = undefined;
    client?.end().catch(() => undefined);
  }

  private async connect(database: string): Promise<pg.Client> {
    const client = new pg.Client({
      host: ADDRESS,
      port: this.port,
      user: USERS.administrator,
      password: this.context.administratorPassword,
      database,
      application_name: "candor-cluster",
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    client.on("error", () => {
      if (this.client === client) this.client = undefined;
    });
    await client.connect();
    return client;
  }

  private get standbySignal(): string {
    return path.join(this.data, "standby.signal");
  }

  private get logFile(): string {
    return path.join(this.context.logDirectory, `${this.name}.log`);
  }

  private program(name: string): string {
    return path.join(this.context.bin, name);
  }

  /** Removes all data of this stopped server. */
  removeData(): void {
    rmSync(this.data, { recursive: true, force: true });
    mkdirSync(this.home, { recursive: true, mode: 0o700 });
    giveTo(this.context.account, this.home);
  }

  private async runProgram(name: string, programArguments: readonly string[]): Promise<void> {
    noteInLog(this.logFile, name);
    const { command, args } = runAs(this.context.account, "TERM", this.program(name), programArguments);
    const environment = { PATH: process.env.PATH, LC_ALL: "C.UTF-8", PGPASSFILE: this.context.passwordFile };
    try {
      const { signal } = this.copying;
      await run(command, [...args], { cwd: this.home, env: environment, timeout: COPY_TIMEOUT_MS, signal });
    } catch (error) {
      const { stderr = "" } = error as { stderr?: string };
      noteInLog(this.logFile, stderr.trim());
      throw new Error(
        `${name} of ${this.name} failed: ${stderr.trim().split("\n").at(-1) || String(error)}`,
        {
          cause: error,
        },
      );
    }
  }
}
