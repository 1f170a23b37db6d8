import pg from "pg";
import { type DatabaseHost, hostsOf } from "./database-settings.ts";
import { LOCKING_SESSIONS } from "./locking-sessions.ts";
import { SCHEMA } from "./schema.ts";

const PROBE_NAME = "candor-probe";
/** A server that does not answer for so long is taken for gone. */
const TIMEOUT_MS = 1_000;

/** What a server is. The timeline grows with each promotion; it is 0 for a standby. */
export const HISTORY = `
pg_is_in_recovery() as standby,
case when pg_is_in_recovery() then 0
  else ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int end as timeline`;
/** What the session named $1 waits for. */
const LOOK = `
select ${HISTORY},
  coalesce(bool_or(wait_event = 'SyncRep'), false) as waits,
  coalesce(bool_or(wait_event_type = 'Lock'), false) as locked
from pg_stat_activity where application_name = $1 and datname = current_database()`;
const TERM = `select term from ${SCHEMA}.leader`;

/** What one host says. Timeline and term are 0 for a standby and for tables that do not exist yet. */
export interface HostState extends PrimaryHistory {
  /** Whether it replied at all, if only with an error. */
  readonly answers: boolean;
  readonly isPrimary: boolean;
  readonly waitsForStandby: boolean;
  /** Sessions that hold a lock which the watched session may wait for; undefined if it waits for none. */
  readonly lockHolders: string | undefined;
}

const SILENT: HostState = {
  answers: false,
  isPrimary: false,
  timeline: 0,
  term: 0,
  waitsForStandby: false,
  lockHolders: undefined,
};

/** Which history a primary has. */
export interface PrimaryHistory {
  readonly timeline: number;
  readonly term: number;
}

/** Compares primaries: after a promotion, the earlier primary may still run. */
export const byHistory = (a: PrimaryHistory, b: PrimaryHistory): number =>
  a.timeline - b.timeline || a.term - b.term;

/**
 * Asks every host of a database what it is, on connections of its own that may be cut at any time: a machine that vanished
 * does not close connections, and a frozen server still accepts new ones.
 */
export class HostProbes {
  private readonly hosts: readonly DatabaseHost[];
  private readonly watched: string;
  private readonly clients = new Map<DatabaseHost, pg.Client>();
  private isClosed = false;

  /** @param watched application_name of the session whose wait is looked for */
  constructor(url: string, watched: string) {
    this.hosts = hostsOf(url);
    this.watched = watched;
  }

  /** @returns a state for each host, in their order */
  async look(): Promise<readonly HostState[]> {
    return await Promise.all(this.hosts.map((host) => this.lookAt(host)));
  }

  close(): void {
    this.isClosed = true;
    for (const client of this.clients.values()) destroy(client);
    this.clients.clear();
  }

  private async lookAt(host: DatabaseHost): Promise<HostState> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<"late">((resolve) => {
      timer = setTimeout(() => resolve("late"), TIMEOUT_MS);
    });
    try {
      const state = await Promise.race([this.ask(host), late]);
      if (state !== "late") return state;
      this.forget(host);
      return SILENT;
    } catch (error) {
      this.forget(host);
      // An answer with a code comes from the server: too many connections, or it is starting.
      return { ...SILENT, answers: /^[0-9A-Z]{5}$/.test((error as { readonly code?: string }).code ?? "") };
    } finally {
      clearTimeout(timer);
    }
  }

  private async ask(host: DatabaseHost): Promise<HostState> {
    const client = this.clients.get(host) ?? (await this.connect(host));
    const { rows } = await client.query<Look>(LOOK, [this.watched]);
    const [row] = rows;
    const isPrimary = row?.standby === false;
    return {
      answers: true,
      isPrimary,
      timeline: row?.timeline ?? 0,
      term: isPrimary ? await termOf(client) : 0,
      waitsForStandby: row?.waits === true,
      lockHolders: row?.locked === true ? await lockHoldersOf(client) : undefined,
    };
  }

  private async connect(host: DatabaseHost): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: host.url,
      application_name: PROBE_NAME,
      connectionTimeoutMillis: TIMEOUT_MS,
    });
    client.on("error", () => this.forget(host));
    this.clients.set(host, client);
    await client.connect();
    if (this.isClosed) destroy(client);
    return client;
  }

  private forget(host: DatabaseHost): void {
    const client = this.clients.get(host);
    this.clients.delete(host);
    if (client !== undefined) destroy(client);
  }
}

interface Look {
  readonly standby: boolean;
  readonly timeline: number;
  readonly waits: boolean;
  readonly locked: boolean;
}

async function lockHoldersOf(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ holders: string | null }>(LOCKING_SESSIONS);
  return rows[0]?.holders ?? undefined;
}

/** Returns 0 if the tables do not exist yet. */
export async function termOf(client: Queries): Promise<number> {
  try {
    const { rows } = await client.query(TERM);
    return Number(rows[0]?.term ?? 0);
  } catch (error) {
    if ((error as { readonly code?: string }).code === UNDEFINED_TABLE) return 0;
    throw error;
  }
}

const UNDEFINED_TABLE = "42P01";

interface Queries {
  query(text: string): Promise<{ readonly rows: readonly { readonly term: string }[] }>;
}

/** Ends a connection without waiting for the server. This is no request to cancel: the server finishes its statement. */
export function destroy(client: pg.Client): void {
  (
    client as unknown as { readonly connection?: { readonly stream?: { destroy(): void } } }
  ).connection?.stream?.destroy();
}
