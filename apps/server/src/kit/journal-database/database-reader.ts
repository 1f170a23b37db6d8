import { setTimeout as sleep } from "node:timers/promises";
import { ConnectionLostError, InterruptedError, isRefusedForNow } from "./database-errors.ts";
import type { DatabaseSettings } from "./database-settings.ts";
import { hasSchema } from "./lead.ts";
import { PrimaryConnection } from "./primary-connection.ts";
import { untilReplicated } from "./replication-proof.ts";
import { EXCHANGE_JOURNAL_PATH, READER_NAME, SCHEMA, SKIPS_JOURNAL_PATH } from "./schema.ts";

/** Frames of one query: at most so many, and about so many bytes. */
const MAX_FRAMES = 512;
const MAX_BYTES = 8 * 1024 * 1024;

/** Pause before a statement that the server refused for now. */
const REPEAT_AFTER_MS = 5;

export interface ReadJournal {
  readonly path: string;
  readonly store: string | undefined;
  readonly name: string;
  readonly segmentBytes: number | undefined;
  readonly origin: string | undefined;
}

export interface ReadFrame {
  readonly number: number;
  /** The whole frame, byte for byte. */
  readonly sealed: Buffer<ArrayBuffer>;
  /** What the writer stored next to it; null for nothing. */
  readonly relayed: unknown;
}

/** A gateway's request in a frame. */
export interface RelayedRow {
  readonly number: number;
  readonly firstSeq: number;
  readonly commands: number;
}

export interface ReadFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly isGone: boolean;
  readonly isReplaced: boolean;
  readonly version: number;
}

export interface ReadLeader {
  readonly exchange: string;
  /** Changes when operators accept that the database was restored. */
  readonly incarnation: string;
  readonly term: number;
  readonly name: string;
  readonly address: string;
}

/** What tells followers that something changed. */
export interface Progress {
  readonly changes: number;
  /** The exchange's last frame; 0 for none. */
  readonly exchangeFrame: number;
  /** The last decision to skip a command; 0 for none. */
  readonly skipsFrame: number;
}

/**
 * Reads journals and files from the primary, and reconnects when that moves. Returns them only when enough standbys have
 * them too: after a crash or a canceled wait, a primary shows commits that may still be lost. Throws DatabaseUnusableError.
 */
export class DatabaseReader {
  private readonly settings: DatabaseSettings;
  private connection: PrimaryConnection | undefined;
  /** When aborted, reads that wait for a standby throw InterruptedError. */
  stopping: AbortSignal | undefined;

  constructor(settings: DatabaseSettings) {
    this.settings = settings;
  }

  /** Returns undefined if the database has no tables of a journal. */
  async leader(): Promise<ReadLeader | undefined> {
    return await this.again(async (connection) => {
      if (!(await hasSchema(connection))) return undefined;
      const { rows } = await connection.query<ReadLeader & { readonly term: string }>(
        `select exchange, incarnation, term, name, address from ${SCHEMA}.leader`,
      );
      const [leader] = rows;
      return leader === undefined ? undefined : { ...leader, term: Number(leader.term) };
    });
  }

  async isEmpty(): Promise<boolean> {
    const rows = await this.rows(`select from ${SCHEMA}.frame limit 1`, []);
    return rows.length === 0;
  }

  async progress(): Promise<Progress> {
    const [row] = await this.rows<{ value: string; exchange: string | null; skips: string | null }>(
      `select value,
         (select number from ${SCHEMA}.frame where journal = $1 order by number desc limit 1) as exchange,
         (select number from ${SCHEMA}.frame where journal = $2 order by number desc limit 1) as skips
       from ${SCHEMA}.change`,
      [EXCHANGE_JOURNAL_PATH, SKIPS_JOURNAL_PATH],
      "progress",
    );
    return {
      changes: Number(row?.value ?? 0),
      exchangeFrame: Number(row?.exchange ?? 0),
      skipsFrame: Number(row?.skips ?? 0),
    };
  }

  /** Journals that are not drafts. */
  async journals(): Promise<ReadJournal[]> {
    const rows = await this.provenRows<{
      journal: string;
      store: string | null;
      name: string;
      segment_bytes: string | null;
      origin: string | null;
    }>(
      `select journal, store, name, segment_bytes, origin from ${SCHEMA}.generation
       where not is_draft and not dropped`,
      [],
    );
    return rows.map((row) => ({
      path: row.journal,
      store: row.store ?? undefined,
      name: row.name,
      segmentBytes: row.segment_bytes === null ? undefined : Number(row.segment_bytes),
      origin: row.origin ?? undefined,
    }));
  }

  /** Paths of generations that later ones have replaced. No node keeps them. */
  async droppedJournals(): Promise<string[]> {
    const rows = await this.provenRows<{ journal: string }>(
      `select journal from ${SCHEMA}.generation where dropped`,
      [],
    );
    return rows.map(({ journal }) => journal);
  }

