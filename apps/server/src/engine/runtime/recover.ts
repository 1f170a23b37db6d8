import { hash } from "node:crypto";
import { CommandReader } from "@candor/codec/command-reader";
import { EventWriter } from "@candor/codec/event-writer";
import type { EventBatch } from "@candor/domain/engine-port";
import type { FileAccess } from "@candor/journal/file-access";
import type { Frame } from "@candor/journal/frame";
import type { JournalPort } from "@candor/journal/journal-port";
import { SnapshotStore } from "@candor/journal/snapshot-store";
import { openJournal } from "../../kit/durable/replicated-home.ts";
import type { EngineMachine, MachineFactory } from "./engine-machine.ts";
import { EXCHANGE_JOURNAL, type ExchangeHome } from "./exchange-home.ts";
import { FrameReplay } from "./frame-replay.ts";
import { outputDigest } from "./output-digest.ts";
import { readSkips, type SkipList } from "./skip-list.ts";
import { readStop, removeStop, writeStop } from "./stop-file.ts";
import { UnexecutableCommandError } from "./unexecutable-command-error.ts";

export interface RecoverOptions {
  readonly home: ExchangeHome;
  readonly factory: MachineFactory;
  /** Size of a new journal segment. */
  readonly segmentBytes?: number | undefined;
  readonly files?: FileAccess | undefined;
  /** Position of the read models: later events are passed to `onEvents`. */
  readonly eventsAfterSeq?: number | undefined;
  readonly onEvents?: ((batch: EventBatch) => void) | undefined;
}

export interface RecoveryReport {
  /** The snapshot used; 0 when starting from the first command. */
  readonly snapshotSeq: number;
  readonly replayedCommands: number;
  readonly lastSeq: number;
  /** The journal's last time; 0 when it is new. */
  readonly lastTimeMs: number;
  readonly frames: number;
  /** Bytes removed from an interrupted write that was never acknowledged. */
  readonly cutBytes: number;
  /** Unusable snapshots, with the reasons. */
  readonly skippedSnapshots: readonly string[];
}

export interface Recovered {
  readonly machine: EngineMachine;
  readonly journal: JournalPort;
  readonly snapshots: SnapshotStore;
  readonly skips: SkipList;
  readonly report: RecoveryReport;
}

/** The history on disk is not the one the state came from. Startup fails. */
export class HistoryMismatchError extends Error {
  constructor(what: string) {
    super(`inconsistent history: ${what}`);
    this.name = "HistoryMismatchError";
  }
}

/**
 * Rebuilds the state from the newest usable snapshot and the journal after it, comparing each frame's output with the
 * digest it was acknowledged with. Throws JournalCorruptError, DirectoryLockedError, JournalWriteError, DivergenceError,
 * HistoryMismatchError, and UnexecutableCommandError after recording the command in the stop file.
 */
export function recover(options: RecoverOptions): Recovered {
  const { home, factory } = options;
  const skipped: string[] = [];
  const snapshots = new SnapshotStore(home.snapshotDirectory);
  const start = startingPoint(snapshots, factory, options.eventsAfterSeq ?? Number.MAX_SAFE_INTEGER, skipped);
  const skips = readSkips(home);
  const { eventsAfterSeq, onEvents } = options;
  const replay = new FrameReplay(start.machine, start.seq, skips, eventsAfterSeq, onEvents);
  const visit = new FramesAfter(start, (frame) => replay.run(frame));
  const journal = openAndReplay(options, {
    visit: (frame) => visit.visit(frame),
    finish: () => replay.finish(),
  });
  if (!visit.met) {
    journal.close();
    throw missingFrames(start.seq, journal.recovery.lastSeq);
  }
  const { frames, cutBytes } = journal.recovery;
  beginAppending(home, journal, start.machine, skips, onEvents);
  const report = {
    snapshotSeq: start.seq,
    replayedCommands: replay.commands,
    lastSeq: journal.lastSeq,
    lastTimeMs: journal.lastTimeMs,
    frames,
    cutBytes,
    skippedSnapshots: skipped,
  };
  return { machine: start.machine, journal, snapshots, skips, report };
}

/** Passes on the frames after a state, and checks that the state follows one of the others. */
export class FramesAfter {
  /** Whether the frame that the state follows was among them. */
  met: boolean;
  private readonly start: StartingPoint;
  private readonly run: (frame: Frame) => void;

  constructor(start: StartingPoint, run: (frame: Frame) => void) {
    this.met = start.seq === 0;
    this.start = start;
    this.run = run;
  }

  /** Throws HistoryMismatchError. */
  visit(frame: Frame): void {
    const { start } = this;
    if (frame.lastSeq <= start.seq) {
      if (isFrameOf(start, frame)) this.met = true;
      return;
    }
    if (frame.firstSeq <= start.seq)
      throw new HistoryMismatchError(
        `the snapshot at ${start.seq} does not belong to any frame of this journal: frame ${frame.frameNumber} continues to ${frame.lastSeq}`,
      );
    this.run(frame);
  }
}

