import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { RecordedRow } from "@candor/server/market/prices/recorded-row";
import { scanRecording } from "@candor/server/market/prices/recording";
import { RecordingError } from "@candor/server/market/prices/recording-error";
import { readRows } from "@candor/server/market/prices/recording-rows";
import { afterEach, beforeEach, expect, test } from "vitest";
import { recording } from "../support/feeds/recordings.ts";
import { zipFile } from "../support/feeds/zip-file.ts";

const BTC = new Set(["BTCUSDT"]);
const T = 1_723_161_600_000;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "candor-recording-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

const write = (name: string, content: string | Buffer): void =>
  writeFileSync(path.join(directory, name), content);

/** Returns time, open, close and volume of all rows of the only symbol. */
async function rowsOf(wanted = BTC): Promise<(readonly number[])[]> {
  const { symbols } = await scanRecording(directory, wanted);
  expect(symbols).toHaveLength(1);
  const rows: RecordedRow[] = [];
  for (const file of symbols[0]?.files ?? []) for await (const read of readRows(file)) rows.push(...read);
  return rows.map(({ timeMs, openE8, closeE8, volumeE8 }) => [
    timeMs - T,
    openE8 / 1e8,
    closeE8 / 1e8,
    Number(volumeE8) / 1e8,
  ]);
}

const KLINE_HEADER =
  "open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume,taker_buy_quote_volume,ignore";
const TARDIS_TRADES = "exchange,symbol,timestamp,local_timestamp,id,side,price,amount";
const TARDIS_QUOTES = "exchange,symbol,timestamp,local_timestamp,ask_amount,ask_price,bid_price,bid_amount";

/** Name, content, and the rows that are read. */
const FORMS: readonly (readonly [
  name: string,
  lines: readonly string[],
  rows: readonly (readonly number[])[],
])[] = [
  [
    "BTCUSDT-1m-2024-08-09.csv",
    [`${T},10,12,9,11,5,${T + 59_999},55,7,1,11,0`, `${T + 60_000},11,11,11,11,0,${T + 119_999},0,0,0,0,0`],
    [
      [0, 10, 11, 5],
      [60_000, 11, 11, 0],
    ],
  ],
  [
    "BTCUSDT-1m-2024-08-09.csv",
    [KLINE_HEADER, `${T},10,12,9,11,5,${T + 59_999},55,7,1,11,0`],
    [[0, 10, 11, 5]],
  ],
  ["BTCUSDT-1m-2025-01.csv", [`${T}000,10,12,9,11,5,${T + 59_999}999,55,7,1,11,0`], [[0, 10, 11, 5]]],
  [
    "BTCUSDT-spot-5m-2024.csv",
    ["open_time_ms,open,high,low,close,volume", `${T},10,12,9,11,5`],
    [[0, 10, 11, 5]],
  ],
  [
    "BTCUSDT-trades-2024-08-09.csv",
    [`1,10.5,2,21,${T + 5},True,True`, `2,10.6,1,10.6,${T + 4},False,True`],
    [
      [5, 10.5, 10.5, 2],
      [5, 10.6, 10.6, 1],
    ],
  ],
  [
    "BTCUSDT-trades-2025-01-01.csv",
    ["id,price,qty,quote_qty,time,is_buyer_maker", `1,10.5,2,21,${T}999,true`],
    [[0, 10.5, 10.5, 2]],
  ],
  ["BTCUSDT-aggTrades-2024-08-09.csv", [`1,10.5,2,1,3,${T + 1},True,True`], [[1, 10.5, 10.5, 2]]],
  [
    "BTCUSDT-aggTrades-2024-08-09.csv",
    [
      "agg_trade_id,price,quantity,first_trade_id,last_trade_id,transact_time,is_buyer_maker",
      `1,10.5,2,1,3,${T + 1},true`,
    ],
    [[1, 10.5, 10.5, 2]],
  ],
  [
    "BTCUSDT-bookTicker-2024-03.csv",
    [
      "update_id,best_bid_price,best_bid_qty,best_ask_price,best_ask_qty,transaction_time,event_time",
      `1,10,5,10.1,6,${T},${T + 3}`,
      `2,10,5,0,0,${T + 1},${T + 3}`,
    ],
    [[0, 10.05, 10.05, 0]],
  ],
  [
    "binance_trades_2024-08-09_BTCUSDT.csv",
    [TARDIS_TRADES, `binance,BTCUSDT,${T}123,${T}999,77,buy,10.5,2`],
    [[0, 10.5, 10.5, 2]],
  ],
  [
    "binance-futures_book_ticker_2024-08-09_BTCUSDT.csv",
    [TARDIS_QUOTES, `binance-futures,BTCUSDT,${T}123,${T}999,3,10.1,10,4`],
    [[0, 10.05, 10.05, 0]],
  ],
  [
    "BTCUSDT-stream-2024-08-09.jsonl",
    [
      `${T}000000 {"stream":"btcusdt@bookTicker","data":{"u":1,"s":"BTCUSDT","b":"10","B":"1","a":"10.1","A":"2"}}`,
      `${T + 1}000000 {"stream":"btcusdt@depth","data":{"e":"depthUpdate","E":5,"s":"BTCUSDT","U":1,"u":2,"b":[],"a":[]}}`,
      `${T + 2}000000 {"e":"trade","E":5,"s":"BTCUSDT","t":1,"p":"10.5","q":"2","T":${T}}`,
      `{"lastUpdateId":1,"bids":[],"asks":[]}`,
      `{"e":"aggTrade","E":${T + 3},"s":"ETHUSDT","p":"3","q":"2","T":${T + 3}}`,
      `{"e":"trade","E":${T + 4},"s":"BTCUSDT","X":"INSURANCE_FUND","p":"1","q":"2","T":${T + 4}}`,
    ],
    [
      [0, 10.05, 10.05, 0],
      [2, 10.5, 10.5, 2],
    ],
  ],
];

