/** Returns the wire id of a timed option. */
export function optionIdOf(number: number): string {
  return `o-${number}`;
}

/** Returns the option's number; undefined for an invalid id. */
export function optionNumberOf(id: string): number | undefined {
  const digits = /^o-([1-9][0-9]{0,15})$/.exec(id)?.[1];
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Returns the wire id of a withdrawal, which contains the sequence number of its request. */
export function withdrawalIdOf(seq: number): string {
  return `w-${seq}`;
}

/** Returns the command's sequence number; undefined for an invalid id. */
export function withdrawalSeqOf(id: string): number | undefined {
  const digits = /^w-([1-9][0-9]{0,15})$/.exec(id)?.[1];
  const seq = Number(digits);
  return Number.isSafeInteger(seq) ? seq : undefined;
}
