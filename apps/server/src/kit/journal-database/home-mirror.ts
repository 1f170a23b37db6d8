import { rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Journal } from "@candor/journal/journal";
import { ConfirmedFrame } from "./confirmed-frame.ts";
import { DatabaseUnusableError, ForeignHistoryError, InterruptedError } from "./database-errors.ts";
import { DatabaseReader, type ReadFrame, type ReadLeader } from "./database-reader.ts";
import type { DatabaseSettings } from "./database-settings.ts";
import { copyFile } from "./file-copy.ts";
import { assertMirrors, isOfThisBoot, markAsCompared, readIdentity } from "./home-identity.ts";
import { openCopy, setAside, setBack } from "./journal-copy.ts";
import { EXCHANGE_JOURNAL_PATH } from "./schema.ts";
import { unknownFiles } from "./unknown-files.ts";

const FOLLOW_EVERY_MS = 20;
/** Journals other than the exchange's, and files, are read at every so many looks. */
const LOOKS_PER_PULL = 10;

export interface MirrorOptions {
  /** CANDOR_HOME */
  readonly home: string;
  readonly database: DatabaseSettings;
  /** Called when a local copy was not usable and is read again from its first frame. */
  readonly rebuilt?: (journal: string, why: string) => void;
  /** Called before anything is copied if operators have accepted a restore since this home was last complete. */
  readonly onRestored?: () => void;
  /**
   * Called with the next frames of the exchange's journal, in order, after they are in the home. What operators decided to
   * skip before is in the home by then. The next frames wait until it resolves.
   */
  readonly onFrames?: (frames: readonly ReadFrame[]) => Promise<void>;
  /** Called when operators have decided to skip a command, before any frame that depends on it. */
  readonly onSkips?: () => void;
}

/** What a pull has copied. */
export interface Pulled {
  frames: number;
  files: number;
}

/**
 * Keeps a home equal to the database: the segment files of every journal, byte for byte, and every registered file. It
 * holds the locks of the journals until `close`, so that nothing else writes to them.
 */
export class HomeMirror {
  private readonly options: MirrorOptions;
  private readonly reader: DatabaseReader;
  private readonly copies = new Map<string, Journal>();
  private changes = -1;
  private skipsFrame = 0;
  private filesVersion = 0;
  private readonly leader: ReadLeader;
  private readonly confirmed: ConfirmedFrame;
  /** Whether local copies may be damaged anywhere, or of a history before a restore, until everything was compared. */
  private isUnsure: boolean;
  /** Whether the home is of a history that operators have given up in part. */
  private isRestored: boolean;

  /** Throws ForeignHistoryError if home and database have different histories, DatabaseUnusableError. */
  static async open(options: MirrorOptions): Promise<HomeMirror> {
    const reader = new DatabaseReader(options.database);
    try {
      const leader = await reader.leader();
      if (leader === undefined) throw new DatabaseUnusableError("it has no journal yet");
      assertMirrors(options.home, leader.exchange, !(await reader.isEmpty()));
      return new HomeMirror(options, reader, leader);
    } catch (error) {
      await reader.close();
      throw error;
    }
  }

  private constructor(options: MirrorOptions, reader: DatabaseReader, leader: ReadLeader) {
    this.options = options;
    this.reader = reader;
    this.leader = leader;
    this.confirmed = new ConfirmedFrame(options.home);
    const identity = readIdentity(options.home);
    this.isUnsure = !isOfThisBoot(identity) || identity?.incarnation !== leader.incarnation;
    // Operators have accepted that what was confirmed before is lost.
    this.isRestored = identity?.incarnation !== "" && identity?.incarnation !== leader.incarnation;
    if (!this.isRestored) return;
    this.confirmed.forget();
    options.onRestored?.();
  }

  /**
   * Copies everything that the database has and the home lacks. Throws ForeignHistoryError if a journal that this mirror
   * has followed was cut in the database, which only happens to frames that were never confirmed: start again.
   */
  async pull(): Promise<Pulled> {
    const pulled: Pulled = { frames: 0, files: 0 };
    const { changes, exchangeFrame, skipsFrame } = await this.reader.progress();
    const confirmed = this.confirmed.read();
    if (exchangeFrame < confirmed)
      throw setBack(this.options.home, confirmed, `the exchange ends with frame ${exchangeFrame}`);
    if (changes !== this.changes) await this.openCopies();
    const known = new Map([...this.copies].map(([journal, copy]) => [journal, copy.lastFrameNumber]));
    const behind = await this.reader.behind(known);
    for (const journal of behind)
      if (journal !== EXCHANGE_JOURNAL_PATH) pulled.frames += await this.pullJournal(journal);
    if (skipsFrame !== this.skipsFrame) {
      this.skipsFrame = skipsFrame;
      this.options.onSkips?.();
    }
    if (behind.includes(EXCHANGE_JOURNAL_PATH))
      pulled.frames += await this.pullJournal(EXCHANGE_JOURNAL_PATH, exchangeFrame);
    if (changes !== this.changes) pulled.files = await this.pullFiles();
    this.changes = changes;
    if (this.isRestored) await this.setUnknownAside();
    this.isRestored = false;
    if (this.isUnsure) markAsCompared(this.options.home, this.leader);
    this.isUnsure = false;
    return pulled;
  }

