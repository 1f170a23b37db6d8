import { type Candor, startCandor } from "@candor/sandbox";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { RepeatableBot } from "../support/server/repeatable-bot.ts";

// Full servers start here in parallel with other tests: allow for a busy machine.
vi.setConfig({ testTimeout: 1_200_000 });

const isDeep = process.env.CANDOR_DEEP === "1";
if (!isDeep) console.warn("skipped: 10,000 calls with market makers are repeated with CANDOR_DEEP=1");
const CALLS = isDeep ? 10_000 : 300;
const env: Record<string, string> = isDeep
  ? { CANDOR_API_LIMITS: "raw:10000000,weight:1000000,futures-weight:1000000" }
  : { CANDOR_LIQUIDITY: "off", CANDOR_CHART_BARS: "0" };

let servers: readonly Candor[] = [];
beforeAll(async () => {
  const start = (): Promise<Candor> => startCandor({ seed: 32, clock: "manual", env });
  servers = await Promise.all([start(), start()]);
}, 240_000);
afterAll(() => Promise.all(servers.map((candor) => candor.stop())));

test("BOT-04 two runs with the same seed, clock and calls have the same replies, streams and journal", async () => {
  const runs = servers.map((candor) => new RepeatableBot(candor, 5));
  for (const bot of runs) await bot.begin();
  const ends = await Promise.all(runs.map((bot) => bot.run(CALLS)));
  const [first, second] = runs as [RepeatableBot, RepeatableBot];
  // Nearly all calls are accepted.
  expect(first.replies.filter((reply) => reply.startsWith("200")).length).toBeGreaterThan(CALLS * 0.8);
  expect(second.replies).toEqual(first.replies);
  // What was sent may still be on its way.
  await vi.waitFor(() => expect([...second.messages]).toEqual([...first.messages]));
  const texts = [...first.messages.values()].flat().join("\n");
  for (const event of ["executionReport", "trade", "depthUpdate", "kline", "aggTrade", "markPriceUpdate"])
    expect(texts).toContain(`"e":"${event}"`);
  expect(ends[1]).toEqual(ends[0]);
  for (const bot of runs) bot.end();
});
