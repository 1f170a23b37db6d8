import { LIMITS } from "@candor/domain/limits";
import { expect, test } from "vitest";
import { CORE_LIMITS } from "../../core-limits.ts";
import { KeyHash } from "./key-hash.ts";
import { KeyRegistry, UNBOUND } from "./key-registry.ts";

const contents = (codes: number) => ({ codes, amount: 2 ** 51, first: 3, second: 4, third: 5 });
const DAY = LIMITS.keyLifetimeMs;

test("CORE-07 thousands of keys of many users are distinguished, with their contents", () => {
  const keys = new KeyRegistry(() => false, 0);
  for (let n = 0; n < 20_000; n++) keys.bind(10_001 + (n % 7), `key-${n >> 3}`, contents(n), n, n, 0);
  for (let n = 0; n < 20_000; n += 13) {
    const row = keys.find(10_001 + (n % 7), `key-${n >> 3}`, 20_000);
    expect(row).not.toBe(UNBOUND);
  }
  const last = keys.find(10_001 + (19_999 % 7), "key-2499", 20_000);
  expect(keys.hasContents(last, contents(19_999))).toBe(true);
  expect(keys.seqAt(last)).toBe(19_999);
  for (const field of ["codes", "amount", "first", "second", "third"] as const)
    expect(keys.hasContents(last, { ...contents(19_999), [field]: 77 }), field).toBe(false);
  expect(keys.find(10_099, "key-1", 20_000)).toBe(UNBOUND);
  expect(keys.find(10_001, "key-", 20_000)).toBe(UNBOUND);
});

test("CORE-07 memory holds a day's keys: expired keys are removed a few at a time", () => {
  const keys = new KeyRegistry(() => false, 0);
  let widest = 0;
  for (let n = 0; n < 50_000; n++) {
    const now = n * 100_000;
    keys.sweep(now);
    keys.bind(10_001, `k${n}`, contents(n), n, now, 0);
    widest = Math.max(widest, keys.size);
  }
  expect(widest).toBeLessThanOrEqual(DAY / 100_000 + CORE_LIMITS.keySweepPerCommand);
  expect(keys.byteLength).toBeLessThan(300_000);
});

test("CORE-07 an open order renews its key day after day, and the key ends with it", () => {
  const live = new Set([1]);
  const keys = new KeyRegistry((orderId) => live.has(orderId), 0);
  keys.bind(10_001, "kept", contents(1), 1, 0, 1);
  keys.bind(10_001, "gone", contents(2), 2, 0, 2);
  for (let day = 1; day < 5; day++) {
    keys.sweep(day * DAY);
    expect(keys.find(10_001, "kept", day * DAY)).not.toBe(UNBOUND);
    expect(keys.find(10_001, "gone", day * DAY)).toBe(UNBOUND);
  }
  expect(keys.size).toBe(1);
  live.clear();
  expect(keys.find(10_001, "kept", 4 * DAY + 1)).toBe(UNBOUND);
  keys.bind(10_001, "kept", contents(9), 9, 4 * DAY + 1, 0);
  expect(keys.seqAt(keys.find(10_001, "kept", 4 * DAY + 2))).toBe(9);
});

test("CORE-07 keys chosen to collide do so only with the seed they were chosen for", () => {
  const guessed = new KeyHash(0);
  const chosen: string[] = [];
  for (let n = 0; chosen.length < 200; n++)
    if (guessed.of(10_001, `k-${n}`) >>> 20 === 5) chosen.push(`k-${n}`);
  const longest = [0, 1, 2 ** 40 + 7].map((seed) => {
    const keys = new KeyRegistry(() => false, seed);
    chosen.forEach((key, n) => {
      keys.bind(10_001, key, contents(n), n, 0, 0);
    });
    for (const [n, key] of chosen.entries()) expect(keys.seqAt(keys.find(10_001, key, 1))).toBe(n);
    return keys.longestChain;
  });
  expect(longest[0]).toBe(200);
  expect(Math.max(...longest.slice(1))).toBeLessThan(10);
});
