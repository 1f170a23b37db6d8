import { LIMITS } from "@candor/protocol/limits";

/** Indexes into the protocol's WALLETS. */
export const MAIN = 0;
export const COIN = 1;
const WALLET_COUNT = 4;

/** Accounts of one page: consecutive assets of one user's wallet. A power of two. */
const PAGE_ACCOUNTS = 16;
const PAGE_SHIFT = 4;
const PAGE_MASK = PAGE_ACCOUNTS - 1;
/** Pages that a wallet may have, so that they hold LIMITS.maxAssets. */
const PAGES_PER_WALLET = 4;
const INITIAL_USERS = 64;
const INITIAL_PAGES = 64;

/**
 * The exchange's own accounts, one of each an asset. Only the sandbox treasury may be negative: it stands for the
 * world that play money comes from. What it owes is what all others have.
 */
export const SYSTEM_ACCOUNTS = [
  "outside-world",
  "sandbox-treasury",
  "fees",
  "rounding",
  "insurance",
  "option-pool",
  "mining-reserve",
  "lending-pool",
] as const;
export type SystemAccount = (typeof SYSTEM_ACCOUNTS)[number];

const TREASURY = SYSTEM_ACCOUNTS.indexOf("sandbox-treasury");
const FEES = SYSTEM_ACCOUNTS.indexOf("fees");

/** A posting that would break the books: a bug, never a user's mistake. */
export class LedgerError extends Error {
  constructor(what: string) {
    super(`ledger: ${what}`);
    this.name = "LedgerError";
  }
}

/**
 * Who owns what. A user's account is one asset in one wallet, with an available and a frozen part; all amounts are
 * safe integers in the asset's smallest unit. For every asset the sum over all accounts is zero after each command.
 *
 * No sum can overflow: LIMITS.maxUnits bounds what the treasury may issue of an asset, everything else moves what
 * was issued, and no account but the treasury may be negative. Amounts come in as integers from 0 (the command
 * handlers check), and each method either moves both sides of an entry or is one half of an entry named in its comment.
 *
 * Accounts are rows of one Float64Array (two words an account), in pages that are made at first use: a page holds
 * the 16 assets of one user's wallet. An account's number stays valid for ever; it is not state, because it depends
 * on the order in which pages were made.
 */
export class Ledger {
  /** Page of (user, wallet, asset / 16), 0: none. */
  private directory = new Int32Array(INITIAL_USERS * WALLET_COUNT * PAGES_PER_WALLET);
  /** available and frozen of each account. Page 0 stays unused. */
  private units = new Float64Array(INITIAL_PAGES * PAGE_ACCOUNTS * 2);
  /** Directory index of each page, to find the account's owner. */
  private pageOwner = new Int32Array(INITIAL_PAGES);
  private pageCount = 1;
  private readonly system = new Float64Array(LIMITS.maxAssets * SYSTEM_ACCOUNTS.length);

  /** Whether the account changed in this command, and the list of those that did, in the order of their first change. */
  private isTouched = new Uint8Array(INITIAL_PAGES * PAGE_ACCOUNTS);
  private touched = new Int32Array(64);
  touchedCount = 0;

  /** The number of a user's account; makes its page when there is none. `userId` is an open account's. */
  account(userId: number, wallet: number, assetId: number): number {
    const place =
      ((userId - LIMITS.firstUserId) * WALLET_COUNT + wallet) * PAGES_PER_WALLET + (assetId >> PAGE_SHIFT);
    let page = this.directory[place];
    if (page === undefined || page === 0) page = this.makePage(place);
    return (page << PAGE_SHIFT) | (assetId & PAGE_MASK);
  }

  /** As `account`, but −1 where nothing was ever booked. */
  findAccount(userId: number, wallet: number, assetId: number): number {
    const place =
      ((userId - LIMITS.firstUserId) * WALLET_COUNT + wallet) * PAGES_PER_WALLET + (assetId >> PAGE_SHIFT);
    const page = this.directory[place];
    return page === undefined || page === 0 ? -1 : (page << PAGE_SHIFT) | (assetId & PAGE_MASK);
  }

  available(account: number): number {
    return this.units[account * 2] as number;
  }

  frozen(account: number): number {
    return this.units[account * 2 + 1] as number;
  }

  /** available + frozen. */
  total(account: number): number {
    return (this.units[account * 2] as number) + (this.units[account * 2 + 1] as number);
  }

  /** available → frozen of one account. Throws LedgerError when it is not there; check `available` first. */
  hold(account: number, amount: number): void {
    const at = account * 2;
    const rest = (this.units[at] as number) - amount;
    if (!(amount >= 0 && rest >= 0)) throw new LedgerError(`hold of ${amount} leaves ${rest}`);
    this.units[at] = rest;
    this.units[at + 1] = (this.units[at + 1] as number) + amount;
    this.touch(account);
  }

  /** frozen → available of one account. */
  release(account: number, amount: number): void {
    const at = account * 2;
    const rest = (this.units[at + 1] as number) - amount;
    if (!(amount >= 0 && rest >= 0)) throw new LedgerError(`release of ${amount} leaves ${rest} frozen`);
    this.units[at + 1] = rest;
    this.units[at] = (this.units[at] as number) + amount;
    this.touch(account);
  }

  /** Half an entry: what a settlement takes out of the frozen part. @returns what the account has left in all */
  takeFrozen(account: number, amount: number): number {
    const at = account * 2;
    const rest = (this.units[at + 1] as number) - amount;
    if (!(amount >= 0 && rest >= 0)) throw new LedgerError(`taking ${amount} leaves ${rest} frozen`);
    this.units[at + 1] = rest;
    this.touch(account);
    return (this.units[at] as number) + rest;
  }

