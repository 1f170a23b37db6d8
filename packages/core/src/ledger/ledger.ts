import type { EventWriter } from "@candor/codec/event-writer";
import { type EndowableAccount } from "@candor/domain/enumerations";
import { LIMITS } from "@candor/domain/limits";
import {
  ASSET_MASK,
  accountNumber,
  MARGIN_FROM,
  marginNumber,
  USER_SHIFT,
  WALLET_SHIFT,
} from "./account-number.ts";
import { LedgerError } from "./ledger-error.ts";
import { OUTSIDE_ROW, rowPositionOf } from "./row-positions.ts";
import type { SystemAccount } from "./system-accounts.ts";
import { NEVER_NEGATIVE, SYSTEM_ACCOUNTS } from "./system-accounts.ts";
import { TouchedAccounts } from "./touched-accounts.ts";
import type { UserTable } from "./user-table.ts";
import { ROW_CELLS } from "./user-table.ts";

const { firstUserId, maxAssets, maxUnits } = LIMITS;

/** Accounts per page: consecutive assets of one user's wallet. A power of two. */
const PAGE_SHIFT = 4;
const PAGE_ACCOUNTS = 1 << PAGE_SHIFT;
const PAGE_MASK = PAGE_ACCOUNTS - 1;
const PAGE_WORDS = PAGE_ACCOUNTS * 2;
const INITIAL_PAGES = 64;
const TREASURY = SYSTEM_ACCOUNTS.indexOf("sandbox-treasury");
const FEES = SYSTEM_ACCOUNTS.indexOf("fees");
const OUTSIDE_WORLD = SYSTEM_ACCOUNTS.indexOf("outside-world");
const CLEARING = SYSTEM_ACCOUNTS.indexOf("clearing");

/** Cells of a margin account: available and frozen for each of its two coins. */
const MARGIN_CELLS = 4;
const INITIAL_MARGINS = 64;
/** Maximum number of margin accounts, so that account numbers stay small integers. */
export const MAX_MARGINS = 4_000_000;

/**
 * Who owns what. A user's account is one asset in one wallet, with an available and a frozen part; all amounts are safe
 * integers in the asset's smallest unit. For every asset the sum over all accounts is zero after each command.
 *
 * No sum can overflow: LIMITS.maxUnits bounds how much of an asset the treasury and the outside world may issue
 * together, everything else only moves it, and only those two accounts may be negative. Amounts are integers from 0
 * (the command handlers check). Each method moves both sides of an entry, or is one half of an entry named in its
 * comment.
 *
 * The accounts that trading uses most are in their user's row. The others are in pages of 16 assets of one wallet,
 * created on first use. Both are plain Float64Arrays with two cells per account. Account numbers must be of open users.
 */
export class Ledger {
  readonly users: UserTable;
  /** available and frozen of accounts outside their user's row. Page 0 means "none" and stays zero. */
  private pages = new Float64Array(INITIAL_PAGES * PAGE_WORDS);
  private pageCount = 1;
  private readonly system = new Float64Array(maxAssets * SYSTEM_ACCOUNTS.length);

  /** available and frozen of the base and quote coins, by margin account; and the coins' assets. */
  private margins = new Float64Array(INITIAL_MARGINS * MARGIN_CELLS);
  readonly marginAssets: (readonly [base: number, quote: number])[] = [];
  /** Numbers of the margin accounts that changed since the list was last cleared. May contain duplicates. */
  readonly touchedMargins: number[] = [];

  private readonly touched = new TouchedAccounts();

  constructor(users: UserTable) {
    this.users = users;
  }

  /** The account number of an open user. Wallet is an index into WALLETS. */
  account(userId: number, wallet: number, assetId: number): number {
    return accountNumber(userId, wallet, assetId);
  }

  /**
   * Opens a margin account under the next number. The caller checks that fewer than MAX_MARGINS exist.
   * @returns its number
   */
  openMargin(baseAsset: number, quoteAsset: number): number {
    const margin = this.marginAssets.push([baseAsset, quoteAsset]) - 1;
    if (this.marginAssets.length * MARGIN_CELLS > this.margins.length) {
      const wider = new Float64Array(this.margins.length * 2);
      wider.set(this.margins);
      this.margins = wider;
    }
    return margin;
  }

