import { RULES } from "@candor/domain/rules";
import { hiddenLotsOf, visibleLotsOf } from "../book/iceberg.ts";
import { forEachAccount } from "../ledger/ledger-totals.ts";
import { SYSTEM_ACCOUNTS } from "../ledger/system-accounts.ts";
import {
  BUY,
  CODES,
  CREATED_AT_MS,
  EXECUTED_QUOTE_UNITS,
  FEE_UNITS,
  GROUP_ID,
  HELD_UNITS,
  MARKET_ID,
  NONE,
  PRICE_TICKS,
  QUANTITY_LOTS,
  REMAINING_LOTS,
  SELL,
  SIDE,
  STOP_TICKS,
  TRAILING_PPM,
  USER_ID,
  USER_NEXT,
} from "../memory/order-slab.ts";
import { updatedAtMs } from "../orders/order-life.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { ListedMarket } from "../state/listed-market.ts";
import type { Market } from "../state/market/market.ts";
import { statusOf, termsOf } from "../state/orders/order-codes.ts";
import { FALLING, RISING } from "../state/orders/trigger-book.ts";
import type { TriggerSet } from "../state/orders/trigger-set.ts";
import { type OpenWithdrawal, stepOf } from "../state/withdrawal-table.ts";
import { OTHER_PRICES, protectionOf, writeContracts } from "./contract-snapshot.ts";
import { leverTermsOf, writeLeverage } from "./lever-snapshot.ts";
import { writeMining } from "./mining-snapshot.ts";
import { writeOperatorState } from "./operator-snapshot.ts";
import { writeOptions } from "./option-snapshot.ts";
import { writeReferrals } from "./referral-snapshot.ts";
import { SnapshotWriter } from "./snapshot-bytes.ts";

/** "CNDR" and the version of everything that follows. */
export const SNAPSHOT_MAGIC = 0x52444e43;
export const SNAPSHOT_VERSION = 15;
/** Bit of a stage: two more fields follow. Snapshots without icebergs have the bytes of before. */
export const IS_ICEBERG = 16;

/**
 * Writes the complete state between two commands in a canonical form: same state, same bytes. Nothing in it depends on
 * slots, pages or the order in which tables grew; lists are ordered by id or by queue position.
 */
export function writeSnapshot(state: ExchangeState): Uint8Array {
  const to = new SnapshotWriter();
  to.u32(SNAPSHOT_MAGIC);
  to.u32(SNAPSHOT_VERSION);
  to.integer(state.lastSeq);
  to.integer(state.timeMs);
  to.integer(state.orders.lastOrderId);
  to.integer(state.lastTradeId);
  to.list((one) => {
    for (const asset of state.assets) {
      one();
      to.text(JSON.stringify(asset.spec));
      to.integer(asset.minTransferUnits);
    }
  });
  to.list((one) => {
    for (const market of state.markets) {
      one();
      writeMarket(market, to);
    }
  });
  to.list((one) => {
    state.users.forEach((userId, role) => {
      one();
      to.u32(userId);
      to.u8(role);
      to.u8(state.users.frozenWallets(userId));
    });
  });
  writeLedger(state, to);
  writeOrders(state, to);
  for (const market of state.markets) writeQueues(state, market, to);
  to.list((one) => {
    state.armed.forEach((orderId) => {
      if (state.orders.find(orderId) === NONE) return;
      one();
      to.integer(orderId);
    });
  });
  writeMemory(state, to);
  writeFunds(state, to);
  writeContracts(state, to);
  to.list((one) => {
    state.endowments.forEach((pool, assetId, units) => {
      one();
      to.u8(pool);
      to.u8(assetId);
      to.integer(units);
    });
  });
  writeMining(state, to);
  writeOptions(state, to);
  writeLeverage(state, to);
  writeReferrals(state, to);
  writeOperatorState(state, to);
  if (state.rules >= RULES.marketTradeIds) writeTradeCounts(state, to);
  return to.take();
}

