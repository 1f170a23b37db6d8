import { connect as connectSocket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { ConnectionLostError, DatabaseUnusableError } from "./database-errors.ts";
import { type DatabaseHost, type DatabaseSettings, hostsOf } from "./database-settings.ts";

/** How long to look for a primary before the process gives up. */
const GIVE_UP_AFTER_MS = 120_000;
const CONNECT_TIMEOUT_MS = 2_000;
const RETRY_MS = 100;
/** A statement that takes longer may wait for a machine that is gone. */
const SLOW_MS = 2_000;
const PROBE_EVERY_MS = 1_000;
const MAX_FAILED_PROBES = 2;
/** Time after which the system checks an idle connection. */
const KEEP_ALIVE_MS = 1_000;

/** Statements never time out, whatever the server's defaults: a canceled commit looks like a success. */
const SESSION_OPTIONS = [
  "statement_timeout=0",
  "lock_timeout=0",
  "idle_in_transaction_session_timeout=0",
  "idle_session_timeout=0",
  "synchronous_commit=on",
  "client_min_messages=notice",
]
  .map((option) => `-c ${option}`)
  .join(" ");

/** SQLSTATE classes and codes after which the statement's outcome is unknown and another server may be the primary. */
const LOST = /^(08...|57P0[123]|25006)$/;
/** The server ends this session, which may cut short the wait for a standby. */
const SESSION_ENDED = "57P01";

export interface Rows<R> {
  readonly rows: readonly R[];
  readonly rowCount: number;
}

/**
 * A connection to the primary that never confirms what may be lost: any notice on it makes it unusable, because a
 * canceled wait for a standby is a notice only.
 */
export class PrimaryConnection {
  private readonly client: pg.Client;
  private readonly at: DatabaseHost;
  private failure: Error | undefined;

  /**
   * Connects to the host that is not in recovery, and retries until one is found. Throws DatabaseUnusableError after two
   * minutes, or at once if every host rejects the login, or the primary confirms commits without a
   * standby.
   * @param name the session's application_name
   */
  static async open(
    settings: DatabaseSettings,
    name: string,
    giveUpAfterMs = GIVE_UP_AFTER_MS,
  ): Promise<PrimaryConnection> {
    const hosts = hostsOf(settings.url);
    const deadline = performance.now() + giveUpAfterMs;
    let last: unknown = new Error("every host is a standby");
    for (;;) {
      let rejections = 0;
      for (const host of hosts)
        try {
          const connection = await PrimaryConnection.tryHost(host, name);
          if (connection === undefined) continue;
          await connection.assertReplicated(settings.standbys);
          return connection;
        } catch (error) {
          if (error instanceof DatabaseUnusableError) throw error;
          // A standby may lag behind the creation of a database or a user.
          if (isRejected(error)) rejections++;
          last = error;
        }
      if (rejections === hosts.length) throw new DatabaseUnusableError(messageOf(last), { cause: last });
      if (performance.now() >= deadline) {
        const seconds = giveUpAfterMs / 1_000;
        throw new DatabaseUnusableError(`no primary found for ${seconds} s: ${messageOf(last)}`, {
          cause: last,
        });
      }
      await sleep(RETRY_MS);
    }
  }

  private static async tryHost(host: DatabaseHost, name: string): Promise<PrimaryConnection | undefined> {
    const client = new pg.Client({
      connectionString: host.url,
      application_name: name,
      options: SESSION_OPTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    const connection = new PrimaryConnection(client, host);
    try {
      await client.connect();
    } catch (error) {
      void client.end().catch(() => undefined); // It may never have been connected.
      throw error;
    }
    const { rows } = await connection.query<{ standby: boolean }>("select pg_is_in_recovery() as standby");
    if (rows[0]?.standby === false) return connection;
    await connection.close();
    return undefined;
  }

  private constructor(client: pg.Client, at: DatabaseHost) {
    this.client = client;
    this.at = at;
    client.on("error", (error) => {
      this.failure ??= new ConnectionLostError(error);
    });
    client.on("end", () => {
      this.failure ??= new ConnectionLostError(new Error("the server closed it"));
    });
    client.on("notice", ({ code = "", message = "" }) => {
      const isEnded = code === SESSION_ENDED;
      this.failure ??= isEnded
        ? new ConnectionLostError(new Error(message))
        : new DatabaseUnusableError(`it reported ${code} "${message}", so a commit may not be replicated`);
      if (isEnded) this.destroy();
    });
  }

  get isUsable(): boolean {
    return this.failure === undefined;
  }

  /**
   * Runs one statement. Throws ConnectionLostError when its outcome is unknown, DatabaseUnusableError after a notice, and
   * the server's errors.
   * @param name prepares the statement once under this name
   */
  async query<R extends object>(
    text: string,
    values: readonly unknown[] = [],
    name?: string,
  ): Promise<Rows<R>> {
    if (this.failure !== undefined) throw this.failure;
    const watch = this.watch();
    try {
      const query = { text, values: [...values], ...(name === undefined ? {} : { name }) };
      const result = await this.client.query<R & pg.QueryResultRow>(query);
      // A notice arrives before the result that it makes worthless.
      if (this.failure !== undefined) throw this.failure;
      return { rows: result.rows, rowCount: result.rowCount ?? 0 };
    } catch (error) {
      if (this.failure !== undefined) throw this.failure;
      if (!isLost(error)) throw error;
      this.failure = new ConnectionLostError(error);
      this.destroy();
      throw this.failure;
    } finally {
      watch.stop();
    }
  }

  /** Runs `work` between begin and commit; rolls back when it throws. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.query("begin");
    let result: T;
    try {
      result = await work();
    } catch (error) {
      if (this.isUsable) await this.query("rollback");
      throw error;
    }
    await this.query("commit");
    return result;
  }

  async close(): Promise<void> {
    this.failure ??= new ConnectionLostError(new Error("it was closed"));
    await this.client.end().catch(() => undefined); // It may be lost already.
  }

  private destroy(): void {
    socketOf(this.client)?.destroy();
  }

  /** Throws DatabaseUnusableError if the primary confirms commits that fewer standbys have. */
  async assertReplicated(standbys: number): Promise<void> {
    if (standbys === 0) return;
    const { rows } = await this.query<{ names: string }>(
      "select current_setting('synchronous_standby_names') as names",
    );
    const names = rows[0]?.names ?? "";
    const confirming = confirmations(names);
    if (confirming >= standbys) return;
    await this.close();
    throw new DatabaseUnusableError(
      `the primary ${this.at.host}:${this.at.port} must wait for at least ${standbys} standby, ` +
        `but its synchronous_standby_names is "${names}"; set it, or CANDOR_JOURNAL_STANDBYS=0 for a single database`,
    );
  }

  /**
   * Checks the server while a statement is slow: a machine that vanished does not close its connections, and the system
   * would repeat its packets for a quarter of an hour.
   */
  private watch(): { stop(): void } {
    let failed = 0;
    const probe = (): void => {
      const socket = connectSocket({ host: this.at.host, port: this.at.port, timeout: CONNECT_TIMEOUT_MS });
      const missed = (): void => {
        socket.destroy();
        failed++;
        if (failed < MAX_FAILED_PROBES) return;
        this.failure ??= new ConnectionLostError(new Error("the server does not answer"));
        this.destroy();
      };
      socket.once("connect", () => {
        failed = 0;
        socket.destroy();
      });
      socket.once("timeout", missed);
      socket.once("error", missed);
    };
    let timer = setTimeout(() => {
      timer = setInterval(probe, PROBE_EVERY_MS);
    }, SLOW_MS);
    return { stop: () => clearTimeout(timer) };
  }
}

/** The number of standbys that a primary waits for: `ANY 2 (a, b, c)`, `FIRST 1 (a)`, `2 (a, b)` or `a, b`. */
export function confirmations(names: string): number {
  if (names.trim() === "") return 0;
  const counted = /^\s*(?:any|first)?\s*([0-9]+)\s*\(/i.exec(names)?.[1];
  return counted === undefined ? 1 : Number(counted);
}

function isLost(error: unknown): boolean {
  const { code, severity } = error as { readonly code?: string; readonly severity?: string };
  return severity === undefined || severity === "FATAL" || severity === "PANIC" || LOST.test(code ?? "");
}

/** Wrong password, unknown database or user: trying again does not help. */
const isRejected = (error: unknown): boolean =>
  /^(28...|3D000)$/.test((error as { readonly code?: string }).code ?? "");

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function socketOf(client: pg.Client): { destroy(): void } | undefined {
  return (client as unknown as { readonly connection?: { readonly stream?: { destroy(): void } } }).connection
    ?.stream;
}
