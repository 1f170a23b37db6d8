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

/** What a contract has beside what every market has. */
export interface ListedContract {
  readonly spec: ContractSpec;
  readonly scale: ContractScale;
  /** The spot market whose index it follows. */
  readonly indexMarketId: number;
}

export type MarketKind = "spot" | "contract";

export interface ListedMarket {
  readonly marketId: number;
  readonly kind: MarketKind;
  /** Absent: a spot market. */
  readonly contract?: ListedContract;
  readonly spec: SpotMarketSpec;
  readonly base: ListedAsset;
  readonly quote: ListedAsset;
  readonly scale: MarketScale;
  readonly format: MarketFormat;
  readonly listedAtMs: number;
}

/** A contract's terms; throws for a spot market, because only contracts have what is asked for. */
export function contractOf(market: ListedMarket): ListedContract {
  if (market.contract === undefined) throw new Error(`market ${market.marketId} is no contract`);
  return market.contract;
}

/**
 * What is listed, by number and by symbol. Numbers are given in the order of listing, from 0. A contract may have the
 * symbol of a spot market.
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

  /** @param foundedAtMs when the exchange was founded, and with it the markets whose own time is not known */
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

  /** Adds what was listed under `assetId`; a listing that is already known changes nothing. */
  addAsset(assetId: number, spec: AssetSpec): void {
    if (assetId < this.assetsById.length) return;
    if (assetId > this.assetsById.length) throw new RangeError(`asset ${assetId} listed out of order`);
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
      throw new RangeError(`contract ${spec.symbol} follows a market that is not listed`);
    const contract = { spec, scale, indexMarketId };
    const listed = { marketId, kind: "contract", contract, spec, ...parts, scale, listedAtMs } as const;
    this.add({ ...listed, format: new MarketFormat(scale) }, this.contractsBySymbol);
  }

  /** The coins of a market that is listed now; undefined: it is known already. */
  private partsOf(
    marketId: number,
    spec: SpotMarketSpec,
  ): { readonly base: ListedAsset; readonly quote: ListedAsset } | undefined {
    if (marketId < this.marketsById.length) return undefined;
    if (marketId > this.marketsById.length) throw new RangeError(`market ${marketId} listed out of order`);
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

  /** What trades of a market cost from now on. */
  setFees(marketId: number, makerFeePpm: number, takerFeePpm: number): void {
    const listed = this.market(marketId) as { -readonly [Name in keyof ListedMarket]: ListedMarket[Name] };
    listed.spec = { ...listed.spec, makerFeePpm, takerFeePpm };
    if (listed.contract !== undefined)
      listed.contract = { ...listed.contract, spec: { ...listed.contract.spec, makerFeePpm, takerFeePpm } };
  }

  /** What the funding of a contract follows from now on. */
  setFundingTerms(marketId: number, interestPpm: number, fundingCapPpm: number): void {
    const listed = this.market(marketId) as { -readonly [Name in keyof ListedMarket]: ListedMarket[Name] };
    const contract = contractOf(listed);
    listed.contract = { ...contract, spec: { ...contract.spec, interestPpm, fundingCapPpm } };
    listed.spec = listed.contract.spec;
  }

  /** What leveraged trading of a listed spot market is like from now on. */
  setLever(marketId: number, spec: LeverSpec): void {
    this.leversById.set(marketId, spec);
  }

  /** undefined: the market is not open to leverage. */
  lever(marketId: number): LeverSpec | undefined {
    return this.leversById.get(marketId);
  }

  /** Markets open to leverage, in the order of their listing. */
  get levers(): readonly { readonly marketId: number; readonly spec: LeverSpec }[] {
    return [...this.leversById].map(([marketId, spec]) => ({ marketId, spec }));
  }

  get hasMiningPlans(): boolean {
    return this.miningPlans.length > 0;
  }

  /** What machines of this plan are called from now on. */
  setMiningPlan(planId: number, plan: MiningPlan): void {
    this.miningPlans[planId] = plan;
  }

  miningPlan(planId: number): MiningPlan {
    const plan = this.miningPlans[planId];
    if (plan === undefined) throw new RangeError(`unknown mining plan ${planId}`);
    return plan;
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
  marketBySymbol(symbol: string, kind: MarketKind = "spot"): ListedMarket | undefined {
    return (kind === "spot" ? this.spotsBySymbol : this.contractsBySymbol).get(symbol);
  }
}
