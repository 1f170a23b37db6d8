import type { Exchange } from "@candor/core/exchange/exchange";
import type { Frame } from "@candor/journal/frame";
import { JournalReader, STOP_READING } from "@candor/journal/journal-reader";
import { SnapshotStore } from "@candor/journal/snapshot-store";
import type { MachineFactory } from "./engine-machine.ts";
import { EXCHANGE_JOURNAL, type ExchangeHome } from "./exchange-home.ts";
import { newExchange, restoredExchange } from "./exchange-machine.ts";
import { FrameReplay } from "./frame-replay.ts";
import { HistoryMismatchError, isFrameOf, startingPoint } from "./recover.ts";

const FACTORY: MachineFactory<Exchange> = {
  create: newExchange,
  restore: restoredExchange,
};

/**
 * Rebuilds the exchange as of command `seq`, the last of its frame, while an engine is running, from the newest earlier
 * snapshot and the frames after it. Each frame is compared with the digest it was acknowledged with. Reads at most one
 * segment and executes at most one snapshot interval. Throws on any problem.
 */
export function exchangeAt(home: ExchangeHome, seq: number): Exchange {
  const start = startingPoint(new SnapshotStore(home.snapshotDirectory), FACTORY, seq, []);
  const replay = new FrameReplay(start.machine, start.seq);
  const visit = (frame: Frame): unknown => {
    if (frame.lastSeq > seq) return STOP_READING;
    if (frame.lastSeq > start.seq) replay.run(frame);
    else isFrameOf(start, frame);
    return frame.lastSeq === seq ? STOP_READING : undefined;
  };
  new JournalReader(home.journalDirectory, EXCHANGE_JOURNAL).read(visit, Math.max(start.seq, 1));
  replay.finish();
  const { lastSeq } = start.machine;
  if (lastSeq !== seq) throw new HistoryMismatchError(`the journal ends at ${lastSeq}, expected ${seq}`);
  return start.machine;
}
