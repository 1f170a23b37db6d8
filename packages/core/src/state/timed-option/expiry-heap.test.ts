import { expect, test } from "vitest";
import { ExpiryHeap } from "./expiry-heap.ts";
import type { OpenOption } from "./open-option.ts";

const option = (optionId: number, expiresAtMs: number): OpenOption =>
  ({ optionId, expiresAtMs }) as Partial<OpenOption> as OpenOption;

test("OPT-05 options leave in the order of their expiry, then of their purchase, in any order of insertion", () => {
  const expiries = [
    [5, 3, 9, 1, 3, 3, 7, 1, 9, 2, 3, 8, 5, 1],
    [1, 2, 3, 4, 5, 6, 7],
    [7, 6, 5, 4, 3, 2, 1],
    [4, 4, 4, 4, 4],
  ];
  for (const moments of expiries) {
    const heap = new ExpiryHeap();
    const came = moments.map((atMs, n) => option(n + 1, atMs));
    for (const one of came) heap.push(one);
    const left: OpenOption[] = [];
    for (let { first } = heap; first !== undefined; { first } = heap) {
      left.push(first);
      heap.shift();
    }
    const byExpiry = (a: OpenOption, b: OpenOption): number =>
      a.expiresAtMs - b.expiresAtMs || a.optionId - b.optionId;
    expect(left).toEqual(came.toSorted(byExpiry));
    expect(heap.size).toBe(0);
  }
});

test("OPT-05 with insertions between removals, the earliest option still comes first", () => {
  const heap = new ExpiryHeap();
  const bought = [60, 120, 30, 90, 30, 5].map((atMs, n) => option(n + 1, atMs));
  for (const one of bought.slice(0, 4)) heap.push(one);
  expect(heap.first?.optionId).toBe(3);
  heap.shift();
  expect(heap.first?.optionId).toBe(1);
  for (const one of bought.slice(4)) heap.push(one);
  const left: number[] = [];
  for (; heap.first !== undefined; heap.shift()) left.push(heap.first.optionId);
  expect(left).toEqual([6, 5, 1, 4, 2]);
});
