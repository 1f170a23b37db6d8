import { ConnectionLostError } from "./database-errors.ts";
import type { DatabaseSettings } from "./database-settings.ts";
import { ensureSchema } from "./lead.ts";
import { PrimaryConnection } from "./primary-connection.ts";
import { EXCHANGE_JOURNAL_PATH, NODE_NAME, SCHEMA } from "./schema.ts";

/** What a process of a cluster says about itself. */
export interface NodeReport {
  readonly name: string;
  readonly role: string;
  /** Where other nodes reach it; "" if nowhere. */
  readonly address: string;
  /** The term that it leads in, or follows. */
  readonly term: number;
  /** Its last command; undefined if it follows none. */
  readonly seq: number | undefined;
  /** What its role adds, as JSON. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** A process as the database knows it. */
export interface ReadNode extends NodeReport {
  /** 0 if another process reports for it. */
  readonly pid: number;
  /** Milliseconds since it last reported. */
  readonly ageMs: number;
  /** Frames after its last command; undefined if it follows none. */
  readonly laterFrames: number | undefined;
  /** Age of the first of them, in milliseconds; undefined if there is none. */
  readonly laterAgeMs: number | undefined;
}

/** Who leads, as a report is answered. */
export interface ClusterState {
  readonly term: number;
  readonly leader: string;
  readonly leaderAddress: string;
  /** The leader's last command, as of its last report. */
  readonly leaderSeq: number;
  /** Who asked for a planned switch in this term. */
  readonly switchRequestedBy: string | undefined;
}

export interface ReadTakeOver {
  readonly term: number;
  readonly name: string;
  readonly address: string;
  readonly reason: string;
  readonly atMs: number;
  readonly exchangeSeq: number;
}

/** A standby of the primary database. */
export interface DatabaseStandby {
  readonly name: string;
  readonly state: string;
  /** `quorum` or `sync` if the primary waits for it. */
  readonly sync: string;
  /** Bytes of the log that it has not written to its disk yet. */
  readonly lagBytes: number;
  /** Time from writing the log to its confirmation that it is on disk; undefined if idle. */
  readonly lagMs: number | undefined;
}

/** The primary database. */
export interface DatabasePrimary {
  /** As its configuration says; "" if it does not. */
  readonly name: string;
  /** `address:port`, as it sees a connection. */
  readonly address: string;
}

/** Setting of a server with its name: PostgreSQL knows those of standbys only. */
const DATABASE_NAME = "candor.database_name";

/** A row of another kind of process that reports under the same name is replaced after this time only. */
const OTHER_ROLE_KEPT = "1 minute";
/** A process that has not reported for so long is forgotten. */
const FORGOTTEN_AFTER = "1 day";

/** What the nodes of a cluster tell each other through the database. Nothing here decides who may write. */
export class ClusterTable {
  private readonly settings: DatabaseSettings;
  private readonly giveUpAfterMs: number | undefined;
  private connection: PrimaryConnection | undefined;
  /** Ends with the last statement: one connection executes them in turn. */
  private last: Promise<unknown> = Promise.resolve();
  private isClosed = false;

  /** @param giveUpAfterMs how long to look for a primary; by default as long as PrimaryConnection does */
  constructor(settings: DatabaseSettings, giveUpAfterMs?: number) {
    this.settings = settings;
    this.giveUpAfterMs = giveUpAfterMs;
  }

  /** Creates the tables in an empty database. */
  async create(): Promise<void> {
    await this.inTurn(ensureSchema);
  }

  /** Reports, and returns who leads. A report may be lost with the primary's machine: the next one repeats it. */
  async report(report: NodeReport): Promise<ClusterState> {
    await this.write(report, process.pid, "true");
    return await this.state();
  }

  /**
   * Reports for a process, or as one, that decides nothing: it never replaces the row of a process with another role.
   * @param pid 0 if it is another process
   * @returns false if another process uses this name
   */
  async reportFollower(report: NodeReport, pid: number): Promise<boolean> {
    const isFree = `node.role = excluded.role or node.seen < now() - interval '${OTHER_ROLE_KEPT}'`;
    return (await this.write(report, pid, isFree)) === 1;
  }

  async state(): Promise<ClusterState> {
    const [row] = await this.rows<{
      term: string;
      name: string;
      address: string;
      by: string | null;
      seq: string | null;
    }>(
      `select leader.term, leader.name, leader.address, requested_by as by, node.seq
       from ${SCHEMA}.leader left join ${SCHEMA}.planned_switch using (term)
         left join ${SCHEMA}.node on node.name = leader.name`,
    );
    return {
      term: Number(row?.term ?? 0),
      leader: row?.name ?? "",
      leaderAddress: row?.address ?? "",
      leaderSeq: Number(row?.seq ?? 0),
      switchRequestedBy: row?.by ?? undefined,
    };
  }

  /** Processes that have reported within a day. */
  async nodes(): Promise<ReadNode[]> {
    const rows = await this.rows<NodeRow>(
      `select name, role, address, pid, term, seq, details,
         greatest(0, extract(epoch from now() - seen) * 1000)::bigint as age_ms,
         newest.number - coalesce(reached.number, 0) as later,
         greatest(0, extract(epoch from now()) * 1000 - first_later.time_ms)::bigint as later_age_ms
       from ${SCHEMA}.node
       left join lateral (select number from ${SCHEMA}.frame where journal = $1
         order by number desc limit 1) as newest on true
       left join lateral (select number from ${SCHEMA}.frame where journal = $1 and last_seq <= node.seq
         order by last_seq desc limit 1) as reached on true
       left join lateral (select time_ms from ${SCHEMA}.frame where journal = $1 and last_seq > node.seq
         order by last_seq limit 1) as first_later on true
       where seen > now() - interval '${FORGOTTEN_AFTER}' order by role, name`,
      [EXCHANGE_JOURNAL_PATH],
    );
    return rows.map(nodeOf);
  }

