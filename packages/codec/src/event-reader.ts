import type { ExchangeEvent } from "@candor/domain/events/events";
import { LAYOUTS } from "./event-layouts.ts";
import { EVENT, KIND_RANGE } from "./event-record.ts";

/** Walks over the records of a batch without decoding them. */
export class EventCursor {
  private readonly words: Float64Array;
  private readonly end: number;
  private following: number;
  /** Index of the current record's first word. */
  at = 0;
  /** One of EVENT. */
  kind: number = EVENT.executed;

  constructor(words: Float64Array, start = 0, end = words.length) {
    this.words = words;
    this.following = start;
    this.end = end;
  }

  next(): boolean {
    if (this.following >= this.end) return false;
    this.moveTo(this.following);
    const head = this.words[this.at] as number;
    const length = (head - this.kind) / KIND_RANGE;
    if (length < 2) throw new RangeError(`invalid event record at word ${this.at}`);
    this.following = this.at + length;
    return true;
  }

  /** Goes to the record that begins at `at`. */
  moveTo(at: number): void {
    this.at = at;
    this.kind = (this.words[at] as number) % KIND_RANGE;
  }

  /** The number at one of the places of the record's layout: `cursor.field(LAYOUT.tradeMade.at.tradeId)`. */
  field(place: number): number {
    return this.words[this.at + place] as number;
  }

  /** The same for a place that older records do not have: `undefined` there. */
  optionalField(place: number): number | undefined {
    return (this.words[this.at] as number) >= this.kind + KIND_RANGE * (place + 1)
      ? this.field(place)
      : undefined;
  }

  decode(): ExchangeEvent {
    return decodeEvent(this.words, this.at);
  }
}

/** Decodes all events of `words`, or those between two indexes. */
export function readEvents(words: Float64Array, start = 0, end = words.length): ExchangeEvent[] {
  const events: ExchangeEvent[] = [];
  const cursor = new EventCursor(words, start, end);
  while (cursor.next()) events.push(cursor.decode());
  return events;
}

function decodeEvent(words: Float64Array, at: number): ExchangeEvent {
  const kind = (words[at] as number) % KIND_RANGE;
  const layout = LAYOUTS[kind];
  if (layout === undefined) throw new RangeError(`unknown event kind ${kind}`);
  return layout.decode(words, at);
}