/** Last, and only under the rules that have them: snapshots of older rules keep their bytes. */
function writeTradeCounts(state: ExchangeState, to: SnapshotWriter): void {
  for (const market of state.markets) {
    to.integer(market.lastTradeId);
    to.integer(market.lastAggregateId);
  }
}

function writeMarket(market: ListedMarket, to: SnapshotWriter): void {
  const { index } = market;
  to.u8(market.contract === undefined ? 0 : 1);
  to.text(JSON.stringify(market.spec));
  to.u8(market.minSources);
  to.u8(market.operatorStatus);
  to.u32(market.lastTicks);
  // A contract uses its spot market's index.
  if (market.contract !== undefined) return;
  to.integer(index.valueE8);
  to.u8(index.freshSources);
  to.integer(index.staleAtMs);
  to.u8(index.isDisputed ? 1 : 0);
  to.integer(index.anchorE8);
  to.integer(index.anchorAtMs);
  to.integer(index.suspectE8);
  to.integer(index.suspectSinceMs);
  to.integer(index.lowestE8);
  to.integer(index.highestE8);
  to.list((one) => {
    index.forEachSource((sourceId, priceE8, observedAtMs) => {
      one();
      to.u8(sourceId);
      to.integer(priceE8);
      to.integer(observedAtMs);
    });
  });
}

function writeLedger(state: ExchangeState, to: SnapshotWriter): void {
  const { ledger } = state;
  for (const asset of state.assets)
    for (const name of SYSTEM_ACCOUNTS) to.integer(ledger.systemBalance(name, asset.id));
  to.list((one) => {
    forEachAccount(ledger, (account, userId, wallet, assetId) => {
      one();
      to.u32(userId);
      to.u8(wallet);
      to.u8(assetId);
      to.integer(ledger.available(account));
      to.integer(ledger.frozen(account));
    });
  });
}

/** Every live order's row, by id. */
function writeOrders(state: ExchangeState, to: SnapshotWriter): void {
  const { orders } = state;
  const { slab } = orders;
  const ids = new Float64Array(slab.liveCount);
  let count = 0;
  state.users.forEach((userId) => {
    for (let slot = orders.newestOf(userId); slot !== NONE; slot = slab.ints[slot + USER_NEXT] as number)
      ids[count++] = slab.idOf(slot);
  });
  to.list((one) => {
    for (const orderId of ids.sort()) {
      const slot = orders.find(orderId);
      const codes = slab.ints[slot + CODES] as number;
      one();
      to.integer(orderId);
      to.u32(slab.ints[slot + USER_ID] as number);
      to.text(orders.keyOf(slot));
      to.integer(slab.numbers[(slot >> 1) + CREATED_AT_MS] as number);
      to.integer(updatedAtMs(state, slot));
      to.u8(slab.ints[slot + MARKET_ID] as number);
      to.u8(slab.ints[slot + SIDE] as number);
      to.u32(termsOf(codes));
      to.u8(statusOf(codes));
      const visible = visibleLotsOf(slab, slot);
      to.u8(orders.stageOf(slot) | (visible > 0 ? IS_ICEBERG : 0));
      to.u32(slab.ints[slot + PRICE_TICKS] as number);
      to.u32(slab.ints[slot + QUANTITY_LOTS] as number);
      to.u32(slab.ints[slot + REMAINING_LOTS] as number);
      to.u32(slab.moreInts[slot + STOP_TICKS] as number);
      to.u32(slab.moreInts[slot + TRAILING_PPM] as number);
      to.integer(slab.moreNumbers[(slot >> 1) + EXECUTED_QUOTE_UNITS] as number);
      to.integer(slab.moreNumbers[(slot >> 1) + FEE_UNITS] as number);
      to.integer(slab.moreNumbers[(slot >> 1) + HELD_UNITS] as number);
      to.integer(slab.moreNumbers[(slot >> 1) + GROUP_ID] as number);
      const [first, second] = leverTermsOf(state, slot) ?? protectionOf(state, slot);
      to.u32(first);
      to.u32(second);
      if (visible === 0) continue;
      to.u32(visible);
      to.u32(hiddenLotsOf(slab, slot));
    }
  });
}