  /** The account number of one coin of a margin account. */
  marginAccount(margin: number, isQuote: boolean, assetId: number): number {
    return marginNumber(margin, isQuote, assetId);
  }

  ownerOf(account: number): number {
    return (account >> USER_SHIFT) + firstUserId;
  }

  walletOf(account: number): number {
    return (account >> WALLET_SHIFT) & 3;
  }

  assetOf(account: number): number {
    return account & ASSET_MASK;
  }

  available(account: number): number {
    const home = rowPositionOf(account);
    return this.cellsOf(account, home)[this.placeOf(account, home)] as number;
  }

  frozen(account: number): number {
    const home = rowPositionOf(account);
    return this.cellsOf(account, home)[this.placeOf(account, home) + 1] as number;
  }

  /** available + frozen. */
  total(account: number): number {
    const home = rowPositionOf(account);
    const cells = this.cellsOf(account, home);
    const at = this.placeOf(account, home);
    return (cells[at] as number) + (cells[at + 1] as number);
  }

  /**
   * available → frozen of one account. Throws LedgerError when the balance is insufficient; check `available` first.
   */
  hold(account: number, amount: number): void {
    const home = rowPositionOf(account);
    const cells = this.cellsOf(account, home);
    const at = this.placeOf(account, home);
    const rest = (cells[at] as number) - amount;
    if (!(amount >= 0 && rest >= 0)) throw new LedgerError(`hold of ${amount} leaves ${rest}`);
    cells[at] = rest;
    cells[at + 1] = (cells[at + 1] as number) + amount;
    this.touch(account, home);
  }

  /**
   * Like `hold`, but holds what is available when that is less.
   * @returns the amount held
   */
  holdAtMost(account: number, amount: number): number {
    const home = rowPositionOf(account);
    const cells = this.cellsOf(account, home);
    const at = this.placeOf(account, home);
    const available = cells[at] as number;
    const part = available < amount ? available : amount;
    if (!(part > 0)) {
      if (part === 0) return 0;
      throw new LedgerError(`hold must be at least 0, got ${amount}`);
    }
    cells[at] = available - part;
    cells[at + 1] = (cells[at + 1] as number) + part;
    this.touch(account, home);
    return part;
  }

  /** frozen → available of one account. */
  release(account: number, amount: number): void {
    const home = rowPositionOf(account);
    const cells = this.cellsOf(account, home);
    const at = this.placeOf(account, home);
    const rest = (cells[at + 1] as number) - amount;
    if (!(amount >= 0 && rest >= 0)) throw new LedgerError(`release of ${amount} leaves ${rest} frozen`);
    cells[at + 1] = rest;
    cells[at] = (cells[at] as number) + amount;
    this.touch(account, home);
  }

  /**
   * Half an entry: the amount a settlement takes from the frozen part.
   * @returns the account's remaining total
   */
  takeFrozen(account: number, amount: number): number {
    const home = rowPositionOf(account);
    const cells = this.cellsOf(account, home);
    const at = this.placeOf(account, home);
    const rest = (cells[at + 1] as number) - amount;
    if (!(amount >= 0 && rest >= 0)) throw new LedgerError(`taking ${amount} leaves ${rest} frozen`);
    cells[at + 1] = rest;
    this.touch(account, home);
    return (cells[at] as number) + rest;
  }

  /**
   * Half an entry: the amount a settlement credits.
   * @returns the account's new total
   */
  give(account: number, amount: number): number {
    if (!(amount >= 0)) throw new LedgerError(`giving ${amount}`);
    const home = rowPositionOf(account);
    const at = this.makePlace(account, home);
    const cells = this.cellsOf(account, home);
    const available = (cells[at] as number) + amount;
    cells[at] = available;
    this.touch(account, home);
    return available + (cells[at + 1] as number);
  }

  /** Half an entry: the amount a settlement takes from the available part. */
  take(account: number, amount: number): void {
    const home = rowPositionOf(account);
    const cells = this.cellsOf(account, home);
    const at = this.placeOf(account, home);
    const rest = (cells[at] as number) - amount;
    if (!(amount >= 0 && rest >= 0)) throw new LedgerError(`taking ${amount} leaves ${rest} available`);
    cells[at] = rest;
    this.touch(account, home);
  }

