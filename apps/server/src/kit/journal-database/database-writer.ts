import { setTimeout as sleep } from "node:timers/promises";
import {
  ConnectionLostError,
  DatabaseUnusableError,
  FencedError,
  isRefusedForNow,
} from "./database-errors.ts";
import type { DatabaseSettings } from "./database-settings.ts";
import { PrimaryConnection } from "./primary-connection.ts";
import type { ReadyConnection } from "./ready-connection.ts";
import { untilReplicated } from "./replication-proof.ts";
import { LEAD, SCHEMA, writerName } from "./schema.ts";
import type { StoredEnd, StoredFrame, StoredJournal } from "./writer-messages.ts";

/** How long a primary may name too few standbys: after a promotion, its manager sets them only then. */
const WEAK_FOR_MS = 15_000;
/** Pause before a statement that the server refused for now. */
const REPEAT_AFTER_MS = 250;
/** How long a connection that was ready before the term may take to answer: the primary may have moved since. */
const READY_WITHIN_MS = 300;
/** Another session inserted a row with the same key first. */
const UNIQUE_VIOLATION = "23505";

const APPEND = `
with ${LEAD}
insert into ${SCHEMA}.frame (journal, number, term, first_seq, last_seq, time_ms, previous, hash, sealed, relayed)
select $2::text, $3::bigint, $1, $4::bigint, $5::bigint, $6::bigint, $7::bytea, $8::bytea, $9::bytea, $10::jsonb
from lead
where ($3 = 1 or exists (
    select from ${SCHEMA}.frame where journal = $2 and number = $3 - 1 and hash = $7))
  and ($11::int = 0 or current_setting('synchronous_standby_names') <> '')`;

const CHANGE = `
${LEAD},
change as (update ${SCHEMA}.change set value = value + 1 from lead returning value)`;

const COUNT_CHANGE = `with ${CHANGE} select value from change`;

const PUT_FILE = `
with ${CHANGE}
insert into ${SCHEMA}.file as old (path, bytes, sha256, content, term, gone, version, replaced)
select $2::text, octet_length($3::bytea), $4::text, $3, $1, false, value, false from change
on conflict (path) do update set bytes = excluded.bytes, sha256 = excluded.sha256, content = excluded.content,
  term = excluded.term, changed_at = now(), gone = false, version = excluded.version,
  replaced = old.replaced or old.sha256 <> excluded.sha256`;

/** The path stays, so that followers remove their copy. The content goes at once: it may be personal. */
const DROP_FILE = `
with ${CHANGE}
insert into ${SCHEMA}.file as old (path, bytes, sha256, content, term, gone, version, replaced)
select $2::text, 0, '', null, $1, true, value, true from change
on conflict (path) do update set bytes = 0, sha256 = '', content = null,
  term = excluded.term, changed_at = now(), gone = true, version = excluded.version, replaced = true`;

const OPEN = `
with ${CHANGE}
insert into ${SCHEMA}.generation (journal, store, name, segment_bytes, is_draft)
select $2::text, $3::text, $4::text, $5::bigint, $6::boolean from change on conflict (journal) do nothing`;

const ACTIVATE = `
with ${LEAD}
update ${SCHEMA}.generation set is_draft = false, origin = $3::text from lead
where journal = $2 and not dropped returning store`;

/** The row stays, so that nodes that were away delete their copy. Frames are deleted of what was really dropped. */
const DROP_OTHERS = `
with ${LEAD},
gone as (
  update ${SCHEMA}.generation set dropped = true, is_draft = false, origin = null from lead
  where store = $2 and journal <> $3 and not dropped returning journal)
delete from ${SCHEMA}.frame using gone where frame.journal = gone.journal`;

/** No node has copied a draft. Its name may be given again. */
const DISCARD = `
with ${LEAD},
gone as (delete from ${SCHEMA}.generation using lead where journal = $2 and is_draft returning journal)
delete from ${SCHEMA}.frame using gone where frame.journal = gone.journal`;

/** Whether a journal is registered, its last frame, and the newest term. */
const FIND = `
select leader.term, generation.dropped, last.number, last.hash
from ${SCHEMA}.leader left join ${SCHEMA}.generation on generation.journal = $1
left join lateral (select number, hash from ${SCHEMA}.frame where journal = $1 order by number desc limit 1) as last on true`;

/** Names the session as a writer of its term, so that a new leader ends it. */
const BEGIN = `select set_config('application_name', $1, false), term from ${SCHEMA}.leader`;

/** When this write is confirmed, so is everything before it. It locks the leader's row itself: two that begin with LEAD could block each other. */
const CONFIRM = `update ${SCHEMA}.leader set since = since where term = $1`;

