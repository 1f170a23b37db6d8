import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { RecordedBook } from "@candor/server/market/prices/recorded-book";
import { scanRecording } from "@candor/server/market/prices/recording";
import { afterEach, beforeEach, expect, test } from "vitest";
import { recording } from "../support/feeds/recordings.ts";

const BTC = new Set(["BTCUSDT"]);
const T = 1_723_161_600_000;
const CHANGES = "exchange,symbol,timestamp,local_timestamp,is_snapshot,side,price,amount";
const CHANGES_FILE = "binance_incremental_book_L2_2024-08-09_BTCUSDT.csv.gz";
const SNAPSHOTS_FILE = "binance_book_snapshot_5_2024-08-09_BTCUSDT.csv";
const STREAM_FILE = "BTCUSDT-stream-2024-08-09.jsonl";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "candor-books-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

function write(name: string, lines: readonly (string | object)[]): void {
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
  writeFileSync(path.join(directory, name), name.endsWith(".gz") ? gzipSync(text) : text);
}

/** Prices are read from trades, which every recording here has. */
const writeTrades = (): void => write("BTCUSDT-trades-2024-08-09.csv", [`1,60000,1,60000,${T},True,True`]);

async function bookOf(): Promise<RecordedBook> {
  const { symbols } = await scanRecording(directory, BTC);
  const books = symbols[0]?.books;
  if (books === undefined) throw new Error("the recording has no books");
  return new RecordedBook(books);
}

/** Returns the levels at some times after `T`, in plain numbers. */
async function levelsAt(...times: readonly number[]) {
  const book = await bookOf();
  const read = [];
  for (const time of times) {
    const levels = await book.levelsAt(T + time, 3);
    const plain = (side: "bids" | "asks") =>
      levels?.[side].map(([priceE8, volumeE8]) => [priceE8 / 1e8, Number(volumeE8) / 1e8]);
    read.push(levels && { bids: plain("bids"), asks: plain("asks") });
  }
  await book.close();
  return read;
}

const change = (ms: number, isSnapshot: boolean, side: string, price: number, amount: number) =>
  `binance,BTCUSDT,${T + ms}000,${T + ms}500,${isSnapshot},${side},${price},${amount}`;

test("RPL-06 Tardis's incremental_book_L2: a snapshot, changes, removed levels, and a snapshot that replaces the book", async () => {
  writeTrades();
  write(CHANGES_FILE, [
    CHANGES,
    change(100, true, "bid", 59_999, 2),
    change(100, true, "bid", 59_998, 1),
    change(100, true, "ask", 60_001, 0.5),
    change(300, false, "bid", 59_998, 4),
    change(300, false, "bid", 59_999, 0),
    change(400, false, "ask", 60_000, 0.25),
    change(900, true, "ask", 60_010, 7),
    change(900, true, "bid", 60_009, 8),
  ]);
  expect(await levelsAt(0, 100, 300, 899, 900, 10_900, 10_901)).toEqual([
    undefined,
    {
      bids: [
        [59_999, 2],
        [59_998, 1],
      ],
      asks: [[60_001, 0.5]],
    },
    { bids: [[59_998, 4]], asks: [[60_001, 0.5]] },
    {
      bids: [[59_998, 4]],
      asks: [
        [60_000, 0.25],
        [60_001, 0.5],
      ],
    },
    { bids: [[60_009, 8]], asks: [[60_010, 7]] },
    { bids: [[60_009, 8]], asks: [[60_010, 7]] },
    undefined,
  ]);
});

test("RPL-06 Tardis's book_snapshot_5 gives books and prices, and empty levels are missing ones", async () => {
  const columns = [0, 1, 2, 3, 4].flatMap((at) =>
    ["asks", "bids"].flatMap((side) => [`${side}[${at}].price`, `${side}[${at}].amount`]),
  );
  write(SNAPSHOTS_FILE, [
    `exchange,symbol,timestamp,local_timestamp,${columns.join(",")}`,
    `binance,BTCUSDT,${T}000,${T}900,60001,2,59999,3,60002,1,,${",".repeat(12)}`,
    `binance,BTCUSDT,${T + 200}000,${T + 200}900,60003,2,60001,3,,,60000,1${",".repeat(12)}`,
  ]);
  const { symbols } = await scanRecording(directory, BTC);
  expect(symbols).toMatchObject([{ label: "book_snapshot_5", books: { label: "book_snapshot_5" } }]);
  expect(await levelsAt(0, 200)).toEqual([
    {
      bids: [[59_999, 3]],
      asks: [
        [60_001, 2],
        [60_002, 1],
      ],
    },
    {
      bids: [
        [60_001, 3],
        [60_000, 1],
      ],
      asks: [[60_003, 2]],
    },
  ]);
});

