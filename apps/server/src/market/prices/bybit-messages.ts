import type { Period } from "@candor/domain/enumerations";
import { z } from "zod";
import { readFeedBar } from "./feed-bar.ts";
import type { Bar } from "./kline-bar.ts";
import type { Heard } from "./public-venue.ts";
import { isQuote, type Quote, quoteOf } from "./quote.ts";

/** Parts of Bybit's public market data used here. Unknown fields and other topics are ignored. */
const level = z.tuple([z.string(), z.string()]);
const bookSchema = z.object({
  type: z.string(),
  data: z.object({ s: z.string(), b: z.array(level), a: z.array(level) }),
});
const frameSchema = z.union([
  z.object({ topic: z.string() }).loose(),
  z.object({ op: z.string(), success: z.boolean().optional(), ret_msg: z.string().optional() }),
]);
const tickersSchema = z.object({
  list: z.array(z.object({ symbol: z.string(), bid1Price: z.string(), ask1Price: z.string() })),
});
/** Errors are sent with HTTP 200 and an error code. */
const replySchema = z.object({ retCode: z.number(), retMsg: z.string().default(""), result: z.unknown() });
/** Open time, open, high, low, close, volume in base coin, turnover in quote coin. */
const klinesSchema = z.object({
  list: z.array(
    z
      .tuple([
        z.string().regex(/^[0-9]{1,15}$/),
        z.string(),
        z.string(),
        z.string(),
        z.string(),
        z.string(),
        z.string(),
      ])
      .rest(z.unknown()),
  ),
});

const ACCEPTED = 0;
/** Bybit's error code for an invalid parameter; if the message names a symbol, it is not listed. */
const WRONG_PARAMETER = 10_001;
const BOOK_TOPIC = "orderbook.1.";

/** Days and weeks begin at midnight UTC, weeks on Mondays. */
export const BYBIT_INTERVALS: Readonly<Record<Period, string>> = {
  "1min": "1",
  "5min": "5",
  "15min": "15",
  "30min": "30",
  "60min": "60",
  "4hour": "240",
  "1day": "D",
  "1week": "W",
};

/**
 * Reads a frame of the public stream: the middle of best bid and ask of a one-level book. Each must be a full book
 * (`snapshot`). A delta is rejected: on its own it would leave the side it omits unchanged.
 */
export function readFrame(text: string): Heard {
  const frame = frameSchema.parse(JSON.parse(text));
  if (!("topic" in frame))
    return frame.success === false ? { problem: `${frame.op}: ${frame.ret_msg ?? ""}`.trim() } : undefined;
  if (!frame.topic.startsWith(BOOK_TOPIC)) return undefined;
  const { type, data } = bookSchema.parse(frame);
  if (type !== "snapshot") throw new SyntaxError(`expected a snapshot of a one-level book, got ${type}`);
  return quoteOf(data.s, data.b[0]?.[0] ?? "", data.a[0]?.[0] ?? "");
}

/**
 * Reads the wanted symbols from the reply of `/v5/market/tickers`, which has all. Throws ZodError, FeedFormatError or
 * BybitError.
 */
export function readQuotes(reply: unknown, wanted: ReadonlySet<string>): readonly Quote[] {
  return tickersSchema
    .parse(resultOf(reply))
    .list.filter(({ symbol }) => wanted.has(symbol))
    .map(({ symbol, bid1Price, ask1Price }) => quoteOf(symbol, bid1Price, ask1Price))
    .filter(isQuote);
}

/** Reads the reply of `/v5/market/kline`, newest first. Throws like readQuotes. */
export function readKlines(reply: unknown): readonly Bar[] {
  return klinesSchema
    .parse(resultOf(reply))
    .list.map(([openTime, open, high, low, close, volume, quoteVolume]) =>
      readFeedBar(Number(openTime), { open, high, low, close, volume, quoteVolume }),
    )
    .reverse();
}

export function isUnknownSymbol(reply: unknown): boolean {
  const { data } = replySchema.safeParse(reply);
  return data?.retCode === WRONG_PARAMETER && /symbol/i.test(data.retMsg);
}

/** Bybit rejected a request. */
class BybitError extends Error {
  constructor(code: number, message: string) {
    super(`Bybit answers ${code}${message === "" ? "" : `: ${message}`}`);
    this.name = "BybitError";
  }
}

function resultOf(reply: unknown): unknown {
  const { retCode, retMsg, result } = replySchema.parse(reply);
  if (retCode !== ACCEPTED) throw new BybitError(retCode, retMsg);
  return result;
}
