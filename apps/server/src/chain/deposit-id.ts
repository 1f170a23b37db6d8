/** Digits of the transaction's hash in an id: 120 bits, so that an id fits 40 characters. */
const HASH_DIGITS = 30;

/** The native coin that a transaction itself carries has no log. */
export const NATIVE_POSITION = -1;

/**
 * The wire's id of a deposit: the same from the first sight on, over restarts and reorganisations.
 * @param position of the transfer's log in its transaction, or NATIVE_POSITION
 */
export function depositIdOf(chainIndex: number, txHash: string, position: number): string {
  const place = position === NATIVE_POSITION ? "n" : String(position);
  return `d${chainIndex}-${txHash.slice(2, 2 + HASH_DIGITS)}-${place}`;
}