  /** Half an entry: what a settlement brings. @returns what the account has now in all */
  give(account: number, amount: number): number {
    const at = account * 2;
    if (!(amount >= 0)) throw new LedgerError(`giving ${amount}`);
    const available = (this.units[at] as number) + amount;
    this.units[at] = available;
    this.touch(account);
    return available + (this.units[at + 1] as number);
  }

  /** Half an entry: the venue's part of a settlement. */
  giveFees(assetId: number, amount: number): void {
    const at = assetId * SYSTEM_ACCOUNTS.length + FEES;
    if (!(amount >= 0)) throw new LedgerError(`fee of ${amount}`);
    this.system[at] = (this.system[at] as number) + amount;
  }

  /** How much more of the asset the sandbox treasury may issue. */
  issuable(assetId: number): number {
    return LIMITS.maxUnits + (this.system[assetId * SYSTEM_ACCOUNTS.length + TREASURY] as number);
  }

  /** Sandbox treasury → available of a user's account. At most `issuable`. */
  issue(account: number, assetId: number, amount: number): void {
    const at = assetId * SYSTEM_ACCOUNTS.length + TREASURY;
    if (!(amount >= 0 && amount <= this.issuable(assetId))) throw new LedgerError(`issue of ${amount}`);
    this.system[at] = (this.system[at] as number) - amount;
    this.give(account, amount);
  }

  /** available → available of another account. Throws LedgerError when it is not there. */
  move(from: number, to: number, amount: number): void {
    const at = from * 2;
    const rest = (this.units[at] as number) - amount;
    if (!(amount >= 0 && rest >= 0)) throw new LedgerError(`move of ${amount} leaves ${rest}`);
    this.units[at] = rest;
    this.touch(from);
    this.give(to, amount);
  }

  /** The account that changed as number `index` in this command. */
  touchedAccount(index: number): number {
    return this.touched[index] as number;
  }

  /** Forgets which accounts changed; at the end of each command. */
  clearTouched(): void {
    for (let i = 0; i < this.touchedCount; i++) this.isTouched[this.touched[i] as number] = 0;
    this.touchedCount = 0;
  }

  ownerOf(account: number): number {
    return ((this.pageOwner[account >> PAGE_SHIFT] as number) >> 4) + LIMITS.firstUserId;
  }

  walletOf(account: number): number {
    return ((this.pageOwner[account >> PAGE_SHIFT] as number) >> 2) & 3;
  }

  assetOf(account: number): number {
    return (((this.pageOwner[account >> PAGE_SHIFT] as number) & 3) << PAGE_SHIFT) | (account & PAGE_MASK);
  }

  systemBalance(account: SystemAccount, assetId: number): number {
    return this.system[assetId * SYSTEM_ACCOUNTS.length + SYSTEM_ACCOUNTS.indexOf(account)] as number;
  }

  /** For snapshots alone. */
  restoreSystemBalance(account: SystemAccount, assetId: number, units: number): void {
    this.system[assetId * SYSTEM_ACCOUNTS.length + SYSTEM_ACCOUNTS.indexOf(account)] = units;
  }

  /** For snapshots alone. */
  restoreAccount(account: number, available: number, frozen: number): void {
    this.units[account * 2] = available;
    this.units[account * 2 + 1] = frozen;
  }

  /** Visits every user account that holds something, by user, wallet, asset. */
  forEachAccount(visit: (account: number, userId: number, wallet: number, assetId: number) => void): void {
    const { directory } = this;
    for (let place = 0; place < directory.length; place++) {
      const page = directory[place] as number;
      if (page === 0) continue;
      for (let i = 0; i < PAGE_ACCOUNTS; i++) {
        const account = (page << PAGE_SHIFT) | i;
        if (this.units[account * 2] === 0 && this.units[account * 2 + 1] === 0) continue;
        visit(account, this.ownerOf(account), this.walletOf(account), this.assetOf(account));
      }
    }
  }

  /** The sum over all accounts of the asset, the exchange's own included: zero, or the books are broken. */
  sumOf(assetId: number): bigint {
    let sum = 0n;
    for (const name of SYSTEM_ACCOUNTS) sum += BigInt(this.systemBalance(name, assetId));
    this.forEachAccount((account, _user, _wallet, asset) => {
      if (asset === assetId) sum += BigInt(this.available(account)) + BigInt(this.frozen(account));
    });
    return sum;
  }

  get byteLength(): number {
    return this.directory.byteLength + this.units.byteLength + this.pageOwner.byteLength;
  }

  private touch(account: number): void {
    if (this.isTouched[account] !== 0) return;
    this.isTouched[account] = 1;
    if (this.touchedCount === this.touched.length) {
      const longer = new Int32Array(this.touched.length * 2);
      longer.set(this.touched);
      this.touched = longer;
    }
    this.touched[this.touchedCount++] = account;
  }

  private makePage(place: number): number {
    if (place >= this.directory.length) {
      let length = this.directory.length;
      while (length <= place) length *= 2;
      const wider = new Int32Array(length);
      wider.set(this.directory);
      this.directory = wider;
    }
    if (this.pageCount === this.pageOwner.length) this.growPages();
    const page = this.pageCount++;
    this.pageOwner[page] = place;
    this.directory[place] = page;
    return page;
  }

  private growPages(): void {
    const pages = this.pageOwner.length * 2;
    const owners = new Int32Array(pages);
    owners.set(this.pageOwner);
    this.pageOwner = owners;
    const units = new Float64Array(pages * PAGE_ACCOUNTS * 2);
    units.set(this.units);
    this.units = units;
    const flags = new Uint8Array(pages * PAGE_ACCOUNTS);
    flags.set(this.isTouched);
    this.isTouched = flags;
  }
}
