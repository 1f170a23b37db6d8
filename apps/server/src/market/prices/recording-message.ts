import { parsePriceE8, parseVolumeE8 } from "./decimal-e8.ts";
import { isQuote, quoteOf } from "./quote.ts";
import { atOnePrice, type RecordedRow } from "./recorded-row.ts";
import { recordedTimeMs } from "./recording-time.ts";

/** The time of receipt that some recorders write before each message. */
const STAMPED = /^([0-9]{13,19})\s+/;
type Message = Readonly<Record<string, unknown>>;

/** What a line of recorded stream messages contains. */
interface StreamLine {
  /** Time of receipt. */
  readonly stamp: string | undefined;
  /** Name of the stream, in a combined stream's frame. */
  readonly stream: string | undefined;
  readonly message: Message;
}

/**
 * Reads a line with a message of Binance's streams, alone or in a combined stream's frame, which may follow the time of its
 * receipt. Returns undefined for messages without a price of this symbol. Throws SyntaxError, RangeError and
 * FeedFormatError.
 */
export function streamRow(line: string, symbol: string): RecordedRow | undefined {
  const { stamp, message } = messageOf(line);
  if (message.s !== symbol) return undefined;
  const { e } = message;
  if (e === "trade" || e === "aggTrade") return tradeRow(stamp, message);
  return e === "bookTicker" || e === undefined ? quoteRow(stamp, symbol, message) : undefined;
}

/** Throws SyntaxError. */
export function messageOf(line: string): StreamLine {
  const stamped = STAMPED.exec(line);
  const frame = objectOf(JSON.parse(stamped === null ? line : line.slice(stamped[0].length)));
  const stream = typeof frame.stream === "string" ? frame.stream : undefined;
  return {
    stamp: stamped?.[1],
    stream,
    message: frame.data === undefined ? frame : objectOf(frame.data),
  };
}

function objectOf(value: unknown): Message {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new SyntaxError("is not a message of a stream, which is a JSON object");
  return value as Message;
}

/** Futures also report fills of the insurance fund and of auto-deleveraging, which are no prices. */
function tradeRow(stamp: string | undefined, message: Message): RecordedRow | undefined {
  if ((message.X ?? "MARKET") !== "MARKET") return undefined;
  const volumeE8 = parseVolumeE8(message.q, "quantity");
  return atOnePrice(timeOf(stamp, message), parsePriceE8(message.p, "price"), volumeE8);
}

function quoteRow(stamp: string | undefined, symbol: string, message: Message): RecordedRow | undefined {
  const { a, b } = message;
  // Books have lists of levels there.
  if (typeof a !== "string" || typeof b !== "string") return undefined;
  const read = quoteOf(symbol, b, a);
  return isQuote(read) ? atOnePrice(timeOf(stamp, message), read.priceE8, 0n) : undefined;
}

/** Spot's `bookTicker` has no time, so the time of receipt is used for all, if there is one. */
export function timeOf(stamp: string | undefined, { T, E }: Message): number {
  const timeMs = T ?? E;
  return recordedTimeMs(stamp ?? (typeof timeMs === "number" ? String(timeMs) : timeMs));
}
