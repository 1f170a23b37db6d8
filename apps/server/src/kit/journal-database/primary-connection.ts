import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { ConnectionLostError, DatabaseUnusableError } from "./database-errors.ts";
import { type DatabaseHost, type DatabaseSettings, hostsOf } from "./database-settings.ts";
import { findPrimary } from "./find-primary.ts";
import {
  byHistory,
  destroy,
  HISTORY,
  HostProbes,
  type HostState,
  type PrimaryHistory,
  termOf,
} from "./host-probes.ts";
import { prepareSession } from "./session-settings.ts";
import { weaknessOf } from "./standby-names.ts";

/** How long to look for a primary before the process gives up. */
const GIVE_UP_AFTER_MS = 120_000;
const CONNECT_TIMEOUT_MS = 2_000;
const RETRY_MS = 100;
/** A statement that takes longer may wait for a machine that is gone, or for one that is no longer the primary. */
const SLOW_MS = 1_000;
const PROBE_EVERY_MS = 500;
const MAX_SILENT_PROBES = 2;
/** Time after which the system checks an idle connection. */
const KEEP_ALIVE_MS = 1_000;
/** How long a connection may take to end in order. */
const CLOSE_WITHIN_MS = 1_000;

/** SQLSTATEs after which the statement's outcome is unknown and another server may be the primary. */
const LOST = /^(08...|57P0[1235]|25006)$/;
/** Notices that the server is ending this session, which may cut short the wait for a standby. */
const SESSION_ENDED = /^57P0[123]$/;
/** Notices below warnings, such as those of a server that is being debugged. A canceled wait is a warning. */
const NO_WARNING = "00000";

export interface Rows<R> {
  readonly rows: readonly R[];
  readonly rowCount: number;
}

export interface PatienceOptions {
  /** How long a primary may name too few standbys, as for a moment after its promotion. */
  readonly weakForMs: number;
}

/**
 * A connection to the primary that never confirms what may be lost: a notice makes it unusable, because a
 * canceled wait for a standby is a notice only.
 */
export class PrimaryConnection {
  private readonly client: pg.Client;
  private readonly at: DatabaseHost;
  private readonly settings: DatabaseSettings;
  private readonly name: string;
  private found: PrimaryHistory = { timeline: 0, term: 0 };
  private failure: Error | undefined;

  /**
   * Connects to the newest primary among the hosts, and retries until there is one. Throws DatabaseUnusableError after two
   * minutes, or at once if every host rejects the login, or if the primary's sessions do not keep what they confirm.
   * @param name the session's application_name
   */
  static async open(
    settings: DatabaseSettings,
    name: string,
    giveUpAfterMs = GIVE_UP_AFTER_MS,
    { weakForMs }: PatienceOptions = { weakForMs: 0 },
  ): Promise<PrimaryConnection> {
    const start = performance.now();
    const hosts = hostsOf(settings.url);
    for (;;) {
      const { primary, reason, isHopeless } = await findPrimary(hosts, (host) =>
        PrimaryConnection.tryHost(host, settings, name),
      );
      const elapsedMs = performance.now() - start;
      if (primary === undefined) {
        if (isHopeless) throw new DatabaseUnusableError(messageOf(reason), { cause: reason });
        if (elapsedMs >= giveUpAfterMs)
          throw new DatabaseUnusableError(
            `no primary found for ${giveUpAfterMs / 1_000} s: ${messageOf(reason)}`,
            { cause: reason },
          );
      } else
        try {
          if (elapsedMs >= weakForMs) await primary.assertReplicated(settings.standbys);
          else if ((await primary.weakness(settings.standbys)) !== undefined) await primary.close();
          if (primary.isUsable) return primary;
        } catch (error) {
          if (!(error instanceof ConnectionLostError)) throw error;
        }
      await sleep(RETRY_MS);
    }
  }

