import type {
  RequestWithdrawal,
  SettleWithdrawal,
  WithdrawalStep,
} from "@candor/domain/commands/fund-commands";
import { expect } from "vitest";
import { type Balances, type Coin, type Outcome, plain } from "./exchange-world.ts";
import { SpotWorld } from "./spot-world.ts";

/** Returns a transaction hash derived from a word, so that tests can name it. */
export function tx(word: string): string {
  return `0x${Buffer.from(word).toString("hex").padStart(64, "0")}`;
}

/** An address in checksum case. */
export const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";

/** A small exchange with a chain. */
export class WalletWorld extends SpotWorld {
  /** A transfer on the chain has enough confirmations. */
  creditDeposit(
    name: string,
    coin: Coin,
    amount: string,
    transaction: string,
    place: { readonly chainIndex?: number; readonly logIndex?: number } = {},
  ): Outcome {
    return this.execute({
      kind: "credit-deposit",
      userId: this.id(name),
      ...this.amount(coin, amount),
      chainIndex: 0,
      txHash: tx(transaction),
      logIndex: 0,
      key: "",
      ...place,
    });
  }

  /** `fields`: deviations from the defaults. */
  requestWithdrawal(
    name: string,
    coin: Coin,
    amount: string,
    fee: string,
    fields: Partial<RequestWithdrawal> = {},
  ): Outcome {
    return this.execute({
      kind: "request-withdrawal",
      userId: this.id(name),
      ...this.amount(coin, amount),
      chainIndex: 0,
      address: ADDRESS,
      feeUnits: this.amount(coin, fee).amountUnits,
      needsReview: false,
      key: "",
      ...fields,
    });
  }

  step(withdrawal: Outcome, status: WithdrawalStep, transaction = ""): Outcome {
    const txHash = transaction === "" ? "" : tx(transaction);
    return this.execute({ kind: "advance-withdrawal", withdrawalId: withdrawal.seq, status, txHash });
  }

  /** Approves, signs and broadcasts. */
  broadcast(withdrawal: Outcome, transaction: string): void {
    for (const status of ["approved", "signed", "broadcast"] as const)
      this.step(withdrawal, status, status === "approved" ? "" : transaction);
  }

  confirmed(withdrawal: Outcome, transaction: string): Outcome {
    return this.settle(withdrawal, { outcome: "confirmed", txHash: tx(transaction), reason: "" });
  }

  returned(withdrawal: Outcome, reason: string): Outcome {
    return this.settle(withdrawal, { outcome: "returned", txHash: "", reason });
  }

  settle(withdrawal: Outcome, fields: Pick<SettleWithdrawal, "outcome" | "txHash" | "reason">): Outcome {
    return this.execute({ kind: "settle-withdrawal", withdrawalId: withdrawal.seq, ...fields });
  }

  /** Status of the pending withdrawals, oldest first: "frozen", "reviewing", … */
  get pendingStatuses(): string[] {
    return this.exchange.withdrawalsView().withdrawals.map(({ status }) => status);
  }

  /** Checks every balance, the fees, and the outside world's total, as "−1000". */
  expectBooks(expected: Readonly<Record<string, Balances>>, outside: string): void {
    this.expectBalances(expected);
    const { outsideWorldUnits } = this.exchange.solvencyView().assets[0] ?? { outsideWorldUnits: 0 };
    expect(plain(outsideWorldUnits)).toBe(outside);
  }
}
