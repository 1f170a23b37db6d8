import { addDecimals } from "@candor/ui/decimal-math";
import type { WireProfitDay, WireProfitValues } from "@candor/wire/profit-calls";
import { expect, test } from "vitest";
import {
  equityBefore,
  isEmpty,
  shownMarkets,
  sumByMarket,
  sumBySource,
  sumPeriod,
  sumUnrealized,
} from "./profit-sums.ts";

const values = (part: Partial<WireProfitValues>): WireProfitValues => ({
  main: "0",
  coin: "0",
  contract: "0",
  option: "0",
  lever: "0",
  total: "0",
  ...part,
});

/** 1,000 arrive, 400 move to contracts; 12.5 are earned, 2.5 of them by prices. The next day loses 2. */
const DAYS: readonly WireProfitDay[] = [
  {
    date: "2026-01-01",
    equity: values({ coin: "602.5", contract: "410", total: "1012.5" }),
    flow: values({ coin: "1000", total: "1000" }),
    transfer: values({ coin: "-400", contract: "400" }),
    profit: values({ coin: "2.5", contract: "10", total: "12.5" }),
    realized: [
      { source: "contract", symbol: "BTCUSDT", profit: "11" },
      { source: "contract", symbol: "ETHUSDT", profit: "-1" },
    ],
    unrealized: "2.5",
  },
  {
    date: "2026-01-02",
    equity: values({ coin: "600.5", contract: "410", total: "1010.5" }),
    flow: values({}),
    transfer: values({}),
    profit: values({ coin: "-2", total: "-2" }),
    realized: [{ source: "spot", symbol: "BTCUSDT", profit: "0.5" }],
    unrealized: "-2.5",
  },
];
const reply = { opening: values({}), days: [...DAYS] };

test("PNLW-06 opening equity, flows, transfers and profit add up to the closing equity, by wallet and in all", () => {
  for (const wallet of ["total", "main", "coin", "contract", "option", "lever"] as const) {
    const { opening, flow, transfer, profit, closing } = sumPeriod(reply, wallet);
    expect(Number(addDecimals(opening, flow, transfer, profit)), wallet).toBe(Number(closing));
  }
  expect(sumPeriod(reply, "total")).toMatchObject({ profit: "10.5", percent: "1.05" });
  // 10 of the 400 that came in by a transfer.
  expect(sumPeriod(reply, "contract").percent).toBe("2.50");
  expect(sumPeriod(reply, "option").percent).toBeNull();
  expect(DAYS.map(equityBefore).map(Number)).toEqual([0, 1012.5]);
});

test("PNLW-06 products and markets, with the change of unrealized profit, add up to the profit", () => {
  expect(sumBySource(DAYS)).toEqual([
    { source: "contract", profit: "10" },
    { source: "spot", profit: "0.5" },
  ]);
  expect(sumByMarket(DAYS)).toEqual([
    { source: "contract", symbol: "BTCUSDT", profit: "11" },
    { source: "spot", symbol: "BTCUSDT", profit: "0.5" },
    { source: "contract", symbol: "ETHUSDT", profit: "-1" },
  ]);
  const all = [...sumBySource(DAYS).map(({ profit }) => profit), sumUnrealized(DAYS)];
  expect(Number(addDecimals(...all))).toBe(Number(sumPeriod(reply, "total").profit));
});

test("PNLW-06 an account without equity, flows and trades is empty; one that only lost is not", () => {
  const [first] = DAYS;
  expect(isEmpty({ opening: values({}), days: [] })).toBe(true);
  expect(isEmpty(reply)).toBe(false);
  if (first === undefined) throw new Error("no day");
  const nothing = { ...first, equity: values({}), flow: values({}), profit: values({}), realized: [] };
  expect(isEmpty({ opening: values({}), days: [nothing] })).toBe(true);
  expect(isEmpty({ opening: values({ total: "5" }), days: [nothing] })).toBe(false);
});

test("PNLW-09 shown markets add up to their shown product, also with a part of no market", () => {
  const usdt = { convert: (value: string) => value, decimals: 2 };
  const market = (source: "contract" | "spot", symbol: string | null, profit: string) => ({
    source,
    symbol,
    profit,
  });
  const markets = [
    market("contract", "BTCUSDT", "-13.366898"),
    market("spot", "BTCUSDT", "1.999"),
    market("spot", "ETHUSDT", "-0.4049"),
    market("spot", null, "0.0049"),
  ];
  const sources = new Map([
    ["contract", "-13.37"],
    ["spot", "1.59"],
  ] as const);
  const shown = shownMarkets(markets, sources, usdt);
  const of = (source: string) =>
    markets.filter((each) => each.source === source).map((each) => shown.get(each) ?? "unknown");
  expect(of("contract")).toEqual(["-13.37"]);
  expect(addDecimals(...of("spot"))).toBe("1.59");
  expect(shownMarkets(markets, sources, { convert: () => null, decimals: 2 }).size).toBe(0);
});
