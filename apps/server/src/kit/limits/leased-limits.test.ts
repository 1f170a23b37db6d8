import { expect, test } from "vitest";
import { leaseCalls } from "./lease-calls.ts";
import { LeasedLimits } from "./leased-limits.ts";
import type { KeyLimiter } from "./rate-limiter.ts";
import { SharedLimits } from "./shared-limits.ts";

const LIMIT = { count: 50, windowMs: 10_000 };
const SLICE_MS = 1_000;

/** A core's limits, and gateways that lease from them. */
function world(gateways: number) {
  const time = { ms: 1_000_000 };
  const link = { isUp: true, asked: 0 };
  const shared = new SharedLimits();
  const core = shared.make<number>("user", LIMIT);
  const limiters = Array.from({ length: gateways }, () => {
    const leases = new LeasedLimits((requests) => {
      link.asked += requests.length;
      return link.isUp
        ? Promise.resolve(leaseCalls(shared, requests, time.ms))
        : Promise.reject(new Error("no link"));
    });
    return leases.make<number>("user", LIMIT);
  });
  return { time, link, core, shared, limiters };
}

/** Admits a call as the dispatcher does. */
async function call(limiter: KeyLimiter<number>, time: { readonly ms: number }, weight = 1): Promise<number> {
  for (;;) {
    const preparing = limiter.prepare?.(7, time.ms, 1, weight);
    if (preparing === undefined) return limiter.take(7, time.ms, 1, weight);
    await preparing;
  }
}

test.each([1, 2, 4])(
  "GW-11 %i gateways admit as many calls as one, however they are spread",
  async (count) => {
    const { time, limiters, core } = world(count);
    const madeMs: number[] = [];
    for (let at = 0; at < 2_000; at++) {
      const limiter = limiters[at % count] as KeyLimiter<number>;
      if ((await call(limiter, time)) === 0) madeMs.push(time.ms);
      time.ms += at % 3 === 0 ? 50 : 5;
    }
    for (const [at, fromMs] of madeMs.entries()) {
      const inWindow = madeMs.slice(at).filter((ms) => ms < fromMs + LIMIT.windowMs);
      expect(inWindow.length).toBeLessThanOrEqual(LIMIT.count);
    }
    const windows = (time.ms - 1_000_000) / LIMIT.windowMs;
    // A window is at most a tenth stricter for one gateway too.
    expect(madeMs.length).toBeGreaterThan(windows * LIMIT.count * 0.7);
    expect(core.used(7)).toBeLessThanOrEqual(LIMIT.count);
  },
);

test("GW-11 unused leases are given back, and a weight counts as that many calls", async () => {
  const { time, limiters, core, link } = world(1);
  const [limiter] = limiters as [KeyLimiter<number>];
  for (let at = 0; at < 5; at++) expect(await call(limiter, time)).toBe(0);
  expect(link.asked).toBeLessThan(5);
  expect(core.used(7)).toBeGreaterThan(5);
  time.ms += SLICE_MS;
  expect(await call(limiter, time)).toBe(0);
  expect(core.used(7)).toBe(6);
  expect(await call(limiter, time, 44)).toBe(0);
  expect(await call(limiter, time)).toBeGreaterThan(0);
  const { asked } = link;
  expect(await call(limiter, time)).toBeGreaterThan(0);
  expect(link.asked).toBe(asked);
});

test("GW-11 without the core nothing is admitted; who cannot wait gets a small credit, which is counted later", async () => {
  const { time, limiters, link, core } = world(1);
  const [limiter] = limiters as [KeyLimiter<number>];
  link.isUp = false;
  await expect(call(limiter, time)).rejects.toThrow("no link");
  link.isUp = true;
  const taken = Array.from({ length: 10 }, () => limiter.take(7, time.ms));
  expect(taken.filter((waitMs) => waitMs === 0)).toHaveLength(Math.floor(LIMIT.count / 20));
  expect(await call(limiter, time)).toBe(0);
  expect(await call(limiter, time)).toBe(0);
  expect(core.used(7)).toBeGreaterThanOrEqual(4);
});

test.each([1, 2, 4])(
  "GW-11 of many simultaneous calls at %i gateways exactly the limit is admitted, slice after slice",
  async (count) => {
    const { time, limiters } = world(count);
    let made = 0;
    for (let slice = 0; slice < 9; slice++, time.ms += SLICE_MS) {
      const waits = await Promise.all(
        Array.from({ length: 120 }, async (_, at) => {
          const limiter = limiters[at % count] as KeyLimiter<number>;
          for (let preparing = limiter.prepare?.(7, time.ms); preparing !== undefined; ) {
            await preparing;
            preparing = limiter.prepare?.(7, time.ms);
          }
          // As when an asynchronous function that prepared it returns.
          await Promise.resolve();
          return limiter.take(7, time.ms);
        }),
      );
      made += waits.filter((waitMs) => waitMs === 0).length;
    }
    expect(made).toBe(LIMIT.count);
  },
);

test.each([40, 400, 3_000])(
  "GW-11 a gateway whose clock is %i ms ahead uses up nothing, and admits everything once the clocks agree",
  async (aheadMs) => {
    const { time, limiters, core, link } = world(1);
    const [limiter] = limiters as [KeyLimiter<number>];
    // Just before the end of a slice of the core.
    time.ms += SLICE_MS - 20;
    const ahead = { ms: time.ms + aheadMs };
    const calls = Array.from({ length: 20 }, () => call(limiter, ahead));
    await expect.poll(() => link.asked).toBeGreaterThan(8);
    expect(core.used(7)).toBeLessThanOrEqual(1);
    time.ms = ahead.ms;
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 20 }, () => 0));
    expect(core.used(7)).toBeLessThan(30);
  },
);

test("GW-17 leases that no gateway asks for are refused", () => {
  const { shared, time } = world(0);
  const good = { name: "user", key: 7, factor: 1, least: 1, wanted: 1 };
  expect(leaseCalls(shared, [good], time.ms)).toMatchObject([{ calls: 1, waitMs: 0 }]);
  for (const change of [
    { name: "unknown" },
    { key: Number.NaN },
    { key: null },
    { factor: 0 },
    { least: -1 },
    { wanted: 0 },
    { wanted: 1.5 },
    { unused: { calls: -5, endsAtMs: 1 } },
  ])
    expect(() => leaseCalls(shared, [{ ...good, ...change } as never], time.ms)).toThrow(RangeError);
  expect(() => leaseCalls(shared, "all" as never, time.ms)).toThrow(RangeError);
});
