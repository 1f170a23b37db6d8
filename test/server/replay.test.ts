import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Candor, startCandor } from "@candor/sandbox";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { WebSocket } from "ws";

// Full servers start here in parallel with other tests: allow for a busy machine.
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
  });
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
  const late = new WebSocket(`${first.wsUrl}/fstream/ws/!recording`);
  const [told] = (await once(late, "message")) as [Buffer];
  expect(JSON.parse(told.toString("utf8"))).toMatchObject({ e: "recording", T: END_MS, x: true });
  late.terminate();
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

test("RPL-06 makers quote recorded books, and an order rests until a recorded one would have met it", async () => {
  const place = mkdtempSync(path.join(tmpdir(), "candor-replayed-book-"));
  const names = [0, 1, 2, 3, 4].flatMap((at) =>
    ["asks", "bids"].flatMap((side) => [`${side}[${at}].price`, `${side}[${at}].amount`]),
  );
  // Bitcoin has no file, so its markets do not trade. A book of five levels of 3 ETH a side each second, which falls by 10 from the third on, and by 100 at the end.
  const rows = Array.from({ length: 7 }, (_, second) => {
    const middle = 3_000 - (second >= 6 ? 100 : second >= 3 ? 10 : 0);
    const levels = [1, 2, 3, 4, 5].flatMap((at) => [middle + at, 3, middle - at, 3]);
    return ["binance", "ETHUSDT", `${BEGIN_MS + second * SECOND}000`, "", ...levels].join();
  });
  const header = ["exchange,symbol,timestamp,local_timestamp", ...names].join();
  writeFileSync(
    path.join(place, "binance_book_snapshot_5_2024-08-08_ETHUSDT.csv"),
    [header, ...rows].join("\n"),
  );
  const env = { CANDOR_PRICES: `recorded:${place}`, CANDOR_CHART_BARS: "0" };
  const candor = await startCandor({ seed: 3, clock: "manual", env });
  try {
    const bookOf = async (api: string) =>
      (await get(`${candor.url}${api}/depth?symbol=ETHUSDT&limit=20`)) as Record<"bids" | "asks", string[][]>;
    const pricesOf = async (api: string) => {
      const { bids, asks } = await bookOf(api);
      return [bids.map(([price]) => Number(price)), asks.map(([price]) => Number(price))];
    };
    const levels = (middle: number) => [-1, 1].map((side) => [1, 2, 3, 4, 5].map((at) => middle + side * at));
    for (const api of ["/api/v3", "/fapi/v1"]) expect(await pricesOf(api)).toEqual(levels(3_000));
    // The sandbox's takers may have met the best levels.
    expect(Number((await bookOf("/api/v3")).bids[4]?.[1])).toBe(3);

    // The bid at 2,993.5 is below the recorded bids, and above the asks three seconds later.
    const account = await candor.openAccount({ usdt: 100_000 });
    const call = async (method: string, fields: Readonly<Record<string, string>>) => {
      const { timeMs } = await candor.time();
      const query = new URLSearchParams({
        symbol: "ETHUSDT",
        ...fields,
        timestamp: String(timeMs),
      }).toString();
      const signature = createHmac("sha256", account.secret).update(query).digest("hex");
      const headers = { "X-MBX-APIKEY": account.apiKey };
      const address = `${candor.url}/api/v3/order?${query}&signature=${signature}`;
      return (await (await fetch(address, { method, headers })).json()) as { readonly orderId: number };
    };
    const bid = { side: "BUY", type: "LIMIT", timeInForce: "GTC", quantity: "0.5", price: "2993.5" };
    const orderId = String((await call("POST", bid)).orderId);
    await candor.advance(2 * SECOND);
    expect(await call("GET", { orderId })).toMatchObject({ status: "NEW" });
    await candor.advance(2 * SECOND);
    expect(await call("GET", { orderId })).toMatchObject({
      status: "FILLED",
      cummulativeQuoteQty: "1496.75000000",
    });
    expect(await pricesOf("/api/v3")).toEqual(levels(2_990));

    // The last book stays when time stands still.
    await candor.advance(10 * SECOND);
    for (const api of ["/api/v3", "/fapi/v1"]) expect(await pricesOf(api)).toEqual(levels(2_900));
  } finally {
    await candor.stop();
    rmSync(place, { recursive: true });
  }
});
