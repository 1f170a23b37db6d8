import { parentPort } from "node:worker_threads";
import type { EventBatch } from "@candor/domain/engine-port";
import type { Frame } from "@candor/journal/frame";
import { STOP_READING } from "@candor/journal/journal-reader";
import { JournalTail } from "@candor/journal/journal-tail";
import { SnapshotStore } from "@candor/journal/snapshot-store";
import type { MachineFactory } from "./engine-machine.ts";
import { EXCHANGE_JOURNAL } from "./exchange-home.ts";
import { FOLLOWING_ENDS, type FollowSettings, type FromFollower } from "./follow-messages.ts";
import { FrameReplay } from "./frame-replay.ts";
import { HistoryMismatchError, isFrameOf, type StartingPoint, startingPoint } from "./recover.ts";
import { readSkips, type SkipList, skipsMark } from "./skip-list.ts";
import { MAX_UNREAD_REPLAYS } from "./worker-messages.ts";

/** How often the end of the journal is looked at. */
const LOOK_EVERY_MS = 10;

/** How long a journal that ends before the tables may still be copied by another process. */
const PATIENCE_MS = 10_000;

type Post = (message: FromFollower) => void;

/** Executes a journal's frames, from a snapshot on, as its writer appends them. */
class JournalFollower {
  private readonly settings: FollowSettings;
  private readonly post: Post;
  private readonly batchesRead: Int32Array;
  private readonly snapshots: SnapshotStore;
  private readonly start: StartingPoint;
  private replay: FrameReplay;
  private skips: SkipList;
  private skipsMark: number | undefined;
  private readonly tail: JournalTail;
  private seq: number;
  private posted = 0;
  private snapshotSeq: number;
  private isCaughtUp = false;
  private readonly startedMs = performance.now();

  constructor(settings: FollowSettings, factory: MachineFactory, post: Post) {
    const { home, eventsAfterSeq } = settings;
    this.settings = settings;
    this.post = post;
    this.batchesRead = new Int32Array(settings.batchesRead);
    this.snapshots = new SnapshotStore(home.snapshotDirectory);
    const skipped: string[] = [];
    this.start = startingPoint(this.snapshots, factory, eventsAfterSeq, skipped);
    for (const message of skipped) post({ kind: "warning", message: `snapshot skipped: ${message}` });
    const { machine, seq } = this.start;
    this.seq = seq;
    this.snapshotSeq = seq;
    this.skipsMark = skipsMark(home);
    this.skips = readSkips(home);
    this.replay = new FrameReplay(machine, seq, this.skips, eventsAfterSeq, (batch) => this.emit(batch));
    this.tail = new JournalTail(home.journalDirectory, EXCHANGE_JOURNAL, {
      fromSeq: Math.max(seq, 1),
      syncs: settings.syncs,
    });
  }

  /** Follows until the reader ends it. */
  async run(): Promise<void> {
    try {
      while (!this.isEnding) {
        let due: { readonly frameNumber: number; readonly hash: Uint8Array } | undefined;
        this.tail.read((frame) => {
          this.visit(frame);
          if (this.isSnapshotDue) due = { frameNumber: frame.frameNumber, hash: frame.hash.slice() };
          return due !== undefined || this.isEnding ? STOP_READING : undefined;
        });
        this.replay.finish();
        if (due === undefined) this.rest();
        else await this.snapshot(due.frameNumber, due.hash);
      }
    } finally {
      this.tail.close();
    }
  }

  private get isEnding(): boolean {
    return Atomics.load(this.batchesRead, 0) === FOLLOWING_ENDS;
  }

  private get mayBeAtEnd(): boolean {
    return this.seq >= this.settings.eventsAfterSeq || performance.now() - this.startedMs >= PATIENCE_MS;
  }

  private get isSnapshotDue(): boolean {
    const { snapshotInterval } = this.settings;
    return snapshotInterval !== undefined && this.seq - this.snapshotSeq >= snapshotInterval;
  }

  private visit(frame: Frame): void {
    const { start } = this;
    if (frame.lastSeq <= start.seq) {
      isFrameOf(start, frame);
      return;
    }
    if (frame.firstSeq <= start.seq)
      throw new HistoryMismatchError(`the snapshot at ${start.seq} does not belong to any frame`);
    if (skipsMark(this.settings.home) !== this.skipsMark) this.readSkips();
    this.replay.run(frame);
    this.seq = frame.lastSeq;
  }

  /** Operators may decide to skip a command while this follows. The decision is in the home before what depends on it. */
  private readSkips(): void {
    const { home, eventsAfterSeq } = this.settings;
    const known = this.skips.all.length;
    this.skipsMark = skipsMark(home);
    this.skips = readSkips(home);
    this.replay.finish();
    const late = this.skips.all
      .slice(known)
      .find(({ source, seq }) => source === "journal" && seq <= this.seq);
    if (late !== undefined)
      throw new HistoryMismatchError(
        `operators decided to skip command ${late.seq}, which was executed here`,
      );
    const { machine } = this.start;
    this.replay = new FrameReplay(machine, this.seq, this.skips, eventsAfterSeq, (batch) => this.emit(batch));
  }

  /** Waits for more frames. */
  private rest(): void {
    if (!this.isCaughtUp && !this.isEnding && this.mayBeAtEnd) {
      this.isCaughtUp = true;
      this.post({ kind: "caught-up", seq: this.seq, snapshotSeq: this.start.seq });
    }
    const seen = Atomics.load(this.batchesRead, 0);
    if (seen !== FOLLOWING_ENDS) Atomics.wait(this.batchesRead, 0, seen, LOOK_EVERY_MS);
  }

  /** Posts a batch, and waits when the reader falls behind. */
  private emit(batch: EventBatch): void {
    this.post({ kind: "batch", batch });
    this.posted++;
    for (;;) {
      const seen = Atomics.load(this.batchesRead, 0);
      if (this.posted - seen < MAX_UNREAD_REPLAYS) return;
      Atomics.wait(this.batchesRead, 0, seen);
    }
  }

  private async snapshot(frameNumber: number, frameHash: Uint8Array): Promise<void> {
    this.snapshotSeq = this.seq;
    try {
      await this.snapshots.write(this.seq, frameNumber, frameHash, this.start.machine.snapshot());
    } catch (error) {
      // Snapshots only make the next start faster.
      this.post({ kind: "warning", message: `no snapshot at ${this.seq}: ${String(error)}` });
    }
  }
}

/** Runs in a thread of its own; an error ends it. */
export async function followJournal(settings: FollowSettings, factory: MachineFactory): Promise<void> {
  if (parentPort === null) throw new Error("the follower's thread must be started by startJournalEvents");
  const port = parentPort;
  // Copied, see engine-thread.ts.
  await new JournalFollower(settings, factory, (message) => port.postMessage(message)).run();
}
