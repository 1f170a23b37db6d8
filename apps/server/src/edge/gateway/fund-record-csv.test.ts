import type { WireFundRecord } from "@candor/wire/objects";
import { expect, test } from "vitest";
import { CSV_HEADER, csvLine } from "./fund-record-csv.ts";

const record = (changes: Partial<WireFundRecord> = {}): WireFundRecord => ({
  recordId: "65536",
  kind: "withdrawal",
  wallet: "main",
  asset: "USDT",
  timeMs: 1_767_225_600_000,
  seq: 1,
  amount: "-99.000000",
  balanceAfter: "901.000000",
  fee: "1.000000",
  result: "success",
  refId: "w-1",
  note: "Withdrawal",
  ...changes,
});

test("FUND-11 a line has the header's fields; amounts keep their minus, and missing values are empty", () => {
  expect(CSV_HEADER.trim().split(",")).toHaveLength(13);
  expect(csvLine(record({ refId: null, note: null }))).toBe(
    "65536,withdrawal,main,USDT,2026-01-01T00:00:00.000Z,1767225600000,1,-99.000000,901.000000,success,,,\r\n",
  );
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1+1", "＋1", "－1", "＠SUM(A1)"])(
  "FUND-11 CONT-01 a text that a spreadsheet would evaluate is escaped: %j",
  (note) => {
    const written = csvLine(record({ note })).slice(0, -2);
    expect(written.endsWith(`'${note},`) || written.endsWith(`"'${note}",`)).toBe(true);
  },
);

test("FUND-11 commas, quotes and line ends stay within their field", () => {
  expect(csvLine(record({ note: 'one, "two"\nthree' }))).toMatch(/,"one, ""two""\nthree",\r\n$/);
});

test("WEB-109 the time is readable and a withdrawal's fee counts once: in its own row", () => {
  const columns = CSV_HEADER.trim().split(",");
  const rows = [
    record(),
    record({ recordId: "w-1-fee", kind: "withdrawal-fee", amount: "-1.000000", fee: "0.000000", note: null }),
  ].map((each) => csvLine(each).trim().split(","));
  expect(rows.map((row) => row[columns.indexOf("time")])).toEqual(Array(2).fill("2026-01-01T00:00:00.000Z"));
  expect(columns).not.toContain("fee");
  const amounts = rows.map((row) => Number(row[columns.indexOf("amount")]));
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(-100);
});

test("FUND-11 LEV-10 entries of a margin account have a wallet of their own in the file, with its pair", () => {
  const columns = CSV_HEADER.trim().split(",");
  const line = csvLine(record({ kind: "loan", wallet: "coin", marginSymbol: "BTCUSDT" }));
  const fields = line.trim().split(",");
  expect([fields[columns.indexOf("wallet")], fields[columns.indexOf("marginSymbol")]]).toEqual([
    "margin",
    "BTCUSDT",
  ]);
});
