import { LIMITS } from "@candor/protocol/limits";

/** Not open; otherwise one more than the index into the protocol's ACCOUNT_ROLES. */
const CLOSED = 0;
/** Index of `labelled` in ACCOUNT_ROLES, plus one. */
const LABELLED = 2;
const INITIAL_USERS = 1_024;

/** Which user accounts are open, and in what role. Users are numbered from LIMITS.firstUserId. */
export class Users {
  private roles = new Uint8Array(INITIAL_USERS);
  /** Numbers given out so far lie below this. */
  private end = 0;

  /** Whether `userId` is a number that a user may have. */
  isPossible(userId: number): boolean {
    const index = userId - LIMITS.firstUserId;
    return Number.isInteger(index) && index >= 0 && index < LIMITS.maxUsers;
  }

  isOpen(userId: number): boolean {
    const role = this.roles[userId - LIMITS.firstUserId];
    return role !== undefined && role !== CLOSED;
  }

  isLabelled(userId: number): boolean {
    return this.roles[userId - LIMITS.firstUserId] === LABELLED;
  }

  /** Index into ACCOUNT_ROLES, or −1 while the account is not open. */
  roleOf(userId: number): number {
    return (this.roles[userId - LIMITS.firstUserId] ?? CLOSED) - 1;
  }

  open(userId: number, role: number): void {
    const index = userId - LIMITS.firstUserId;
    if (index >= this.roles.length) {
      let length = this.roles.length;
      while (length <= index) length *= 2;
      const wider = new Uint8Array(length);
      wider.set(this.roles);
      this.roles = wider;
    }
    this.roles[index] = role + 1;
    if (index >= this.end) this.end = index + 1;
  }

  /** Visits every open account by its number. */
  forEach(visit: (userId: number, role: number) => void): void {
    for (let index = 0; index < this.end; index++) {
      const role = this.roles[index] as number;
      if (role !== CLOSED) visit(index + LIMITS.firstUserId, role - 1);
    }
  }
}
