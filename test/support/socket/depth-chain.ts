import { expect } from "vitest";

/** Checks diffs as docs/api/socket.md says: only the first one that counts after a snapshot may begin before it. */
export function expectChain(changes: readonly Readonly<Record<string, unknown>>[]): void {
  let sequence = 0;
  let isFirst = true;
  for (const { kind, prevSequence, sequence: next } of changes) {
    if (kind === "snapshot") isFirst = true;
    else if (isFirst && Number(next) <= sequence) continue;
    else {
      expect(isFirst ? Math.max(sequence, Number(prevSequence)) : prevSequence).toBe(sequence);
      isFirst = false;
    }
    sequence = Number(next);
  }
}
