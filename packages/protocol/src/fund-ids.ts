/**
 * The wire's ids of deposits and withdrawals. A deposit has its id from the moment the watcher sees it, long before it
 * is credited, so it is made of what the chain says; a withdrawal is numbered by the command that requested it.
 */

/** Hexadecimal digits of the transaction in a deposit's id: 96 bits; the id stays within the wire's 40 characters. */
const HASH_DIGITS = 24;

/** @param logIndex −1: the native coin that the transaction itself carried */
export function depositIdOf(chainIndex: number, txHash: string, logIndex: number): string {
  const digits = txHash.slice(2, 2 + HASH_DIGITS).toLowerCase();
  return `d-${chainIndex}-${digits}-${logIndex < 0 ? "n" : logIndex}`;
}

export function withdrawalIdOf(seq: number): string {
  return `w-${seq}`;
}

/** The command's sequence number, or undefined for what is no withdrawal's id. */
export function withdrawalSeqOf(id: string): number | undefined {
  const digits = /^w-([1-9][0-9]{0,15})$/.exec(id)?.[1];
  const seq = Number(digits);
  return Number.isSafeInteger(seq) ? seq : undefined;
}