export const missingFrames = (snapshotSeq: number, lastSeq: number): HistoryMismatchError =>
  new HistoryMismatchError(
    `there is a snapshot at sequence number ${snapshotSeq}, but the journal ends at ${lastSeq}; frames are missing`,
  );

export interface Replaying {
  readonly visit: (frame: Frame) => void;
  readonly finish: () => void;
  /** As in JournalOptions. */
  readonly checksLastSegmentOnly?: boolean;
}

/** Replays the journal while it is opened. Records a command that this version cannot execute. */
export function openAndReplay(
  { home, segmentBytes, files }: Pick<RecoverOptions, "home" | "segmentBytes" | "files">,
  { visit, finish, checksLastSegmentOnly = false }: Replaying,
): JournalPort {
  const options = {
    name: EXCHANGE_JOURNAL,
    checksLastSegmentOnly,
    ...(segmentBytes === undefined ? {} : { segmentBytes }),
    ...(files === undefined ? {} : { files }),
  };
  let journal: JournalPort | undefined;
  try {
    journal = openJournal(home.journalDirectory, options, visit);
    finish();
    return journal;
  } catch (error) {
    journal?.close();
    if (error instanceof UnexecutableCommandError) writeStop(home, error);
    throw error;
  }
}

/** Does what comes before the first new command. Closes the journal if that fails. */
export function beginAppending(
  home: ExchangeHome,
  journal: JournalPort,
  machine: EngineMachine,
  skips: SkipList,
  onEvents: RecoverOptions["onEvents"],
): void {
  try {
    appendSkipped(journal, machine, skips, onEvents);
    forgetStop(home, skips);
  } catch (error) {
    journal.close();
    throw error;
  }
}

/** Enters commands into the journal, as rejections, that were never executed and that operators decided to skip. */
function appendSkipped(
  journal: JournalPort,
  machine: EngineMachine,
  { all }: SkipList,
  onEvents: RecoverOptions["onEvents"],
): void {
  const reader = new CommandReader();
  const events = new EventWriter();
  for (const { seq, record } of all) {
    if (seq !== journal.lastSeq + 1) continue;
    const payload = new Uint8Array(Buffer.from(record, "base64"));
    reader.open(payload);
    const command = reader.next();
    if (command === undefined)
      throw new HistoryMismatchError(`the decision to skip command ${seq} has no command`);
    events.reset();
    const timeMs = journal.lastTimeMs;
    machine.skip(command, seq, timeMs, events);
    const outputsDigest = outputDigest(events.usedBytes());
    journal.append({ firstSeq: seq, records: 1, timeMs, payload, outputsDigest });
    onEvents?.({ firstSeq: seq, lastSeq: seq, timeMs, words: events.take() });
  }
}

/** The command that stopped the exchange is executed again or skipped. One that was never journaled needs a decision. */
function forgetStop(home: ExchangeHome, { all }: SkipList): void {
  const stop = readStop(home);
  if (stop?.source === "journal" || all.some(({ sha256 }) => sha256 === stop?.sha256)) removeStop(home);
}

export interface StartingPoint<Machine extends EngineMachine = EngineMachine> {
  readonly machine: Machine;
  readonly seq: number;
  readonly frameNumber: number;
  readonly frameHash: Uint8Array;
}

/**
 * Whether this is the frame that the state follows. Throws HistoryMismatchError for a different frame with the same
 * number.
 */
export function isFrameOf({ seq, frameNumber, frameHash }: StartingPoint, frame: Frame): boolean {
  if (frame.frameNumber !== frameNumber) return false;
  if (Buffer.compare(frame.hash, frameHash) !== 0)
    throw new HistoryMismatchError(`the snapshot at ${seq} follows a different frame ${frameNumber}`);
  return true;
}

/**
 * Returns the newest snapshot, at most `maxSeq`, that this version reads and writes identically; without one, the first
 * command.
 */
export function startingPoint<Machine extends EngineMachine>(
  snapshots: SnapshotStore,
  factory: MachineFactory<Machine>,
  maxSeq: number,
  skipped: string[],
): StartingPoint<Machine> {
  for (let limit = maxSeq; ; ) {
    const snapshot = snapshots.newest(limit, ({ file, why }) => skipped.push(`${file}: ${why}`));
    if (snapshot === undefined)
      return { machine: factory.create(), seq: 0, frameNumber: 0, frameHash: new Uint8Array(0) };
    try {
      const machine = factory.restore(snapshot.content);
      const restored = hash("sha256", machine.snapshot(), "hex");
      if (restored === snapshot.contentHash) return { machine, ...snapshot };
      skipped.push(`snapshot at ${snapshot.seq}: this version would write it differently`);
    } catch (error) {
      skipped.push(`snapshot at ${snapshot.seq}: ${error instanceof Error ? error.message : String(error)}`);
    }
    limit = snapshot.seq - 1;
  }
}
