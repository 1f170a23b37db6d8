import { expect, test } from "vitest";
import { type AskedCaller, CallerCache } from "./caller-cache.ts";

const KNOWN: AskedCaller = {
  session: { sessionId: "s", userId: 7, expiresAtMs: Number.MAX_SAFE_INTEGER },
  tokenHash: "hash",
  user: { userId: 7, kind: "trader", banned: false, frozenByOwner: null },
  language: null,
};

test("GW-12 a copy of sessions counts only during the lease, and an answer that arrives after it does not count", async () => {
  const lease = { isRunning: true };
  let asked = 0;
  const cache = new CallerCache(
    () => {
      asked++;
      return Promise.resolve(KNOWN);
    },
    () => 0,
    () => lease.isRunning,
  );
  await cache.refresh("token");
  expect(cache.refresh("token")).toBeUndefined();
  expect(cache.session("token")?.userId).toBe(7);
  lease.isRunning = false;
  await expect(cache.refresh("token")).rejects.toThrow(/without a link/);
  await expect(cache.refresh("unknown")).rejects.toThrow(/without a link/);
  expect(cache.session("unknown")).toBeUndefined();
  lease.isRunning = true;
  expect(cache.refresh("token")).toBeUndefined();
  cache.clear();
  expect(cache.session("token")).toBeUndefined();
  await cache.refresh("token");
  expect([cache.session("token")?.userId, asked]).toEqual([7, 42]);
});
