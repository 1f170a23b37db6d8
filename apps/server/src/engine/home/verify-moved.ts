import { createHash } from "node:crypto";
import path from "node:path";
import { Frame, NO_HASH, readFrame } from "@candor/journal/frame";
import { JournalReader } from "@candor/journal/journal-reader";
import { DatabaseReader, type ReadJournal } from "../../kit/journal-database/database-reader.ts";
import type { DatabaseSettings } from "../../kit/journal-database/database-settings.ts";
import { EXCHANGE_JOURNAL_PATH } from "../../kit/journal-database/schema.ts";
import { digestOfFile } from "./check-files.ts";

/** What was moved. */
export interface Moved {
  readonly journals: number;
  readonly frames: number;
  /** Last command of the exchange. */
  readonly lastSeq: number;
  readonly files: number;
}

/** A home and a database that should be equal are not. */
class MoveMismatchError extends Error {
  constructor(what: string) {
    super(`the copy is not equal to its source: ${what}`);
    this.name = "MoveMismatchError";
  }
}

/**
 * Compares every frame and file of a database with a home, byte for byte: both are read and checked from their first
 * frame to their last hash. Throws MoveMismatchError and JournalCorruptError.
 */
export async function verifyMoved(home: string, database: DatabaseSettings): Promise<Moved> {
  const reader = new DatabaseReader(database);
  try {
    const journals = await reader.journals();
    let frames = 0;
    let lastSeq = 0;
    for (const journal of journals) {
      const end = await verifyJournal(home, journal, reader);
      frames += end.frames;
      if (journal.path === EXCHANGE_JOURNAL_PATH) ({ lastSeq } = end);
    }
    const files = (await reader.filesAfter(0)).filter(({ isGone }) => !isGone);
    for (const { path: file } of files) {
      const content = await reader.contentOf(file);
      const stored = createHash("sha256")
        .update(content ?? "")
        .digest("hex");
      if (content === undefined || digestOfFile(path.join(home, file)).sha256 !== stored)
        throw new MoveMismatchError(file);
    }
    return { journals: journals.length, frames, lastSeq, files: files.length };
  } finally {
    await reader.close();
  }
}

/** @returns the number of frames, and the last sequence number */
async function verifyJournal(
  home: string,
  { path: journal, name }: ReadJournal,
  reader: DatabaseReader,
): Promise<{ readonly frames: number; readonly lastSeq: number }> {
  const frame = new Frame();
  let number = 0;
  let lastSeq = 0;
  let hash: Uint8Array = NO_HASH;
  for (;;) {
    const next = await reader.framesAfter(journal, number);
    if (next.length === 0) break;
    for (const { sealed } of next) {
      const problem = readFrame(sealed, 0, sealed.length, frame);
      const continues = frame.frameNumber === number + 1 && Buffer.compare(frame.previousHash, hash) === 0;
      if (problem !== undefined || frame.byteLength !== sealed.length || !continues)
        throw new MoveMismatchError(`frame ${number + 1} of ${journal} in the database`);
      number++;
      ({ hash, lastSeq } = frame);
    }
  }
  const end = new JournalReader(path.join(home, journal), name).read(() => undefined);
  if (end.nextFrameNumber !== number + 1 || Buffer.compare(end.lastHash, hash) !== 0)
    throw new MoveMismatchError(
      `${journal} ends with frame ${end.nextFrameNumber - 1} in the home, ${number} in the database`,
    );
  return { frames: number, lastSeq };
}
