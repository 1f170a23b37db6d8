import { CommandReader } from "@candor/codec/command-reader";
import { LAYOUT } from "@candor/codec/event-layouts";
import { EventCursor } from "@candor/codec/event-reader";
import { EVENT } from "@candor/codec/event-record";
import { EventWriter } from "@candor/codec/event-writer";
import type { StateMachine } from "@candor/core/exchange/state-machine";
import type { EventBatch } from "@candor/domain/engine-port";
import type { Frame } from "@candor/journal/frame";
import { recordAt } from "./command-records.ts";
import { DigestChecker } from "./digest-checker.ts";
import { Lookahead } from "./lookahead.ts";
import { isDigestOf } from "./output-digest.ts";
import { NO_SKIPS, type SkipList } from "./skip-list.ts";
import { type FramePlace, UnexecutableCommandError } from "./unexecutable-command-error.ts";

/** A shorter replay finishes before the thread would have started. */
const COMMANDS_BEFORE_THREAD = 20_000;

/** Start of the message of a DivergenceError. */
export const DIVERGES = "replay diverges in frame";

/** Executing the journal again produced different events from the acknowledged ones. */
export class DivergenceError extends Error {
  constructor({ frameNumber, firstSeq, lastSeq, file, offset }: FramePlace, what: string) {
    super(
      `${DIVERGES} ${frameNumber}, sequence numbers ${firstSeq}–${lastSeq} ` +
        `(${file}, byte ${offset}): ${what}`,
    );
    this.name = "DivergenceError";
  }
}

/**
 * Executes frames again and compares the results with the digest in each frame. Call `finish` after the last one: a
 * long replay compares digests in a separate thread. Events are passed on only after their digest matched.
 */
export class FrameReplay {
  /** Number of commands executed so far. */
  commands = 0;
  private readonly machine: StateMachine;
  private readonly eventsAfterSeq: number;
  private readonly onEvents: ((batch: EventBatch) => void) | undefined;
  private readonly skips: SkipList;
  private readonly reader = new CommandReader();
  private readonly lookahead: Lookahead;
  private readonly events = new EventWriter();
  private checker: DigestChecker<FramePlace> | undefined;
  /** The checker's memory for this frame's events if they fit; undefined when they are compared here. */
  private room: Float64Array | undefined;
  private seq: number;

  /**
   * @param afterSeq sequence number of the last command in the machine's state
   * @param skips commands of this journal to reject instead of executing them
   */
  constructor(
    machine: StateMachine,
    afterSeq: number,
    skips: SkipList = NO_SKIPS,
    eventsAfterSeq?: number,
    onEvents?: (batch: EventBatch) => void,
  ) {
    this.machine = machine;
    this.lookahead = new Lookahead(machine);
    this.seq = afterSeq;
    this.skips = skips;
    this.eventsAfterSeq = eventsAfterSeq ?? 0;
    this.onEvents = onEvents;
  }

  run(frame: Frame): void {
    try {
      this.execute(frame);
    } catch (error) {
      this.checker?.stop();
      throw error;
    }
  }

  /** Throws DivergenceError when a digest compared in the other thread did not match. */
  finish(): void {
    const different = this.checker?.finish();
    this.checker = undefined;
    if (different !== undefined) throw divergence(different);
  }

  private execute(frame: Frame): void {
    const { reader, lookahead, events, machine } = this;
    if (frame.firstSeq !== this.seq + 1) throw new DivergenceError(frame, `the state is at ${this.seq}`);
    reader.open(frame.payload);
    lookahead.open(frame.payload);
    this.room = this.checker?.room();
    if (this.room === undefined) events.reset();
    else events.resetInto(this.room);
    const skipped = this.skips.in(frame.payload, frame.firstSeq, frame.records);
    for (let command = reader.next(); command !== undefined; command = reader.next()) {
      lookahead.step();
      const seq = ++this.seq;
      if (skipped?.has(seq - frame.firstSeq) === true) machine.skip(command, seq, frame.timeMs, events);
      else
        try {
          machine.execute(command, seq, frame.timeMs, events);
        } catch (error) {
          const record = recordAt(frame.payload, seq - frame.firstSeq);
          throw new UnexecutableCommandError(seq, record, error, placeOf(frame));
        }
    }
    if (this.seq !== frame.lastSeq)
      throw new DivergenceError(frame, `it contains ${this.seq - frame.firstSeq + 1} commands`);
    this.commands += frame.records;
    const { onEvents } = this;
    if (onEvents === undefined || frame.lastSeq <= this.eventsAfterSeq) return this.check(frame);
    this.finish();
    if (!isDigestOf(events.usedBytes(), this.digestOf(frame))) throw divergence(frame);
    this.emit(frame, onEvents);
  }

  private check(frame: Frame): void {
    if (this.commands > COMMANDS_BEFORE_THREAD) this.checker ??= new DigestChecker();
    const { checker, events, room } = this;
    if (checker === undefined || room !== events.words) {
      if (!isDigestOf(events.usedBytes(), this.digestOf(frame))) throw divergence(frame);
      return;
    }
    const different = checker.submit(events.length * 8, this.digestOf(frame), placeOf(frame));
    if (different !== undefined) throw divergence(different);
  }

  private digestOf({ firstSeq, lastSeq, outputsDigest }: Frame): Uint8Array {
    return this.skips.digestOf(firstSeq, lastSeq) ?? outputsDigest;
  }

  private emit(frame: Frame, onEvents: (batch: EventBatch) => void): void {
    const words = this.events.take();
    const firstSeq = Math.max(frame.firstSeq, this.eventsAfterSeq + 1);
    onEvents({
      firstSeq,
      lastSeq: frame.lastSeq,
      timeMs: frame.timeMs,
      words: firstSeq === frame.firstSeq ? words : words.slice(placeOfSeq(words, firstSeq)),
    });
  }
}

function placeOf({ frameNumber, firstSeq, lastSeq, file, offset }: Frame): FramePlace {
  return { frameNumber, firstSeq, lastSeq, file, offset };
}

const divergence = (frame: FramePlace): DivergenceError =>
  new DivergenceError(frame, "its events differ from the acknowledged ones");

/** Returns the word index of a command's first event. */
function placeOfSeq(words: Float64Array, seq: number): number {
  const cursor = new EventCursor(words);
  while (cursor.next())
    if (cursor.kind === EVENT.executed && cursor.field(LAYOUT.executed.at.seq) === seq) return cursor.at;
  throw new RangeError(`no command ${seq} in its batch`);
}
