import { ConnectionLostError, DatabaseUnusableError, FencedError } from "./database-errors.ts";
import type { DatabaseSettings } from "./database-settings.ts";
import { PrimaryConnection } from "./primary-connection.ts";
import { SCHEMA, WRITER_NAME } from "./schema.ts";
import type { StoredEnd, StoredFrame, StoredJournal } from "./writer-messages.ts";

/** Another session inserted a row with the same key first. */
const UNIQUE_VIOLATION = "23505";

const APPEND = `
insert into ${SCHEMA}.frame (journal, number, term, first_seq, last_seq, time_ms, previous, hash, sealed, relayed)
select $1::text, $2::bigint, $3::bigint, $4::bigint, $5::bigint, $6::bigint, $7::bytea, $8::bytea, $9::bytea, $10::jsonb
where ($2 = 1 or exists (
    select from ${SCHEMA}.frame where journal = $1 and number = $2 - 1 and hash = $7))
  and exists (select from ${SCHEMA}.leader where term = $3)
  and ($11::int = 0 or current_setting('synchronous_standby_names') <> '')`;

const COUNT_CHANGE = `
update ${SCHEMA}.change set value = value + 1
where exists (select from ${SCHEMA}.leader where term = $1::bigint) returning value`;

const PUT_FILE = `
with change as (${COUNT_CHANGE})
insert into ${SCHEMA}.file as old (path, bytes, sha256, content, term, gone, version, replaced)
select $2::text, octet_length($3::bytea), $4::text, $3, $1, false, value, false from change
on conflict (path) do update set bytes = excluded.bytes, sha256 = excluded.sha256, content = excluded.content,
  term = excluded.term, changed_at = now(), gone = false, version = excluded.version,
  replaced = old.replaced or old.sha256 <> excluded.sha256`;

/** The path stays, so that followers remove their copy. The content goes at once: it may be personal. */
const DROP_FILE = `
with change as (${COUNT_CHANGE})
insert into ${SCHEMA}.file as old (path, bytes, sha256, content, term, gone, version, replaced)
select $2::text, 0, '', null, $1, true, value, true from change
on conflict (path) do update set bytes = 0, sha256 = '', content = null,
  term = excluded.term, changed_at = now(), gone = true, version = excluded.version, replaced = true`;

export interface WriterSettings {
  readonly database: DatabaseSettings;
  /** The leader's term. Everything written carries it. */
  readonly term: number;
  /** Name of this process, for people who look at the sessions. */
  readonly name: string;
}

/**
 * Writes for the leader of one term. Each method returns when its change is durable, whatever happens to the connection
 * meanwhile: it finds out whether the change arrived, and repeats it if not. Throws FencedError when the term has ended
 * or a frame belongs to another history, DatabaseUnusableError when nothing can be trusted any more.
 */
export class DatabaseWriter {
  private readonly settings: WriterSettings;
  private connection: PrimaryConnection | undefined;

  constructor(settings: WriterSettings) {
    this.settings = settings;
  }

  async append(frame: StoredFrame): Promise<void> {
    await this.untilClear((connection, isUnclear) => this.tryAppend(connection, frame, isUnclear));
  }

  /** Registers the journal if it is new. @returns its last frame */
  async open({ path, store, name, segmentBytes, isDraft }: StoredJournal): Promise<StoredEnd> {
    const { term } = this.settings;
    return await this.untilClear(async (connection) => {
      await connection.query(
        `with change as (${COUNT_CHANGE})
         insert into ${SCHEMA}.generation (journal, store, name, segment_bytes, is_draft)
         select $2::text, $3::text, $4::text, $5::bigint, $6::boolean from change on conflict (journal) do nothing`,
        [term, path, store ?? null, name, segmentBytes ?? null, isDraft],
      );
      await this.assertLeading(connection);
      return await endOf(connection, path);
    });
  }

  /** Makes a draft its store's only generation, and deletes the others with their frames. */
  async activate(path: string, origin: string): Promise<void> {
    await this.changeTogether(async (connection) => {
      const { rows } = await connection.query<{ store: string }>(
        `update ${SCHEMA}.generation set is_draft = false, origin = $2 where journal = $1 returning store`,
        [path, origin],
      );
      await deleteJournals(connection, "store = $1 and journal <> $2", [rows[0]?.store, path]);
    });
  }

  async discard(path: string): Promise<void> {
    await this.changeTogether((connection) =>
      deleteJournals(connection, "journal = $1 and is_draft", [path]),
    );
  }

  async putFile(path: string, content: Uint8Array, sha256: string): Promise<void> {
    await this.changeFile(PUT_FILE, [path, content, sha256]);
  }

  async dropFile(path: string): Promise<void> {
    await this.changeFile(DROP_FILE, [path]);
  }

  async close(): Promise<void> {
    await this.connection?.close();
  }