export interface WriterSettings {
  readonly database: DatabaseSettings;
  /** The leader's term. Everything written carries it. */
  readonly term: number;
  /** Name of this process, for people who look at the sessions. */
  readonly name: string;
  /** Used instead of a new connection if it is one to the primary. */
  readonly ready?: ReadyConnection | undefined;
}

/** What a writer reports. */
export interface WriterReports {
  /** Called when the server refuses a statement for now, as on a full disk. The writer repeats it until it succeeds. */
  readonly onRefused?: (why: string) => void;
}

/**
 * Writes for the leader of one term. Each method returns when its change is durable, whatever happens to the connection
 * meanwhile: it finds out whether the change arrived, and repeats it if not. Throws FencedError when the term has ended
 * or a frame belongs to another history, DatabaseUnusableError when nothing can be trusted any more.
 */
export class DatabaseWriter {
  private readonly settings: WriterSettings;
  private readonly reports: WriterReports;
  private connection: PrimaryConnection | undefined;
  private isClosed = false;

  constructor(settings: WriterSettings, reports: WriterReports = {}) {
    this.settings = settings;
    this.reports = reports;
  }

  async append(frame: StoredFrame): Promise<void> {
    await this.untilClear((connection, isUnclear) => this.tryAppend(connection, frame, isUnclear));
  }

  /** Registers the journal if it is new. @returns its last frame */
  async open({ path, store, name, segmentBytes, isDraft }: StoredJournal): Promise<StoredEnd> {
    const { term } = this.settings;
    return await this.untilClear(async (connection, isUnclear) => {
      // A write, whose confirmation takes longer, is needed only for what is new or may be unconfirmed.
      const found = isUnclear ? undefined : await this.findJournal(connection, path);
      if (found !== undefined) return found;
      await connection.query(OPEN, [term, path, store ?? null, name, segmentBytes ?? null, isDraft]);
      await this.assertLeading(connection);
      await assertKept(connection, path);
      return await endOf(connection, path);
    });
  }

  /** @returns the last frame of a journal that is registered and kept; otherwise undefined */
  private async findJournal(connection: PrimaryConnection, path: string): Promise<StoredEnd | undefined> {
    const { rows } = await connection.query<FoundJournal>(FIND, [path], "find");
    const [found] = rows;
    if (found?.dropped !== false || Number(found.term) !== this.settings.term) return undefined;
    return { number: Number(found.number ?? 0), hash: found.hash ?? undefined };
  }

  /** Makes a draft its store's only generation, and deletes the others with their frames. */
  async activate(path: string, origin: string): Promise<void> {
    await this.changeTogether(async (connection) => {
      const { term } = this.settings;
      const { rows } = await connection.query<{ store: string }>(ACTIVATE, [term, path, origin]);
      const [draft] = rows;
      if (draft === undefined) throw new DatabaseUnusableError(`it has no draft ${path}`);
      await connection.query(DROP_OTHERS, [term, draft.store, path]);
    });
  }

  async discard(path: string): Promise<void> {
    await this.changeTogether(async (connection) => {
      await connection.query(DISCARD, [this.settings.term, path]);
    });
  }

  async putFile(path: string, content: Uint8Array, sha256: string): Promise<void> {
    await this.changeFile(PUT_FILE, [path, content, sha256]);
  }

  async dropFile(path: string): Promise<void> {
    await this.changeFile(DROP_FILE, [path]);
  }

  async close(): Promise<void> {
    this.isClosed = true;
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
    const row = [term, journal, number, firstSeq, lastSeq, timeMs, previous, hash, sealed, relayed ?? null];
    try {
      const { rowCount } = await connection.query(APPEND, [...row, database.standbys], "append");
      if (rowCount === 1) return;
    } catch (error) {
      if ((error as { readonly code?: string }).code !== UNIQUE_VIOLATION) throw error;
    }
    // A session that was lost may have committed the frame since this one looked for it.
    await this.assertLeading(connection);
    if (await this.isStored(connection, frame)) await this.confirm(connection);
    else if (await this.continues(connection, frame)) await this.tryAppend(connection, frame, isUnclear);
    else throw rival(frame);
  }

  /** Whether the frame before this one is in the database: then only a setting was in the way. */
  private async continues(
    connection: PrimaryConnection,
    { journal, number, previous }: StoredFrame,
  ): Promise<boolean> {
    await connection.assertReplicated(this.settings.database.standbys);
    if (number === 1) return true;
    const before = await hashOf(connection, journal, number - 1);
    return before?.equals(previous) === true;
  }

