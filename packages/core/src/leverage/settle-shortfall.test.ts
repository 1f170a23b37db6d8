import { expect, test } from "vitest";
import { addAsset } from "../listing/list-asset.ts";
import { addMarket } from "../listing/list-market.ts";
import { ExchangeState } from "../state/exchange-state.ts";
import { BASE, QUOTE } from "../state/leverage/lever-pair.ts";
import { addLever } from "./list-lever.ts";
import { openLeverAccount } from "./open-account.ts";
import { settleShortfall } from "./settle-shortfall.ts";

/**
 * An account that owes BTC and has only 0.001 BTC left, at an index of 1,000, and a fund with the given USDT and BTC.
 */
function shortfall(fundUsdt: number, fundBtc: number) {
  const state = new ExchangeState();
  addAsset(state, { symbol: "USDT", name: "Tether USD", scale: 6, minTransfer: "1" }, 1);
  addAsset(state, { symbol: "BTC", name: "Bitcoin", scale: 8, minTransfer: "1" }, 1);
  const terms = { tick: "1", lot: "0.01", minQuantity: "0.01", maxQuantity: "100", minNotional: "1" };
  const rates = { priceBandPpm: 1, marketProtectionPpm: 1, makerFeePpm: 0, takerFeePpm: 0 };
  const market = addMarket(state, { symbol: "BTCUSDT", base: "BTC", quote: "USDT", ...terms, ...rates }, 1);
  const pair = addLever(state, 0, {
    leverages: [2],
    baseHourlyPpm: 1,
    quoteHourlyPpm: 1,
    baseUserLimit: "9",
    quoteUserLimit: "9",
    basePairLimit: "9",
    quotePairLimit: "9",
  });
  if (market === undefined || pair === undefined) throw new Error("not listed");
  market.indexTicks = 1_000;
  state.users.open(10_001, 0);
  const account = openLeverAccount(state, pair, 10_001);
  account.debts[BASE].principal = 40_000_000;
  account.debts[BASE].interest = 1;
  pair.lent[BASE] = 40_000_000;
  state.ledger.give(account.coins[BASE], 100_000);
  state.ledger.shift("insurance", 0, fundUsdt);
  state.ledger.shift("insurance", 1, fundBtc);
  const paid = settleShortfall(state, account);
  return { state, account, pair, ...paid };
}

test("LEV-03 the insurance fund takes the remainder, pays in the coin owed and then by value, rounded up", () => {
  const { state, account, pair, paid, lost } = shortfall(500_000_000, 10_000_000);
  // 0.1 BTC from the fund and the remaining 0.001, then 0.29900001 BTC at 1,000: 299.00001 USDT.
  expect(paid).toEqual([10_100_000, 299_000_010]);
  expect(lost).toEqual([0, 0]);
  expect(account.hasDebt).toBe(false);
  expect(pair.lent).toEqual([0, 0]);
  expect(state.ledger.total(account.coins[BASE]) + state.ledger.total(account.coins[QUOTE])).toBe(0);
  expect(state.ledger.systemBalance("insurance", 0)).toBe(200_999_990);
  expect(state.ledger.systemBalance("lending-pool", 0)).toBe(299_000_010);
  expect(state.ledger.systemBalance("lending-pool", 1)).toBe(10_100_000);
});

test("LEV-03 the lending pool loses what the insurance fund cannot pay, and never falls below zero", () => {
  const { state, paid, lost, account } = shortfall(100_000_000, 0);
  expect(paid).toEqual([100_000, 100_000_000]);
  expect(lost).toEqual([40_000_001 - 100_000 - 10_000_000, 0]);
  expect(account.hasDebt).toBe(false);
  expect(state.ledger.systemBalance("insurance", 0)).toBe(0);
});
