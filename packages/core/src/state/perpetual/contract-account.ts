import type { Position } from "./position.ts";

/** A user's contract account: everything that shares the contract wallet. */
export class ContractAccount {
  readonly userId: number;
  /** In hedge mode the user has a long and a short position in each contract. */
  isHedged = false;
  /** In market order, the long before the short one. */
  readonly positions: Position[] = [];

  constructor(userId: number) {
    this.userId = userId;
  }

  /** Inserts a new position in market order. */
  enter(position: Position): void {
    const { positions } = this;
    const at = positions.findIndex(({ contract }) => contract.market.id > position.contract.market.id);
    positions.splice(at < 0 ? positions.length : at, 0, position);
    for (const each of positions) each.isOnly = positions.length === 1;
  }
}