  /** Half an entry: the amount a settlement adds to, or takes from, one of the exchange's own accounts. */
  shift(account: SystemAccount, assetId: number, amount: number): void {
    const at = assetId * SYSTEM_ACCOUNTS.length + SYSTEM_ACCOUNTS.indexOf(account);
    const units = (this.system[at] as number) + amount;
    if (!Number.isSafeInteger(units)) throw new LedgerError(`${account} of ${units}`);
    if (units < 0 && NEVER_NEGATIVE.has(account)) throw new LedgerError(`${account} of ${units}`);
    this.system[at] = units;
  }

  /** Half an entry: the exchange's fee in a settlement. */
  giveFees(assetId: number, amount: number): void {
    const at = assetId * SYSTEM_ACCOUNTS.length + FEES;
    if (!(amount >= 0)) throw new LedgerError(`fee of ${amount}`);
    this.system[at] = (this.system[at] as number) + amount;
  }

  /**
   * Half an entry: the effect of a fill on the account that holds a position's margin. Unfreezes `released`, freezes
   * `added`, and credits `received`, or debits it when negative.
   * @returns the account's new total
   */
  settleFill(account: number, released: number, added: number, received: number): number {
    const home = rowPositionOf(account);
    const cells = this.cellsOf(account, home);
    const at = this.placeOf(account, home);
    const frozen = (cells[at + 1] as number) - released;
    const available = (cells[at] as number) + released + received - added;
    if (!(released >= 0 && added >= 0 && frozen >= 0 && available >= 0))
      throw new LedgerError(`fill of ${received} leaves ${available} available and ${frozen} frozen`);
    cells[at] = available;
    cells[at + 1] = frozen + added;
    this.touch(account, home);
    return available + frozen + added;
  }

  /** Half an entry: what closed positions take from, or add to, the unrealized gains and losses of open ones. */
  shiftClearing(assetId: number, amount: number): void {
    const at = assetId * SYSTEM_ACCOUNTS.length + CLEARING;
    const units = (this.system[at] as number) + amount;
    if (!Number.isSafeInteger(units)) throw new LedgerError(`clearing of ${units}`);
    this.system[at] = units;
  }

  /** How much more of the asset the treasury and the outside world may issue. */
  issuable(assetId: number): number {
    const at = assetId * SYSTEM_ACCOUNTS.length;
    return maxUnits + (this.system[at + TREASURY] as number) + (this.system[at + OUTSIDE_WORLD] as number);
  }

  /** Sandbox treasury → available of a user's account. At most `issuable`. */
  issue(account: number, amount: number): void {
    const assetId = this.assetOf(account);
    if (!(amount >= 0 && amount <= this.issuable(assetId))) throw new LedgerError(`issue of ${amount}`);
    const at = assetId * SYSTEM_ACCOUNTS.length + TREASURY;
    this.system[at] = (this.system[at] as number) - amount;
    this.give(account, amount);
  }

  /** Sandbox treasury → a pool or the insurance fund. At most `issuable`. */
  endow(pool: EndowableAccount, assetId: number, amount: number): void {
    if (!(amount >= 0 && amount <= this.issuable(assetId))) throw new LedgerError(`endowment of ${amount}`);
    this.shift("sandbox-treasury", assetId, 0 - amount);
    this.shift(pool, assetId, amount);
  }

  /** Outside world → available of a user's account. At most `issuable`. */
  receive(account: number, amount: number): void {
    const assetId = this.assetOf(account);
    if (!(amount >= 0 && amount <= this.issuable(assetId))) throw new LedgerError(`receipt of ${amount}`);
    const at = assetId * SYSTEM_ACCOUNTS.length + OUTSIDE_WORLD;
    this.system[at] = (this.system[at] as number) - amount;
    this.give(account, amount);
  }

  /** frozen → outside world, and the fee → fees. Throws LedgerError when the balance is insufficient. */
  payOut(account: number, net: number, fee: number): void {
    const assetId = this.assetOf(account);
    this.takeFrozen(account, net + fee);
    const at = assetId * SYSTEM_ACCOUNTS.length + OUTSIDE_WORLD;
    this.system[at] = (this.system[at] as number) + net;
    this.giveFees(assetId, fee);
  }

