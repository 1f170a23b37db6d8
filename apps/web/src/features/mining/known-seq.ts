/** Sequence number of this device's newest mining command: lists are requested at least that recent. */
let newest = 0;

export const knownSeq = (): number => newest;

export function noteSeq(seq: number): void {
  newest = Math.max(newest, seq);
}
