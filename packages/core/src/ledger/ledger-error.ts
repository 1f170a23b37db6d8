/** A posting that would unbalance the books: a bug, never a user's mistake. */
export class LedgerError extends Error {
  constructor(what: string) {
    super(`ledger: ${what}`);
    this.name = "LedgerError";
  }
}
