import type { ExchangeState } from "../state/exchange-state.ts";
import type { LeverAccount } from "../state/leverage/lever-account.ts";
import { BASE, type LeverPair, QUOTE } from "../state/leverage/lever-pair.ts";
import { TRADING } from "../state/market/market.ts";
import { isHot, refreshRisk } from "./lever-risk.ts";
import { liquidate } from "./liquidate.ts";
import { chargeHours, payDebt } from "./loans.ts";
import { cancelRuinous } from "./ruined-orders.ts";

/**
 * Goes on with what commands have left to do for margin accounts, a bounded part: what follows from their changed
 * balances, the interest of full hours, then liquidations and margin calls.
 */
export function workOffLeverage(state: ExchangeState): void {
  const { leverage } = state;
  tidyAccounts(state);
  while (leverage.chargesLeft > 0 && state.timeMs >= leverage.nextChargeMs) {
    leverage.chargesLeft--;
    const account = leverage.hours.head as LeverAccount;
    chargeHours(state, account);
    refreshRisk(state, account);
  }
  if (!leverage.mayBeHot) return;
  leverage.mayBeHot = false;
  for (const pair of leverage.pairs) {
    workOffPair(state, pair);
    if (pair.market.status === TRADING && isHot(pair)) leverage.mayBeHot = true;
  }
  tidyAccounts(state);
}

/** What commands have changed of margin accounts: debts are paid as their orders say, and the risk is entered anew. */
export function tidyAccounts(state: ExchangeState): void {
  const { leverage, ledger } = state;
  const { touchedMargins } = ledger;
  const untidy: LeverAccount[] = [];
  for (let i = 0; i < touchedMargins.length; i++) {
    const account = leverage.accounts[touchedMargins[i] as number] as LeverAccount;
    leverage.touch(account, "order");
    if (account.isTidy) untidy.push(account);
    account.isTidy = false;
  }
  for (const account of untidy) {
    account.isTidy = true;
    for (const coin of [BASE, QUOTE]) payWithBrought(state, account, coin);
    refreshRisk(state, account);
  }
  // What was paid just now is looked after already.
  touchedMargins.length = 0;
}

/** What orders with the effect `repay` have brought pays what is owed of that coin. */
function payWithBrought(state: ExchangeState, account: LeverAccount, coin: number): void {
  const brought = account.brought[coin] as number;
  if (brought === 0) return;
  account.brought[coin] = 0;
  chargeHours(state, account);
  const available = state.ledger.available(account.coins[coin] as number);
  const units = Math.min(brought, available, account.owed(coin));
  if (units > 0) payDebt(state, account, coin, units);
}

/** Orders that must not trade any more first, then liquidations, then margin calls; without an index, or while the market does not trade, neither. */
function workOffPair(state: ExchangeState, pair: LeverPair): void {
  const { leverage } = state;
  const { market, indexTicks } = pair;
  if (indexTicks === 0 || market.status !== TRADING) return;
  for (const queue of [pair.ruinedBelow, pair.ruinedAbove])
    while (leverage.ruinedLeft > 0 && queue.fires(indexTicks)) {
      const account = pair.accounts[queue.head()] as LeverAccount;
      cancelRuinous(state, account);
      refreshRisk(state, account);
    }
  for (const queue of [pair.liquidatedBelow, pair.liquidatedAbove])
    while (leverage.stepsLeft > 0 && state.fillsLeft > 0 && queue.fires(indexTicks)) {
      leverage.stepsLeft -= LIQUIDATION_STEPS;
      liquidate(state, pair.accounts[queue.head()] as LeverAccount);
    }
  for (const queue of [pair.calledBelow, pair.calledAbove])
    while (leverage.stepsLeft > 0 && queue.fires(indexTicks)) {
      leverage.stepsLeft--;
      refreshRisk(state, pair.accounts[queue.head()] as LeverAccount);
    }
}

/** A liquidation is worth so many margin calls of a command's work. */
const LIQUIDATION_STEPS = 2;