  /** @returns the newest first */
  async takeOvers(limit: number): Promise<ReadTakeOver[]> {
    const rows = await this.rows<{
      term: string;
      name: string;
      address: string;
      reason: string;
      at: Date;
      exchange_seq: string;
    }>(
      `select term, name, address, reason, at, exchange_seq from ${SCHEMA}.take_over order by term desc limit $1`,
      [limit],
    );
    return rows.map(({ term, at, exchange_seq, ...rest }) => ({
      ...rest,
      term: Number(term),
      atMs: at.getTime(),
      exchangeSeq: Number(exchange_seq),
    }));
  }

  /** The standbys that the primary knows; the database hides their state from users without pg_monitor. */
  async databaseStandbys(): Promise<DatabaseStandby[]> {
    const rows = await this.rows<{
      name: string;
      state: string | null;
      sync: string | null;
      lag: string | null;
      lag_ms: string | null;
    }>(
      `select application_name as name, state, sync_state as sync,
         pg_wal_lsn_diff(pg_current_wal_lsn(), flush_lsn)::bigint as lag,
         (extract(epoch from flush_lag) * 1000)::bigint as lag_ms
       from pg_stat_replication order by application_name`,
    );
    return rows.map(({ name, state, sync, lag, lag_ms }) => ({
      name,
      state: state ?? "unknown",
      sync: sync ?? "unknown",
      lagBytes: Number(lag ?? 0),
      lagMs: optional(lag_ms),
    }));
  }

  async primary(): Promise<DatabasePrimary> {
    const [row] = await this.rows<{ name: string | null; address: string | null; port: number | null }>(
      `select current_setting('${DATABASE_NAME}', true) as name,
         host(inet_server_addr()) as address, inet_server_port() as port`,
    );
    return { name: row?.name ?? "", address: `${row?.address ?? "local"}:${row?.port ?? 0}` };
  }

  /** Asks the leader of a term to hand over. @returns false if another term has begun */
  async requestSwitch(term: number, requestedBy: string): Promise<boolean> {
    const rows = await this.rows(
      `insert into ${SCHEMA}.planned_switch (term, requested_by)
       select term, $2 from ${SCHEMA}.leader where term = $1
       on conflict (term) do update set requested_by = $2 returning term`,
      [term, requestedBy],
    );
    return rows.length === 1;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.connection?.close();
    this.connection = undefined;
  }

  /** @param isReplaceable a condition on the name's present row @returns how many rows it wrote */
  private async write(
    { name, role, address, term, seq, details }: NodeReport,
    pid: number,
    isReplaceable: string,
  ): Promise<number> {
    const rows = await this.rows(
      `insert into ${SCHEMA}.node (name, role, address, pid, term, seq, seen, details)
       values ($1, $2, $3, $4, $5, $6, now(), $7)
       on conflict (name) do update set role = $2, address = $3, pid = $4, term = $5, seq = $6, seen = now(),
         details = $7 where ${isReplaceable} returning name`,
      [name, role, address, pid, term, seq ?? null, JSON.stringify(details)],
    );
    return rows.length;
  }

  private rows<R extends object>(sql: string, values: readonly unknown[] = []): Promise<readonly R[]> {
    return this.inTurn(async (connection) => (await connection.query<R>(sql, values)).rows);
  }

  private inTurn<T>(work: (connection: PrimaryConnection) => Promise<T>): Promise<T> {
    const done = this.last.then(() => this.again(work));
    this.last = done.catch(() => undefined);
    return done;
  }

  /** Each statement may be repeated. */
  private async again<T>(work: (connection: PrimaryConnection) => Promise<T>): Promise<T> {
    for (;;)
      try {
        return await work(await this.connected());
      } catch (error) {
        if (!(error instanceof ConnectionLostError) || this.isClosed) throw error;
      }
  }

  private async connected(): Promise<PrimaryConnection> {
    if (this.connection?.isUsable === true) return this.connection;
    // A notice may have made it unusable without ending it.
    await this.connection?.close();
    const connection = await PrimaryConnection.open(this.settings, NODE_NAME, this.giveUpAfterMs);
    // Reports must not wait for standbys.
    await connection.query("set synchronous_commit = off");
    if (this.isClosed) {
      await connection.close();
      throw new ConnectionLostError(new Error("it was closed"));
    }
    this.connection = connection;
    return connection;
  }
}

interface NodeRow {
  readonly name: string;
  readonly role: string;
  readonly address: string | null;
  readonly pid: number | null;
  readonly term: string | null;
  readonly seq: string | null;
  readonly age_ms: string;
  readonly later: string | null;
  readonly later_age_ms: string | null;
  readonly details: Record<string, unknown> | null;
}

const optional = (value: string | null): number | undefined => (value === null ? undefined : Number(value));

function nodeOf(row: NodeRow): ReadNode {
  const seq = optional(row.seq);
  return {
    name: row.name,
    role: row.role,
    address: row.address ?? "",
    pid: row.pid ?? 0,
    term: Number(row.term ?? 0),
    seq,
    ageMs: Number(row.age_ms),
    laterFrames: seq === undefined ? undefined : Number(row.later ?? 0),
    laterAgeMs: optional(row.later_age_ms),
    details: row.details ?? {},
  };
}