/** Writes a market's resting and waiting orders, in their order. */
function writeQueues(state: ExchangeState, market: ListedMarket, to: SnapshotWriter): void {
  const { slab } = state.orders;
  for (const side of [BUY, SELL])
    to.list((one) => {
      market.book.forEachOrder(side, (slot) => {
        one();
        to.integer(slab.idOf(slot));
      });
    });
  writeStops(state, market, to);
  const { contract } = market;
  if (contract !== undefined) for (const by of OTHER_PRICES) writeStops(state, contract.triggersBy(by), to);
}

/** Writes the orders that wait for one price of a market. */
function writeStops(state: ExchangeState, set: Market | TriggerSet, to: SnapshotWriter): void {
  const { slab } = state.orders;
  for (const direction of [RISING, FALLING])
    to.list((one) => {
      set.triggers.forEach(direction, (slot) => {
        one();
        to.integer(slab.idOf(slot));
      });
    });
  for (const trailing of [set.trailingBuys, set.trailingSells])
    to.list((one) => {
      for (const slot of trailing.slotsById()) {
        one();
        to.integer(slab.idOf(slot));
        to.u32(trailing.extremeOf(slot));
      }
    });
}

/** Writes the remembered closed orders and the bound idempotency keys. */
function writeMemory(state: ExchangeState, to: SnapshotWriter): void {
  to.list((one) => {
    state.orders.closed.forEach((orderId, userId, status) => {
      one();
      to.integer(orderId);
      to.u32(userId);
      to.u8(status);
    });
  });
  to.list((one) => {
    state.keys.forEach((binding) => {
      one();
      to.u32(binding.userId);
      to.text(binding.key);
      to.integer(binding.codes);
      to.integer(binding.amount);
      to.integer(binding.first);
      to.integer(binding.second);
      to.integer(binding.third);
      to.integer(binding.seq);
      to.integer(binding.sinceMs);
      to.u8(binding.carried);
      to.integer(binding.orderId);
    });
  });
}

/** Writes every deposit ever credited, the open withdrawals, and the outcomes of the last settled ones. */
function writeFunds(state: ExchangeState, to: SnapshotWriter): void {
  const { rows, seqs } = state.creditedDeposits.contents();
  to.block(rows);
  to.block(seqs);
  to.list((one) => {
    state.withdrawals.forEach((withdrawal) => {
      one();
      writeWithdrawal(withdrawal, to);
    });
  });
  to.list((one) => {
    state.withdrawals.forEachSettled((withdrawalId, { outcome, seq }) => {
      one();
      to.integer(withdrawalId);
      to.u8(stepOf(outcome));
      to.integer(seq);
    });
  });
}

function writeWithdrawal(withdrawal: OpenWithdrawal, to: SnapshotWriter): void {
  to.integer(withdrawal.withdrawalId);
  to.u32(withdrawal.userId);
  to.u8(withdrawal.assetId);
  to.u8(withdrawal.chainIndex);
  to.text(withdrawal.address);
  to.integer(withdrawal.amountUnits);
  to.integer(withdrawal.feeUnits);
  to.u8(stepOf(withdrawal.status));
  to.u8(withdrawal.needsReview ? 1 : 0);
  to.text(withdrawal.holdReason);
  to.text(withdrawal.txHash);
  to.integer(withdrawal.createdAtMs);
  to.integer(withdrawal.updatedAtMs);
  to.list((one) => {
    for (const seq of withdrawal.stepSeqs) {
      one();
      to.integer(seq);
    }
  });
}