test.each(FORMS)("RPL-01 %s is read as it is published: plain, gzip and zip", async (name, lines, rows) => {
  const text = `${lines.join("\r\n")}\n`;
  write(name, text);
  expect(await rowsOf()).toEqual(rows);
  rmSync(path.join(directory, name));
  write(`${name}.gz`, gzipSync(text));
  expect(await rowsOf()).toEqual(rows);
  if (!name.endsWith(".csv")) return;
  rmSync(path.join(directory, `${name}.gz`));
  write(name.replace(".csv", ".zip"), zipFile({ [name]: text }));
  expect(await rowsOf()).toEqual(rows);
});

test("RPL-01 files of several days follow each other, and the form with the most prices is replayed", async () => {
  write("BTCUSDT-trades-b.csv", `2,11,1,11,${T + 9},True,True\n`);
  write("BTCUSDT-trades-a.csv", `1,10,1,10,${T},True,True\n`);
  write("BTCUSDT-1m-2024.csv", "not read");
  write("BTCUSDT-bookDepth-2024.csv", "not read");
  write("XRPETH-trades-a.csv", "not read");
  const scanned = await scanRecording(directory, BTC);
  expect(scanned).toMatchObject({ beginMs: T, endMs: T + 9 });
  expect(scanned.symbols).toMatchObject([{ symbol: "BTCUSDT", label: "trades", beginMs: T, endMs: T + 9 }]);
  expect(scanned.unused).toEqual([
    "BTCUSDT-1m-2024.csv",
    "BTCUSDT-bookDepth-2024.csv",
    "XRPETH-trades-a.csv",
  ]);
  expect(await rowsOf()).toEqual([
    [0, 10, 10, 1],
    [9, 11, 11, 1],
  ]);
});

test("RPL-01 a file longer than what is read at once has all its rows", async () => {
  const count = 40_000;
  const lines = Array.from(
    { length: count },
    (_, i) => `${i},${(10 + i / 1e5).toFixed(5)},1,10,${T + i},True,True`,
  );
  write("BTCUSDT-trades-2024.csv", lines.join("\n"));
  write("BTCUSDT-trades-2025.csv", `1,9,1,9,${T + count},True,True`);
  const rows = await rowsOf();
  expect(rows).toHaveLength(count + 1);
  expect(rows[count - 1]).toEqual([count - 1, 10.39999, 10.39999, 1]);
});

const KLINES = "BTCUSDT-1m-x.csv";
const TRADES = "BTCUSDT-trades-x.csv";

