import { PROFIT_WALLETS } from "@candor/domain/enumerations";
import { addDecimals, compareDecimals } from "@candor/ui/decimal-math";
import { expect, test } from "vitest";
import { shownStatement } from "./shown-statement.ts";
import type { Statement } from "./statement-words.ts";

type Sums = Statement["equity"]["opening"];

const sums = (coin: string, lever: string, total: string): Sums => ({
  ...(Object.fromEntries(PROFIT_WALLETS.map((wallet) => [wallet, "0"])) as unknown as Sums),
  coin,
  lever,
  total,
});

const EXACT: Statement = {
  from: "2026-11-01",
  to: "2026-11-28",
  complete: false,
  asOfMs: 0,
  equity: {
    opening: sums("0", "0", "0"),
    flow: sums("9000.1234567891", "0", "9000.1234567891"),
    transfer: sums("-300", "300", "0"),
    profit: sums("-0.7346600824444444", "-0.5508042632555555", "-1.2854643457"),
    closing: sums("8699.3887967066555556", "299.4491957367444445", "8998.8379924434"),
  },
  flows: [
    { kind: "deposit", value: "9000.0000000045" },
    { kind: "referral", value: "0.1234567846" },
  ],
  realized: [
    { source: "spot", symbol: "BTCUSDT", profit: "-0.1500861841841841" },
    { source: "lever", symbol: "BTCUSDT", profit: "-0.0048" },
  ],
  unrealized: "-1.1305781615158159",
  accounts: [],
  openingPositions: [],
  closingPositions: [],
} as unknown as Statement;

const decimalsOf = (value: string): number => value.split(".")[1]?.length ?? 0;
const isZero = (value: string): boolean => compareDecimals(value, "0") === 0;

test("a statement's values have at most eight decimals, and its sums add up as shown", () => {
  const { equity, flows, realized, unrealized } = shownStatement(EXACT);
  for (const wallet of [...PROFIT_WALLETS, "total"] as const) {
    const { opening, flow, transfer, profit, closing } = equity;
    const reached = addDecimals(opening[wallet], flow[wallet], transfer[wallet], profit[wallet]);
    expect(compareDecimals(reached, closing[wallet])).toBe(0);
  }
  for (const part of ["opening", "flow", "transfer", "profit", "closing"] as const) {
    const { total } = equity[part];
    const added = addDecimals("0", ...PROFIT_WALLETS.map((wallet) => equity[part][wallet]));
    expect(compareDecimals(added, total)).toBe(0);
    expect(decimalsOf(total)).toBeLessThanOrEqual(8);
  }
  const results = [...realized.map(({ profit }) => profit), unrealized];
  expect(compareDecimals(addDecimals("0", ...results), equity.profit.total)).toBe(0);
  const added = addDecimals("0", ...flows.map(({ value }) => value));
  expect(compareDecimals(added, equity.flow.total)).toBe(0);
  for (const value of [...results, ...flows.map((flow) => flow.value)])
    expect(decimalsOf(value)).toBeLessThanOrEqual(8);
  expect(isZero(equity.profit.total)).toBe(false);
});
