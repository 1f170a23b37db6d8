import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { UNSYNCED_FILES } from "@candor/journal/file-access";
import type { Frame } from "@candor/journal/frame";
import { Journal, type JournalOptions } from "@candor/journal/journal";
import type { JournalPort } from "@candor/journal/journal-port";
import type { HomeJournal, ReplicatedHome } from "../durable/replicated-home.ts";
import { ConfirmedFrame } from "./confirmed-frame.ts";
import { ForeignHistoryError } from "./database-errors.ts";
import { ReplicatedJournal } from "./replicated-journal.ts";
import { EXCHANGE_JOURNAL_PATH } from "./schema.ts";
import type { WriterCaller } from "./writer-caller.ts";

/** A home whose journals and files are committed to a database by this thread's writer. */
export class DatabaseHome implements ReplicatedHome {
  private readonly writer: Pick<WriterCaller, "call">;
  /** Path and hash: a file that is written and then registered is sent once. */
  private lastPut = "";

  constructor(writer: Pick<WriterCaller, "call">) {
    this.writer = writer;
  }

  /** Throws ForeignHistoryError if the local copy is not the journal in the database. */
  openJournal(
    { path, directory, store, isDraft }: HomeJournal,
    options: JournalOptions,
    visit: (frame: Frame) => void,
  ): JournalPort {
    const { name, segmentBytes } = options;
    const end = this.writer.call({ kind: "open", journal: { path, store, name, segmentBytes, isDraft } });
    const copy = Journal.open(
      directory,
      { files: UNSYNCED_FILES, ...options, replicate: (frame) => journal.commit(frame) },
      visit,
    );
    const confirmed =
      path === EXCHANGE_JOURNAL_PATH ? new ConfirmedFrame(homeOf(directory, path)) : undefined;
    const journal = new ReplicatedJournal(path, copy, this.writer, confirmed);
    const isSame =
      copy.lastFrameNumber === (end?.number ?? 0) &&
      (end?.hash === undefined || Buffer.compare(end.hash, copy.lastHash) === 0);
    if (isSame) return journal;
    copy.close();
    throw new ForeignHistoryError(
      `${directory} ends with frame ${copy.lastFrameNumber}, and ${path} in the database with frame ` +
        `${end?.number ?? 0} of possibly another history; mirror the database before opening it`,
    );
  }

  activate(path: string, origin: string): void {
    this.writer.call({ kind: "activate", path, origin });
  }

  discard(path: string): void {
    this.writer.call({ kind: "discard", path });
  }

  putFile(path: string, content: Uint8Array): void {
    const sha256 = createHash("sha256").update(content).digest("hex");
    const put = `${path} ${sha256}`;
    if (put === this.lastPut) return;
    this.writer.call({ kind: "put-file", path, content: Uint8Array.from(content), sha256 });
    this.lastPut = put;
  }

  dropFile(path: string): void {
    this.lastPut = "";
    this.writer.call({ kind: "drop-file", path });
  }
}

const homeOf = (directory: string, below: string): string =>
  resolve(directory, ...below.split("/").map(() => ".."));