test.each([
  ["a field too few", KLINES, `${T},10,12,9,11`, "line 1: expected 6 or 12 fields, got 5"],
  ["an unknown header", TRADES, "a,b,c,d,e,f\n", 'line 1: quantity is not a decimal number: "c"'],
  [
    "a word for a price",
    TRADES,
    `1,10,1,10,${T},True,True\n2,ten,1,10,${T},True,True`,
    "line 2: price is not",
  ],
  ["a price of zero", TRADES, `1,0,1,10,${T},True,True`, "line 1: price is not"],
  [
    "seconds for a time",
    TRADES,
    "1,10,1,10,1723161600,True,True",
    'line 1: "1723161600" is not a time since 1970',
  ],
  [
    "time that runs back",
    TRADES,
    `1,10,1,10,${T},True,True\n2,10,1,10,${T - 1_001},True,True`,
    "line 2: its time",
  ],
  ["a kline twice", KLINES, `${T},1,1,1,1,1\n\n${T},1,1,1,1,1`, "line 3: its time"],
  ["a kline between two minutes", KLINES, `${T + 1},1,1,1,1,1`, "line 1: 1723161600001 is not the start"],
  ["a high below the close", KLINES, `${T},1,1,1,2,1`, "line 1: open or close is outside"],
  [
    "another symbol",
    "binance_trades_2024-08-09_BTCUSDT.csv",
    `${TARDIS_TRADES}\nbinance,ETHUSDT,${T},${T},1,buy,1,1`,
    "line 2: the symbol is ETHUSDT",
  ],
  ["a list for a message", "BTCUSDT-stream-x.jsonl", "[1]", "line 1: is not a message of a stream"],
  [
    "a message without a time",
    "BTCUSDT-stream-x.jsonl",
    '{"s":"BTCUSDT","b":"1","a":"1"}',
    "line 1: undefined is not a time",
  ],
  ["broken JSON", "BTCUSDT-stream-x.jsonl", `{"e":"trade"`, "line 1: "],
  ["no rows", KLINES, "\n", "has no rows with prices"],
  ["no gzip", `${KLINES}.gz`, "plain", "is damaged, or not what its name says (Z_DATA_ERROR)"],
  ["no zip", "BTCUSDT-1m-x.zip", "plain", "is not a zip file, or damaged"],
])("RPL-02 a recording with %s is rejected with file, line and reason", async (_, name, text, problem) => {
  write(name, text);
  const scanned = scanRecording(directory, BTC);
  await expect(scanned).rejects.toThrow(RecordingError);
  await expect(scanned).rejects.toThrow(`${path.join(directory, name)}: ${problem}`);
});

test("RPL-02 cut archives, archives of several files, overlapping files and empty directories are rejected", async () => {
  await expect(scanRecording(directory, BTC)).rejects.toThrow(
    "no files named like BTCUSDT-1m-2024-08-08.zip",
  );
  write(`${KLINES}.gz`, gzipSync(`${T},1,1,1,1,1\n`.repeat(1_000)).subarray(0, 30));
  await expect(scanRecording(directory, BTC)).rejects.toThrow("is damaged");
  rmSync(path.join(directory, `${KLINES}.gz`));
  write("BTCUSDT-1m-x.zip", zipFile({ "a.csv": "1", "b.csv": "2" }));
  await expect(scanRecording(directory, BTC)).rejects.toThrow("must contain one file, contains 2");
  rmSync(path.join(directory, "BTCUSDT-1m-x.zip"));
  write("BTCUSDT-1m-a.csv", `${T},1,1,1,1,1\n${T + 60_000},1,1,1,1,1`);
  write("BTCUSDT-1m-b.csv", `${T + 60_000},1,1,1,1,1`);
  await expect(scanRecording(directory, BTC)).rejects.toThrow(
    "BTCUSDT-1m-b.csv: begins at 2024-08-09T00:01:00Z, before the end of BTCUSDT-1m-a.csv at 2024-08-09T00:02:00Z",
  );
});

const klines = recording("klines");
const stream = recording("orderbook/binance-spot-btcusdt_20240808.gz");

test.skipIf(klines.absent)("RPL-01 the recorded klines next to the repository are read", async () => {
  const { symbols } = await scanRecording(klines.file, new Set(["BCHUSDT", "BTCUSDT", "ETHUSDT", "SOLUSDT"]));
  expect(symbols.map(({ symbol, label, files }) => [symbol, label, files[0]?.rows])).toEqual([
    ["BCHUSDT", "5m klines", 8_903],
    ["BTCUSDT", "1m klines", 43_199],
    ["ETHUSDT", "1m klines", 60_191],
    ["SOLUSDT", "1m klines", 43_200],
  ]);
});

test.skipIf(stream.absent)("RPL-01 recorded stream messages next to the repository are read", async () => {
  copyFileSync(stream.file, path.join(directory, "BTCUSDT-stream-2024-08-08.jsonl.gz"));
  const { symbols, beginMs, endMs } = await scanRecording(directory, BTC);
  expect(symbols[0]?.files[0]?.rows).toBeGreaterThan(30_000);
  expect(endMs - beginMs).toBeGreaterThan(300_000);
});

if (klines.absent || stream.absent)
  console.warn("skipped: real recordings are read only where ../shared/data exists");
