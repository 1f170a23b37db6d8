import type { Wallet } from "@candor/domain/enumerations";
import type { BalanceChanged } from "@candor/domain/events/events";
import { ensure } from "./audit-error.ts";
import type { AuditedExchange } from "./audited-exchange.ts";
import type { LeverWallet } from "./lever-wallet.ts";

/** Where a user's money may be: in a wallet, or in the margin account of a market. */
export type AuditedWallet = Wallet | LeverWallet;

/** An account as recomputed by the auditor. */
export interface AuditedAccount {
  readonly userId: number;
  readonly wallet: AuditedWallet;
  readonly assetId: number;
  /** available + frozen. */
  totalUnits: number;
  frozenUnits: number;
}

/** How much more a withdrawal, or a position and its orders, have frozen than before; negative for less. */
export interface FrozenChange {
  readonly userId: number;
  readonly assetId: number;
  readonly units: number;
}

/**
 * Sums every user's balances from the events. Checks that none is ever negative, and that each balance a command
 * changes is emitted by it, once, with the expected value.
 */
export class AccountAudit {
  private readonly accounts = new Map<string, AuditedAccount>();
  /** Accounts that the current command has changed or reported. */
  private readonly changed = new Set<AuditedAccount>();
  private readonly told = new Set<AuditedAccount>();

  beginCommand(): void {
    this.changed.clear();
    this.told.clear();
  }

  of(userId: number, wallet: AuditedWallet, assetId: number): AuditedAccount {
    const name = `${userId}/${wallet}/${assetId}`;
    let account = this.accounts.get(name);
    if (account === undefined) {
      account = { userId, wallet, assetId, totalUnits: 0, frozenUnits: 0 };
      this.accounts.set(name, account);
    }
    return account;
  }

  /** Number of the user's accounts with a balance; margin accounts are counted separately. */
  private countOf(userId: number): number {
    let count = 0;
    for (const account of this.accounts.values())
      if (account.userId === userId && account.totalUnits > 0 && !account.wallet.startsWith("lever/"))
        count++;
    return count;
  }

  compare(userId: number, balances: ReturnType<AuditedExchange["accountView"]>["balances"]): void {
    const count = this.countOf(userId);
    ensure(count === balances.length, `user ${userId} has ${balances.length} balances, not ${count}`);
    for (const { wallet, assetId, availableUnits, frozenUnits } of balances) {
      const account = this.of(userId, wallet, assetId);
      ensure(
        account.totalUnits === availableUnits + frozenUnits && account.frozenUnits === frozenUnits,
        `user ${userId}'s ${wallet} of asset ${assetId}`,
      );
    }
  }

  post(userId: number, wallet: AuditedWallet, assetId: number, amountUnits: number): void {
    const account = this.of(userId, wallet, assetId);
    account.totalUnits += amountUnits;
    ensure(
      Number.isSafeInteger(account.totalUnits) && account.totalUnits >= 0,
      `a balance of user ${userId}`,
    );
    this.changed.add(account);
  }

  /** Freezes `units` more than before; negative for less. */
  freeze(account: AuditedAccount, units: number): void {
    if (units === 0) return;
    account.frozenUnits += units;
    ensure(
      account.frozenUnits >= 0,
      `user ${account.userId} has ${account.frozenUnits} frozen in ${account.wallet}`,
    );
    this.changed.add(account);
  }

  expectTotal(userId: number, wallet: AuditedWallet, assetId: number, units: number, what: string): void {
    const { totalUnits } = this.of(userId, wallet, assetId);
    ensure(
      totalUnits === units,
      `${what}: user ${userId} has ${totalUnits} of asset ${assetId}, not ${units}`,
    );
  }

  balance(event: BalanceChanged): void {
    this.expectTold(event.userId, event.wallet, event.assetId, event.availableUnits, event.frozenUnits);
  }

  /** Compares the emitted state of an account with the recomputed one. */
  expectTold(
    userId: number,
    wallet: AuditedWallet,
    assetId: number,
    availableUnits: number,
    frozenUnits: number,
  ): void {
    const account = this.of(userId, wallet, assetId);
    ensure(!this.told.has(account), "a balance was emitted twice");
    this.told.add(account);
    ensure(availableUnits >= 0 && frozenUnits >= 0, `a negative balance of user ${userId}`);
    ensure(
      availableUnits + frozenUnits === account.totalUnits && frozenUnits === account.frozenUnits,
      `user ${userId}'s ${wallet} of asset ${assetId}: emitted ${availableUnits} + ` +
        `${frozenUnits}, found ${account.totalUnits - account.frozenUnits} + ${account.frozenUnits}`,
    );
  }

  endCommand(): void {
    for (const account of this.changed)
      ensure(this.told.has(account), `a balance of user ${account.userId} changed but was not emitted`);
  }
}
