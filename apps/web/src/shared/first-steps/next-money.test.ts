import { expect, test } from "vitest";
import { nextMoney } from "./next-money.ts";

const balance = (
  wallet: "main" | "coin" | "contract" | "option",
  asset: string,
  available: string,
  frozen = "0",
) => ({
  wallet,
  asset,
  available,
  frozen,
});

test("WEB-129 with money in the product's wallet, or in its orders, nothing is said", () => {
  expect(nextMoney("spot", [balance("coin", "BTC", "0.1")])).toBe(null);
  expect(nextMoney("contract", [balance("contract", "USDT", "0", "12")])).toBe(null);
  expect(nextMoney("convert", [balance("coin", "USDT", "1")])).toBe(null);
  expect(nextMoney("lever", [], false)).toBe(null);
  expect(nextMoney("wallet", [balance("option", "USDT", "1")])).toBe(null);
});

test("WEB-129 money that lies in another wallet is moved from where the most of it is", () => {
  const balances = [
    balance("main", "USDT", "9.5"),
    balance("option", "USDT", "100"),
    balance("main", "BTC", "3"),
    balance("coin", "USDT", "0.000000"),
  ];
  expect(nextMoney("spot", balances)).toEqual({
    kind: "move",
    from: "option",
    to: "coin",
    asset: "USDT",
    amount: "100",
  });
  expect(nextMoney("withdraw", [balance("coin", "BTC", "1")])).toMatchObject({
    from: "coin",
    to: "main",
    asset: "BTC",
  });
});

test("WEB-129 other coins are no money for what takes USDT alone", () => {
  expect(nextMoney("contract", [balance("main", "BTC", "3")])).toEqual({ kind: "get" });
  expect(nextMoney("mining", [balance("main", "BTC", "3"), balance("coin", "USDT", "5")])).toMatchObject({
    kind: "move",
    from: "coin",
    to: "main",
  });
});

test("WEB-129 a margin account is filled from the spot wallet, and that from the others", () => {
  expect(nextMoney("lever", [balance("coin", "USDT", "5")], true)).toMatchObject({
    kind: "into-account",
    amount: "5",
  });
  expect(nextMoney("lever", [balance("main", "USDT", "5")], true)).toMatchObject({
    kind: "move",
    to: "coin",
  });
  expect(nextMoney("lever", [], true)).toEqual({ kind: "get" });
});
