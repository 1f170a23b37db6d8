import { type ContractSpec, defaultLeverage } from "@candor/domain/specs/contract-listing";

export interface SetLeverage {
  readonly userId: number;
  readonly marketId: number;
  readonly leverage: number;
}

/**
 * Each user's leverage in each contract, from position-changed events. Order events have no leverage: it is the one of
 * the position at the end of the command, because position events come at the end of a command, and no command changes
 * the leverage after accepting an order.
 */
export class ContractLeverages {
  private readonly defaults = new Map<number, number>();
  /** By market, then by user: only values that differ from the default, or once did. */
  private readonly set = new Map<number, Map<number, number>>();

  /** A contract must be added before leverages are set in it. */
  list(marketId: number, { brackets }: Pick<ContractSpec, "brackets">): void {
    this.defaults.set(marketId, defaultLeverage(brackets));
  }

  of(userId: number, marketId: number): number {
    const leverage = this.set.get(marketId)?.get(userId) ?? this.defaults.get(marketId);
    if (leverage === undefined) throw new Error(`market ${marketId} was never listed as a contract`);
    return leverage;
  }

  /** @returns whether the leverage changed */
  change({ userId, marketId, leverage }: SetLeverage): boolean {
    if (this.of(userId, marketId) === leverage) return false;
    const users = this.set.get(marketId) ?? new Map<number, number>();
    this.set.set(marketId, users.set(userId, leverage));
    return true;
  }
}
