import type { Frame } from "@candor/journal/frame";
import { JournalReader, STOP_READING } from "@candor/journal/journal-reader";
import { SnapshotStore } from "@candor/journal/snapshot-store";
import type { EngineMachine, MachineFactory } from "./engine-machine.ts";
import { EXCHANGE_JOURNAL, type ExchangeHome } from "./exchange-home.ts";
import { FrameReplay } from "./frame-replay.ts";
import { HistoryMismatchError, isFrameOf, type StartingPoint, startingPoint } from "./recover.ts";
import { readSkips } from "./skip-list.ts";

/**
 * Rebuilds a machine as of command `seq`, the last of its frame, while an engine is running, from the newest earlier
 * snapshot and the frames after it. Each frame is compared with the digest it was acknowledged with. Reads at most one
 * segment more than it executes. Throws on any problem.
 */
export function machineAt<Machine extends EngineMachine>(
  home: ExchangeHome,
  factory: MachineFactory<Machine>,
  seq: number,
): StartingPoint<Machine> {
  const start = startingPoint(new SnapshotStore(home.snapshotDirectory), factory, seq, []);
  const replay = new FrameReplay(start.machine, start.seq, readSkips(home));
  let at: StartingPoint<Machine> = start;
  const visit = (frame: Frame): unknown => {
    if (frame.lastSeq > seq) return STOP_READING;
    if (frame.lastSeq > start.seq) replay.run(frame);
    else isFrameOf(start, frame);
    if (frame.lastSeq < seq) return undefined;
    at = { machine: start.machine, seq, frameNumber: frame.frameNumber, frameHash: frame.hash.slice() };
    return STOP_READING;
  };
  new JournalReader(home.journalDirectory, EXCHANGE_JOURNAL).read(visit, Math.max(start.seq, 1));
  replay.finish();
  if (at.seq !== seq)
    throw new HistoryMismatchError(`the journal ends at ${start.seq + replay.commands}, expected ${seq}`);
  return at;
}

/** Writes a snapshot as of command `seq`, the last of its frame, from the history on disk. */
export async function makeSnapshot(home: ExchangeHome, factory: MachineFactory, seq: number): Promise<void> {
  const { machine, frameNumber, frameHash } = machineAt(home, factory, seq);
  await new SnapshotStore(home.snapshotDirectory).write(seq, frameNumber, frameHash, machine.snapshot());
}
