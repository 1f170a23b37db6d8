/** Number of commands between two snapshots. */
const DEFAULT_SNAPSHOT_INTERVAL = 200_000;

export interface SnapshotScheduleOptions {
  /** The newest usable snapshot; 0 for none. */
  readonly snapshotSeq: number;
  /** Number of commands between two snapshots. */
  readonly interval?: number | undefined;
  /** Called for a snapshot that could not be written. */
  readonly warn: (message: string) => void;
}

/** Decides when a snapshot is due, and makes one at a time. */
export class SnapshotSchedule {
  private readonly interval: number;
  private readonly warn: (message: string) => void;
  private snapshotSeq: number;
  private inMaking: Promise<void> | undefined;

  constructor({ snapshotSeq, interval, warn }: SnapshotScheduleOptions) {
    this.snapshotSeq = snapshotSeq;
    this.interval = interval ?? DEFAULT_SNAPSHOT_INTERVAL;
    this.warn = warn;
  }

  /** Begins a snapshot as of `seq` if one is due and none is in the making. */
  beginIfDue(seq: number, make: (seq: number) => Promise<void>): void {
    if (seq - this.snapshotSeq < this.interval || this.inMaking !== undefined) return;
    this.inMaking = this.make(seq, make).finally(() => {
      this.inMaking = undefined;
    });
  }

  /** Makes the last one if anything changed since the newest. */
  async finish(seq: number, make: (seq: number) => Promise<void>): Promise<void> {
    await this.settled();
    if (seq > this.snapshotSeq) await this.make(seq, make);
  }

  /** Resolves once no snapshot is in the making. */
  async settled(): Promise<void> {
    await this.inMaking;
  }

  /** A snapshot only speeds up the next start, so a failed one is a warning. */
  private async make(seq: number, make: (seq: number) => Promise<void>): Promise<void> {
    this.snapshotSeq = seq;
    try {
      await make(seq);
    } catch (error) {
      this.warn(`could not write a snapshot at sequence number ${seq}: ${String(error)}`);
    }
  }
}
