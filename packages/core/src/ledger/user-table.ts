import { LIMITS } from "@candor/protocol/limits";

// V8 folds constants of this module into the code, but reads imported ones anew each time.
const { firstUserId, maxUsers } = LIMITS;

/**
 * A row is 384 bytes: role, newest live order and number of live orders in the first 16, then the coin wallet's
 * accounts of the first 16 assets (available and frozen, 16 bytes each), then the pages of all other accounts.
 */
const ROW_CELLS = 48;
const ROW_INTS = ROW_CELLS * 2;
const INITIAL_USERS = 64;

/** Place in a row of `ints`. 0: not open; otherwise one more than the index into the protocol's ACCOUNT_ROLES. */
const ROLE = 0;
/** Slot of the newest live order plus one; 0: none. */
export const NEWEST_ORDER = 1;
export const ORDER_COUNT = 2;
/** Numbers of pages, four a wallet. */
const PAGES = 68;
const PAGES_PER_WALLET = 4;

/** Where the accounts begin in a row of `cells`. */
const HOME_ACCOUNTS = 2;

/** Index of `labelled` in ACCOUNT_ROLES, plus one. */
const LABELLED = 2;

/**
 * One row for each user number from LIMITS.firstUserId on. What an order needs of its user lies side by side, because
 * what a command costs is the number of cache lines it has to fetch: with 10,000 users and more none is at hand.
 */
export class UserTable {
  /** Two views over the same bytes, replaced when the table grows. All cells are safe integers. */
  cells = new Float64Array(INITIAL_USERS * ROW_CELLS);
  ints = new Int32Array(this.cells.buffer);
  /** Users opened so far are numbered below this, from 0. */
  private end = 0;

  /** Where the row of an open user begins in `ints`. */
  rowOf(userId: number): number {
    return (userId - firstUserId) * ROW_INTS;
  }

  /** The place in `cells` of a coin account of one of the first 16 assets; users counted from 0. */
  homePlace(userIndex: number, assetId: number): number {
    return userIndex * ROW_CELLS + HOME_ACCOUNTS + assetId * 2;
  }

  /** The place in `ints` of the number of a page: users counted from 0, wallet as in WALLETS, `group` 0–3. */
  pagePlace(userIndex: number, wallet: number, group: number): number {
    return userIndex * ROW_INTS + PAGES + wallet * PAGES_PER_WALLET + group;
  }

  /** Whether `userId` is a number that a user may have. */
  isPossible(userId: number): boolean {
    const index = userId - firstUserId;
    return Number.isInteger(index) && index >= 0 && index < maxUsers;
  }

  isOpen(userId: number): boolean {
    const index = userId - firstUserId;
    return index >= 0 && index < this.end && this.ints[index * ROW_INTS + ROLE] !== 0;
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
      this.cells = widened(this.cells, length >> 1);
      this.ints = new Int32Array(this.cells.buffer);
    }
    this.ints[row + ROLE] = role + 1;
    this.end = Math.max(this.end, userId - firstUserId + 1);
  }

  /** Visits every open account by its number. */
  forEach(visit: (userId: number, role: number) => void): void {
    for (let userId: number = firstUserId; userId < firstUserId + this.end; userId++) {
      const role = this.roleOf(userId);
      if (role >= 0) visit(userId, role);
    }
  }

  get byteLength(): number {
    return this.cells.byteLength;
  }
}

function widened(cells: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  const wider = new Float64Array(length);
  wider.set(cells);
  return wider;
}
