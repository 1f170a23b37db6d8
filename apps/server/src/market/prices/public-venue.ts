import type { Period } from "@candor/domain/enumerations";
import type { VenueName } from "../../config/public-endpoints.ts";
import type { Bar } from "./kline-bar.ts";
import type { Quote, Withdrawn } from "./quote.ts";

export interface VenueMarket {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
}

/** Request for klines: the newest `count` that open before `beforeMs`. */
interface KlineRequest {
  readonly market: VenueMarket;
  readonly period: Period;
  readonly beforeMs: number;
  /** Bars still missing. */
  readonly wanted: number;
  /** Newer bars already loaded. */
  readonly held: number;
}

interface KlinePage {
  /** Path and query of the REST call. */
  readonly path: string;
  /** Maximum bars in the reply; fewer mean that there are no older ones. */
  readonly count: number;
}

/**
 * Content of a stream message: a price, that there is none now, an error that does not end the connection, or nothing
 * of interest.
 */
export type Heard = Quote | Withdrawn | { readonly problem: string } | undefined;

/** Format of one exchange's public market data. Everything else is the same for all: see PublicSource. */
export interface PublicVenue {
  /** For the log, the status page, and as the name of its history. */
  readonly name: VenueName;
  readonly sourceId: number;
  /** Path that answers whenever the exchange is up. */
  readonly pingPath: string;
  /** Path and query of the stream. */
  streamPath(markets: readonly VenueMarket[]): string;
  /** Frames to send once the stream is open. */
  subscriptions(markets: readonly VenueMarket[]): readonly string[];
  /** Text frame that a silent stream answers, if the exchange supports one. */
  readonly keepAlive?: string;
  /** Throws SyntaxError, ZodError or FeedFormatError if it is not a frame of this exchange. */
  readFrame(text: string): Heard;
  /** Returns the path of the call for current prices. */
  quotesPath(markets: readonly VenueMarket[]): string;
  /** Reads the quotes of the wanted symbols from a reply. Throws if the reply is malformed. */
  readQuotes(reply: unknown, wanted: ReadonlySet<string>): readonly Quote[];
  klinePage(request: KlineRequest): KlinePage;
  /** Oldest first. Throws. */
  readKlines(reply: unknown): readonly Bar[];
  /** Returns whether a reply says that the exchange does not list the symbol. */
  isUnknownSymbol(reply: unknown): boolean;
}
