import type { Command } from "@candor/domain/commands/commands";
import type { WithdrawalChanged } from "@candor/domain/events/events";
import { LIMITS } from "@candor/domain/limits";
import type { Units } from "@candor/money/brand";
import type { RandomSource } from "./order-flow-random.ts";

/** Number of on-chain transfers kept for being reported again. */
const KEPT_DEPOSITS = 32;
const CHAINS = 2;
const STEPS = ["reviewing", "approved", "signed", "broadcast"] as const;

/**
 * Simulates two chains and their watchers: deposits, some of them reported twice, withdrawals with and without review,
 * their steps in and out of order, and their ends. It uses only the exchange's events.
 */
export class FundsWorkload {
  private readonly random: RandomSource;
  private readonly users: number;
  private readonly assets: number;
  private readonly deposits: Command[] = [];
  private readonly open = new Map<number, WithdrawalChanged>();
  private lastEnded = 1;
  private nextKey = 1;

  constructor(random: RandomSource, users: number, assets: number) {
    this.random = random;
    this.users = users;
    this.assets = assets;
  }

  next(): Command {
    const draw = this.random.below(100);
    if (draw < 25) return this.deposit();
    if (draw < 50) return this.request();
    if (draw < 80) return this.advance();
    return this.settle();
  }

  observe(event: WithdrawalChanged): void {
    if (event.status === "confirmed" || event.status === "returned") {
      this.open.delete(event.withdrawalId);
      this.lastEnded = event.withdrawalId;
    } else {
      this.open.set(event.withdrawalId, event);
    }
  }

  private deposit(): Command {
    const again = this.deposits[this.random.below(KEPT_DEPOSITS)];
    if (again !== undefined && this.random.chance(0.2)) return again;
    const command: Command = {
      kind: "credit-deposit",
      ...this.whatAndWhose(),
      chainIndex: this.random.below(CHAINS),
      txHash: this.hex(64),
      logIndex: this.random.below(4) - 1,
      key: "",
    };
    this.deposits[this.random.below(KEPT_DEPOSITS)] = command;
    return command;
  }

  private request(): Command {
    const what = this.whatAndWhose();
    return {
      kind: "request-withdrawal",
      ...what,
      chainIndex: this.random.below(CHAINS),
      address: this.hex(40),
      feeUnits: (this.random.chance(0.2) ? 0 : this.random.below(what.amountUnits)) as Units,
      needsReview: this.random.chance(0.3),
      key: this.random.chance(0.5) ? `w${this.nextKey++}` : "",
    };
  }

  /** Usually the next step; sometimes another one, or the same with another transaction. */
  private advance(): Command {
    const withdrawal = this.pickOpen();
    const at = STEPS.indexOf(withdrawal?.status as (typeof STEPS)[number]);
    const isOdd = this.random.chance(0.15);
    const after = withdrawal?.status === "frozen" && this.random.chance(0.8) ? 1 : at + 1;
    const step = isOdd ? this.random.below(STEPS.length) : Math.min(after, STEPS.length - 1);
    const status = STEPS[step] ?? "reviewing";
    const known = withdrawal?.txHash ?? "";
    const txHash = step < 2 ? "" : known !== "" && this.random.chance(0.8) ? known : this.hex(64);
    return { kind: "advance-withdrawal", withdrawalId: this.idOf(withdrawal), status, txHash };
  }

  private settle(): Command {
    const withdrawal = this.pickOpen();
    const isPaid = withdrawal?.status === "broadcast" ? this.random.chance(0.8) : this.random.chance(0.3);
    return {
      kind: "settle-withdrawal",
      withdrawalId: this.idOf(withdrawal),
      outcome: isPaid ? "confirmed" : "returned",
      txHash: isPaid ? (withdrawal?.txHash ?? this.hex(64)) : "",
      reason: isPaid ? "" : "the chain refused it",
    };
  }

  /** An open withdrawal; sometimes one that has ended, or that never existed. */
  private idOf(withdrawal: WithdrawalChanged | undefined): number {
    if (withdrawal === undefined || this.random.chance(0.1)) return this.lastEnded + this.random.below(2);
    return withdrawal.withdrawalId;
  }

  private pickOpen(): WithdrawalChanged | undefined {
    const ids = [...this.open.keys()];
    return ids.length === 0 ? undefined : this.open.get(ids[this.random.below(ids.length)] as number);
  }

  private whatAndWhose(): { readonly userId: number; readonly assetId: number; readonly amountUnits: Units } {
    const assetId = this.random.below(this.assets);
    const most = assetId === 0 ? 4_000_000_000 : 8_000_000;
    return {
      userId: LIMITS.firstUserId + this.random.below(this.users),
      assetId,
      amountUnits: (2 + this.random.below(most)) as Units,
    };
  }

  private hex(digits: number): string {
    let text = "0x";
    while (text.length < digits + 2) text += this.random.below(65_536).toString(16).padStart(4, "0");
    return text;
  }
}
