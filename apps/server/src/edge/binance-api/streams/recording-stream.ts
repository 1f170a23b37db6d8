import type { MarketStream } from "./market-stream.ts";

/** Name of the stream, of spot and of contracts. */
export const RECORDING_STREAM = "!recording";

/** The times of the first and the last row of the files that are replayed. */
export interface ReplayedRecording {
  readonly beginMs: number;
  readonly endMs: number;
}

/** Says what is replayed to each new listener, and to all once it has ended. Not among Binance's streams. */
export class RecordingStream implements MarketStream {
  readonly paceTicks = 1;
  private readonly recording: ReplayedRecording;
  private readonly now: () => number;
  private saidEnd = false;

  constructor(recording: ReplayedRecording, now: () => number) {
    this.recording = recording;
    this.now = now;
  }

  start(): void {
    this.saidEnd = this.hasEnded;
  }

  // Stateless but for the end.
  stop(): void {}

  /** At the end time stands still, and with it the clock that collects: a later listener receives it at once. */
  greeting(): readonly object[] {
    const { beginMs, endMs } = this.recording;
    return [{ e: "recording", b: beginMs, T: endMs, x: this.hasEnded, E: this.now() }];
  }

  collect(): readonly object[] {
    if (this.saidEnd || !this.hasEnded) return [];
    this.saidEnd = true;
    return this.greeting();
  }

  private get hasEnded(): boolean {
    return this.now() >= this.recording.endMs;
  }
}
