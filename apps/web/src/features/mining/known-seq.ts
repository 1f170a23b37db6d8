/** The newest command of this device about machines: lists are asked for no older than it. */
let newest = 0;

export const knownSeq = (): number => newest;

export function noteSeq(seq: number): void {
  newest = Math.max(newest, seq);
}
