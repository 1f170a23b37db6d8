import type { EventBatch } from "@candor/domain/engine-port";
import { makeDirectory } from "@candor/journal/file-access";
import { Frame, readFrame } from "@candor/journal/frame";
import { JournalReader } from "@candor/journal/journal-reader";
import { SnapshotStore } from "@candor/journal/snapshot-store";
import type { EngineMachine, MachineFactory } from "./engine-machine.ts";
import { EXCHANGE_JOURNAL, type ExchangeHome } from "./exchange-home.ts";
import { FrameReplay } from "./frame-replay.ts";
import {
  beginAppending,
  FramesAfter,
  HistoryMismatchError,
  missingFrames,
  openAndReplay,
  type Recovered,
  type RecoveryReport,
  type StartingPoint,
  startingPoint,
} from "./recover.ts";
import { readSkips, type SkipList } from "./skip-list.ts";
import { writeStop } from "./stop-file.ts";
import { UnexecutableCommandError } from "./unexecutable-command-error.ts";

/** Named in errors instead of a segment file. */
const RECEIVED = "as received from the leader";

export interface FollowerOptions {
  readonly home: ExchangeHome;
  readonly factory: MachineFactory;
  readonly segmentBytes: number | undefined;
  /** Receives the events of each executed frame, in order, also those of the recovery. */
  readonly onEvents: (batch: EventBatch) => void;
}

/** A state's place in the journal: its last command and that command's frame, 0 before the first one. */
export interface FollowerPosition {
  readonly seq: number;
  readonly frameNumber: number;
}

/**
 * The state of a standby. Rebuilds it from the home without changing anything there, then executes the frames that the
 * leader has made durable, and compares each one's events with the digest in it. The home's journal must have a frame
 * before the follower does. Its methods throw what `recover` throws; after that the state is unusable.
 */
export class Follower {
  readonly report: RecoveryReport;
  readonly machine: EngineMachine;
  private readonly options: FollowerOptions;
  private readonly snapshots: SnapshotStore;
  private skips: SkipList;
  private replay: FrameReplay;
  private readonly frame = new Frame();
  private at: Omit<StartingPoint, "machine">;

  constructor(options: FollowerOptions) {
    const { home, factory } = options;
    this.options = options;
    this.snapshots = new SnapshotStore(home.snapshotDirectory);
    const skippedSnapshots: string[] = [];
    const start = startingPoint(this.snapshots, factory, Number.MAX_SAFE_INTEGER, skippedSnapshots);
    this.machine = start.machine;
    const { seq, frameNumber, frameHash } = start;
    this.at = { seq, frameNumber, frameHash };
    this.skips = readSkips(home);
    this.replay = this.replayWith(this.skips);
    makeDirectory(home.journalDirectory);
    const visit = new FramesAfter(start, (frame) => this.run(frame));
    const end = new JournalReader(home.journalDirectory, EXCHANGE_JOURNAL).read((frame) =>
      visit.visit(frame),
    );
    if (!visit.met) throw missingFrames(start.seq, end.nextSeq - 1);
    this.report = {
      snapshotSeq: start.seq,
      replayedCommands: this.at.seq - start.seq,
      lastSeq: this.at.seq,
      lastTimeMs: end.lastTimeMs,
      frames: this.at.frameNumber,
      cutBytes: 0,
      skippedSnapshots,
    };
  }

  get position(): FollowerPosition {
    const { seq, frameNumber } = this.at;
    return { seq, frameNumber };
  }

  /** Executes one sealed frame, which must continue the last one. */
  apply(sealed: Uint8Array<ArrayBuffer>): void {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    const { frame, at } = this;
    const problem = readFrame(bytes, 0, bytes.length, frame);
    if (problem !== undefined)
      throw new HistoryMismatchError(`the frame after ${at.frameNumber}, ${RECEIVED}, is ${problem}`);
    frame.file = RECEIVED;
    frame.offset = 0;
    this.proceed(frame);
  }

  /**
   * Reads the decisions about commands to skip again. They hold for the frames that follow. Throws HistoryMismatchError if
   * one is about a command that was executed already: the state must be rebuilt.
   */
  readSkips(): void {
    const known = this.skips.all.length;
    this.skips = readSkips(this.options.home);
    const late = this.skips.all
      .slice(known)
      .find(({ source, seq }) => source === "journal" && seq <= this.at.seq);
    if (late !== undefined)
      throw new HistoryMismatchError(
        `operators decided to skip command ${late.seq}, which this standby has executed; it must start again`,
      );
    this.replay = this.replayWith(this.skips);
  }

  /** Copies the state at once; writing the copy is asynchronous. */
  writeSnapshot(): Promise<void> {
    const { seq, frameNumber, frameHash } = this.at;
    return this.snapshots.write(seq, frameNumber, frameHash, this.machine.snapshot());
  }

  /**
   * Opens the home's journal for appending and ends following. Executes first what the journal's last segment has and the
   * follower has not executed yet.
   */
  lead(): Recovered {
    const { home, segmentBytes, onEvents } = this.options;
    const { snapshots, machine } = this;
    this.readSkips();
    const visit = (frame: Frame): void => this.proceed(frame);
    const finish = (): void => this.replay.finish();
    const replaying = { visit, finish, checksLastSegmentOnly: true };
    const journal = openAndReplay({ home, segmentBytes }, replaying);
    const { seq, frameNumber, frameHash } = this.at;
    if (journal.lastFrameNumber !== frameNumber || !isHash(journal.lastHash, frameHash)) {
      journal.close();
      throw new HistoryMismatchError(
        `this standby has executed command ${seq} in frame ${frameNumber}, but its journal ends with command ${journal.lastSeq} in frame ${journal.lastFrameNumber}`,
      );
    }
    beginAppending(home, journal, machine, this.skips, onEvents);
    const report = { ...this.report, lastSeq: journal.lastSeq, lastTimeMs: journal.lastTimeMs };
    return { machine, journal, snapshots, skips: this.skips, report };
  }

  /** Executes a frame unless the recovery has executed it already. */
  private proceed(frame: Frame): void {
    const { at } = this;
    if (frame.frameNumber < at.frameNumber) return;
    const isSame = frame.frameNumber === at.frameNumber && isHash(frame.hash, at.frameHash);
    if (isSame) return;
    if (frame.frameNumber !== at.frameNumber + 1 || !isHash(frame.previousHash, at.frameHash))
      throw new HistoryMismatchError(
        `frame ${frame.frameNumber} (${frame.file}) does not continue frame ${at.frameNumber} of this standby`,
      );
    this.run(frame);
  }

  private run(frame: Frame): void {
    try {
      this.replay.run(frame);
    } catch (error) {
      if (error instanceof UnexecutableCommandError) writeStop(this.options.home, error);
      throw error;
    }
    const { frameNumber, lastSeq, hash } = frame;
    this.at = { seq: lastSeq, frameNumber, frameHash: Uint8Array.from(hash) };
  }

  private replayWith(skips: SkipList): FrameReplay {
    const { seq } = this.at;
    return new FrameReplay(this.machine, seq, skips, seq, this.options.onEvents);
  }
}

/** The first frame follows zeros. */
function isHash(previous: Uint8Array, expected: Uint8Array): boolean {
  return expected.length === 0
    ? previous.every((byte) => byte === 0)
    : Buffer.compare(previous, expected) === 0;
}
