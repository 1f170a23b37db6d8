import { CommandReader } from "@candor/codec/command-reader";
import { EventWriter } from "@candor/codec/event-writer";
import type { Frame } from "@candor/journal/frame";
import { JournalReader } from "@candor/journal/journal-reader";
import { SnapshotStore } from "@candor/journal/snapshot-store";
import type { EngineMachine, MachineFactory } from "./engine-machine.ts";
import { EXCHANGE_JOURNAL, type ExchangeHome } from "./exchange-home.ts";
import { FrameReplay } from "./frame-replay.ts";
import { outputDigest } from "./output-digest.ts";
import { isFrameOf, startingPoint } from "./recover.ts";
import { SkipList, type SkippedCommand } from "./skip-list.ts";

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
