import { LIMITS } from "@candor/domain/limits";
import type { LeverScale, LeverSpec, LeverTerms } from "@candor/domain/specs/lever-listing";
import { PriceQueue } from "../../memory/price-queue.ts";
import type { Market } from "../market/market.ts";
import type { LeverAccount } from "./lever-account.ts";

const { firstUserId } = LIMITS;

/** Indexes of a market's two coins in per-coin fields. */
export const BASE = 0;
export const QUOTE = 1;

/**
 * The margin trading of one spot market: its terms, its outstanding loans, and the index prices at which its accounts
 * are at risk.
 */
export class LeverPair {
  readonly market: Market;
  spec: LeverSpec;
  maxLeverage: number;
  /** By coin. */
  terms: readonly [LeverTerms, LeverTerms];
  /** Principal lent and not yet repaid, by coin. */
  readonly lent: [number, number] = [0, 0];
  /** By row. */
  readonly accounts: LeverAccount[] = [];
  /** By user, from 0. */
  private readonly byUser: (LeverAccount | undefined)[] = [];

  /** Index prices at which accounts are liquidated, by row. */
  readonly liquidatedBelow = new PriceQueue(false);
  readonly liquidatedAbove = new PriceQueue(true);
  /** Index prices at which a resting order would ruin its account. */
  readonly ruinedBelow = new PriceQueue(false);
  readonly ruinedAbove = new PriceQueue(true);
  /** Index prices at which an account enters or leaves margin call. */
  readonly calledBelow = new PriceQueue(false);
  readonly calledAbove = new PriceQueue(true);
  /** Accounts whose liquidation waits for the next index, because the book ran out. */
  parked: LeverAccount[] = [];

  constructor(market: Market, spec: LeverSpec, scale: LeverScale) {
    this.market = market;
    this.spec = spec;
    this.maxLeverage = scale.maxLeverage;
    this.terms = [scale.base, scale.quote];
  }

  /** Applies to new loans and to hours that begin from now on. */
  setTerms(spec: LeverSpec, scale: LeverScale): void {
    this.spec = spec;
    this.maxLeverage = scale.maxLeverage;
    this.terms = [scale.base, scale.quote];
  }

  /** The index in whole ticks; 0 if none. */
  get indexTicks(): number {
    return this.market.indexTicks;
  }

  find(userId: number): LeverAccount | undefined {
    const index = userId - firstUserId;
    return index < this.byUser.length ? this.byUser[index] : undefined;
  }

  add(account: LeverAccount): void {
    const { byUser } = this;
    const index = account.userId - firstUserId;
    while (byUser.length <= index) byUser.push(undefined);
    byUser[index] = account;
    this.accounts.push(account);
  }

  assetOf(coin: number): number {
    return coin === BASE ? this.market.baseAsset : this.market.quoteAsset;
  }

  /** BASE, QUOTE, or −1 for an asset that the market does not trade. */
  coinOf(assetId: number): number {
    if (assetId === this.market.baseAsset) return BASE;
    return assetId === this.market.quoteAsset ? QUOTE : -1;
  }
}
