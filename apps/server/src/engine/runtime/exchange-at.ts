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
 * The exchange as it was after command `seq`, the last of its frame, made beside a running engine from what lies on disk: the
 * newest snapshot before it and the frames after that, each compared with the digest that it was acknowledged with. It
 * reads one segment and executes one interval between two snapshots at most. Throws what it finds wrong.
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
  if (lastSeq !== seq) throw new HistoryMismatchError(`the journal leads to ${lastSeq}, not to ${seq}`);
  return start.machine;
}
