import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type KeyLimiter, type RateLimit, RateLimiter } from "./rate-limiter.ts";
import { SharedRateLimiter } from "./shared-rate-limiter.ts";

const MAX_KEYS = 10;
const MAKERS: Readonly<Record<string, <Key extends string | number>(limit: RateLimit) => KeyLimiter<Key>>> = {
  "one thread's": (limit) => new RateLimiter(limit, MAX_KEYS),
  "a shared": (limit) => new SharedRateLimiter(limit, SharedRateLimiter.memory()),
};

describe.each(Object.entries(MAKERS))("%s limiter", (_, make) => {
  test("WIRE-07 no window lets more calls through than the limit, at any timing", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 300 }),
        (count, gaps) => {
          const limiter = make<string>({ count, windowMs: 1_000 });
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
          const limiter = make<string>({ count, windowMs: 1_000 });
          let now = 5_000;
          for (const gap of gaps) {
            now += gap;
            const waitMs = limiter.take("a", now);
            if (waitMs === 0) continue;
            expect(waitMs).toBeLessThanOrEqual(1_000);
            now += waitMs;
            expect(limiter.take("a", now)).toBe(0);
          }
        },
      ),
    );
  });

  test("WIRE-07 a call counts from its own time, not from that of a call in an earlier round of slices", () => {
    const limiter = make<string>({ count: 1, windowMs: 1_000 });
    // The slice of the second call has the place of the first call's.
    for (const startMs of [5_099, 6_101, 7_199, 8_201, 9_299]) {
      expect(limiter.take("a", startMs)).toBe(0);
      expect(limiter.take("a", startMs)).toBe(1_000);
      expect(limiter.take("a", startMs + 999)).toBe(1);
    }
    for (const [at, startMs] of [20_099, 21_100, 22_299, 23_300].entries()) {
      expect([at, limiter.take("b", startMs)]).toEqual([at, 0]);
      expect([at, limiter.take("b", startMs)]).toEqual([at, 1_000]);
    }
  });

  test("WIRE-07 a single call is allowed again exactly one window later, wherever the window began", () => {
    for (let startMs = 0; startMs < 250; startMs++) {
      const limiter = make<string>({ count: 1, windowMs: 1_000 });
      expect(limiter.take("a", startMs)).toBe(0);
      expect([limiter.take("a", startMs), limiter.take("a", startMs + 999)]).toEqual([1_000, 1]);
      expect(limiter.take("a", startMs + 1_000)).toBe(0);
      expect(limiter.take("a", startMs + 1_000)).toBe(1_000);
    }
  });

  test("WIRE-07 a clock that is set back by a day neither frees anybody nor locks them for longer than a window", () => {
    const limiter = make<string>({ count: 2, windowMs: 1_000 });
    const dayMs = 86_400_000;
    expect([limiter.take("a", 100_000 + dayMs), limiter.take("a", 100_000)]).toEqual([0, 0]);
    const waitMs = limiter.take("a", 100_000);
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(1_000);
    expect(limiter.take("a", 100_000 + waitMs)).toBe(0);
  });

  test("WIRE-07 checking the limit predicts the next call and does not count", () => {
    const limiter = make<string>({ count: 2, windowMs: 1_000 });
    for (const nowMs of [0, 0, 0, 500, 999, 1_100]) {
      const foreseen = [limiter.foresee("a", nowMs), limiter.foresee("a", nowMs)];
      expect(foreseen).toEqual(Array(2).fill(limiter.take("a", nowMs)));
    }
  });
});

test("WIRE-07 keys are counted apart, and the memory for them is bounded", () => {
  const limiter = new RateLimiter<number>({ count: 1, windowMs: 1_000 }, 100);
  for (let key = 0; key < 10_000; key++) expect(limiter.take(key, 1_000)).toBe(0);
  expect(limiter.take(9_999, 1_000)).toBeGreaterThan(0);
  expect(limiter.take(0, 1_000)).toBe(0);
});

test("GW-05 a shared limiter answers like one thread's, call by call", () => {
  const operation = fc.record({
    key: fc.constantFrom("a", "b", "203.0.113.7"),
    gapMs: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: -5_000, max: 5_000 })),
    factor: fc.constantFrom(1, 2, 20),
    weight: fc.integer({ min: 1, max: 5 }),
    counts: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 200 }), (operations) => {
      const limit = { count: 6, windowMs: 1_000 };
      const [own, shared] = [
        new RateLimiter<string>(limit, MAX_KEYS),
        new SharedRateLimiter<string>(limit, SharedRateLimiter.memory()),
      ];
      let nowMs = 1_795_000_000_000;
      const newestMs = new Map<string, number>();
      for (const { key, gapMs, factor, weight, counts } of operations) {
        nowMs += gapMs;
        // A time one slice earlier is another thread's reading, which only the shared limiter has to expect.
        const keyMs = newestMs.get(key) ?? nowMs;
        if (nowMs < keyMs && nowMs > keyMs - 250) nowMs = keyMs;
        newestMs.set(key, nowMs);
        const ask = (limiter: KeyLimiter<string>): number =>
          counts ? limiter.take(key, nowMs, factor, weight) : limiter.foresee(key, nowMs, factor, weight);
        expect(ask(shared)).toBe(ask(own));
        if (counts) expect(shared.used(key)).toBe(own.used(key));
      }
    }),
  );
});

test("GW-05 a key that many others push out of a shared limiter was counted longest ago", () => {
  const limiter = new SharedRateLimiter<number>({ count: 1, windowMs: 60_000 }, SharedRateLimiter.memory());
  const startMs = 1_795_000_000_000;
  for (let key = 0; key < 200_000; key++) expect(limiter.take(key, startMs + key)).toBe(0);
  const newest = Array.from({ length: 1_000 }, (_, at) => 199_999 - at);
  const stillCounted = newest.filter((key) => limiter.take(key, startMs + 200_000) > 0);
  expect(stillCounted).toHaveLength(newest.length);
});