  /** Pulls until aborted. */
  async follow(signal: AbortSignal): Promise<void> {
    this.reader.stopping = signal;
    try {
      for (let look = 0; !signal.aborted; look = (look + 1) % LOOKS_PER_PULL) {
        await this.look(look === 0);
        await sleep(FOLLOW_EVERY_MS, undefined, { signal }).catch(() => undefined);
      }
    } catch (error) {
      if (!(error instanceof InterruptedError)) throw error;
    } finally {
      this.reader.stopping = undefined;
    }
  }

  /** Releases the home. */
  async close(): Promise<void> {
    for (const copy of this.copies.values()) copy.close();
    this.copies.clear();
    await this.reader.close();
  }

  private async look(isFull: boolean): Promise<void> {
    if (isFull) {
      await this.pull();
      return;
    }
    const copy = this.copies.get(EXCHANGE_JOURNAL_PATH);
    const { exchangeFrame, skipsFrame } = await this.reader.progress();
    if (skipsFrame !== this.skipsFrame) await this.pull();
    else if (copy !== undefined && exchangeFrame > copy.lastFrameNumber)
      await this.pullJournal(EXCHANGE_JOURNAL_PATH, exchangeFrame);
  }

  private async setUnknownAside(): Promise<void> {
    const { home } = this.options;
    const files = await this.reader.filesAfter(0);
    const journals = await this.reader.journals();
    const known = {
      files: new Set(files.filter(({ isGone }) => !isGone).map((file) => file.path)),
      directories: journals.map((journal) => journal.store ?? journal.path),
    };
    for (const below of unknownFiles(home, known)) setAside(home, below);
  }

  private async openCopies(): Promise<void> {
    const { home, rebuilt } = this.options;
    const journals = await this.reader.journals();
    const dropped = await this.reader.droppedJournals();
    const present = new Set(journals.map((journal) => journal.path));
    for (const [journal, copy] of this.copies)
      if (!present.has(journal)) {
        copy.close();
        this.copies.delete(journal);
        if (!dropped.includes(journal)) setAside(home, journal);
      }
    for (const journal of dropped) rmSync(path.join(home, journal), { recursive: true, force: true });
    const { isUnsure, reader } = this;
    for (const journal of journals)
      if (!this.copies.has(journal.path)) {
        const confirmed = journal.path === EXCHANGE_JOURNAL_PATH ? this.confirmed.read() : 0;
        const copyOptions = {
          home,
          reader,
          isUnsure,
          confirmed,
          rebuilt: (why: string) => rebuilt?.(journal.path, why),
        };
        this.copies.set(journal.path, await openCopy(journal, copyOptions));
      }
  }

  /**
   * Copies frames up to `lastNumber`, or to the end: a writer may add some meanwhile, without end.
   * @returns their number
   */
  private async pullJournal(journal: string, lastNumber = Number.MAX_SAFE_INTEGER): Promise<number> {
    const copy = this.copies.get(journal) as Journal;
    let frames = 0;
    for (;;) {
      const next = (await this.reader.framesAfter(journal, copy.lastFrameNumber)).filter(
        ({ number }) => number <= lastNumber,
      );
      if (next.length === 0) return frames;
      for (const frame of next) append(copy, journal, frame);
      if (journal === EXCHANGE_JOURNAL_PATH) {
        this.confirmed.record(copy.lastFrameNumber);
        await this.options.onFrames?.(next);
      }
      frames += next.length;
    }
  }

  /** @returns the number of changed files */
  private async pullFiles(): Promise<number> {
    const files = await this.reader.filesAfter(this.filesVersion);
    for (const file of files) {
      await copyFile(this.options.home, file, this.reader, this.isUnsure);
      this.filesVersion = file.version;
    }
    return files.length;
  }
}

function append(copy: Journal, journal: string, { number, sealed }: ReadFrame): void {
  try {
    copy.appendSealed(sealed);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ForeignHistoryError(
      `frame ${number} of ${journal} does not continue this home: ${error.message}`,
    );
  }
}

/** Copies everything that the database has and the home lacks, once; see HomeMirror. */
export async function mirrorHome(options: MirrorOptions): Promise<Pulled> {
  const mirror = await HomeMirror.open(options);
  try {
    return await mirror.pull();
  } finally {
    await mirror.close();
  }
}
