import { ChangingStream, type MarketStream } from "./market-stream.ts";

/** Name of the stream, of spot and of contracts. */
export const RECORDING_STREAM = "!recording";

/** The times of the first and the last row of the files that are replayed. */
export interface ReplayedRecording {
  readonly beginMs: number;
  readonly endMs: number;
}

/** Says what is replayed, and again once it has ended. Not among Binance's streams. */
export function recordingStream({ beginMs, endMs }: ReplayedRecording, now: () => number): MarketStream {
  return new ChangingStream(
    1,
    () => ({ e: "recording", b: beginMs, T: endMs, x: now() >= endMs }),
    (state, nowMs) => ({ ...state, E: nowMs }),
  );
}
