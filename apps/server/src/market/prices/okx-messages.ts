import type { Period } from "@candor/domain/enumerations";
import { z } from "zod";
import { readFeedBar } from "./feed-bar.ts";
import type { Bar } from "./kline-bar.ts";
import type { Heard } from "./public-venue.ts";
import { isQuote, type Quote, quoteOf, type Withdrawn } from "./quote.ts";

/** Parts of OKX's public market data used here. Unknown fields and other channels are ignored. */
const instrumentSchema = z.object({ instId: z.string() });
const tickerSchema = z.object({ instId: z.string(), bidPx: z.string(), askPx: z.string() });
const frameSchema = z.union([
  z.object({ event: z.string(), code: z.string().optional(), msg: z.string().optional() }),
  z.object({ arg: z.object({ channel: z.string() }), data: z.array(z.unknown()) }),
]);
/** Errors are sent with HTTP 200 and an error code. */
const replySchema = z.object({ code: z.string(), msg: z.string().default(""), data: z.array(z.unknown()) });
/** Open time, open, high, low, close, volume in base coin, in quote coin (derivatives differ), in quote coin. */
const candleSchema = z
  .tuple([
    z.string().regex(/^[0-9]{1,15}$/),
    z.string(),
    z.string(),
    z.string(),
    z.string(),
    z.string(),
    z.string(),
    z.string(),
  ])
  .rest(z.unknown());

const ACCEPTED = "0";
/** OKX's error code for an unlisted instrument. */
const UNKNOWN_INSTRUMENT = "51001";
/** Answer to the text `ping`. */
const PONG = "pong";
export const TICKERS = "tickers";

/** Days and weeks begin at midnight UTC; without the suffix they would begin at midnight in Hong Kong. */
export const OKX_BARS: Readonly<Record<Period, string>> = {
  "1min": "1m",
  "5min": "5m",
  "15min": "15m",
  "30min": "30m",
  "60min": "1H",
  "4hour": "4H",
  "1day": "1Dutc",
  "1week": "1Wutc",
};

/** Reads a frame of the public stream: the middle of best bid and ask of a ticker. */
export function readFrame(text: string): Heard {
  if (text === PONG) return undefined;
  const frame = frameSchema.parse(JSON.parse(text));
  if ("event" in frame)
    return frame.event === "error" || frame.event === "notice"
      ? { problem: `${frame.code ?? frame.event} ${frame.msg ?? ""}`.trim() }
      : undefined;
  if (frame.arg.channel !== TICKERS) return undefined;
  // A push normally has one ticker; use the last, which is the newest.
  return frame.data.map(readTicker).at(-1);
}

/**
 * Reads the wanted symbols from the reply of `/api/v5/market/tickers`, which has all, some with prices too fine for
 * this exchange. Throws ZodError, FeedFormatError or OkxError.
 */
export function readQuotes(reply: unknown, wanted: ReadonlySet<string>): readonly Quote[] {
  const tickers = dataOf(reply).filter((ticker) => {
    const { instId } = instrumentSchema.parse(ticker);
    return wanted.has(symbolOf(instId));
  });
  return tickers.map(readTicker).filter(isQuote);
}

/** Reads the reply of `/api/v5/market/candles`, newest first. Throws like readQuotes. */
export function readKlines(reply: unknown): readonly Bar[] {
  return z
    .array(candleSchema)
    .parse(dataOf(reply))
    .map(([openTime, open, high, low, close, volume, , quoteVolume]) =>
      readFeedBar(Number(openTime), { open, high, low, close, volume, quoteVolume }),
    )
    .reverse();
}

export function isUnknownSymbol(reply: unknown): boolean {
  return replySchema.safeParse(reply).data?.code === UNKNOWN_INSTRUMENT;
}

/** OKX rejected a request. */
class OkxError extends Error {
  constructor(code: string, message: string) {
    super(`OKX answers ${code}${message === "" ? "" : `: ${message}`}`);
    this.name = "OkxError";
  }
}

function dataOf(reply: unknown): readonly unknown[] {
  const { code, msg, data } = replySchema.parse(reply);
  if (code !== ACCEPTED) throw new OkxError(code, msg);
  return data;
}

function readTicker(ticker: unknown): Quote | Withdrawn {
  const { instId, bidPx, askPx } = tickerSchema.parse(ticker);
  return quoteOf(symbolOf(instId), bidPx, askPx);
}

/** Converts `BTC-USDT` to `BTCUSDT`. */
function symbolOf(instrument: string): string {
  return instrument.replace("-", "");
}
