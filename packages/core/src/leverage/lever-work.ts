import type { ExchangeState } from "../state/exchange-state.ts";
import type { LeverAccount } from "../state/leverage/lever-account.ts";
import { BASE, type LeverPair, QUOTE } from "../state/leverage/lever-pair.ts";
import { TRADING } from "../state/market/market.ts";
import { hasTriggered, refreshRisk } from "./lever-risk.ts";
import { liquidate } from "./liquidate.ts";
import { chargeHours, payDebt } from "./loans.ts";
import { cancelRuinous } from "./ruined-orders.ts";

/**
 * Continues the work that commands left for margin accounts, within a bound: the consequences of changed balances, the
 * interest of full hours, then liquidations and margin calls.
 */
export function processPendingLeverage(state: ExchangeState): void {
  const { leverage } = state;
  refreshAccounts(state);
  while (leverage.chargesLeft > 0 && state.timeMs >= leverage.nextChargeMs) {
    leverage.chargesLeft--;
    const account = leverage.hours.head as LeverAccount;
    chargeHours(state, account);
    refreshRisk(state, account);
  }
  if (!leverage.mayBeAtRisk) return;
  leverage.mayBeAtRisk = false;
  for (const pair of leverage.pairs) {
    processPair(state, pair);
    if (pair.market.status === TRADING && hasTriggered(pair)) leverage.mayBeAtRisk = true;
  }
  refreshAccounts(state);
}

/**
 * Processes margin accounts that commands changed: pays debts with order proceeds as requested, and refreshes the risk.
 */
function refreshAccounts(state: ExchangeState): void {
  const { leverage, ledger } = state;
  const { touchedMargins } = ledger;
  const dirty: LeverAccount[] = [];
  for (let i = 0; i < touchedMargins.length; i++) {
    const account = leverage.accounts[touchedMargins[i] as number] as LeverAccount;
    leverage.touch(account, "order");
    if (account.isClean) dirty.push(account);
    account.isClean = false;
  }
  for (const account of dirty) {
    account.isClean = true;
    for (const coin of [BASE, QUOTE]) repayFromProceeds(state, account, coin);
    refreshRisk(state, account);
  }
  // The payments above have already refreshed their accounts.
  touchedMargins.length = 0;
}

/** Pays the debt in a coin with the proceeds of orders with the effect `repay`. */
function repayFromProceeds(state: ExchangeState, account: LeverAccount, coin: number): void {
  const repayProceeds = account.repayProceeds[coin] as number;
  if (repayProceeds === 0) return;
  account.repayProceeds[coin] = 0;
  chargeHours(state, account);
  const available = state.ledger.available(account.coins[coin] as number);
  const units = Math.min(repayProceeds, available, account.owed(coin));
  if (units > 0) payDebt(state, account, coin, units);
}

/**
 * Cancels ruined orders first, then liquidates, then sends margin calls. Does neither of the last two without an index
 * or while the market does not trade.
 */
function processPair(state: ExchangeState, pair: LeverPair): void {
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

/** A liquidation counts as this many margin calls. */
const LIQUIDATION_STEPS = 2;
