import fc from "fast-check";
import { expect, test } from "vitest";
import { RateLimiter } from "./rate-limiter.ts";

test("WIRE-07 no window lets more calls through than the limit, at any timing", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 300 }),
      (count, gaps) => {
        const limiter = new RateLimiter<string>({ count, windowMs: 1_000 }, 10);
        const taken: number[] = [];
        let now = 1_000_000;
        for (const gap of gaps) {
          now += gap;
          const waitMs = limiter.take("a", now);
          if (waitMs === 0) taken.push(now);
          else expect(waitMs).toBeGreaterThan(0);
          expect(taken.filter((time) => time > now - 1_000).length).toBeLessThanOrEqual(count);
        }
      },
    ),
  );
});

test("WIRE-07 a client that waits as long as the reply says is allowed again", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 30, maxLength: 100 }),
      (count, gaps) => {
        const limiter = new RateLimiter<string>({ count, windowMs: 1_000 }, 10);
        let now = 5_000;
        for (const gap of gaps) {
          now += gap;
          const waitMs = limiter.take("a", now);
          if (waitMs === 0) continue;
          expect(waitMs).toBeLessThanOrEqual(1_100);
          now += waitMs;
          expect(limiter.take("a", now)).toBe(0);
        }
      },
    ),
  );
});

test("WIRE-07 keys are counted apart, and the memory for them is bounded", () => {
  const limiter = new RateLimiter<number>({ count: 1, windowMs: 1_000 }, 100);
  for (let key = 0; key < 10_000; key++) expect(limiter.take(key, 1_000)).toBe(0);
  expect(limiter.take(9_999, 1_000)).toBeGreaterThan(0);
  expect(limiter.take(0, 1_000)).toBe(0);
});

test("WIRE-07 a clock that is set back by a day neither frees anybody nor locks them for longer than a window", () => {
  const limiter = new RateLimiter<string>({ count: 2, windowMs: 1_000 }, 10);
  const dayMs = 86_400_000;
  expect([limiter.take("a", 100_000 + dayMs), limiter.take("a", 100_000)]).toEqual([0, 0]);
  const waitMs = limiter.take("a", 100_000);
  expect(waitMs).toBeGreaterThan(0);
  expect(waitMs).toBeLessThanOrEqual(1_100);
  expect(limiter.take("a", 100_000 + waitMs)).toBe(0);
});

test("WIRE-07 checking the limit predicts the next call and does not count", () => {
  const limiter = new RateLimiter<string>({ count: 2, windowMs: 1_000 }, 10);
  for (const nowMs of [0, 0, 0, 500, 999, 1_100]) {
    const foreseen = [limiter.foresee("a", nowMs), limiter.foresee("a", nowMs)];
    expect(foreseen).toEqual(Array(2).fill(limiter.take("a", nowMs)));
  }
});
