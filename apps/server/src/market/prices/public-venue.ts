import type { Period } from "@candor/domain/enumerations";
import type { VenueName } from "../../config/public-endpoints.ts";
import type { Bar } from "./kline-bar.ts";
import type { Quote, Withdrawn } from "./quote.ts";

export interface VenueMarket {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
}

/** A question for klines: the newest `count` that open before `beforeMs`. */
export interface KlineRequest {
  readonly market: VenueMarket;
  readonly period: Period;
  readonly beforeMs: number;
  /** Bars that are still wanted. */
  readonly wanted: number;
  /** Newer bars that are there already. */
  readonly held: number;
}

export interface KlinePage {
  /** Path and query of the REST call. */
  readonly path: string;
  /** Bars that it can answer with; fewer mean that there are no older ones. */
  readonly count: number;
}

/** What a stream said: a price, that there is none now, something that went wrong and costs no connection, or nothing of interest. */
export type Heard = Quote | Withdrawn | { readonly problem: string } | undefined;

/** How one exchange writes its public market data. Everything around it is the same for all: see PublicSource. */
export interface PublicVenue {
  /** For the log, the status page, and the name of its history. */
  readonly name: VenueName;
  readonly sourceId: number;
  /** What answers when the exchange does. */
  readonly pingPath: string;
  /** Path and query of the stream. */
  streamPath(markets: readonly VenueMarket[]): string;
  /** Frames to send when the stream is open. */
  subscriptions(markets: readonly VenueMarket[]): readonly string[];
  /** A text frame that a silent stream answers, where the exchange wants one. */
  readonly keepAlive?: string;
  /** Throws SyntaxError, ZodError or FeedFormatError on what is no frame of this exchange. */
  readFrame(text: string): Heard;
  /** The call for what stands now. */
  quotesPath(markets: readonly VenueMarket[]): string;
  /** Reads what its reply says of the wanted symbols. Throws. */
  readQuotes(reply: unknown, wanted: ReadonlySet<string>): readonly Quote[];
  klinePage(request: KlineRequest): KlinePage;
  /** Oldest first. Throws. */
  readKlines(reply: unknown): readonly Bar[];
  /** Whether a reply says that the exchange does not list the symbol. */
  isUnknownSymbol(reply: unknown): boolean;
}
