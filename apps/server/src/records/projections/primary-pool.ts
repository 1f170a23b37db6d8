import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import pg from "pg";
import { type DatabaseHost, hostsOf } from "../../kit/journal-database/database-settings.ts";
import { isLostConnection } from "./passing-error.ts";
import { ServerProbe } from "./server-probe.ts";

/** Creates the pool of one server. */
export type PoolMaker = (url: string) => pg.Pool;

/** A server is a standby; the primary is another one, or none at the moment. */
export class StandbyError extends Error {
  /** As of a statement that a standby rejects. */
  readonly code = "25006";

  constructor(host: string) {
    super(`${host} is a standby, and no other server of DATABASE_URL is the primary`);
    this.name = "StandbyError";
  }
}

/** After a failover, the tables lack commands that readers have already seen. They are written again soon. */
class TablesBehindError extends Error {
  /** As of a server that cannot answer yet. */
  readonly code = "57P03";

  constructor(reachedSeq: number, seenSeq: number) {
    super(`the read models are at command ${reachedSeq} again, but readers have already seen ${seenSeq}`);
    this.name = "TablesBehindError";
  }
}

/** A projector of another version is making other tables. */
export class OtherTablesError extends Error {
  /** As of a server that cannot answer yet. */
  readonly code = "57P03";

  constructor(cause: unknown) {
    super("the read models are being rebuilt by another version of the projector", { cause });
    this.name = "OtherTablesError";
  }
}

/** Returns single-host URLs of a database URL, which may name several hosts. Throws RangeError. */
export function singleUrls(url: string): readonly string[] {
  return url.includes(",") ? hostsOf(url).map((host: DatabaseHost) => host.url) : [url];
}

const BEGINS = /^(?:begin|start transaction)\b/;
const ENDS = /^(?:commit|rollback)$/;
const READS = /^\s*select\b/i;

/** Whether this session's server accepts writes. */
export async function isPrimary(client: Pick<pg.ClientBase, "query">): Promise<boolean> {
  const { rows } = await client.query<{ standby: boolean }>("select pg_is_in_recovery() as standby");
  return rows[0]?.standby === false;
}

/**
 * Connections to the primary, which is one of several servers. When it is lost, the others are tried in turn, and no
 * connection to an earlier one is lent again. A `select` outside a transaction, and the beginning of a transaction, are
 * repeated once on a new connection, because they changed nothing.
 *
 * A new primary may lack commands that readers have seen, because the projector does not wait for standbys. So a new
 * connection is lent to readers only when its tables have them; otherwise they get TablesBehindError. From then on, the
 * tables of that server only grow.
 */
export class PrimaryPool implements PostgresPool {
  readonly options = {};
  private readonly urls: readonly string[];
  private readonly make: PoolMaker;
  private current: CurrentServer;
  /** Connections whose tables have what readers have seen. */
  private admitted = new WeakSet<pg.PoolClient>();
  private readonly checked = new WeakSet<pg.PoolClient>();
  private isEnding = false;
  /** The last command that readers have seen. */
  seenSeq: () => number = () => 0;
  /** Returns the error that a reader gets instead. */
  translate: (error: unknown) => unknown = (error) => error;
  /** Returns the command that the tables of a connection have reached. */
  reachedSeq: (client: pg.ClientBase) => Promise<number> = () => Promise.resolve(Number.POSITIVE_INFINITY);

  /** @param url may name several hosts; throws RangeError if it cannot be read */
  constructor(url: string, make: PoolMaker) {
    this.urls = singleUrls(url);
    this.make = make;
    this.current = this.serverAt(0);
  }

  /** Lends a connection whose tables have everything that readers have seen. */
  async connect(): Promise<PostgresPoolClient> {
    return this.lend(true);
  }

  /** Lends a connection whatever its tables have reached. */
  async connectUnchecked(): Promise<PostgresPoolClient> {
    return this.lend(false);
  }

  /** Checks the tables of all connections again before readers get them: they were emptied. */
  readmit(): void {
    this.admitted = new WeakSet();
  }

  async end(): Promise<void> {
    this.isEnding = true;
    await this.current.pool.end();
  }

  private async lend(isForReaders: boolean): Promise<PostgresPoolClient> {
    const take = (): Promise<Taken> => this.take(isForReaders);
    return new LentConnection(await take(), take, this.translate);
  }

