/** Rarely used terms of a contract order. */
export interface ContractTerms {
  /** When its unexecuted part expires: whole seconds in milliseconds; 0 for never. */
  readonly expiresAtMs: number;
  /** Whether it expires at its trigger if last price and mark are too far apart: by more than the contract's market protection. */
  readonly priceProtect: boolean;
}

/** Expiries are below this: the year 9999. */
export const MAX_EXPIRY_MS = 253_402_300_799_000;

const SECOND_MS = 1_000;

/** Whether an order may expire then. */
export function isExpiry(atMs: number): boolean {
  return Number.isInteger(atMs) && atMs >= 0 && atMs < MAX_EXPIRY_MS && atMs % SECOND_MS === 0;
}

/**
 * The terms as one number, 0 for none: the expiry with the protection in its milliseconds. Events have it in the field
 * that spot orders use for an amount in quote.
 */
export function packTerms({ expiresAtMs, priceProtect }: ContractTerms): number {
  return expiresAtMs + (priceProtect ? 1 : 0);
}

/** When an order with these packed terms expires; 0 for never. */
export function expiryIn(packed: number): number {
  return packed - (packed % SECOND_MS);
}

/** Whether packed terms include price protection. */
export function isPriceProtected(packed: number): boolean {
  return packed % SECOND_MS === 1;
}
