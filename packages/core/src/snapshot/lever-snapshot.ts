import type { LeverSpec } from "@candor/domain/specs/lever-listing";
import { addLever } from "../leverage/list-lever.ts";
import { openLeverAccount } from "../leverage/open-account.ts";
import { CODES, EFFECT, MARGIN } from "../memory/order-slab.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { LeverAccount } from "../state/leverage/lever-account.ts";
import { BASE, type LeverPair, QUOTE } from "../state/leverage/lever-pair.ts";
import { isLever } from "../state/orders/order-codes.ts";
import { SnapshotError, type SnapshotReader, type SnapshotWriter } from "./snapshot-bytes.ts";

const COINS = [BASE, QUOTE] as const;

/**
 * Writes margin trading: its terms, its accounts with their money and debts, and the queues for index prices and hours.
 */
export function writeLeverage(state: ExchangeState, to: SnapshotWriter): void {
  const { leverage } = state;
  to.integer(leverage.lastLoanId);
  to.integer(leverage.lastLiquidationId);
  to.u8(leverage.mayBeHot ? 1 : 0);
  to.list((one) => {
    for (const pair of leverage.pairs) {
      one();
      to.u8(pair.market.id);
      to.text(JSON.stringify(pair.spec));
    }
  });
  to.list((one) => {
    for (const account of leverage.accounts) {
      one();
      writeAccount(state, account, to);
    }
  });
  to.list((one) => {
    leverage.hours.forEach((account) => {
      one();
      to.u32(account.margin);
      to.integer(account.dueAtMs);
    });
  });
  for (const pair of leverage.pairs) writeQueues(pair, to);
}

function writeAccount(state: ExchangeState, account: LeverAccount, to: SnapshotWriter): void {
  to.u8(account.pair.market.id);
  to.u32(account.userId);
  to.u8(account.status);
  to.integer(account.liquidationId);
  to.u8(account.isParked ? 1 : 0);
  to.integer(account.updatedAtMs);
  for (const coin of COINS) {
    const debt = account.debts[coin];
    to.integer(state.ledger.available(account.coins[coin]));
    to.integer(state.ledger.frozen(account.coins[coin]));
    to.integer(debt.principal);
    to.integer(debt.interest);
  }
}

/**
 * Writes queues whose order among equal prices depends on history, and the accounts waiting for the next index, as rows
 * in their current order.
 */
function writeQueues(pair: LeverPair, to: SnapshotWriter): void {
  to.list((one) => {
    for (const account of pair.parked) {
      one();
      to.u32(account.row);
    }
  });
  for (const queue of queuesOf(pair))
    to.list((one) => {
      queue.forEach((row, ticks) => {
        one();
        to.u32(row);
        to.u32(ticks);
      });
    });
}

function queuesOf(pair: LeverPair) {
  return [
    pair.liquidatedBelow,
    pair.liquidatedAbove,
    pair.ruinedBelow,
    pair.ruinedAbove,
    pair.calledBelow,
    pair.calledAbove,
  ];
}

/** Reads the output of writeLeverage. Markets and orders must already be restored. */
export function readLeverage(state: ExchangeState, from: SnapshotReader): void {
  const { leverage } = state;
  leverage.lastLoanId = from.integer();
  leverage.lastLiquidationId = from.integer();
  leverage.mayBeHot = from.u8() === 1;
  from.list(() => {
    const marketId = from.u8();
    if (addLever(state, marketId, JSON.parse(from.text()) as LeverSpec) === undefined)
      throw new SnapshotError(`margin terms of market ${marketId} do not match its assets`);
  });
  from.list(() => readAccount(state, from));
  from.list(() => {
    const account = leverage.accounts[from.u32()] as LeverAccount;
    leverage.hours.push(account, from.integer());
  });
  for (const pair of leverage.pairs) {
    from.list(() => pair.parked.push(pair.accounts[from.u32()] as LeverAccount));
    for (const queue of queuesOf(pair)) from.list(() => queue.place(from.u32(), from.u32()));
  }
}

function readAccount(state: ExchangeState, from: SnapshotReader): void {
  const pair = state.markets[from.u8()]?.lever;
  if (pair === undefined) throw new SnapshotError("market of a margin account is missing");
  const account = openLeverAccount(state, pair, from.u32());
  account.status = from.u8();
  account.liquidationId = from.integer();
  account.isParked = from.u8() === 1;
  account.updatedAtMs = from.integer();
  for (const coin of COINS) {
    const debt = account.debts[coin];
    const available = from.integer();
    state.ledger.restoreAccount(account.coins[coin], available, from.integer());
    debt.principal = from.integer();
    debt.interest = from.integer();
    pair.lent[coin] += debt.principal;
  }
}

/** The margin account and debt effect of a margin order; undefined for any other order. */
export function leverTermsOf(state: ExchangeState, slot: number): readonly [number, number] | undefined {
  const { ints, moreInts } = state.orders.slab;
  if (!isLever(ints[slot + CODES] as number)) return undefined;
  return [moreInts[slot + MARGIN] as number, moreInts[slot + EFFECT] as number];
}
