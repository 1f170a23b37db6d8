import type { Period } from "@candor/domain/enumerations";
import { z } from "zod";
import { readFeedBar } from "./feed-bar.ts";
import type { Bar } from "./kline-bar.ts";
import type { Heard } from "./public-venue.ts";
import { isQuote, type Quote, quoteOf } from "./quote.ts";

/** What Bybit's public market data says, as far as it is read. Unknown fields and other topics are ignored. */
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
/** Errors come with HTTP 200 and a code of their own. */
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
/** Bybit's number for a parameter that it does not know; with a symbol in the message, for one that it does not list. */
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
 * Reads a frame of the public stream: the middle of best bid and ask of a book of one level. Each is a whole book
 * (`snapshot`). A change of one is refused: taken alone it would leave the side that it does not name as it was.
 */
export function readFrame(text: string): Heard {
  const frame = frameSchema.parse(JSON.parse(text));
  if (!("topic" in frame))
    return frame.success === false ? { problem: `${frame.op}: ${frame.ret_msg ?? ""}`.trim() } : undefined;
  if (!frame.topic.startsWith(BOOK_TOPIC)) return undefined;
  const { type, data } = bookSchema.parse(frame);
  if (type !== "snapshot") throw new SyntaxError(`a book of one level came as a ${type}`);
  return quoteOf(data.s, data.b[0]?.[0] ?? "", data.a[0]?.[0] ?? "");
}

/** Reads the wanted ones out of the reply of `/v5/market/tickers`, which has all. Throws ZodError, FeedFormatError or BybitError. */
export function readQuotes(reply: unknown, wanted: ReadonlySet<string>): readonly Quote[] {
  return tickersSchema
    .parse(resultOf(reply))
    .list.filter(({ symbol }) => wanted.has(symbol))
    .map(({ symbol, bid1Price, ask1Price }) => quoteOf(symbol, bid1Price, ask1Price))
    .filter(isQuote);
}

/** Reads the reply of `/v5/market/kline`, which has the newest first. Throws as readQuotes does. */
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

/** Bybit refused a question. */
export class BybitError extends Error {
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
