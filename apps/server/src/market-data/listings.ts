import { type AssetSpec, type MarketScale, marketScale, type SpotMarketSpec } from "@candor/protocol/listing";
import { MarketFormat } from "../wire-objects/market-format.ts";

export interface ListedAsset {
  readonly assetId: number;
  readonly spec: AssetSpec;
}

export interface ListedMarket {
  readonly marketId: number;
  readonly spec: SpotMarketSpec;
  readonly base: ListedAsset;
  readonly quote: ListedAsset;
  readonly scale: MarketScale;
  readonly format: MarketFormat;
  readonly listedAtMs: number;
}

/** What is listed, by number and by symbol. Numbers are given in the order of listing, from 0. */
export class Listings {
  private readonly foundedAtMs: number;
  private readonly assetsById: ListedAsset[] = [];
  private readonly assetsBySymbol = new Map<string, ListedAsset>();
  private readonly marketsById: ListedMarket[] = [];
  private readonly marketsBySymbol = new Map<string, ListedMarket>();

  /** @param foundedAtMs when the exchange was founded, and with it the markets whose own time is not known */
  constructor(foundedAtMs: number) {
    this.foundedAtMs = foundedAtMs;
  }

  get assets(): readonly ListedAsset[] {
    return this.assetsById;
  }

  get markets(): readonly ListedMarket[] {
    return this.marketsById;
  }

  /** Adds what was listed under `assetId`; a listing that is already known changes nothing. */
  addAsset(assetId: number, spec: AssetSpec): void {
    if (assetId < this.assetsById.length) return;
    if (assetId > this.assetsById.length) throw new RangeError(`asset ${assetId} listed out of order`);
    const listed = { assetId, spec };
    this.assetsById.push(listed);
    this.assetsBySymbol.set(spec.symbol, listed);
  }

  addMarket(marketId: number, spec: SpotMarketSpec, listedAtMs = this.foundedAtMs): void {
    if (marketId < this.marketsById.length) return;
    if (marketId > this.marketsById.length) throw new RangeError(`market ${marketId} listed out of order`);
    const base = this.assetBySymbol(spec.base);
    const quote = this.assetBySymbol(spec.quote);
    if (base === undefined || quote === undefined) {
      throw new RangeError(`market ${spec.symbol} trades an asset that is not listed`);
    }
    const scale = marketScale(spec, base.spec, quote.spec);
    const format = new MarketFormat(scale);
    const listed = { marketId, spec, base, quote, scale, format, listedAtMs };
    this.marketsById.push(listed);
    this.marketsBySymbol.set(spec.symbol, listed);
  }

  /** Throws on an unknown number: numbers come from the engine, so that would be a broken invariant. */
  asset(assetId: number): ListedAsset {
    const listed = this.assetsById[assetId];
    if (listed === undefined) throw new RangeError(`unknown asset ${assetId}`);
    return listed;
  }

  market(marketId: number): ListedMarket {
    const listed = this.marketsById[marketId];
    if (listed === undefined) throw new RangeError(`unknown market ${marketId}`);
    return listed;
  }

  assetBySymbol(symbol: string): ListedAsset | undefined {
    return this.assetsBySymbol.get(symbol);
  }

  /** Symbols are upper case here; the wire takes any letter case. */
  marketBySymbol(symbol: string): ListedMarket | undefined {
    return this.marketsBySymbol.get(symbol);
  }
}
