import { LIMITS } from "@candor/domain/limits";
import type { LeverScale, LeverSpec, LeverTerms } from "@candor/domain/specs/lever-listing";
import { PriceQueue } from "../../memory/price-queue.ts";
import type { Market } from "../market/market.ts";
import type { LeverAccount } from "./lever-account.ts";

const { firstUserId } = LIMITS;

/** The two coins of a market, as places in what is kept of both. */
export const BASE = 0;
export const QUOTE = 1;

/** The leveraged trading of one spot market: its terms, what it has lent, and at which index its accounts are at risk. */
export class LeverPair {
  readonly market: Market;
  spec: LeverSpec;
  maxLeverage: number;
  /** By coin. */
  terms: readonly [LeverTerms, LeverTerms];
  /** Principal lent and not repaid, by coin. */
  readonly lent: [number, number] = [0, 0];
  /** By their row. */
  readonly accounts: LeverAccount[] = [];
  /** The same by user, from 0. */
  private readonly byUser: (LeverAccount | undefined)[] = [];

  /** Where an account is liquidated, by its row. */
  readonly liquidatedBelow = new PriceQueue(false);
  readonly liquidatedAbove = new PriceQueue(true);
  /** Where the price of one of an account's resting orders comes to ruin it. */
  readonly ruinedBelow = new PriceQueue(false);
  readonly ruinedAbove = new PriceQueue(true);
  /** Where an account comes to be called, or ceases to be. */
  readonly calledBelow = new PriceQueue(false);
  readonly calledAbove = new PriceQueue(true);
  /** Accounts whose liquidation waits for the next index, because the book took no more. */
  parked: LeverAccount[] = [];

  constructor(market: Market, spec: LeverSpec, scale: LeverScale) {
    this.market = market;
    this.spec = spec;
    this.maxLeverage = scale.maxLeverage;
    this.terms = [scale.base, scale.quote];
  }

  /** For what is borrowed, and for the hours that begin, from now on. */
  setTerms(spec: LeverSpec, scale: LeverScale): void {
    this.spec = spec;
    this.maxLeverage = scale.maxLeverage;
    this.terms = [scale.base, scale.quote];
  }

  /** The index in whole ticks; 0: none. */
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
