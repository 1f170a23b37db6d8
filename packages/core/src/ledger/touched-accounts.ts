/** Up to so many accounts a look through the list tells whether one is in it; beyond, a set does. */
const FEW = 16;
const INITIAL_ACCOUNTS = 64;

/** The accounts that the present command changed, once each, in the order of their first change. */
export class TouchedAccounts {
  count = 0;
  private accounts = new Int32Array(INITIAL_ACCOUNTS);
  /** The same accounts again, when they are many. */
  private readonly many = new Set<number>();

  /** The account that changed as number `index`. */
  at(index: number): number {
    return this.accounts[index] as number;
  }

  note(account: number): void {
    const { accounts, count } = this;
    if (count < FEW) {
      for (let i = 0; i < count; i++) if (accounts[i] === account) return;
    } else if (this.isAmongMany(account)) {
      return;
    }
    if (count === accounts.length) this.grow();
    this.accounts[count] = account;
    this.count = count + 1;
  }

  clear(): void {
    if (this.count >= FEW) this.many.clear();
    this.count = 0;
  }

  private grow(): void {
    const wider = new Int32Array(this.accounts.length * 2);
    wider.set(this.accounts);
    this.accounts = wider;
  }

  /** Whether the account was noted before; if not, remembers it. For commands that touch many accounts. */
  private isAmongMany(account: number): boolean {
    const { many, count } = this;
    if (count === FEW) for (let i = 0; i < count; i++) many.add(this.at(i));
    if (many.has(account)) return true;
    many.add(account);
    return false;
  }
}