  private async tryAppend(
    connection: PrimaryConnection,
    frame: StoredFrame,
    isUnclear: boolean,
  ): Promise<void> {
    if (isUnclear && (await this.isStored(connection, frame))) {
      await this.confirm(connection);
      return;
    }
    const { term, database } = this.settings;
    const { journal, number, firstSeq, lastSeq, timeMs, previous, hash, sealed, relayed } = frame;
    const row = [journal, number, term, firstSeq, lastSeq, timeMs, previous, hash, sealed, relayed ?? null];
    try {
      const { rowCount } = await connection.query(APPEND, [...row, database.standbys], "append");
      if (rowCount === 1) return;
    } catch (error) {
      if ((error as { readonly code?: string }).code !== UNIQUE_VIOLATION) throw error;
      // The session of a lost connection may have been waiting for a standby when this one looked for the frame.
      if (!isUnclear || !(await this.isStored(connection, frame))) throw rival(frame);
      await this.confirm(connection);
      return;
    }
    await this.assertLeading(connection);
    await connection.assertReplicated(database.standbys);
    throw rival(frame);
  }

  /** Whether the frame is in the database. Throws FencedError if another one has its number. */
  private async isStored(
    connection: PrimaryConnection,
    { journal, number, hash }: StoredFrame,
  ): Promise<boolean> {
    const { rows } = await connection.query<{ hash: Buffer }>(
      `select hash from ${SCHEMA}.frame where journal = $1 and number = $2`,
      [journal, number],
    );
    const [found] = rows;
    if (found === undefined) return false;
    if (found.hash.equals(hash)) return true;
    throw new FencedError(`it has another frame ${number} of ${journal}`);
  }

  /** The log of the database is one stream: when this write is confirmed, so is everything before it. */
  private async confirm(connection: PrimaryConnection): Promise<void> {
    const { rowCount } = await connection.query(`update ${SCHEMA}.leader set term = term where term = $1`, [
      this.settings.term,
    ]);
    if (rowCount !== 1) await this.assertLeading(connection);
  }

  private async changeFile(statement: string, values: readonly unknown[]): Promise<void> {
    await this.untilClear(async (connection) => {
      const { rowCount } = await connection.query(statement, [this.settings.term, ...values]);
      if (rowCount === 1) return;
      await this.assertLeading(connection);
      throw new DatabaseUnusableError("it has no row that counts changes");
    });
  }

  /** Repeating the change must be harmless. */
  private async changeTogether(change: (connection: PrimaryConnection) => Promise<void>): Promise<void> {
    await this.untilClear((connection) =>
      connection.transaction(async () => {
        const { rowCount } = await connection.query(COUNT_CHANGE, [this.settings.term]);
        if (rowCount !== 1) await this.assertLeading(connection);
        await change(connection);
      }),
    );
  }

  /** Repeats `attempt` until it succeeds or fails on a sound connection. */
  private async untilClear<T>(
    attempt: (connection: PrimaryConnection, isUnclear: boolean) => Promise<T>,
  ): Promise<T> {
    for (let isUnclear = false; ; isUnclear = true) {
      try {
        return await attempt(await this.connected(), isUnclear);
      } catch (error) {
        if (!(error instanceof ConnectionLostError)) throw error;
      }
    }
  }

  private async connected(): Promise<PrimaryConnection> {
    if (this.connection?.isUsable === true) return this.connection;
    const { database, name } = this.settings;
    this.connection = await PrimaryConnection.open(database, `${WRITER_NAME} ${name}`);
    await this.assertLeading(this.connection);
    return this.connection;
  }

  private async assertLeading(connection: PrimaryConnection): Promise<void> {
    const { term } = this.settings;
    const { rows } = await connection.query<{ term: string; name: string; address: string }>(
      `select term, name, address from ${SCHEMA}.leader`,
    );
    const [leader] = rows;
    if (leader === undefined) throw new DatabaseUnusableError("its leader is missing");
    if (Number(leader.term) !== term)
      throw new FencedError(
        `${leader.name} ${leader.address} has led since term ${leader.term}, this was ${term}`,
      );
  }
}

async function endOf(connection: PrimaryConnection, journal: string): Promise<StoredEnd> {
  const { rows } = await connection.query<{ number: string; hash: Buffer }>(
    `select number, hash from ${SCHEMA}.frame where journal = $1 order by number desc limit 1`,
    [journal],
  );
  return { number: Number(rows[0]?.number ?? 0), hash: rows[0]?.hash };
}

/** @param which a condition on the table `generation` */
export async function deleteJournals(
  connection: PrimaryConnection,
  which: string,
  values: readonly unknown[],
): Promise<void> {
  await connection.query(
    `delete from ${SCHEMA}.frame where journal in (select journal from ${SCHEMA}.generation where ${which})`,
    values,
  );
  await connection.query(`delete from ${SCHEMA}.generation where ${which}`, values);
}

const rival = ({ journal, number }: StoredFrame): FencedError =>
  new FencedError(`frame ${number} of ${journal} does not continue what it has`);
