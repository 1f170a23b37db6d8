import { EventCursor, readEvents } from "@candor/codec/event-reader";
import { EVENT } from "@candor/codec/event-record";
import type { ExecutedCommand } from "@candor/domain/engine-port";
import type { ExchangeEvent, Executed } from "@candor/domain/events/events";

/** A command's part of a durable batch, decoded lazily. */
class DurableCommand implements ExecutedCommand {
  private readonly words: Float64Array;
  private readonly start: number;
  private readonly end: number;
  private decoded: readonly ExchangeEvent[] | undefined;

  constructor(words: Float64Array, start: number, end: number) {
    this.words = words;
    this.start = start;
    this.end = end;
  }

  get executed(): Executed {
    return this.all()[0] as Executed;
  }

  get events(): readonly ExchangeEvent[] {
    return this.all().slice(1);
  }

  private all(): readonly ExchangeEvent[] {
    this.decoded ??= readEvents(this.words, this.start, this.end);
    return this.decoded;
  }
}

/** Returns the commands of a batch one by one. */
export class DurableCommands {
  private readonly words: Float64Array;
  private readonly cursor: EventCursor;
  private more: boolean;

  constructor(words: Float64Array) {
    this.words = words;
    this.cursor = new EventCursor(words);
    this.more = this.cursor.next();
  }

  /** Throws RangeError when there are no more. */
  next(): ExecutedCommand {
    const { cursor } = this;
    if (!this.more || cursor.kind !== EVENT.executed)
      throw new RangeError("no further command in this batch");
    const start = cursor.at;
    do {
      this.more = cursor.next();
    } while (this.more && cursor.kind !== EVENT.executed);
    return new DurableCommand(this.words, start, this.more ? cursor.at : this.words.length);
  }

  get done(): boolean {
    return !this.more;
  }
}
