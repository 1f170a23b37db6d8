/** Up to this many accounts, membership is checked by scanning the list; beyond, by a set. */
const FEW = 16;
const INITIAL_ACCOUNTS = 64;

/** The accounts that the current command changed, once each, in the order of their first change. */
export class TouchedAccounts {
  count = 0;
  private accounts = new Int32Array(INITIAL_ACCOUNTS);
  private capacity = INITIAL_ACCOUNTS;
  /** The same accounts again, once there are many. */
  private readonly many = new Set<number>();

  /** The account at position `index`. */
  at(index: number): number {
    return this.accounts[index] as number;
  }

  /** Adds an account that is not in the list. */
  add(account: number): void {
    const { count } = this;
    if (count === this.capacity) this.grow();
    this.accounts[count] = account;
    this.count = count + 1;
  }

  /** Adds an account unless it is in the list. */
  note(account: number): void {
    if (!this.has(account)) this.add(account);
  }

  clear(): void {
    if (this.count >= FEW) this.many.clear();
    this.count = 0;
  }

  private has(account: number): boolean {
    const { accounts, many, count } = this;
    if (count < FEW) {
      for (let i = 0; i < count; i++) if (accounts[i] === account) return true;
      return false;
    }
    // Accounts that `add` appends later may be missing here: they are never looked up.
    if (many.size === 0) for (let i = 0; i < count; i++) many.add(this.at(i));
    if (many.has(account)) return true;
    many.add(account);
    return false;
  }

  private grow(): void {
    this.capacity *= 2;
    const wider = new Int32Array(this.capacity);
    wider.set(this.accounts);
    this.accounts = wider;
  }
}
