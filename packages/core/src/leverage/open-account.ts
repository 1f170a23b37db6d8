import type { ExchangeState } from "../state/exchange-state.ts";
import { LeverAccount } from "../state/leverage/lever-account.ts";
import { BASE, type LeverPair, QUOTE } from "../state/leverage/lever-pair.ts";

/**
 * Opens the user's margin account of a market, under the next number. The user must not have one there, and the maximum
 * number must not be reached.
 */
export function openLeverAccount(state: ExchangeState, pair: LeverPair, userId: number): LeverAccount {
  const { ledger, leverage } = state;
  const { baseAsset, quoteAsset } = pair.market;
  const margin = ledger.openMargin(baseAsset, quoteAsset);
  if (margin !== leverage.accounts.length) throw new Error(`margin account ${margin} is out of order`);
  const coins: [number, number] = [0, 0];
  coins[BASE] = ledger.marginAccount(margin, false, baseAsset);
  coins[QUOTE] = ledger.marginAccount(margin, true, quoteAsset);
  const account = new LeverAccount(userId, pair, margin, coins);
  leverage.accounts.push(account);
  pair.add(account);
  return account;
}
