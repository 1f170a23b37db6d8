import type { Period } from "@candor/domain/enumerations";
import { z } from "zod";
import { readFeedBar } from "./feed-bar.ts";
import type { Bar } from "./kline-bar.ts";
import { isQuote, type Quote, quoteOf, type Withdrawn } from "./quote.ts";

/** Parts of Binance's market data used here. Unknown fields and other streams are ignored. */
const frameSchema = z.object({ stream: z.string(), data: z.record(z.string(), z.unknown()) });
const quoteSchema = z.array(z.object({ symbol: z.string(), bidPrice: z.string(), askPrice: z.string() }));
const klinesSchema = z.array(
  z
    .tuple([z.number(), z.string(), z.string(), z.string(), z.string(), z.string(), z.number(), z.string()])
    .rest(z.unknown()),
);
const errorSchema = z.object({ code: z.number() });

/** Binance's error code for an unlisted symbol. */
const INVALID_SYMBOL = -1121;

export const BINANCE_INTERVALS: Readonly<Record<Period, string>> = {
  "1min": "1m",
  "5min": "5m",
  "15min": "15m",
  "30min": "30m",
  "60min": "1h",
  "4hour": "4h",
  "1day": "1d",
  "1week": "1w",
};

/**
 * Reads a frame of a combined stream: the middle of best bid and ask of a `bookTicker`, `undefined` for any other
 * stream. Throws SyntaxError, ZodError or FeedFormatError if it is not such a frame.
 */
export function readFrame(text: string): Quote | Withdrawn | undefined {
  const { stream, data } = frameSchema.parse(JSON.parse(text));
  if (!stream.endsWith("@bookTicker")) return undefined;
  const { s, b, a } = data;
  if (typeof s !== "string") throw new SyntaxError("bookTicker without a symbol");
  return quoteOf(s, b, a);
}

/** Reads the reply of `/api/v3/ticker/bookTicker`. Throws ZodError or FeedFormatError. */
export function readQuotes(reply: unknown): Quote[] {
  return quoteSchema
    .parse(reply)
    .map(({ symbol, bidPrice, askPrice }) => quoteOf(symbol, bidPrice, askPrice))
    .filter(isQuote);
}

/** Reads the reply of `/api/v3/klines`, oldest first. Throws ZodError or FeedFormatError. */
export function readKlines(reply: unknown): Bar[] {
  return klinesSchema
    .parse(reply)
    .map(([openTimeMs, open, high, low, close, volume, , quoteVolume]) =>
      readFeedBar(openTimeMs, { open, high, low, close, volume, quoteVolume }),
    );
}

export function isInvalidSymbol(reply: unknown): boolean {
  return errorSchema.safeParse(reply).data?.code === INVALID_SYMBOL;
}
