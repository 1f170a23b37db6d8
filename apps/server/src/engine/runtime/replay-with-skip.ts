import { CommandReader } from "@candor/codec/command-reader";
import { EventWriter } from "@candor/codec/event-writer";
import type { Frame } from "@candor/journal/frame";
import { JournalReader, STOP_READING } from "@candor/journal/journal-reader";
import { SnapshotStore } from "@candor/journal/snapshot-store";
import { sha256Of } from "./command-records.ts";
import type { EngineMachine, MachineFactory } from "./engine-machine.ts";
import { EXCHANGE_JOURNAL, type ExchangeHome } from "./exchange-home.ts";
import { FrameReplay } from "./frame-replay.ts";
import { outputDigest } from "./output-digest.ts";
import { isFrameOf, startingPoint } from "./recover.ts";
import { SkipList, type SkippedCommand } from "./skip-list.ts";
import { UnexecutableCommandError } from "./unexecutable-command-error.ts";

/** Whether a replay with these decisions ends at this command, because executing it breaks an invariant. */
export function endsReplay(
  home: ExchangeHome,
  factory: MachineFactory,
  earlier: SkipList,
  { seq, sha256 }: SkippedCommand,
): boolean {
  const start = startingPoint(new SnapshotStore(home.snapshotDirectory), factory, seq - 1, []);
  const replay = new FrameReplay(start.machine, start.seq, earlier);
  const visit = (frame: Frame): unknown => {
    if (frame.lastSeq > start.seq) replay.run(frame);
    return frame.lastSeq >= seq ? STOP_READING : undefined;
  };
  try {
    new JournalReader(home.journalDirectory, EXCHANGE_JOURNAL).read(visit, Math.max(start.seq, 1));
    replay.finish();
    return false;
  } catch (error) {
    if (!(error instanceof UnexecutableCommandError)) throw error;
    return error.seq === seq && sha256Of(error.record) === sha256;
  }
}

/**
 * Replays a journal as if one of its commands had been rejected, to its end. Every other frame must have its
 * acknowledged events, so a command that anything later depends on cannot be skipped. Throws DivergenceError,
 * UnexecutableCommandError, HistoryMismatchError and JournalCorruptError.
 * @param earlier decisions that apply already
 * @returns the skip with the digest that its own frame has from now on
 */
export function replayWithSkip(
  home: ExchangeHome,
  factory: MachineFactory,
  earlier: SkipList,
  skip: SkippedCommand,
): SkippedCommand {
  const start = startingPoint(new SnapshotStore(home.snapshotDirectory), factory, skip.seq - 1, []);
  let list = new SkipList([...earlier.all, skip]);
  let decided = skip;
  let replay = new FrameReplay(start.machine, start.seq, earlier);
  const visit = (frame: Frame): void => {
    if (frame.lastSeq <= start.seq) isFrameOf(start, frame);
    else if (skip.seq < frame.firstSeq || skip.seq > frame.lastSeq) replay.run(frame);
    else {
      replay.finish();
      const digest = digestWithSkips(start.machine, frame, list);
      decided = { ...skip, outputsDigest: digest.toString("hex") };
      list = new SkipList([...earlier.all, decided]);
      replay = new FrameReplay(start.machine, frame.lastSeq, list);
    }
  };
  new JournalReader(home.journalDirectory, EXCHANGE_JOURNAL).read(visit, Math.max(start.seq, 1));
  replay.finish();
  return decided;
}

function digestWithSkips(machine: EngineMachine, frame: Frame, skips: SkipList): Buffer {
  const reader = new CommandReader();
  const events = new EventWriter();
  const skipped = skips.in(frame.payload, frame.firstSeq, frame.records);
  events.reset();
  reader.open(frame.payload);
  let seq = frame.firstSeq;
  for (let command = reader.next(); command !== undefined; command = reader.next(), seq++)
    if (skipped?.has(seq - frame.firstSeq) === true) machine.skip(command, seq, frame.timeMs, events);
    else machine.execute(command, seq, frame.timeMs, events);
  return outputDigest(events.usedBytes());
}
