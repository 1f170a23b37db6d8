import type { BookLevel, BookRow } from "./book-row.ts";
import { parsePriceE8, parseVolumeE8 } from "./decimal-e8.ts";
import { messageOf, timeOf } from "./recording-message.ts";

/** A stream of the best levels, whose messages are whole books. */
const PARTIAL = /@depth(?:5|10|20)(?:@|$)/;

/**
 * Reads a line of recorded stream messages. Returns undefined for messages without a book of this symbol. Whole books are
 * those of partial depth streams, and replies of `GET /depth`. Throws SyntaxError, RangeError and FeedFormatError.
 * @param lastMs time of the last row, for messages without a time
 */
export function bookMessageRow(line: string, symbol: string, lastMs: number): BookRow | undefined {
  const { stamp, stream, message } = messageOf(line);
  const isChange = message.e === "depthUpdate";
  if (isChange ? message.s !== symbol : message.lastUpdateId === undefined) return undefined;
  if (stream !== undefined && !stream.startsWith(`${symbol.toLowerCase()}@`)) return undefined;
  const { T, E } = message;
  const timeMs = stamp === undefined && T === undefined && E === undefined ? lastMs : timeOf(stamp, message);
  const bids = levelsOf(message.b ?? message.bids, "bids");
  const asks = levelsOf(message.a ?? message.asks, "asks");
  if (!isChange) {
    const last = numberOf(message.lastUpdateId, "lastUpdateId");
    return { timeMs, isSnapshot: true, bids, asks, sequence: { last, before: last } };
  }
  const last = numberOf(message.u, "u");
  // Futures say which message came before. Spot counts on.
  const before = message.pu === undefined ? numberOf(message.U, "U") - 1 : numberOf(message.pu, "pu");
  const isSnapshot = stream !== undefined && PARTIAL.test(stream);
  return { timeMs, isSnapshot, bids, asks, sequence: { last, before } };
}

function levelsOf(value: unknown, what: string): BookLevel[] {
  if (!Array.isArray(value)) throw new SyntaxError(`${what} is not a list of levels`);
  return value.map((level: unknown): BookLevel => {
    if (!Array.isArray(level)) throw new SyntaxError(`${what} has a level that is not a list`);
    return [parsePriceE8(level[0], "price"), parseVolumeE8(level[1], "quantity")];
  });
}

function numberOf(value: unknown, what: string): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${what} is not a whole number`);
  return value as number;
}
