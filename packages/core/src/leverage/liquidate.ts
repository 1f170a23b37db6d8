import { LAYOUT } from "@candor/codec/event-layouts";
import type { LeverLiquidationMethod } from "@candor/domain/events/lever-events";
import { type LeverHoldings, marginLevelE4 } from "@candor/formulas/leverage/margin-level";
import type { PriceE8, Ticks, Units } from "@candor/money/brand";
import { boundedMultiplyDivideCeil, divideCeil, divideFloor } from "@candor/money/integer";
import { BUY, EFFECT, MARGIN, SELL } from "../memory/order-slab.ts";
import { executeOrder } from "../orders/execute-order.ts";
import { closeOrder, tellOrder } from "../orders/order-life.ts";
import { settlement } from "../orders/settlement.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { LeverAccount } from "../state/leverage/lever-account.ts";
import { BASE, QUOTE } from "../state/leverage/lever-pair.ts";
import { EFFECT_NONE } from "../state/leverage/leverage-state.ts";
import { WALK_FULL } from "../state/market/book-walk.ts";
import {
  ACCEPTED,
  BY_LIQUIDATION,
  CANCELED,
  EXPIRE_MAKER,
  IOC,
  MARKET,
  NO_REASON,
  OPEN,
  packLeverTerms,
  withStatus,
} from "../state/orders/order-codes.ts";
import { holdingsOf, measureOf } from "./lever-holdings.ts";
import { refreshRisk } from "./lever-risk.ts";
import { chargeHours, payDebt } from "./loans.ts";
import { ordersOf } from "./margin-orders.ts";
import { type Shortfall, settleShortfall } from "./settle-shortfall.ts";

const PPM = 1_000_000;
/** Fees are rounded up per fill, so the estimate may fall short by some units. Then one more lot is traded. */
const MAX_ORDERS = 4;

/** Progress of a step. */
interface Step {
  orderId: number;
  lots: number;
  quote: number;
  fee: number;
  readonly repaid: [number, number];
}

/**
 * Liquidates an account whose level is at most 1.1. Cancels its orders, then pays debts with its own balance of the
 * owed coin. Then it trades as much as the rest of the debt needs, at most the protection's distance from the index.
 * When nothing tradable is left, the insurance fund pays. What the book cannot fill waits for the next index.
 */
export function liquidate(state: ExchangeState, account: LeverAccount): void {
  const { leverage } = state;
  chargeHours(state, account);
  for (const slot of ordersOf(state, account)) closeOrder(state, slot, CANCELED, BY_LIQUIDATION);
  if (account.liquidationId === 0) account.liquidationId = ++leverage.lastLiquidationId;
  const before = holdingsOf(state, account);
  const step: Step = { orderId: 0, lots: 0, quote: 0, fee: 0, repaid: [0, 0] };
  payOwn(state, account, step);
  let outcome = PAID;
  for (let orders = 0; account.hasDebt && outcome === PAID; orders++) {
    outcome = orders === MAX_ORDERS ? BOOK_ENDS : trade(state, account, step);
    payOwn(state, account, step);
  }
  let shortfall: Shortfall | undefined;
  if (account.hasDebt && outcome === NOTHING_LEFT) shortfall = settleShortfall(state, account);
  leverage.touch(account, "liquidation");
  tellStep(state, account, before, step, shortfall);
  if (account.hasDebt) {
    account.isParked = true;
    account.pair.parked.push(account);
  } else {
    account.liquidationId = 0;
  }
  refreshRisk(state, account);
}

/** Outcomes of an attempt to trade. */
const PAID = 0;
const BOOK_ENDS = 1;
const NOTHING_LEFT = 2;

/** Pays each debt with the account's own balance of the coin. */
function payOwn(state: ExchangeState, account: LeverAccount, step: Step): void {
  for (const coin of [BASE, QUOTE] as const) {
    account.brought[coin] = 0;
    const units = Math.min(state.ledger.available(account.coins[coin]), account.owed(coin));
    if (units === 0) continue;
    payDebt(state, account, coin, units);
    step.repaid[coin] += units;
  }
}

/**
 * Buys owed base coins with quote coins, or sells base coins for owed quote coins, in as many lots as the debt needs.
 */
