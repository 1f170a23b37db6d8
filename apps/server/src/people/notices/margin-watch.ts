import type { OpenPosition } from "@candor/domain/engine-port";
import type { Listings } from "../../market/market-data/listings.ts";
import { type CallChange, WatchedAccount } from "./watched-account.ts";
import { WatchedContract } from "./watched-contract.ts";

/** Current state of a position; 0 lots means there is none. */
export type CurrentPosition = Omit<OpenPosition, "walletUnits" | "markTicks">;

/**
 * Tracks all open positions of people from the exchange's events, and whether they need a margin call. It runs outside
 * the core, because orders must not wait for it: an event only marks accounts dirty, and the next mark checks them. The
 * cost of a mark depends on the accounts whose money changed and those waiting for it, not on the total.
 */
export class MarginWatch {
  private readonly listings: Listings;
  private readonly calledOf: (userId: number) => Iterable<string>;
  private readonly contracts = new Map<number, WatchedContract>();
  private readonly accounts = new Map<number, WatchedAccount>();
  /** Accounts to check. */
  private readonly due = new Set<WatchedAccount>();

  /** @param calledOf returns the pools of a user that were called before and may not have recovered */
  constructor(listings: Listings, calledOf: (userId: number) => Iterable<string>) {
    this.listings = listings;
    this.calledOf = calledOf;
  }

  /** Returns whether the user has an open position. */
  has(userId: number): boolean {
    return this.accounts.has(userId);
  }

  /** Adds a position from before the events, with the money that backs it. */
  seed(open: OpenPosition): void {
    this.contract(open.marketId).markTicks = open.markTicks;
    this.position(open);
    this.wallet(open.userId, this.contract(open.marketId).quoteAssetId, open.walletUnits);
  }

  position({ userId, marketId, leg, lots, entryCostUnits, marginUnits, marginMode }: CurrentPosition): void {
    const known = this.accounts.get(userId);
    const name = leg === undefined ? `${marketId}` : `${marketId} ${leg}`;
    if (lots === 0) {
      if (known !== undefined) this.closed(known, name);
      return;
    }
    const account = known ?? this.open(userId);
    const position = account.positions.get(name) ?? this.contract(marketId).open(userId, leg);
    account.positions.set(name, position);
    position.lots = lots;
    position.costUnits = entryCostUnits;
    position.marginUnits = marginUnits;
    position.isCross = marginMode === "cross";
    this.due.add(account);
  }

  /**
   * Sets the balance of a contract wallet. For a newly opened position this comes after it, within the same command.
   */
  wallet(userId: number, assetId: number, totalUnits: number): void {
    const account = this.accounts.get(userId);
    if (account === undefined || account.walletUnits.get(assetId) === totalUnits) return;
    account.walletUnits.set(assetId, totalUnits);
    this.due.add(account);
  }

  mark(marketId: number, markTicks: number): void {
    const contract = this.contract(marketId);
    contract.markTicks = markTicks;
    for (const userId of contract.takeReached()) {
      const account = this.accounts.get(userId);
      if (account !== undefined) this.due.add(account);
    }
  }

  /** Stops tracking a user. */
  forget(userId: number): void {
    const account = this.accounts.get(userId);
    if (account === undefined) return;
    for (const position of account.positions.values()) position.contract.close(position);
    this.accounts.delete(userId);
    this.due.delete(account);
  }

  /** Returns the calls that started or ended since the last check. */
  look(): CallChange[] {
    const changes: CallChange[] = [];
    for (const account of this.due) {
      if (!account.isMarked) continue;
      this.due.delete(account);
      changes.push(...account.look());
      if (account.positions.size === 0) this.accounts.delete(account.userId);
    }
    return changes;
  }

  private open(userId: number): WatchedAccount {
    const account = new WatchedAccount(userId, this.calledOf(userId));
    this.accounts.set(userId, account);
    return account;
  }

  private closed(account: WatchedAccount, name: string): void {
    const position = account.positions.get(name);
    if (position === undefined) return;
    position.contract.close(position);
    account.positions.delete(name);
    this.due.add(account);
  }

  private contract(marketId: number): WatchedContract {
    let contract = this.contracts.get(marketId);
    if (contract === undefined) {
      contract = new WatchedContract(this.listings.market(marketId));
      this.contracts.set(marketId, contract);
    }
    return contract;
  }
}
