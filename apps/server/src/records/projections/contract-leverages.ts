import { type ContractSpec, defaultLeverage } from "@candor/domain/specs/contract-listing";

export interface SetLeverage {
  readonly userId: number;
  readonly marketId: number;
  readonly leverage: number;
}

/**
 * The leverage of each user in each contract, as position-changed events tell it. The events of an order name none: it
 * is that of its position once its command is over, because positions are told at the end of a command, and no command
 * sets another leverage after it has accepted an order.
 */
export class ContractLeverages {
  private readonly defaults = new Map<number, number>();
  /** By market, then by user: those that differ from the default or once did. */
  private readonly set = new Map<number, Map<number, number>>();

  /** A contract comes before what is set in it. */
  list(marketId: number, { brackets }: Pick<ContractSpec, "brackets">): void {
    this.defaults.set(marketId, defaultLeverage(brackets));
  }

  of(userId: number, marketId: number): number {
    const leverage = this.set.get(marketId)?.get(userId) ?? this.defaults.get(marketId);
    if (leverage === undefined) throw new Error(`market ${marketId} was never listed as a contract`);
    return leverage;
  }

  /** @returns whether it is another one than before */
  change({ userId, marketId, leverage }: SetLeverage): boolean {
    if (this.of(userId, marketId) === leverage) return false;
    const users = this.set.get(marketId) ?? new Map<number, number>();
    this.set.set(marketId, users.set(userId, leverage));
    return true;
  }
}