function trade(state: ExchangeState, account: LeverAccount, step: Step): number {
  const { ledger, walk } = state;
  const { market } = account.pair;
  const side = account.owed(BASE) > 0 ? BUY : SELL;
  const [coin, wanted] = side === BUY ? [QUOTE, lotsToBuy(account)] : [BASE, lotsToSell(state, account)];
  const available = ledger.available(account.coins[coin] as number);
  const affordable = side === BUY ? market.maxLots : divideFloor(available, market.lotUnits);
  const lots = Math.min(wanted, affordable, market.maxLots);
  if (lots === 0 || available === 0) return NOTHING_LEFT;
  const worst = market.protectedTicks(side);
  const bound = side === BUY ? available : 0;
  walk.run(market, side, account.userId, EXPIRE_MAKER, worst, lots, bound, state.fillsLeft);
  if (walk.lots === 0) return walk.end === WALK_FULL ? NOTHING_LEFT : BOOK_ENDS;
  const isShort = walk.end !== WALK_FULL;
  send(state, account, side, walk.lots, side === BUY ? walk.quoteUnits : walk.lots * market.lotUnits, step);
  return isShort ? BOOK_ENDS : PAID;
}

/** Lots whose purchase covers the base coin debt, net of the fee. */
function lotsToBuy(account: LeverAccount): number {
  const { market } = account.pair;
  const gross = boundedMultiplyDivideCeil(account.owed(BASE), PPM, PPM - market.takerFeePpm);
  return divideCeil(gross, market.lotUnits);
}

/** Lots whose sale covers the quote coin debt, net of the fee, at the current book. */
function lotsToSell(state: ExchangeState, account: LeverAccount): number {
  const { walk } = state;
  const { market, pair } = { market: account.pair.market, pair: account.pair };
  const gross = boundedMultiplyDivideCeil(account.owed(QUOTE), PPM, PPM - market.takerFeePpm);
  const most = divideFloor(state.ledger.available(account.coins[BASE]), market.lotUnits);
  if (most === 0) return 0;
  const worst = market.protectedTicks(SELL);
  walk.run(pair.market, SELL, account.userId, EXPIRE_MAKER, worst, most, gross, state.fillsLeft);
  // The walk stays at or below the target value: one lot more reaches it.
  return walk.end === WALK_FULL ? Math.min(most, walk.lots + 1) : most;
}

/** Sends the order to the book, which fills all of it, as the walk has shown. */
function send(
  state: ExchangeState,
  account: LeverAccount,
  side: number,
  lots: number,
  heldUnits: number,
  step: Step,
): void {
  const { orders, ledger } = state;
  const { market } = account.pair;
  const { userId } = account;
  const terms = packLeverTerms(side, MARKET, IOC, EXPIRE_MAKER, state.users.isLabelled(userId));
  const slot = orders.create(userId, "", state.timeMs, market.id, withStatus(terms, OPEN), 0, lots);
  const { moreInts } = orders.slab;
  orders.slab.extend(slot);
  moreInts[slot + MARGIN] = account.margin;
  moreInts[slot + EFFECT] = EFFECT_NONE;
  ledger.hold(account.coins[side === BUY ? QUOTE : BASE], heldUnits);
  tellOrder(state, slot, ACCEPTED, NO_REASON, 0);
  const { lastOrderId } = orders;
  executeOrder(state, market, slot, heldUnits, lots);
  step.orderId = lastOrderId;
  step.lots += lots;
  step.quote += settlement.quoteUnits;
  step.fee += settlement.feeUnits;
}

function tellStep(
  state: ExchangeState,
  account: LeverAccount,
  before: LeverHoldings,
  step: Step,
  shortfall: Shortfall | undefined,
): void {
  const { pair } = account;
  const { market } = pair;
  const method: LeverLiquidationMethod = shortfall === undefined ? "book" : "insurance-fund";
  const units = (value: number | undefined): Units => (value ?? 0) as Units;
  LAYOUT.leverLiquidated.write(state.out, {
    liquidationId: account.liquidationId,
    method,
    userId: account.userId,
    marketId: market.id,
    indexE8: market.index.valueE8 as PriceE8,
    indexTicks: pair.indexTicks as Ticks,
    baseUnits: units(before.baseUnits),
    quoteUnits: units(before.quoteUnits),
    baseOwedUnits: units(before.baseOwedUnits),
    quoteOwedUnits: units(before.quoteOwedUnits),
    levelE4: marginLevelE4(before, measureOf(pair), pair.indexTicks) ?? 0,
    orderId: step.orderId,
    closedLots: step.lots,
    closedQuoteUnits: units(step.quote),
    feeUnits: units(step.fee),
    baseRepaidUnits: units(step.repaid[BASE]),
    quoteRepaidUnits: units(step.repaid[QUOTE]),
    baseFundUnits: units(shortfall?.paid[BASE]),
    quoteFundUnits: units(shortfall?.paid[QUOTE]),
    baseLossUnits: units(shortfall?.lost[BASE]),
    quoteLossUnits: units(shortfall?.lost[QUOTE]),
    baseLeftUnits: units(account.owed(BASE)),
    quoteLeftUnits: units(account.owed(QUOTE)),
  });
}
