import type { Wallet } from "@candor/domain/enumerations";
import { WALLETS } from "@candor/domain/enumerations";
import { addDecimals, cutDecimals, multiplyDecimals } from "@candor/ui/decimal-math";
import type { WireBalance } from "@candor/wire/objects";
import fc from "fast-check";
import { expect, test } from "vitest";
import { holdingsOf, valueWallets } from "./valued-wallets.ts";

const PRICES = [
  { asset: "BTC", price: "66993.73000000" },
  { asset: "DOGE", price: "0.12995000" },
];
const balance = (wallet: Wallet, asset: string, available: string, frozen = "0"): WireBalance => ({
  wallet,
  asset,
  available,
  frozen,
});
const priceOf = (asset: string, prices: typeof PRICES): string =>
  asset === "USDT" ? "1" : (prices.find((each) => each.asset === asset)?.price ?? "0");

/** Adds up like the server: exactly, cut once. */
const answer = (
  list: readonly WireBalance[],
  { leverage = "0.000000", mining = "0.000000", options = "0.000000", unrealizedProfit = "0.000000" } = {},
  prices = PRICES,
) => ({
  wallets: Object.fromEntries(
    WALLETS.map((wallet) => [wallet, list.filter((each) => each.wallet === wallet)]),
  ) as Record<Wallet, WireBalance[]>,
  totalEquity: {
    asset: "USDT" as const,
    amount: cutDecimals(
      addDecimals(
        leverage,
        mining,
        options,
        unrealizedProfit,
        ...list.map(({ asset, available, frozen }) =>
          multiplyDecimals(addDecimals(available, frozen), priceOf(asset, prices), 16),
        ),
      ),
      6,
    ),
    leverage,
    mining,
    options,
    unrealizedProfit,
    unpriced: [],
    prices,
  },
});

test("WEB-124 the parts of app.md's screen add up to the cent", () => {
  const { total, wallets, outside } = valueWallets(
    answer(
      [
        balance("main", "USDT", "2880.055999"),
        balance("coin", "USDT", "2998.950001"),
        balance("contract", "USDT", "2000.339", "998.999"),
        balance("option", "USDT", "516.009"),
      ],
      { leverage: "500.179999", mining: "70.25", options: "20", unrealizedProfit: "0.999999" },
    ),
  );
  // 9,985.782998 in all; the cents that cutting took go to the largest values that were cut.
  expect(wallets.map(({ value }) => value)).toEqual(["2880.06", "2998.96", "2999.34", "516.01"]);
  expect(outside).toMatchObject([
    { kind: "leverage", value: "500.17" },
    { kind: "mining", value: "70.25" },
    { kind: "options", value: "20.00" },
    { kind: "unrealized", value: "0.99", sign: "always" },
  ]);
  expect(total).toBe("9985.78");
});

test("WEB-124 what has no price is not guessed, a loss is shown whole, empty balances are left out", () => {
  const list = [balance("main", "XYZ", "5"), balance("contract", "USDT", "100"), balance("coin", "BTC", "0")];
  const { total, wallets, outside } = valueWallets(answer(list, { unrealizedProfit: "-120.500000" }));
  expect(wallets.find(({ wallet }) => wallet === "main")).toMatchObject({
    holdings: [{ amount: "5", price: null, value: null }],
    value: "0.00",
  });
  expect(wallets.find(({ wallet }) => wallet === "coin")?.holdings).toEqual([]);
  expect(outside.map(({ value }) => value)).toEqual(["-120.50"]);
  expect(total).toBe("-20.50");
  expect(holdingsOf([balance("coin", "BTC", "0.001", "0.00000001")], PRICES)).toMatchObject([
    { amount: "0.00100001", value: "66.99" },
  ]);
});

test("WEB-124 whatever is held at whatever prices, holdings add up to their wallet and the parts to the total", () => {
  const units = fc
    .integer({ min: 0, max: 10 ** 15 })
    .map((n) => `${Math.floor(n / 1e8)}.${String(n % 1e8).padStart(8, "0")}`);
  const held = fc.record({
    wallet: fc.constantFrom(...WALLETS),
    asset: fc.constantFrom("USDT", "BTC", "DOGE", "XYZ"),
    available: units,
    frozen: units,
  });
  const signed = fc.tuple(fc.constantFrom("", "-"), units).map(([sign, text]) => sign + text);
  fc.assert(
    fc.property(
      fc.array(held, { maxLength: 12 }),
      signed,
      signed,
      units,
      (list, leverage, unrealizedProfit, mining) => {
        const reply = answer(list, { leverage, mining, options: mining, unrealizedProfit });
        const { total, wallets, outside } = valueWallets(reply);
        expect(total).toBe(cutDecimals(reply.totalEquity.amount, 2));
        for (const { holdings, value } of wallets)
          expect(addDecimals("0.00", ...holdings.flatMap((holding) => holding.value ?? []))).toBe(value);
        const parts = [...wallets, ...outside].map(({ value }) => value ?? "");
        for (const part of [...parts, total]) expect(part).toMatch(/^-?\d+\.\d\d$/);
        expect(addDecimals(...parts)).toBe(total);
      },
    ),
  );
});
