import { LIMITS } from "@candor/protocol/limits";

/** A row is 128 bytes, two cache lines; what trading needs stands in the first. */
const ROW_SHIFT = 5;
const ROW_INTS = 1 << ROW_SHIFT;
const INITIAL_USERS = 64;

/** 0: not open; otherwise one more than the index into the protocol's ACCOUNT_ROLES. */
const ROLE = 0;
/** Slot of the newest live order plus one; 0: none. */
export const NEWEST_ORDER = 1;
export const ORDER_COUNT = 2;
/** Where the pages of a wallet's accounts begin, by wallet: main, coin, contract, option. Four pages each. */
const PAGES = [8, 4, 16, 20] as const;
const COIN_PAGES = PAGES[1];
const COIN = 1;

/** Index of `labelled` in ACCOUNT_ROLES, plus one. */
const LABELLED = 2;

/**
 * One row for each user number from LIMITS.firstUserId on: role, list of live orders, pages of the ledger. Together,
 * because a command needs all three, and what it costs is the number of cache lines it has to fetch.
 */
export class UserTable {
  /** Replaced when the table grows. */
  ints = new Int32Array(INITIAL_USERS * ROW_INTS);
  /** Rows that have been opened lie below this number. */
  private end = 0;

  /** Where the row of an open user begins in `ints`. */
  rowOf(userId: number): number {
    return (userId - LIMITS.firstUserId) << ROW_SHIFT;
  }

  /** The place in `ints` of the number of a page: users counted from 0, wallet as in WALLETS, `group` 0–3. */
  pagePlace(userIndex: number, wallet: number, group: number): number {
    const start = wallet === COIN ? COIN_PAGES : (PAGES[wallet] as number);
    return (userIndex << ROW_SHIFT) + start + group;
  }

  /** Whether `userId` is a number that a user may have. */
  isPossible(userId: number): boolean {
    const index = userId - LIMITS.firstUserId;
    return Number.isInteger(index) && index >= 0 && index < LIMITS.maxUsers;
  }

  isOpen(userId: number): boolean {
    const index = userId - LIMITS.firstUserId;
    return index >= 0 && index < this.end && this.ints[this.rowOf(userId) + ROLE] !== 0;
  }

  /** Of an open user. */
  isLabelled(userId: number): boolean {
    return this.ints[this.rowOf(userId) + ROLE] === LABELLED;
  }

  /** Index into ACCOUNT_ROLES, or −1 while the account is not open. */
  roleOf(userId: number): number {
    return this.isOpen(userId) ? (this.ints[this.rowOf(userId) + ROLE] as number) - 1 : -1;
  }

  /** `userId` is possible and not open. */
  open(userId: number, role: number): void {
    const row = this.rowOf(userId);
    if (row >= this.ints.length) {
      let length = this.ints.length;
      while (length <= row) length *= 2;
      const wider = new Int32Array(length);
      wider.set(this.ints);
      this.ints = wider;
    }
    this.ints[row + ROLE] = role + 1;
    this.end = Math.max(this.end, userId - LIMITS.firstUserId + 1);
  }

  /** Visits every open account by its number. */
  forEach(visit: (userId: number, role: number) => void): void {
    for (let userId: number = LIMITS.firstUserId; userId < LIMITS.firstUserId + this.end; userId++) {
      const role = this.roleOf(userId);
      if (role >= 0) visit(userId, role);
    }
  }

  get byteLength(): number {
    return this.ints.byteLength;
  }
}
