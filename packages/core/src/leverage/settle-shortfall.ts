import { boundedMultiplyDivideCeil, multiplyDivideFloor } from "@candor/money/integer";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { LeverAccount } from "../state/leverage/lever-account.ts";
import { BASE, QUOTE } from "../state/leverage/lever-pair.ts";
import { postLever, reduceDebt } from "./loans.ts";

/** By coin: what the insurance fund paid into the lending pool, and what the pool lost. */
export interface Shortfall {
  readonly paid: readonly [number, number];
  readonly lost: readonly [number, number];
}

/**
 * Handles an account that still has debt but nothing tradable left. The insurance fund takes the remainder (less than a
 * lot, or less than a lot costs) and pays the debt: first in the owed coin, then missing base coins by their value in
 * quote coins at the index. The lending pool loses what the fund cannot pay. The user owes nothing afterwards.
 */
export function settleShortfall(state: ExchangeState, account: LeverAccount): Shortfall {
  const { ledger } = state;
  const { pair } = account;
  for (const coin of [BASE, QUOTE] as const) {
    const left = ledger.available(account.coins[coin]);
    if (left === 0) continue;
    ledger.take(account.coins[coin], left);
    ledger.shift("insurance", pair.assetOf(coin), left);
    postLever(state, account, coin, 0 - left, "liquidation", account.liquidationId);
  }
  const paid: [number, number] = [0, 0];
  const lost: [number, number] = [0, 0];
  for (const coin of [QUOTE, BASE] as const) {
    const owed = account.owed(coin);
    if (owed === 0) continue;
    const units = pay(state, account, coin, owed);
    paid[coin] += units;
    lost[coin] = owed - units;
    reduceDebt(state, account, coin, owed);
  }
  lost[BASE] -= payInQuote(state, account, lost[BASE], paid);
  return { paid, lost };
}

/**
 * Insurance fund → lending pool, at most the fund's balance.
 * @returns the amount paid
 */
function pay(state: ExchangeState, account: LeverAccount, coin: number, units: number): number {
  const { ledger } = state;
  const asset = account.pair.assetOf(coin);
  const paid = Math.min(units, ledger.systemBalance("insurance", asset));
  ledger.shift("insurance", asset, 0 - paid);
  ledger.shift("lending-pool", asset, paid);
  return paid;
}

/**
 * Pays for base coins that the fund lacks with their value at the index.
 * @returns the base coins covered
 */
function payInQuote(
  state: ExchangeState,
  account: LeverAccount,
  baseUnits: number,
  paid: [number, number],
): number {
  if (baseUnits === 0) return 0;
  const { market, indexTicks } = account.pair;
  const value = indexTicks * market.quoteFactor;
  const needed = boundedMultiplyDivideCeil(baseUnits, value, market.lotUnits);
  const units = pay(state, account, QUOTE, needed);
  paid[QUOTE] += units;
  return units === needed ? baseUnits : multiplyDivideFloor(units, market.lotUnits, value);
}
