import { ConnectionLostError } from "./database-errors.ts";
import type { DatabaseSettings } from "./database-settings.ts";
import { ensureSchema } from "./lead.ts";
import { PrimaryConnection } from "./primary-connection.ts";
import { SCHEMA } from "./schema.ts";

const NAME = "candor-node";

/** What a process of a cluster says about itself. */
export interface NodeReport {
  readonly name: string;
  readonly role: string;
  /** Where other nodes reach it; "" if nowhere. */
  readonly address: string;
  /** The term that it leads in, or follows. */
  readonly term: number;
  /** Its last command. */
  readonly seq: number;
  /** What its role adds, as JSON. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** A process as the database knows it. */
export interface ReadNode extends NodeReport {
  readonly pid: number;
  /** Milliseconds since it last reported. */
  readonly ageMs: number;
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
}

/** What the nodes of a cluster tell each other through the database. Nothing here decides who may write. */
export class ClusterTable {
  private readonly settings: DatabaseSettings;
  private readonly giveUpAfterMs: number | undefined;
  private connection: PrimaryConnection | undefined;

  /** @param giveUpAfterMs how long to look for a primary; by default as long as PrimaryConnection does */
  constructor(settings: DatabaseSettings, giveUpAfterMs?: number) {
    this.settings = settings;
    this.giveUpAfterMs = giveUpAfterMs;
  }

  /** Creates the tables in an empty database. */
  async create(): Promise<void> {
    await this.again(ensureSchema);
  }

  /** Reports, and returns who leads. A report may be lost with the primary's machine: the next one repeats it. */
  async report({ name, role, address, term, seq, details }: NodeReport): Promise<ClusterState> {
    await this.rows(
      `insert into ${SCHEMA}.node (name, role, address, pid, term, seq, seen, details)
       values ($1, $2, $3, $4, $5, $6, now(), $7)
       on conflict (name) do update set role = $2, address = $3, pid = $4, term = $5, seq = $6, seen = now(),
         details = $7`,
      [name, role, address, process.pid, term, seq, JSON.stringify(details)],
    );
    return await this.state();
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

  async nodes(): Promise<ReadNode[]> {
    const rows = await this.rows<{
      name: string;
      role: string;
      address: string | null;
      pid: number | null;
      term: string | null;
      seq: string | null;
      age_ms: string;
      details: Record<string, unknown> | null;
    }>(
      `select name, role, address, pid, term, seq, details,
         greatest(0, extract(epoch from now() - seen) * 1000)::bigint as age_ms
       from ${SCHEMA}.node order by role, name`,
    );
    return rows.map((row) => ({
      name: row.name,
      role: row.role,
      address: row.address ?? "",
      pid: row.pid ?? 0,
      term: Number(row.term ?? 0),
      seq: Number(row.seq ?? 0),
      ageMs: Number(row.age_ms),
      details: row.details ?? {},
    }));
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
    }>(
      `select application_name as name, state, sync_state as sync,
         pg_wal_lsn_diff(pg_current_wal_lsn(), flush_lsn)::bigint as lag
       from pg_stat_replication order by application_name`,
    );
    return rows.map(({ name, state, sync, lag }) => ({
      name,
      state: state ?? "unknown",
      sync: sync ?? "unknown",
      lagBytes: Number(lag ?? 0),
    }));
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
    await this.connection?.close();
    this.connection = undefined;
  }

  private rows<R extends object>(sql: string, values: readonly unknown[] = []): Promise<readonly R[]> {
    return this.again(async (connection) => (await connection.query<R>(sql, values)).rows);
  }

  /** Each statement may be repeated. */
  private async again<T>(work: (connection: PrimaryConnection) => Promise<T>): Promise<T> {
    for (;;)
      try {
        return await work(await this.connected());
      } catch (error) {
        if (!(error instanceof ConnectionLostError)) throw error;
      }
  }

  private async connected(): Promise<PrimaryConnection> {
    if (this.connection?.isUsable === true) return this.connection;
    const connection = await PrimaryConnection.open(this.settings, NAME, this.giveUpAfterMs);
    // Reports must not wait for standbys.
    await connection.query("set synchronous_commit = off");
    this.connection = connection;
    return connection;
  }
}
