/** Hex digits of the transaction hash in an id: 120 bits, so that the id fits in 40 characters. */
const HASH_DIGITS = 30;

/** Native coins sent by the transaction itself have no log. */
export const NATIVE_POSITION = -1;

/** Positions of coins moved inside a transaction start here, in call order. No transaction has that many logs. */
export const FIRST_INTERNAL_POSITION = 1_000_000_000;

export const isInternal = (position: number): boolean => position >= FIRST_INTERNAL_POSITION;

/**
 * Returns the wire id of a deposit, which never changes, even across restarts and reorganizations.
 * @param position of the transfer's log in its transaction; NATIVE_POSITION; or FIRST_INTERNAL_POSITION and above
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