  /** Returns undefined if the host is a standby. */
  private static async tryHost(
    host: DatabaseHost,
    settings: DatabaseSettings,
    name: string,
  ): Promise<PrimaryConnection | undefined> {
    const client = new pg.Client({
      connectionString: host.url,
      application_name: name,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    const connection = new PrimaryConnection(client, host, settings, name);
    try {
      await client.connect();
      const { rows } = await connection.query<{ standby: boolean; timeline: number }>(`select ${HISTORY}`);
      const [row] = rows;
      if (row?.standby !== false) {
        await connection.close();
        return undefined;
      }
      await prepareSession(connection);
      connection.found = { timeline: row.timeline, term: await termOf(connection) };
      return connection;
    } catch (error) {
      destroy(client);
      throw error;
    }
  }

  private constructor(client: pg.Client, at: DatabaseHost, settings: DatabaseSettings, name: string) {
    this.client = client;
    this.at = at;
    this.settings = settings;
    this.name = name;
    client.on("error", (error) => {
      this.failure ??= new ConnectionLostError(error);
    });
    client.on("end", () => {
      this.failure ??= new ConnectionLostError(new Error("the server closed it"));
    });
    client.on("notice", ({ code = "", message = "" }) => {
      if (code === NO_WARNING) return;
      if (SESSION_ENDED.test(code)) this.abandon(message);
      else
        this.failure ??= new DatabaseUnusableError(
          `it reported ${code} "${message}", so a commit may not be replicated`,
        );
    });
  }

  get isUsable(): boolean {
    return this.failure === undefined;
  }

  /** Of this primary when it was found. */
  get history(): PrimaryHistory {
    return this.found;
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
    return await this.watched(() => this.run<R>(text, values, name));
  }

  /**
   * Runs `work`, and gives the connection up when `work` is slow and the server is silent or another host is the newer
   * primary.
   */
  async watched<T>(work: () => Promise<T>): Promise<T> {
    const watch = this.watch();
    try {
      return await work();
    } finally {
      watch.stop();
    }
  }

  private async run<R extends object>(
    text: string,
    values: readonly unknown[],
    name: string | undefined,
  ): Promise<Rows<R>> {
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
      destroy(this.client);
      throw this.failure;
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
    const timer = setTimeout(() => destroy(this.client), CLOSE_WITHIN_MS);
    await this.client.end().catch(() => undefined); // It may be lost already.
    clearTimeout(timer);
  }

  /** Gives the connection up at once, also during a statement, whose outcome is then unknown. */
  abandon(why: string): void {
    this.failure ??= new ConnectionLostError(new Error(why));
    destroy(this.client);
  }

  /** Why the primary may confirm commits that fewer standbys have; undefined if it does not. */
  async weakness(standbys: number): Promise<string | undefined> {
    if (standbys === 0) return undefined;
    const { rows } = await this.query<{ names: string }>(
      "select current_setting('synchronous_standby_names') as names",
    );
    const names = rows[0]?.names ?? "";
    const weakness = weaknessOf(names, standbys);
    if (weakness === undefined) return undefined;
    return (
      `the primary ${this.at.host}:${this.at.port} ${weakness}, but its synchronous_standby_names is "${names}"; ` +
      "set it, or CANDOR_JOURNAL_STANDBYS=0 for a single database"
    );
  }

  /** Throws DatabaseUnusableError if the primary may confirm commits that fewer standbys have. */
  async assertReplicated(standbys: number): Promise<void> {
    const weakness = await this.weakness(standbys);
    if (weakness === undefined) return;
    await this.close();
    throw new DatabaseUnusableError(weakness);
  }

  private watch(): { stop(): void } {
    let probes: HostProbes | undefined;
    let isStopped = false;
    let silent = 0;
    const look = async (): Promise<void> => {
      probes ??= new HostProbes(this.settings.url, this.name);
      const states = await probes.look();
      // The statement may have ended while the hosts were asked.
      if (isStopped) return;
      const own = states[this.at.index];
      silent = own?.answers === true ? 0 : silent + 1;
      if (this.isOutdated(states)) this.abandon("another host is the primary now");
      else if (silent >= MAX_SILENT_PROBES) this.abandon("the server does not answer");
      else timer = setTimeout(() => void look(), PROBE_EVERY_MS);
    };
    let timer = setTimeout(() => void look(), SLOW_MS);
    return {
      stop: () => {
        isStopped = true;
        clearTimeout(timer);
        probes?.close();
      },
    };
  }

  private isOutdated(states: readonly HostState[]): boolean {
    const own = states[this.at.index];
    const history = own?.isPrimary === true ? own : this.found;
    return states.some((state) => state !== own && state.isPrimary && byHistory(state, history) > 0);
  }
}

function isLost(error: unknown): boolean {
  const { code, severity } = error as { readonly code?: string; readonly severity?: string };
  return severity === undefined || severity === "FATAL" || severity === "PANIC" || LOST.test(code ?? "");
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
