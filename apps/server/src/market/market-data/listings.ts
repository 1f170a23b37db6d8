import { type ContractScale, type ContractSpec, contractScale } from "@candor/domain/specs/contract-listing";
import type { LeverSpec } from "@candor/domain/specs/lever-listing";
import {
  type AssetSpec,
  type MarketScale,
  marketScale,
  type SpotMarketSpec,
} from "@candor/domain/specs/listing";
import type { MiningPlan } from "@candor/domain/specs/mining-plan";
import { MarketFormat } from "./market-format.ts";

export interface ListedAsset {
  readonly assetId: number;
  readonly spec: AssetSpec;
}

/** Fields that only contracts have. */
export interface ListedContract {
  readonly spec: ContractSpec;
  readonly scale: ContractScale;
  /** Spot market whose index the contract uses. */
  readonly indexMarketId: number;
}

export type MarketKind = "spot" | "contract";

export interface ListedMarket {
  readonly marketId: number;
  readonly kind: MarketKind;
  /** Absent for a spot market. */
  readonly contract?: ListedContract;
  readonly spec: SpotMarketSpec;
  readonly base: ListedAsset;
  readonly quote: ListedAsset;
  readonly scale: MarketScale;
  readonly format: MarketFormat;
  readonly listedAtMs: number;
}

/** Returns a contract's terms; throws for a spot market, because callers only ask about contracts. */
export function contractOf(market: ListedMarket): ListedContract {
  if (market.contract === undefined) throw new Error(`market ${market.marketId} is not a contract`);
  return market.contract;
}

/**
 * Listed assets and markets, by number and by symbol. Numbers follow the listing order, from 0. A contract may have the
 * same symbol as a spot market.
 */
export class Listings {
  private readonly foundedAtMs: number;
  private readonly assetsById: ListedAsset[] = [];
  private readonly assetsBySymbol = new Map<string, ListedAsset>();
  private readonly marketsById: ListedMarket[] = [];
  private readonly spotsBySymbol = new Map<string, ListedMarket>();
  private readonly contractsBySymbol = new Map<string, ListedMarket>();
  private readonly leversById = new Map<number, LeverSpec>();
  private readonly miningPlans: MiningPlan[] = [];

  /** @param foundedAtMs when the exchange was founded; also the listing time of markets whose own time is unknown */
  constructor(foundedAtMs: number) {
    this.foundedAtMs = foundedAtMs;
  }

  get assets(): readonly ListedAsset[] {
    return this.assetsById;
  }

  /** Spot markets and contracts. */
  get markets(): readonly ListedMarket[] {
    return this.marketsById;
  }

  get spotMarkets(): readonly ListedMarket[] {
    return this.marketsById.filter(({ kind }) => kind === "spot");
  }

  get contracts(): readonly ListedMarket[] {
    return this.marketsById.filter(({ kind }) => kind === "contract");
  }

  /** Adds an asset as `assetId`; no-op if it is already known. */
  addAsset(assetId: number, spec: AssetSpec): void {
    if (assetId < this.assetsById.length) return;
    if (assetId > this.assetsById.length) throw new RangeError(`asset ${assetId} was listed out of order`);
    const listed = { assetId, spec };
    this.assetsById.push(listed);
    this.assetsBySymbol.set(spec.symbol, listed);
  }

  addMarket(marketId: number, spec: SpotMarketSpec, listedAtMs = this.foundedAtMs): void {
    const parts = this.partsOf(marketId, spec);
    if (parts === undefined) return;
    const scale = marketScale(spec, parts.base.spec, parts.quote.spec);
    const listed = { marketId, kind: "spot", spec, ...parts, scale, listedAtMs } as const;
    this.add({ ...listed, format: new MarketFormat(scale) }, this.spotsBySymbol);
  }

  addContract(marketId: number, spec: ContractSpec, listedAtMs = this.foundedAtMs): void {
    const parts = this.partsOf(marketId, spec);
    if (parts === undefined) return;
    const scale = contractScale(spec, parts.base.spec, parts.quote.spec);
    const indexMarketId = this.spotsBySymbol.get(spec.indexSymbol)?.marketId;
    if (indexMarketId === undefined)
      throw new RangeError(`contract ${spec.symbol} uses the index of a market that is not listed`);
    const contract = { spec, scale, indexMarketId };
    const listed = { marketId, kind: "contract", contract, spec, ...parts, scale, listedAtMs } as const;
    this.add({ ...listed, format: new MarketFormat(scale) }, this.contractsBySymbol);
  }

  /** Returns the coins of a newly listed market, or `undefined` if it is already known. */
  private partsOf(
    marketId: number,
    spec: SpotMarketSpec,
  ): { readonly base: ListedAsset; readonly quote: ListedAsset } | undefined {
    if (marketId < this.marketsById.length) return undefined;
    if (marketId > this.marketsById.length)
      throw new RangeError(`market ${marketId} was listed out of order`);
    const base = this.assetBySymbol(spec.base);
    const quote = this.assetBySymbol(spec.quote);
    if (base === undefined || quote === undefined)
      throw new RangeError(`market ${spec.symbol} trades an asset that is not listed`);
    return { base, quote };
  }

  private add(listed: ListedMarket, bySymbol: Map<string, ListedMarket>): void {
    this.marketsById.push(listed);
    bySymbol.set(listed.spec.symbol, listed);
  }

  /** Sets the trading fees of a market. */
  setFees(marketId: number, makerFeePpm: number, takerFeePpm: number): void {
    const listed = this.market(marketId) as { -readonly [Name in keyof ListedMarket]: ListedMarket[Name] };
    listed.spec = { ...listed.spec, makerFeePpm, takerFeePpm };
    if (listed.contract !== undefined)
      listed.contract = { ...listed.contract, spec: { ...listed.contract.spec, makerFeePpm, takerFeePpm } };
  }

  /** Sets the funding terms of a contract. */
  setFundingTerms(marketId: number, interestPpm: number, fundingCapPpm: number): void {
    const listed = this.market(marketId) as { -readonly [Name in keyof ListedMarket]: ListedMarket[Name] };
    const contract = contractOf(listed);
    listed.contract = { ...contract, spec: { ...contract.spec, interestPpm, fundingCapPpm } };
    listed.spec = listed.contract.spec;
  }

  /** Sets the margin trading terms of a listed spot market. */
  setLever(marketId: number, spec: LeverSpec): void {
    this.leversById.set(marketId, spec);
  }

  /** Returns `undefined` if the market has no margin trading. */
  lever(marketId: number): LeverSpec | undefined {
    return this.leversById.get(marketId);
  }

  /** Markets with margin trading, in listing order. */
  get levers(): readonly { readonly marketId: number; readonly spec: LeverSpec }[] {
    return [...this.leversById].map(([marketId, spec]) => ({ marketId, spec }));
  }

  get hasMiningPlans(): boolean {
    return this.miningPlans.length > 0;
  }

  /** Sets the plan of mining machines with this number. */
  setMiningPlan(planId: number, plan: MiningPlan): void {
    this.miningPlans[planId] = plan;
  }

  miningPlan(planId: number): MiningPlan {
    const plan = this.miningPlans[planId];
    if (plan === undefined) throw new RangeError(`unknown mining plan ${planId}`);
    return plan;
  }

  /** Throws for an unknown number: numbers come from the engine, so that would be a broken invariant. */
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

  /** Symbols are upper case here; the wire accepts any letter case. */
  marketBySymbol(symbol: string, kind: MarketKind = "spot"): ListedMarket | undefined {
    return (kind === "spot" ? this.spotsBySymbol : this.contractsBySymbol).get(symbol);
  }
}