test("RPL-06 snapshots only: each replaces the one before, also in the next day's file (FC-250, FC-251)", async () => {
  writeTrades();
  write(CHANGES_FILE, [
    CHANGES,
    change(0, true, "bid", 59_999, 1),
    change(0, true, "ask", 60_001, 1),
    change(200, true, "bid", 60_009, 1),
    change(200, true, "ask", 60_011, 1),
  ]);
  write(CHANGES_FILE.replace("08-09", "08-10"), [
    change(400, true, "bid", 59_899, 2),
    change(400, true, "ask", 59_901, 2),
    change(500, false, "bid", 59_898, 1),
  ]);
  expect(await levelsAt(0, 200, 500)).toEqual([
    { bids: [[59_999, 1]], asks: [[60_001, 1]] },
    { bids: [[60_009, 1]], asks: [[60_011, 1]] },
    {
      bids: [
        [59_899, 2],
        [59_898, 1],
      ],
      asks: [[59_901, 2]],
    },
  ]);
});

test("RPL-06 a level whose removal was not recorded goes when a newer one crosses it (FC-252)", async () => {
  writeTrades();
  write(CHANGES_FILE, [
    CHANGES,
    change(0, true, "bid", 59_999, 1),
    change(0, true, "ask", 60_001, 1),
    change(0, true, "ask", 60_002, 3),
    change(0, true, "ask", 60_004, 1),
    change(100, false, "bid", 60_003, 2),
    change(200, false, "ask", 60_003, 5),
  ]);
  expect(await levelsAt(0, 100, 200)).toEqual([
    {
      bids: [[59_999, 1]],
      asks: [
        [60_001, 1],
        [60_002, 3],
        [60_004, 1],
      ],
    },
    {
      bids: [
        [60_003, 2],
        [59_999, 1],
      ],
      asks: [[60_004, 1]],
    },
    {
      bids: [[59_999, 1]],
      asks: [
        [60_003, 5],
        [60_004, 1],
      ],
    },
  ]);
});

const stamped = (ms: number, message: object) => `${T + ms}000000 ${JSON.stringify(message)}`;
const depthUpdate = (first: number, last: number, b: string[][], a: string[][], previous?: number) => ({
  stream: "btcusdt@depth@100ms",
  data: { e: "depthUpdate", E: T, s: "BTCUSDT", U: first, u: last, b, a, ...(previous && { pu: previous }) },
});
const snapshot = (lastUpdateId: number, bids: string[][], asks: string[][]) => ({ lastUpdateId, bids, asks });
const trade = { e: "trade", E: T, s: "BTCUSDT", t: 1, p: "60000", q: "1", T };

test("RPL-06 depth messages continue a snapshot that came in between, and a gap ends the book until the next one", async () => {
  write(STREAM_FILE, [
    stamped(0, trade),
    stamped(0, depthUpdate(1, 5, [["59990", "9"]], [])),
    // Contains changes after the snapshot, which came later.
    stamped(100, depthUpdate(6, 9, [["59999", "3"]], [["60001", "4"]])),
    stamped(150, snapshot(7, [["59999", "1"]], [["60002", "2"]])),
    stamped(200, depthUpdate(10, 12, [["59999", "0"]], [["60000.5", "1"]])),
    stamped(300, depthUpdate(14, 15, [["59999", "5"]], [])),
    stamped(400, snapshot(20, [["60100", "1"]], [["60101", "1"]])),
    stamped(500, { stream: "ethusdt@depth", data: depthUpdate(21, 22, [["1", "1"]], []).data }),
    stamped(600, { stream: "btcusdt@depth20@100ms", data: snapshot(30, [["60200", "1"]], []) }),
  ]);
  expect(await levelsAt(149, 150, 200, 300, 400, 500, 600)).toEqual([
    undefined,
    {
      bids: [[59_999, 3]],
      asks: [
        [60_001, 4],
        [60_002, 2],
      ],
    },
    {
      bids: [],
      asks: [
        [60_000.5, 1],
        [60_001, 4],
        [60_002, 2],
      ],
    },
    undefined,
    { bids: [[60_100, 1]], asks: [[60_101, 1]] },
    { bids: [[60_100, 1]], asks: [[60_101, 1]] },
    { bids: [[60_200, 1]], asks: [] },
  ]);
});