  private async take(isForReaders: boolean): Promise<Taken> {
    let last: unknown;
    for (let tries = 0; tries < this.urls.length; tries++) {
      const { at, pool, probe } = this.current;
      try {
        const client = await pool.connect();
        probe?.add(client);
        const release = (isBroken: boolean): void => {
          probe?.remove(client);
          client.release(isBroken || (pool !== this.current.pool && !this.isEnding));
        };
        try {
          await this.check(client, at);
          if (isForReaders) await this.admit(client);
        } catch (error) {
          release(!(error instanceof TablesBehindError));
          throw error;
        }
        return { client, release };
      } catch (error) {
        last = error;
        const isElsewhere = isLostConnection(error) && !(error instanceof TablesBehindError);
        if (this.urls.length === 1 || !isElsewhere) throw error;
        this.moveOn(at);
      }
    }
    throw last;
  }

  private async check(client: pg.PoolClient, at: number): Promise<void> {
    if (this.urls.length === 1 || this.checked.has(client)) return;
    if (!(await isPrimary(client))) throw new StandbyError(new URL(this.urls[at] as string).host);
    this.checked.add(client);
  }

  private async admit(client: pg.PoolClient): Promise<void> {
    if (this.admitted.has(client)) return;
    const seenSeq = this.seenSeq();
    const reachedSeq = seenSeq === 0 ? Number.POSITIVE_INFINITY : await this.reachedSeq(client);
    if (reachedSeq < seenSeq) throw new TablesBehindError(reachedSeq, seenSeq);
    this.admitted.add(client);
  }

  private serverAt(at: number): CurrentServer {
    const url = this.urls[at] as string;
    const [host] = this.urls.length === 1 ? [] : hostsOf(url);
    return { at, pool: this.make(url), probe: host === undefined ? undefined : new ServerProbe(host) };
  }

  /** Tries the next server from now on, unless another caller has already moved on. */
  private moveOn(from: number): void {
    if (this.current.at !== from || this.isEnding) return;
    const { pool } = this.current;
    this.current = this.serverAt((from + 1) % this.urls.length);
    // Its own listener reports what goes wrong with the connections of a lost server.
    void pool.end().catch(() => undefined);
  }
}

interface CurrentServer {
  readonly at: number;
  readonly pool: pg.Pool;
  /** Absent if there is no other server. */
  readonly probe: ServerProbe | undefined;
}

interface Taken {
  readonly client: pg.PoolClient;
  release(isBroken: boolean): void;
}

/** A connection until its release. It is replaced once if it is lost before it has changed anything. */
class LentConnection implements PostgresPoolClient {
  /** Absent while it is replaced, or if it could not be. */
  private taken: Taken | undefined;
  private readonly again: () => Promise<Taken>;
  private readonly translate: (error: unknown) => unknown;
  private isInTransaction = false;
  private isBroken = false;

  constructor(taken: Taken, again: () => Promise<Taken>, translate: (error: unknown) => unknown) {
    this.taken = taken;
    this.again = again;
    this.translate = translate;
  }

  query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query<Row>(
    sql: string | PostgresCursor<Row>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof sql !== "string") throw new TypeError("cursors are not supported");
    return this.answer<Row>(sql, parameters);
  }

  release(isDiscarded = false): void {
    this.taken?.release(isDiscarded || this.isBroken);
  }

  private async answer<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    try {
      return await this.run<Row>(sql, parameters);
    } catch (error) {
      if (!isLostConnection(error)) throw this.translate(error);
      const isRepeatable = !this.isInTransaction && (READS.test(sql) || BEGINS.test(sql));
      if (!isRepeatable) {
        this.isBroken = true;
        throw error;
      }
    }
    this.taken?.release(true);
    this.taken = undefined;
    this.taken = await this.again();
    return await this.run<Row>(sql, parameters);
  }

  private async run<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    if (this.taken === undefined) throw new Error("connection terminated: it could not be replaced");
    if (ENDS.test(sql)) this.isInTransaction = false;
    const result = await this.taken.client.query(sql, [...parameters]);
    if (BEGINS.test(sql)) this.isInTransaction = true;
    return result as unknown as PostgresQueryResult<Row>;
  }
}