  /** Returns those of the journals that have frames after the given ones. */
  async behind(known: ReadonlyMap<string, number>): Promise<string[]> {
    const rows = await this.rows<{ journal: string }>(
      `select journal from unnest($1::text[], $2::bigint[]) as known (journal, number)
       where exists (select from ${SCHEMA}.frame
         where frame.journal = known.journal and frame.number > known.number)`,
      [[...known.keys()], [...known.values()]],
      "behind",
    );
    return rows.map(({ journal }) => journal);
  }

  /** Returns the next frames after `number` in order, as many as fit into a few megabytes; none at the end. */
  async framesAfter(journal: string, number: number): Promise<ReadFrame[]> {
    const rows = await this.provenRows<{ number: string; sealed: Buffer<ArrayBuffer>; relayed: unknown }>(
      `select number, sealed, relayed from (
         select number, sealed, relayed,
           sum(octet_length(sealed)) over (order by number) - octet_length(sealed) as before
         from (select number, sealed, relayed from ${SCHEMA}.frame
           where journal = $1 and number > $2 order by number limit ${MAX_FRAMES}) as next
       ) as summed where before < ${MAX_BYTES} order by number`,
      [journal, number],
      "frames",
    );
    return rows.map((row) => ({ ...row, number: Number(row.number) }));
  }

  /** Returns undefined for a journal without frames. */
  async lastFrameOf(journal: string): Promise<number | undefined> {
    const sql = `select number from ${SCHEMA}.frame where journal = $1 order by number desc limit 1`;
    const [row] = await this.rows<{ number: string }>(sql, [journal]);
    return row === undefined ? undefined : Number(row.number);
  }

  /** Returns what the exchange's frames after command `seq` have of a gateway's requests. */
  async relayedAfter(gatewayId: string, seq: number): Promise<RelayedRow[]> {
    const rows = await this.rows<{ number: string; first_seq: string; commands: string }>(
      `select entry->>1 as number, entry->>2 as first_seq, entry->>3 as commands
       from ${SCHEMA}.frame, jsonb_array_elements(relayed) as entry
       where journal = $1 and frame.last_seq > $2 and relayed is not null and entry->>0 = $3`,
      [EXCHANGE_JOURNAL_PATH, seq, gatewayId],
    );
    return rows.map(({ number, first_seq, commands }) => ({
      number: Number(number),
      firstSeq: Number(first_seq),
      commands: Number(commands),
    }));
  }

  async hashOf(journal: string, number: number): Promise<Buffer | undefined> {
    const sql = `select hash from ${SCHEMA}.frame where journal = $1 and number = $2`;
    const [row] = await this.rows<{ hash: Buffer }>(sql, [journal, number]);
    return row?.hash;
  }

  /** Files that changed after the given version, in the order of their changes. */
  async filesAfter(version: number): Promise<ReadFile[]> {
    const rows = await this.provenRows<{
      path: string;
      bytes: string;
      sha256: string;
      gone: boolean;
      replaced: boolean;
      version: string;
    }>(
      `select path, bytes, sha256, gone, replaced, version from ${SCHEMA}.file
       where version > $1 order by version`,
      [version],
    );
    return rows.map(({ path, bytes, sha256, gone, replaced, version: changed }) => ({
      path,
      bytes: Number(bytes),
      sha256,
      isGone: gone,
      isReplaced: replaced,
      version: Number(changed),
    }));
  }

  /** Returns undefined if the file is gone. */
  async contentOf(path: string): Promise<Buffer | undefined> {
    const sql = `select content from ${SCHEMA}.file where path = $1 and not gone`;
    const [row] = await this.rows<{ content: Buffer }>(sql, [path]);
    return row?.content;
  }

  async close(): Promise<void> {
    await this.connection?.close();
    this.connection = undefined;
  }

  private rows<R extends object>(
    sql: string,
    values: readonly unknown[],
    name?: string,
  ): Promise<readonly R[]> {
    return this.again(async (connection) => (await connection.query<R>(sql, values, name)).rows);
  }

  private provenRows<R extends object>(
    sql: string,
    values: readonly unknown[],
    name?: string,
  ): Promise<readonly R[]> {
    return this.again(async (connection) => {
      const { rows } = await connection.query<R>(sql, values, name);
      // A commit is on the primary's disk before it is visible.
      if (rows.length > 0) {
        const patience = { weakForMs: Number.POSITIVE_INFINITY, stopping: this.stopping };
        await untilReplicated(connection, this.settings.standbys, patience);
      }
      return rows;
    });
  }

  /** Reading twice is harmless. */
  private async again<T>(read: (connection: PrimaryConnection) => Promise<T>): Promise<T> {
    for (;;)
      try {
        if (this.connection?.isUsable !== true)
          this.connection = await PrimaryConnection.open(this.settings, READER_NAME);
        return await read(this.connection);
      } catch (error) {
        if (isRefusedForNow(error)) await this.pause();
        else if (!(error instanceof ConnectionLostError)) throw error;
      }
  }

  private async pause(): Promise<void> {
    if (this.stopping?.aborted === true) throw new InterruptedError("stopped");
    await sleep(REPEAT_AFTER_MS);
  }
}
