import type { MarketKind } from "@candor/domain/enumerations";
import type { LeverPair } from "./leverage/lever-pair.ts";
import { Market } from "./market/market.ts";
import type { Contract } from "./perpetual/contract.ts";

/** A market with what the products add to it. Every market of the exchange is one. */
export class ListedMarket extends Market {
  /** Set for the book of a contract. */
  contract: Contract | undefined = undefined;
  /** Set while margin trading is enabled. */
  lever: LeverPair | undefined = undefined;
  /** Contracts that use this market's index. */
  readonly followers: Contract[] = [];

  get kind(): MarketKind {
    return this.contract === undefined ? "spot" : "contract";
  }

  override setFees(makerFeePpm: number, takerFeePpm: number): void {
    super.setFees(makerFeePpm, takerFeePpm);
    if (this.contract !== undefined) this.contract.spec = { ...this.contract.spec, makerFeePpm, takerFeePpm };
  }
}
