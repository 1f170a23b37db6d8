import { FRAME_HEADER_BYTES, type Frame } from "@candor/journal/frame";
import { JournalReader, STOP_READING } from "@candor/journal/journal-reader";
import { ForeignHistoryError } from "./database-errors.ts";
import type { DatabaseSettings } from "./database-settings.ts";
import {
  beginNextTerm,
  type Candidate,
  createSchema,
  ensureSchema,
  hasSchema,
  type Leadership,
} from "./lead.ts";
import { PrimaryConnection } from "./primary-connection.ts";
import { untilReplicated } from "./replication-proof.ts";
import { assertNoNodes } from "./running-writers.ts";
import { SCHEMA, writerName } from "./schema.ts";
import type { StoredFrame, StoredJournal } from "./writer-messages.ts";

/** Size of the frames in one statement. */
const BATCH_BYTES = 4 * 1024 * 1024;

export interface ImportedJournal extends StoredJournal {
  readonly directory: string;
  /** Content of the generation's `origin.json`. */
  readonly origin: string | undefined;
}

export interface ImportedFile {
  readonly path: string;
  readonly sha256: string;
  readonly read: () => Uint8Array;
}

/**
 * Copies journals and files into an empty database, all or nothing. Throws ForeignHistoryError if it is not empty,
 * ExchangeRunningError, JournalCorruptError, DatabaseUnusableError and ConnectionLostError.
 */
export async function importHistory(
  database: DatabaseSettings,
  candidate: Candidate,
  journals: readonly ImportedJournal[],
  files: readonly ImportedFile[],
): Promise<Leadership> {
  const connection = await PrimaryConnection.open(database, writerName(0, candidate.name));
  try {
    await assertNoNodes(connection);
    if (await hasSchema(connection)) await ensureSchema(connection);
    const leadership = await connection.transaction(async () => {
      // In the same transaction: an import that fails leaves the database as it was.
      await createSchema(connection);
      await assertEmpty(connection);
      for (const journal of journals) await importJournal(connection, journal);
      for (const [at, file] of files.entries()) await importFile(connection, file, at + 1);
      await connection.query(`update ${SCHEMA}.change set value = $1`, [files.length + 1]);
      return await beginNextTerm(connection, candidate);
    });
    await untilReplicated(connection, database.standbys);
    return leadership;
  } finally {
    await connection.close();
  }
}

async function assertEmpty(connection: PrimaryConnection): Promise<void> {
  // Nobody else may begin to write meanwhile.
  await connection.query(`select from ${SCHEMA}.leader for update`);
  const { rows } = await connection.query<{ filled: boolean }>(
    `select exists (select from ${SCHEMA}.frame) or exists (select from ${SCHEMA}.file) as filled`,
  );
  if (rows[0]?.filled === true)
    throw new ForeignHistoryError("the database has an exchange already; import into an empty one");
  await connection.query(`delete from ${SCHEMA}.generation`);
}

async function importJournal(connection: PrimaryConnection, journal: ImportedJournal): Promise<void> {
  await connection.query(
    `insert into ${SCHEMA}.generation (journal, store, name, segment_bytes, is_draft, origin)
     values ($1, $2, $3, $4, false, $5)`,
    [journal.path, journal.store, journal.name, journal.segmentBytes, journal.origin],
  );
  for (let fromSeq = 1; ; ) {
    const frames = framesFrom(journal, fromSeq);
    const last = frames.at(-1);
    if (last === undefined) return;
    await connection.query(
      `insert into ${SCHEMA}.frame
         (journal, number, term, first_seq, last_seq, time_ms, previous, hash, sealed)
       select $1, number, 0, first_seq, last_seq, time_ms, previous, hash, sealed
       from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bytea[], $7::bytea[], $8::bytea[])
         as frames (number, first_seq, last_seq, time_ms, previous, hash, sealed)`,
      [
        journal.path,
        frames.map(({ number }) => number),
        frames.map(({ firstSeq }) => firstSeq),
        frames.map(({ lastSeq }) => lastSeq),
        frames.map(({ timeMs }) => timeMs),
        frames.map(({ previous }) => previous),
        frames.map(({ hash }) => hash),
        frames.map(({ sealed }) => sealed),
      ],
    );
    fromSeq = last.lastSeq + 1;
  }
}

/** Returns the next frames, as many as fit into one statement. */
function framesFrom({ directory, name, path }: ImportedJournal, fromSeq: number): StoredFrame[] {
  const frames: StoredFrame[] = [];
  let bytes = 0;
  const visit = (frame: Frame): typeof STOP_READING | undefined => {
    if (frame.firstSeq < fromSeq) return undefined;
    frames.push(storedFrame(path, frame));
    bytes += frame.byteLength;
    return bytes >= BATCH_BYTES ? STOP_READING : undefined;
  };
  new JournalReader(directory, name).read(visit, fromSeq);
  return frames;
}

/** Copies everything: the frame's views are reused for the next one. */
function storedFrame(journal: string, frame: Frame): StoredFrame {
  const { buffer, byteOffset } = frame.payload;
  return {
    journal,
    number: frame.frameNumber,
    firstSeq: frame.firstSeq,
    lastSeq: frame.lastSeq,
    timeMs: frame.timeMs,
    previous: Buffer.from(frame.previousHash),
    hash: Buffer.from(frame.hash),
    sealed: Buffer.from(new Uint8Array(buffer, byteOffset - FRAME_HEADER_BYTES, frame.byteLength)),
    relayed: undefined,
  };
}

async function importFile(connection: PrimaryConnection, file: ImportedFile, version: number): Promise<void> {
  const content = file.read();
  await connection.query(
    `insert into ${SCHEMA}.file (path, bytes, sha256, content, term, gone, version, replaced)
     values ($1, $2, $3, $4, 0, false, $5, false)`,
    [file.path, content.length, file.sha256, content, version],
  );
}
