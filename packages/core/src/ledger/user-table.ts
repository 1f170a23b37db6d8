import { LIMITS } from "@candor/domain/limits";
import { RowBuffer } from "../memory/row-buffer.ts";

const { firstUserId, maxUsers } = LIMITS;
/**
 * `userIndex & USERS` equals the index, a user's number from 0. The mask proves to V8 that positions in the table fit
 * 32 bits: see SLOTS.
 */
const USERS = (1 << 20) - 1;

/**
 * A row is 128 bytes, two cache lines. The first holds what most trading needs: role, newest live order, number of live
 * orders and marks in the first 16 bytes, then three accounts (available and frozen) of 16 bytes each. The second holds
 * four more accounts.
 */
export const ROW_CELLS = 16;
const ROW_SHIFT = 4;
const ROW_INTS = ROW_CELLS * 2;
const INITIAL_USERS = 64;

/** Position in a row of `ints`. 0: not open; otherwise the index into the protocol's ACCOUNT_ROLES plus one. */
const ROLE = 0;
/** Slot of the newest live order plus one; 0 if none. */
export const NEWEST_ORDER = 1;
export const ORDER_COUNT = 2;
/** A bit for each frozen wallet, by index in WALLETS, and REFERRED. */
const MARKS = 3;
const FROZEN_WALLETS = 0b1111;
/** Mark of a user who was invited by another. */
const REFERRED = 1 << 4;
/** Higher marks belong to the accounts in the row, by position: the current command has touched the account. */
const LASTING = (1 << 8) - 1;
const TOUCHED = 1 << 7;

/** Position of the first account in a row of `cells`. */
export const HOME_ACCOUNTS = 2;

/** Maximum account pages per user: four per wallet. */
const PAGES_PER_WALLET = 4;
const PAGES_PER_USER = 16;

/** Index of `labelled` in ACCOUNT_ROLES, plus one. */
const LABELLED = 2;

/**
 * One row for each user number from LIMITS.firstUserId on. A row keeps what most orders need of their user in one cache
 * line, because cache misses dominate the cost of a command: with 10,000 or more users no line is cached.
 */
export class UserTable {
  /** Two views over the same bytes, replaced when the table grows. All cells are safe integers. */
  cells: Float64Array;
  ints: Int32Array;
  /** Numbers of the pages that hold a user's other accounts; 0: none. Replaced when the table grows. */
  pages = new Int32Array(INITIAL_USERS * PAGES_PER_USER);
  /** Whether any unlabelled user trades here. Without one, the exchange is still being set up. */
  hasTraders = false;
  /** Index after the last open user; users are numbered from 0. */
  private end = 0;

  constructor() {
    const rows = new RowBuffer(INITIAL_USERS * ROW_CELLS);
    this.cells = rows.numbers;
    this.ints = rows.ints;
  }

  /** The start of an open user's row in `ints`. */
  rowOf(userId: number): number {
    return ((userId - firstUserId) & USERS) * ROW_INTS;
  }

  /** The position in `pages`. Users count from 0, wallet is an index into WALLETS, `group` is 0–3. */
  pagePlace(userIndex: number, wallet: number, group: number): number {
    return userIndex * PAGES_PER_USER + wallet * PAGES_PER_WALLET + group;
  }

  /** Whether `userId` is a valid user number. */
  isPossible(userId: number): boolean {
    const index = userId - firstUserId;
    return Number.isInteger(index) && index >= 0 && index < maxUsers;
  }

  /** The highest number of an open user; 0 if none. */
  get newest(): number {
    return this.end === 0 ? 0 : firstUserId + this.end - 1;
  }

  isOpen(userId: number): boolean {
    const index = userId - firstUserId;
    return index >= 0 && index < this.end && this.ints[(index & USERS) * ROW_INTS + ROLE] !== 0;
  }

  /** The user must be open. */
  isLabelled(userId: number): boolean {
    return this.ints[this.rowOf(userId) + ROLE] === LABELLED;
  }

  /** Index into ACCOUNT_ROLES, or −1 while the account is not open. */
  roleOf(userId: number): number {
    return this.isOpen(userId) ? (this.ints[this.rowOf(userId) + ROLE] as number) - 1 : -1;
  }

  /** `userId` must be possible and not open. */
  open(userId: number, role: number): void {
    const index = userId - firstUserId;
    if (index * ROW_INTS >= this.ints.length) this.grow(index);
    this.ints[index * ROW_INTS + ROLE] = role + 1;
    this.hasTraders ||= role + 1 !== LABELLED;
    this.end = Math.max(this.end, index + 1);
  }

  /** The user must be open. `wallet` is an index into WALLETS. */
  isFrozen(userId: number, wallet: number): boolean {
    return (((this.ints[this.rowOf(userId) + MARKS] as number) >> wallet) & 1) === 1;
  }

  /** A bit for each frozen wallet of an open user, by index in WALLETS. */
  frozenWallets(userId: number): number {
    return (this.ints[this.rowOf(userId) + MARKS] as number) & FROZEN_WALLETS;
  }

  setFrozenWallets(userId: number, wallets: number): void {
    const at = this.rowOf(userId) + MARKS;
    this.ints[at] = ((this.ints[at] as number) & ~FROZEN_WALLETS) | wallets;
  }

  /** Whether an open user was invited by another. */
  isReferred(userId: number): boolean {
    return ((this.ints[this.rowOf(userId) + MARKS] as number) & REFERRED) !== 0;
  }

  markReferred(userId: number): void {
    const at = this.rowOf(userId) + MARKS;
    this.ints[at] = (this.ints[at] as number) | REFERRED;
  }

  /**
   * Marks an account of the row, by position, as touched by the current command. `userIndex` counts from 0.
   * @returns false when it was already marked
   */
  markTouched(userIndex: number, place: number): boolean {
    const { ints } = this;
    const at = (userIndex & USERS) * ROW_INTS + MARKS;
    const marks = ints[at] as number;
    const mark = TOUCHED << (place >> 1);
    if ((marks & mark) !== 0) return false;
    ints[at] = marks | mark;
    return true;
  }

  /** Clears these marks for all accounts of the row. */
  unmarkTouched(userIndex: number): void {
    const at = (userIndex & USERS) * ROW_INTS + MARKS;
    this.ints[at] = (this.ints[at] as number) & LASTING;
  }

  /** Reads an open user's row to bring it into the cache. */
  peek(userId: number): number {
    return this.ints[this.rowOf(userId)] as number;
  }

  /** Visits every open account by user number. */
  forEach(visit: (userId: number, role: number) => void): void {
    for (let userId: number = firstUserId; userId < firstUserId + this.end; userId++) {
      const role = this.roleOf(userId);
      if (role >= 0) visit(userId, role);
    }
  }

  get byteLength(): number {
    return this.cells.byteLength + this.pages.byteLength;
  }

  private grow(index: number): void {
    let users = this.cells.length >> ROW_SHIFT;
    while (users <= index) users *= 2;
    const rows = new RowBuffer(users * ROW_CELLS);
    rows.numbers.set(this.cells);
    this.cells = rows.numbers;
    this.ints = rows.ints;
    const pages = new Int32Array(users * PAGES_PER_USER);
    pages.set(this.pages);
    this.pages = pages;
  }
}
