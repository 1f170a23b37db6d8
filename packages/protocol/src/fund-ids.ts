/** The wire's ids of withdrawals: they are numbered by the command that requested them. */
export function withdrawalIdOf(seq: number): string {
  return `w-${seq}`;
}

/** The command's sequence number, or undefined for what is no withdrawal's id. */
export function withdrawalSeqOf(id: string): number | undefined {
  const digits = /^w-([1-9][0-9]{0,15})$/.exec(id)?.[1];
  const seq = Number(digits);
  return Number.isSafeInteger(seq) ? seq : undefined;
}
