/** The wire's ids of timed options, by their number. */
export function optionIdOf(number: number): string {
  return `o-${number}`;
}

/** The option's number, or undefined for what is no option's id. */
export function optionNumberOf(id: string): number | undefined {
  const digits = /^o-([1-9][0-9]{0,15})$/.exec(id)?.[1];
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : undefined;
}

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
