import { z } from "zod";
import { parsePriceE8, parseVolumeE8 } from "./decimal-e8.ts";
import { isQuote, quoteOf } from "./quote.ts";
import { atOnePrice, type RecordedRow } from "./recorded-row.ts";
import { recordedTimeMs } from "./recording-time.ts";

/** The time of receipt that some recorders write before each message. */
const STAMPED = /^([0-9]{13,19})\s+(.*)$/;
/** Parts of Binance's stream messages that have a price; all others are ignored. */
const messageSchema = z.looseObject({
  e: z.string().optional(),
  E: z.int().optional(),
  T: z.int().optional(),
  s: z.string().optional(),
  X: z.string().optional(),
  p: z.string().optional(),
  q: z.string().optional(),
});
type Message = z.infer<typeof messageSchema>;

/**
 * Reads a line with a message of Binance's streams, alone or in a combined stream's frame, which may follow the time of its
 * receipt. Returns undefined for messages without a price of this symbol. Throws SyntaxError, ZodError, RangeError and
 * FeedFormatError.
 */
export function streamRow(line: string, symbol: string): RecordedRow | undefined {
  const [, stamp, json = line] = STAMPED.exec(line) ?? [];
  const parsed: unknown = JSON.parse(json);
  const frame = z.looseObject({ data: z.unknown() }).parse(parsed);
  const message = messageSchema.parse(frame.data ?? frame);
  if (message.s !== symbol) return undefined;
  if (message.e === "trade" || message.e === "aggTrade") return tradeRow(stamp, message);
  return message.e === "bookTicker" || message.e === undefined ? quoteRow(stamp, symbol, message) : undefined;
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
const timeOf = (stamp: string | undefined, { T, E }: Message): number =>
  recordedTimeMs(stamp ?? String(T ?? E ?? ""));
