import { KIND_RANGE } from "./event-record.ts";
import { type Tail, wordsOfBytes } from "./record-fields.ts";

const INITIAL_WORDS = 1 << 14;
/** Maximum fixed record plus the longest key. */
const HEADROOM_WORDS = 64;
/**
 * Every place is below this mask, so `place & PLACES` is a no-op. It proves to V8 that field offsets fit in 32 bits,
 * which saves a check: five instructions per field instead of eight.
 */
export const PLACES = (1 << 28) - 1;

/** Growing memory for events, with the two record formats: numbers only, or numbers followed by strings. */
export class EventBuffer {
  words: Float64Array = new Float64Array(INITIAL_WORDS);
  /** Number of used words. */
  length = 0;
  private capacity = INITIAL_WORDS;
  private bytes = new Uint8Array(this.words.buffer);

  reset(): void {
    this.length = 0;
  }

  /** Like `reset`, but writes into `words`, and into other memory once that is full. */
  resetInto(words: Float64Array): void {
    this.length = 0;
    if (words === this.words) return;
    this.words = words;
    this.capacity = words.length;
    this.bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
  }

  /** Returns a copy of the used words. */
  take(): Float64Array<ArrayBuffer> {
    return this.words.slice(0, this.length);
  }

  /** Returns the used bytes, to hash or to copy; valid until the next event. */
  usedBytes(): Uint8Array {
    return this.bytes.subarray(0, this.length * 8);
  }

  /**
   * Reserves space for the next record; long records pass their length.
   * @returns the place where it begins
   */
  protected reserve(words: number = HEADROOM_WORDS): number {
    const at = this.length & PLACES;
    if (at + words > this.capacity) this.grow(words);
    return at;
  }

  /** Split out so that `reserve` stays inlinable. */
  private grow(words: number): void {
    this.capacity = Math.max(this.capacity * 2, this.length + words);
    if (this.capacity > PLACES) throw new RangeError(`events of ${this.capacity} words`);
    const grown = new Float64Array(this.capacity);
    grown.set(this.words.subarray(0, this.length));
    this.words = grown;
    this.bytes = new Uint8Array(grown.buffer);
  }

  /** Appends a purely numeric record, with fields in the order of the event's interface. */
  numbers(kind: number, fields: readonly number[]): void {
    const length = fields.length + 1;
    const at = this.reserve(length);
    const { words } = this;
    words[at] = kind + KIND_RANGE * length;
    for (let i = 1; i < length; i++) words[at + i] = fields[i - 1] as number;
    this.length = at + length;
  }

  /** Like `numbers`, followed by an ASCII text: its length, then whole words. */
  protected numbersWithText(kind: number, fields: readonly number[], text: string): void {
    const textWords = wordsOfBytes(text.length);
    const fieldWords = fields.length + 2;
    const at = this.reserve(fieldWords + textWords);
    const { words } = this;
    words[at] = kind + KIND_RANGE * (fieldWords + textWords);
    for (let i = 0; i < fields.length; i++) words[at + 1 + i] = fields[i] as number;
    words[at + fieldWords - 1] = text.length;
    if (textWords > 0) this.writeAscii(at + fieldWords, textWords, text);
    this.length = at + fieldWords + textWords;
  }

  /** Like `numbers`, followed by contents of varying length: numbers, or bytes in whole words. */
  record(kind: number, fields: readonly number[], tails: readonly Tail[]): void {
    const at = this.length;
    const end = tails.reduce((place, tail) => place + wordsOfTail(tail), at + 1 + fields.length);
    this.reserve(end - at);
    const { words, bytes } = this;
    words[at] = kind + KIND_RANGE * (end - at);
    words.set(fields, at + 1);
    let place = at + 1 + fields.length;
    words.fill(0, place, end);
    for (const tail of tails) {
      if (tail instanceof Uint8Array) bytes.set(tail, place * 8);
      else words.set(tail, place);
      place += wordsOfTail(tail);
    }
    this.length = end;
  }

  protected writeAscii(at: number, textWords: number, text: string): void {
    this.words.fill(0, at, at + textWords);
    const start = at * 8;
    for (let i = 0; i < text.length; i++) this.bytes[start + i] = text.charCodeAt(i);
  }
}

const wordsOfTail = (tail: Tail): number =>
  tail instanceof Uint8Array ? wordsOfBytes(tail.length) : tail.length;
