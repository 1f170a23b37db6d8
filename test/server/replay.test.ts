import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Candor, startCandor } from "@candor/sandbox";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { WebSocket } from "ws";

// Full servers start here in parallel with other tests: allow for a busy machine.
vi.setConfig({ testTimeout: 120_000 });

/** Half a minute before a funding of 8 August 2024. */
const BEGIN_MS = Date.UTC(2024, 7, 8, 7, 59, 30);
const END_MS = BEGIN_MS + 90_000;
const SECOND = 1_000;

const isDeep = process.env.CANDOR_DEEP === "1";
if (!isDeep) console.warn("skipped: a replay with market makers is repeated with CANDOR_DEEP=1");

const directory = mkdtempSync(path.join(tmpdir(), "candor-replay-"));
let servers: readonly Candor[] = [];

beforeAll(async () => {
  // A trade every 400 ms: up by a dollar each time, and back again.
  const trades = Array.from({ length: 226 }, (_, i) => {
    const price = 60_000 + 113 - Math.abs(i - 113);
    return `${i},${price.toFixed(2)},0.5,30000,${BEGIN_MS + i * 400},True,True`;
  });
  writeFileSync(path.join(directory, "BTCUSDT-trades-2024-08-08.csv"), trades.join("\n"));
  // Ether has bars, whose first one begins before the first trade.
  const bars = [0, 1].map((i) => `${BEGIN_MS - 30 * SECOND + i * 60_000},3000,3010,2990,3005,12`);
  writeFileSync(path.join(directory, "ETHUSDT-spot-1m-2024.csv"), bars.join("\n"));
  const from = new Date(BEGIN_MS).toISOString();
  const env = {
    CANDOR_PRICES: `recorded:${directory}?speed=60&from=${from}`,
    CANDOR_LIQUIDITY: isDeep ? "on" : "off",
    CANDOR_CHART_BARS: "100",
  };
  servers = await Promise.all([1, 2].map(() => startCandor({ seed: 33, env })));
}, 240_000);

afterAll(async () => {
  await Promise.all(servers.map((candor) => candor.stop()));
  rmSync(directory, { recursive: true });
});

const get = async (url: string): Promise<unknown> => (await fetch(url)).json();

test("RPL-05 two replays with the same seed have the same journal, and the exchange has the recorded time", async () => {
  const [first, second] = servers as [Candor, Candor];
  const socket = new WebSocket(`${first.wsUrl}/stream?streams=!recording/btcusdt@trade`);
  const said: { readonly stream: string; readonly data: object }[] = [];
  socket.on("message", (data) => said.push(JSON.parse((data as Buffer).toString("utf8"))));
  await vi.waitFor(async () => {
    for (const candor of servers) {
      const { recording, timeMs } = await candor.time();
      expect(recording).toEqual({ beginMs: BEGIN_MS - 30 * SECOND, endMs: END_MS, hasEnded: true });
      expect(timeMs).toBe(END_MS + SECOND);
    }
  }, 60_000);
  const ends = await Promise.all([first.time(), second.time()]);
  expect(ends[0].seq).toBeGreaterThan(500);
  expect(ends[1]).toEqual(ends[0]);

  // Time stands still, and says so.
  expect(await get(`${first.url}/api/v3/time`)).toEqual({ serverTime: END_MS + SECOND });
  await vi.waitFor(() =>
    expect(said.findLast(({ stream }) => stream === "!recording")?.data).toMatchObject({
      e: "recording",
      b: BEGIN_MS - 30 * SECOND,
      T: END_MS,
      x: true,
    }),
  );
  socket.terminate();
  await expect(first.advance(1_000)).rejects.toThrow("CANDOR_CLOCK=manual");
  expect(await first.time()).toEqual(ends[0]);

  // Index, bars and funding are those of the recorded time; coins without a file do not trade.
  const premium = await get(`${first.url}/fapi/v1/premiumIndex?symbol=BTCUSDT`);
  expect(premium).toMatchObject({ nextFundingTime: Date.UTC(2024, 7, 8, 16) });
  expect(Number((premium as { indexPrice: string }).indexPrice)).toBe(60_001);
  const klines = (await get(
    `${first.url}/fapi/v1/indexPriceKlines?pair=BTCUSDT&interval=1m&limit=3`,
  )) as unknown[][];
  expect(klines.map(([openMs, , high]) => [openMs, Number(high)])).toEqual([
    [BEGIN_MS - 30 * SECOND, 60_074],
    [BEGIN_MS + 30 * SECOND, 60_113],
    [BEGIN_MS + 90 * SECOND, 60_001],
  ]);
  const funding = (await get(`${first.url}/fapi/v1/fundingRate?symbol=BTCUSDT`)) as { fundingTime: number }[];
  expect(funding.map(({ fundingTime }) => fundingTime)).toEqual([Date.UTC(2024, 7, 8, 8)]);
  const { symbols } = (await get(`${first.url}/api/v3/exchangeInfo`)) as {
    symbols: { symbol: string; status: string }[];
  };
  expect(symbols.filter(({ status }) => status === "TRADING").map(({ symbol }) => symbol)).toEqual([
    "BTCUSDT",
    "ETHUSDT",
  ]);
});
