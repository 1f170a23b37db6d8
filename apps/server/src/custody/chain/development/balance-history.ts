import type { Hex } from "../../../kit/hex.ts";

/** Balances and their values after each block. */
export class BalanceHistory {
  /** Oldest first: block and balance after it. */
  private readonly changes = new Map<Hex, { readonly block: number; amount: bigint }[]>();

  /** Returns the balance after a block; by default the current one. */
  of(address: Hex, block = Number.POSITIVE_INFINITY): bigint {
    return this.changes.get(address)?.findLast((change) => change.block <= block)?.amount ?? 0n;
  }

  set(address: Hex, block: number, amount: bigint): void {
    const changes = this.changes.get(address);
    if (changes === undefined) {
      this.changes.set(address, [{ block, amount }]);
      return;
    }
    const last = changes.at(-1);
    if (last?.block === block) last.amount = amount;
    else changes.push({ block, amount });
  }

  /** @returns false when the balance is too low; nothing moves then */
  move(from: Hex, to: Hex, amount: bigint, block: number): boolean {
    if (this.of(from) < amount) return false;
    this.set(from, block, this.of(from) - amount);
    this.set(to, block, this.of(to) + amount);
    return true;
  }
}
