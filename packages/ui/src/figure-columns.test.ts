import { expect, test } from "vitest";
import { type Figure, figureDecimals } from "./figure-columns.ts";

type Row = Readonly<Record<"profit" | "fee", Figure>>;

const COLUMNS = [
  { key: "date" },
  { key: "profit", figure: (row: Row) => row.profit },
  { key: "fee", figure: (row: Row) => row.fee },
];
const row = (profit: string | null, fee: string, feeAsset: string): Row => ({
  profit: { value: profit, least: 2 },
  fee: { value: fee, asset: feeAsset },
});

test("NUM-05 the figures of one column and unit have as many decimals as the longest needs, and at least the least", () => {
  const rows = [
    row("0.051400", "1.500000", "USDT"),
    row("0.423600", "0.00001000", "BTC"),
    row("0.231000", "2.000000", "USDT"),
    row(null, "0", "USDT"),
  ];
  const most = figureDecimals(COLUMNS, rows);
  expect(Object.fromEntries(most)).toEqual({ "profit ": 4, "fee USDT": 1, "fee BTC": 5 });
  expect(figureDecimals(COLUMNS, [row("5.000000", "3", "USDT")]).get("profit ")).toBe(2);
  expect(figureDecimals(COLUMNS, []).size).toBe(0);
});