  /** Whether the frame is in the database. Throws FencedError if another one has its number. */
  private async isStored(
    connection: PrimaryConnection,
    { journal, number, hash }: StoredFrame,
  ): Promise<boolean> {
    const found = await hashOf(connection, journal, number);
    if (found === undefined) return false;
    if (found.equals(hash)) return true;
    throw new FencedError(`it has another frame ${number} of ${journal}`);
  }

  /** The log of the database is one stream: when this write is confirmed, so is everything before it. */
  private async confirm(connection: PrimaryConnection): Promise<void> {
    const { rowCount } = await connection.query(CONFIRM, [this.settings.term]);
    if (rowCount === 1) return;
    await this.assertLeading(connection);
    throw new DatabaseUnusableError("its leader is missing");
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
        if (rowCount !== 1) {
          await this.assertLeading(connection);
          throw new DatabaseUnusableError("it has no row that counts changes");
        }
        await change(connection);
      }),
    );
  }

  /** Repeats `attempt` until it succeeds, or fails for good on a sound connection. */
  private async untilClear<T>(
    attempt: (connection: PrimaryConnection, isUnclear: boolean) => Promise<T>,
  ): Promise<T> {
    for (let isUnclear = false; ; isUnclear = true) {
      try {
        const connection = await this.connected(isUnclear);
        const result = await attempt(connection, isUnclear);
        await untilReplicated(connection, this.settings.database.standbys, { weakForMs: WEAK_FOR_MS });
        return result;
      } catch (error) {
        if (isRefusedForNow(error) && !this.isClosed) await this.waitAfter(error);
        else if (!(error instanceof ConnectionLostError)) throw error;
      }
    }
  }

  /** A take-over meanwhile is noticed by the next attempt. Ending would not help: the next leader would meet the same. */
  private async waitAfter(error: Error): Promise<void> {
    this.reports.onRefused?.(error.message);
    await sleep(REPEAT_AFTER_MS);
    if (this.connection?.isUsable === true) await this.assertLeading(this.connection);
  }

  private async connected(isAgain: boolean): Promise<PrimaryConnection> {
    if (this.connection?.isUsable === true) return this.connection;
    const { database, name, term } = this.settings;
    const ready = await this.takeReady();
    if (ready !== undefined) {
      this.connection = ready;
      return ready;
    }
    this.connection = await PrimaryConnection.open(database, writerName(term, name), undefined, {
      weakForMs: isAgain ? WEAK_FOR_MS : 0,
    });
    await this.assertLeading(this.connection);
    return this.connection;
  }

  /** @returns the connection that was ready, if it is one to the primary of this term */
  private async takeReady(): Promise<PrimaryConnection | undefined> {
    const connection = this.settings.ready?.take();
    if (connection === undefined) return undefined;
    const late = sleep(READY_WITHIN_MS).then(() => false);
    if (await Promise.race([this.beginOn(connection), late])) return connection;
    connection.abandon("its server is not the primary of this term");
    return undefined;
  }

  private async beginOn(connection: PrimaryConnection): Promise<boolean> {
    const { name, term } = this.settings;
    try {
      const { rows } = await connection.query<{ term: string }>(BEGIN, [writerName(term, name)]);
      return Number(rows[0]?.term) === term;
    } catch {
      // Another connection finds out what this means.
      return false;
    }
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

interface FoundJournal {
  readonly term: string;
  /** Null if the journal is not registered. */
  readonly dropped: boolean | null;
  /** Null if it has no frame. */
  readonly number: string | null;
  readonly hash: Buffer | null;
}

async function endOf(connection: PrimaryConnection, journal: string): Promise<StoredEnd> {
  const { rows } = await connection.query<{ number: string; hash: Buffer }>(
    `select number, hash from ${SCHEMA}.frame where journal = $1 order by number desc limit 1`,
    [journal],
  );
  return { number: Number(rows[0]?.number ?? 0), hash: rows[0]?.hash };
}

async function assertKept(connection: PrimaryConnection, path: string): Promise<void> {
  const { rowCount } = await connection.query(
    `select from ${SCHEMA}.generation where journal = $1 and dropped`,
    [path],
  );
  if (rowCount !== 0) throw new DatabaseUnusableError(`a later generation has replaced ${path} in it`);
}

async function hashOf(
  connection: PrimaryConnection,
  journal: string,
  number: number,
): Promise<Buffer | undefined> {
  const { rows } = await connection.query<{ hash: Buffer }>(
    `select hash from ${SCHEMA}.frame where journal = $1 and number = $2`,
    [journal, number],
  );
  return rows[0]?.hash;
}

const rival = ({ journal, number }: StoredFrame): FencedError =>
  new FencedError(`frame ${number} of ${journal} does not continue what it has`);
