/** Digits of the transaction's hash in an id: 120 bits, so that an id fits 40 characters. */
const HASH_DIGITS = 30;

/** The native coin that a transaction itself carries has no log. */
export const NATIVE_POSITION = -1;

/**
 * Coins that contracts moved inside a transaction are counted from here, in the order of their calls: no transaction has
 * as many logs.
 */
export const FIRST_INTERNAL_POSITION = 1_000_000_000;

export const isInternal = (position: number): boolean => position >= FIRST_INTERNAL_POSITION;

/**
 * The wire's id of a deposit: the same from the first sight on, over restarts and reorganisations.
 * @param position of the transfer's log in its transaction, NATIVE_POSITION, or from FIRST_INTERNAL_POSITION on
 */
export function depositIdOf(chainIndex: number, txHash: string, position: number): string {
  const place =
    position === NATIVE_POSITION
      ? "n"
      : isInternal(position)
        ? `i${position - FIRST_INTERNAL_POSITION}`
        : String(position);
  return `d${chainIndex}-${txHash.slice(2, 2 + HASH_DIGITS)}-${place}`;
}