  /** available → available of another account. Throws LedgerError when the balance is insufficient. */
  move(from: number, to: number, amount: number): void {
    const home = rowPositionOf(from);
    const cells = this.cellsOf(from, home);
    const at = this.placeOf(from, home);
    const rest = (cells[at] as number) - amount;
    if (!(amount >= 0 && rest >= 0)) throw new LedgerError(`move of ${amount} leaves ${rest}`);
    cells[at] = rest;
    this.touch(from, home);
    this.give(to, amount);
  }

  /** Writes a balance-changed event for each account that changed in this command, and clears the list. */
  emitBalanceChanges(out: EventWriter): void {
    const { touched } = this;
    for (let i = 0; i < touched.count; i++) {
      const account = touched.at(i);
      const home = rowPositionOf(account);
      const cells = this.cellsOf(account, home);
      const at = this.placeOf(account, home);
      out.balanceChanged(
        this.ownerOf(account),
        this.walletOf(account),
        this.assetOf(account),
        cells[at] as number,
        cells[at + 1] as number,
      );
      if (home !== OUTSIDE_ROW) this.users.unmarkTouched(account >>> USER_SHIFT);
    }
    touched.clear();
  }

  systemBalance(account: SystemAccount, assetId: number): number {
    return this.system[assetId * SYSTEM_ACCOUNTS.length + SYSTEM_ACCOUNTS.indexOf(account)] as number;
  }

  /** For snapshots only. */
  restoreSystemBalance(account: SystemAccount, assetId: number, units: number): void {
    this.system[assetId * SYSTEM_ACCOUNTS.length + SYSTEM_ACCOUNTS.indexOf(account)] = units;
  }

  /** For snapshots only. */
  restoreAccount(account: number, available: number, frozen: number): void {
    const home = rowPositionOf(account);
    const at = this.makePlace(account, home);
    const cells = this.cellsOf(account, home);
    cells[at] = available;
    cells[at + 1] = frozen;
  }

  get byteLength(): number {
    return this.pages.byteLength + this.margins.byteLength;
  }

  // `home` is the result of rowPositionOf(account). Callers compute it once, because V8 reads it again after every write.

  private cellsOf(account: number, home: number): Float64Array {
    return home === OUTSIDE_ROW ? this.farCellsOf(account) : this.users.cells;
  }

  /** The account's position in its cells. Accounts in a missing page map to a position that is always zero. */
  private placeOf(account: number, home: number): number {
    return home === OUTSIDE_ROW ? this.farPlaceOf(account) : (account >>> USER_SHIFT) * ROW_CELLS + home;
  }

  private farCellsOf(account: number): Float64Array {
    return account < MARGIN_FROM ? this.pages : this.margins;
  }

  private farPlaceOf(account: number): number {
    if (account >= MARGIN_FROM)
      return ((account - MARGIN_FROM) >> USER_SHIFT) * MARGIN_CELLS + (this.walletOf(account) === 0 ? 0 : 2);
    const page = this.users.pages[this.pagePlace(account)] as number;
    return ((page << PAGE_SHIFT) | (account & PAGE_MASK)) * 2;
  }

  /** Like placeOf, for a posting: creates a missing page. May replace `pages`. */
  private makePlace(account: number, home: number): number {
    if (home !== OUTSIDE_ROW) return (account >>> USER_SHIFT) * ROW_CELLS + home;
    if (account < MARGIN_FROM && this.users.pages[this.pagePlace(account)] === 0) this.makePage(account);
    return this.farPlaceOf(account);
  }

  private pagePlace(account: number): number {
    const group = this.assetOf(account) >> PAGE_SHIFT;
    return this.users.pagePlace(account >> USER_SHIFT, this.walletOf(account), group);
  }

  private touch(account: number, home: number): void {
    if (home === OUTSIDE_ROW) this.touchFar(account);
    else if (this.users.markTouched(account >>> USER_SHIFT, home)) this.touched.add(account);
  }

  private touchFar(account: number): void {
    if (account < MARGIN_FROM) this.touched.note(account);
    else this.touchedMargins.push((account - MARGIN_FROM) >> USER_SHIFT);
  }

  private makePage(account: number): void {
    if (this.pageCount * PAGE_WORDS === this.pages.length) {
      const wider = new Float64Array(this.pages.length * 2);
      wider.set(this.pages);
      this.pages = wider;
    }
    this.users.pages[this.pagePlace(account)] = this.pageCount++;
  }
}