test("RPL-06 futures say which message came before: numbers in between are no gap", async () => {
  write(STREAM_FILE, [
    stamped(0, trade),
    stamped(0, snapshot(100, [["59999", "1"]], [])),
    stamped(1, depthUpdate(90, 110, [["59998", "1"]], [], 80)),
    stamped(2, depthUpdate(115, 120, [["59997", "1"]], [], 110)),
    stamped(3, depthUpdate(130, 140, [["59996", "1"]], [], 125)),
  ]);
  const [all, gap] = await levelsAt(2, 3);
  expect(all?.bids).toEqual([
    [59_999, 1],
    [59_998, 1],
    [59_997, 1],
  ]);
  expect(gap).toBeUndefined();
});

test("RPL-06 messages without whole books give prices only", async () => {
  write(STREAM_FILE, [stamped(0, trade), stamped(1, depthUpdate(1, 2, [["59990", "9"]], []))]);
  const { symbols, unused } = await scanRecording(directory, BTC);
  expect(symbols).toMatchObject([{ label: "stream messages", books: undefined }]);
  expect(unused).toEqual([]);
});

test("RPL-06 a bad file with books is refused with its line and reason", async () => {
  const refused = async (lines: readonly string[], reason: string) => {
    write(CHANGES_FILE, lines);
    await expect(scanRecording(directory, BTC)).rejects.toThrow(reason);
  };
  await refused(
    [change(0, true, "bid", 1, 1)],
    `${CHANGES_FILE}: has no prices: add trades, quotes or klines of BTCUSDT`,
  );
  writeTrades();
  await refused([change(0, false, "bid", 1, 1)], "has no snapshot of a book");
  const good = change(0, true, "bid", 1, 1);
  await refused([CHANGES, good, change(0, true, "buy", 1, 1)], "line 3: side is buy, not bid or ask");
  await refused([CHANGES, good.replace("true", "yes")], "line 2: is_snapshot is yes, not true or false");
  await refused([CHANGES, good.replace("BTCUSDT", "ETHUSDT")], "line 2: the symbol is ETHUSDT, not BTCUSDT");
  await refused([CHANGES, `${good},1`], "line 2: expected 8 fields, got 9");
  await refused([CHANGES, change(0, true, "bid", 0, 1)], "line 2: price is not a decimal number");
  await refused([change(5_000, true, "bid", 1, 1), good], "line 2: its time");
});

for (const name of ["binance-spot-btcusdt_20240808.gz", "binance-usdm-btcusdt_20240808.gz"]) {
  const { file, absent } = recording(path.join("orderbook", name));
  if (absent) console.warn(`skipped: there is no ${file}`);
  test.skipIf(absent)(`RPL-06 a replayed book has the recorded best prices: ${name}`, async () => {
    copyFileSync(file, path.join(directory, "BTCUSDT-stream-x.jsonl.gz"));
    const book = await bookOf();
    const quotes = gunzipSync(readFileSync(file))
      .toString()
      .split("\n")
      .filter((line) => line.includes('"e":"bookTicker"') || line.includes("@bookTicker"));
    let [compared, equal] = [0, 0];
    for (const line of quotes.filter((_, at) => at % 500 === 0)) {
      const levels = await book.levelsAt(Number(line.slice(0, 13)), 1);
      if (levels === undefined) continue;
      const { data } = JSON.parse(line.slice(20)) as { data: { b: string; a: string } };
      const [bid, ask] = [levels.bids[0]?.[0] ?? 0, levels.asks[0]?.[0] ?? 0];
      expect(bid).toBeLessThan(ask);
      compared++;
      if (bid === Math.round(Number(data.b) * 1e8) && ask === Math.round(Number(data.a) * 1e8)) equal++;
    }
    await book.close();
    expect(compared).toBeGreaterThan(50);
    // Quotes come at once, changes of the book up to 100 ms later.
    expect(equal / compared).toBeGreaterThan(0.5);
  });
}
