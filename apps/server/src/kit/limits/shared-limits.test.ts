import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { SharedAddressCounts } from "./shared-address-counts.ts";
import { SharedLimits } from "./shared-limits.ts";

/** Runs the module's default text in so many threads at once and returns their results. */
async function inThreads(count: number, code: string, workerData: object): Promise<unknown[]> {
  return await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise((resolve, reject) => {
          const worker = new Worker(code, { eval: true, workerData });
          worker.once("message", resolve);
          worker.once("error", reject);
        }),
    ),
  );
}

const here = JSON.stringify(import.meta.dirname);

test("GW-05 of a limit's calls no more get through in four threads than in one, and no fewer", async () => {
  const limits = new SharedLimits();
  limits.make("user order", { count: 500, windowMs: 60_000 });
  const code = `
    const { workerData, parentPort } = require("node:worker_threads");
    import(${here} + "/shared-limits.ts").then(({ SharedLimits }) => {
      const limiter = new SharedLimits(workerData.memory).make("user order", { count: 500, windowMs: 60_000 });
      let taken = 0;
      for (let call = 0; call < 2_000; call++) for (const user of [7, 8]) if (limiter.take(user, workerData.nowMs) === 0) taken++;
      parentPort.postMessage(taken);
    });`;
  const taken = await inThreads(4, code, { memory: limits.memory, nowMs: Date.now() });
  expect(taken.map(Number).reduce((sum, each) => sum + each, 0)).toBe(1_000);
});

test("GW-05 an address has no more connections in four threads than in one", async () => {
  const memory = SharedAddressCounts.memory();
  const code = `
    const { workerData, parentPort } = require("node:worker_threads");
    import(${here} + "/shared-address-counts.ts").then(({ SharedAddressCounts }) => {
      const counts = new SharedAddressCounts(workerData);
      let entered = 0;
      for (let call = 0; call < 1_000; call++) {
        if (counts.enter("203.0.113.7", 100)) entered++;
        if (counts.enter("198.51.100." + (call % 256), 1_000_000)) counts.leave("198.51.100." + (call % 256));
      }
      parentPort.postMessage(entered);
    });`;
  const entered = await inThreads(4, code, memory);
  expect(entered.map(Number).reduce((sum, each) => sum + each, 0)).toBe(100);
  const counts = new SharedAddressCounts(memory);
  expect(counts.enter("203.0.113.7", 100)).toBe(false);
  counts.leave("203.0.113.7");
  expect([counts.enter("203.0.113.7", 100), counts.enter("203.0.113.7", 100)]).toEqual([true, false]);
  expect(counts.enter("198.51.100.9", 1)).toBe(true);
});
