import type { EnginePort } from "@candor/domain/engine-port";
import type { ListedAsset, ListedMarket, Listings } from "../../market/market-data/listings.ts";
import type { MarketDataMirror } from "../../market/market-data/market-data-mirror.ts";
import { type LegBook, lotsToGain, lotsToSpend, type QuotedLeg, quoteLots } from "./quote-leg.ts";

/** Intermediate coin for two coins that share no market. */
const BETWEEN = "USDT";
const LEVELS = 500;
const PPM = 1_000_000;

/** The amount of the source or the target coin. */
export type QuoteWish = { readonly fromUnits: number } | { readonly toUnits: number };

export interface QuoteSources {
  readonly engine: Pick<EnginePort, "bookView">;
  readonly listings: Listings;
  readonly mirror: MarketDataMirror;
}

/**
 * Returns one or two legs at the current books, in order: through the market of the two coins, or through both coins'
 * markets with the intermediate coin. Undefined when no market path exists or the books cannot fill it.
 */
export async function makeQuote(
  sources: QuoteSources,
  from: ListedAsset,
  to: ListedAsset,
  wish: QuoteWish,
): Promise<readonly QuotedLeg[] | undefined> {
  for (const path of pathsOf(sources.listings, from, to)) {
    const legs = await quotePath(sources, path, wish);
    if (legs !== undefined) return legs;
  }
  return undefined;
}

async function quotePath(
  sources: QuoteSources,
  path: readonly Step[],
  wish: QuoteWish,
): Promise<readonly QuotedLeg[] | undefined> {
  const books: LegBook[] = [];
  for (const { market, side } of path) {
    const book = await bookOf(sources, market, side);
    if (book === undefined) return undefined;
    books.push(book);
  }
  return "fromUnits" in wish ? quoteForward(books, wish.fromUnits) : quoteBackward(books, wish.toUnits);
}

function quoteForward(books: readonly LegBook[], fromUnits: number): readonly QuotedLeg[] | undefined {
  const legs: QuotedLeg[] = [];
  let units = fromUnits;
  for (const book of books) {
    const lots = lotsToSpend(book, units);
    const leg = lots === undefined ? undefined : quoteLots(book, lots);
    if (leg === undefined) return undefined;
    legs.push(leg);
    units = leg.receivedUnits;
  }
  return legs.length > 0 ? legs : undefined;
}

function quoteBackward(books: readonly LegBook[], toUnits: number): readonly QuotedLeg[] | undefined {
  const legs: QuotedLeg[] = [];
  let units = toUnits;
  for (const book of books.toReversed()) {
    const lots = lotsToGain(book, units);
    const leg = lots === undefined ? undefined : quoteLots(book, lots);
    if (leg === undefined || leg.receivedUnits < units) return undefined;
    legs.unshift(leg);
    units = leg.paidUnits;
  }
  return legs.length > 0 ? legs : undefined;
}

type Step = Pick<LegBook, "market" | "side">;

/** Returns the paths from one coin to the other, the shorter one first. */
function pathsOf(listings: Listings, from: ListedAsset, to: ListedAsset): readonly (readonly Step[])[] {
  const paths: Step[][] = [];
  const direct = stepOf(listings, from, to);
  if (direct !== undefined) paths.push([direct]);
  const between = listings.assetBySymbol(BETWEEN);
  if (between === undefined || from === between || to === between) return paths;
  const first = stepOf(listings, from, between);
  const second = stepOf(listings, between, to);
  if (first !== undefined && second !== undefined) paths.push([first, second]);
  return paths;
}

function stepOf(listings: Listings, from: ListedAsset, to: ListedAsset): Step | undefined {
  for (const market of listings.spotMarkets) {
    if (market.base === from && market.quote === to) return { market, side: "sell" };
    if (market.base === to && market.quote === from) return { market, side: "buy" };
  }
  return undefined;
}

/**
 * Returns the opposite side of the book as far as the market's price protection lets a market order go; undefined when
 * the market is not trading.
 */
async function bookOf(
  { engine, mirror }: QuoteSources,
  market: ListedMarket,
  side: LegBook["side"],
): Promise<LegBook | undefined> {
  const state = mirror.market(market.marketId);
  if (state === undefined || state.status !== "trading" || state.indexE8 === 0) return undefined;
  const { asks, bids } = await engine.bookView(market.marketId, LEVELS);
  const { tickE8 } = market.scale;
  const index = BigInt(state.indexE8);
  const reach = (index * BigInt(market.spec.marketProtectionPpm)) / BigInt(PPM);
  const isWithin = (ticks: number): boolean => {
    const price = BigInt(ticks) * BigInt(tickE8);
    return side === "buy" ? price <= index + reach : price >= index - reach;
  };
  const levels = (side === "buy" ? asks : bids).filter(([ticks]) => isWithin(ticks));
  return { market, side, levels };
}
