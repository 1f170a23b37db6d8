import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refetchUntilCurrent } from "./refetch-until-current.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("WEB-64 a list whose answer is still behind is fetched again with growing pauses, six times in all", async () => {
  const requestedAtMs: number[] = [];
  const startMs = Date.now();
  refetchUntilCurrent(() => requestedAtMs.push(Date.now() - startMs), 800);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(requestedAtMs).toEqual([800, 1_800, 3_800, 7_800, 15_800, 31_800]);
});

test("WEB-64 it ends with the answer that is new enough, and never asks twice at once", async () => {
  let answers = 0;
  const stop = refetchUntilCurrent(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    if (++answers === 2) stop();
  }, 800);
  await vi.advanceTimersByTimeAsync(6_700);
  expect(answers).toBe(1);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(answers).toBe(2);
  const fetch = vi.fn();
  refetchUntilCurrent(fetch, 800)();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(fetch).not.toHaveBeenCalled();
});
