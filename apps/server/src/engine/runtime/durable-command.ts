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

  /** Passes over commands without creating anything for them. */
  skip(count: number): void {
    const { cursor } = this;
    for (let left = count; left > 0 && this.more; left--)
      do {
        this.more = cursor.next();
      } while (this.more && cursor.kind !== EVENT.executed);
  }

  get done(): boolean {
    return !this.more;
  }
}

/** Returns those commands of a batch that one of several clients has sent, one by one. */
export class OwnCommands {
  private readonly commands: DurableCommands;
  private readonly own: readonly number[];
  private place = 0;
  private left = 0;

  /** @param own as in ClientResult */
  constructor(words: Float64Array, own: readonly number[]) {
    this.commands = new DurableCommands(words);
    this.own = own;
  }

  /** Throws RangeError when there are no more. */
  next(): ExecutedCommand {
    if (this.left === 0) {
      this.commands.skip(this.own[this.place] ?? 0);
      this.left = this.own[this.place + 1] ?? 0;
      this.place += 2;
    }
    this.left--;
    return this.commands.next();
  }

  get done(): boolean {
    return this.left === 0 && this.place >= this.own.length;
  }
}
