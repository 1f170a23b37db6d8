import { expiryIn } from "@candor/domain/contract-terms";
import { WITHDRAWAL_STATUSES, type WithdrawalStatus } from "@candor/domain/enumerations";
import { RULES } from "@candor/domain/rules";
import type { ContractSpec } from "@candor/domain/specs/contract-listing";
import type { AssetSpec, SpotMarketSpec } from "@candor/domain/specs/listing";
import type { Units } from "@candor/money/brand";
import { SYSTEM_ACCOUNTS } from "../ledger/system-accounts.ts";
import { addAsset } from "../listing/list-asset.ts";
import { addMarket } from "../listing/list-market.ts";
import {
  CODES,
  EXECUTED_QUOTE_UNITS,
  FEE_UNITS,
  GROUP_ID,
  HELD_UNITS,
  HIDDEN_LOTS,
  NONE,
  REMAINING_LOTS,
  STOP_LOSS_TICKS,
  STOP_TICKS,
  TAKE_PROFIT_TICKS,
  TERMS,
  TRAILING_PPM,
  UPDATED_AT_MS,
  VISIBLE_LOTS,
} from "../memory/order-slab.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { ListedMarket } from "../state/listed-market.ts";
import type { Market } from "../state/market/market.ts";
import { isContract, isTrailing, sideOf, typeOf, withStatus } from "../state/orders/order-codes.ts";
import { FALLING, RISING } from "../state/orders/trigger-book.ts";
import type { TriggerSet } from "../state/orders/trigger-set.ts";
import type { OpenWithdrawal } from "../state/withdrawal-table.ts";
import { OTHER_PRICES, readContracts, restoreContract } from "./contract-snapshot.ts";
import { readLeverage } from "./lever-snapshot.ts";
import { readMining } from "./mining-snapshot.ts";
import { readOperatorState } from "./operator-snapshot.ts";
import { readOptions } from "./option-snapshot.ts";
import { readReferrals } from "./referral-snapshot.ts";
import { SnapshotError, SnapshotReader, SnapshotVersionError } from "./snapshot-bytes.ts";
import { IS_ICEBERG, SNAPSHOT_MAGIC, SNAPSHOT_VERSION } from "./write-snapshot.ts";

/** Restores what writeSnapshot wrote into a new state. Throws SnapshotError for anything else; the journal has checked the bytes. */
export function readSnapshot(bytes: Uint8Array, state: ExchangeState): void {
  const from = new SnapshotReader(bytes);
  if (from.u32() !== SNAPSHOT_MAGIC) throw new SnapshotError("not a snapshot");
  const version = from.u32();
  if (version !== SNAPSHOT_VERSION) throw new SnapshotVersionError(version);
  state.lastSeq = from.integer();
  state.timeMs = from.integer();
  const lastOrderId = from.integer();
  state.lastTradeId = from.integer();
  from.list(() => {
    addAsset(state, JSON.parse(from.text()) as AssetSpec, from.integer());
  });
  from.list(() => readMarket(state, from));
  from.list(() => {
    const userId = from.u32();
    state.users.open(userId, from.u8());
    state.users.setFrozenWallets(userId, from.u8());
  });
  readLedger(state, from);
  from.list(() => readOrder(state, from));
  state.orders.lastOrderId = lastOrderId;
  for (const market of state.markets) readQueues(state, market, from);
  from.list(() => state.armed.push(from.integer()));
  from.list(() => state.orders.closed.remember(from.integer(), from.u32(), from.u8()));
  from.list(() => readKey(state, from));
  readFunds(state, from);
  readContracts(state, from);
  from.list(() => state.endowments.set(from.u8(), from.u8(), from.integer()));
  readMining(state, from);
  readOptions(state, from);
  readLeverage(state, from);
  readReferrals(state, from);
  readOperatorState(state, from);
  if (state.rules >= RULES.marketTradeIds)
    for (const market of state.markets) {
      market.lastTradeId = from.integer();
      market.lastAggregateId = from.integer();
    }
  if (!from.isAtEnd) throw new SnapshotError("unexpected bytes after its end");
}

function readMarket(state: ExchangeState, from: SnapshotReader): void {
  const isContract = from.u8() === 1;
  const spec = JSON.parse(from.text()) as SpotMarketSpec;
  const minSources = from.u8();
  const market = isContract
    ? restoreContract(state, spec as ContractSpec, minSources).market
    : addMarket(state, spec, minSources);
  if (market === undefined) throw new SnapshotError(`market ${spec.symbol} does not match its assets`);
  const { index } = market;
  market.operatorStatus = from.u8();
  market.lastTicks = from.u32();
  if (isContract) {
    market.follow();
    return;
  }
  index.valueE8 = from.integer();
  index.freshSources = from.u8();
  index.staleAtMs = from.integer();
  index.isDisputed = from.u8() === 1;
  index.anchorE8 = from.integer();
  index.anchorAtMs = from.integer();
  index.suspectE8 = from.integer();
  index.suspectSinceMs = from.integer();
  index.lowestE8 = from.integer();
  index.highestE8 = from.integer();
  from.list(() => {
    const sourceId = from.u8();
    const priceE8 = from.integer();
    index.observe(sourceId, priceE8, from.integer(), state.timeMs);
  });
  market.follow();
}

function readLedger(state: ExchangeState, from: SnapshotReader): void {
  const { ledger } = state;
  for (const asset of state.assets)
    for (const name of SYSTEM_ACCOUNTS) ledger.restoreSystemBalance(name, asset.id, from.integer());
  from.list(() => {
    const account = ledger.account(from.u32(), from.u8(), from.u8());
    const available = from.integer();
    ledger.restoreAccount(account, available, from.integer());
  });
}

function readOrder(state: ExchangeState, from: SnapshotReader): void {
  const { orders } = state;
  const orderId = from.integer();
  const userId = from.u32();
  const key = from.text();
  const createdAtMs = from.integer();
  const changedAtMs = from.integer();
  const marketId = from.u8();
  const side = from.u8();
  const terms = from.u32();
  const codes = withStatus(terms, from.u8());
  if (sideOf(codes) !== side) throw new SnapshotError(`order ${orderId} has contradictory sides`);
  const stage = from.u8();
  const isIceberg = (stage & IS_ICEBERG) !== 0;
  const priceTicks = from.u32();
  const lots = from.u32();
  const slot = orders.enter(orderId, userId, key, createdAtMs, marketId, codes, priceTicks, lots);
  orders.setStage(slot, isIceberg ? stage - IS_ICEBERG : stage);
  const { slab } = orders;
  slab.ints[slot + REMAINING_LOTS] = from.u32();
  const stopTicks = from.u32();
  const trailingPpm = from.u32();
  const executedQuoteUnits = from.integer();
  const feeUnits = from.integer();
  const heldUnits = from.integer();
  const groupId = from.integer();
  const first = from.u32();
  const second = from.u32();
  const visibleLots = isIceberg ? from.u32() : 0;
  const hiddenLots = isIceberg ? from.u32() : 0;
  // A group's id may be negative, so a sum would not do.
  const rare = [
    stopTicks,
    trailingPpm,
    executedQuoteUnits,
    feeUnits,
    heldUnits,
    groupId,
    first,
    second,
    visibleLots,
  ];
  if (changedAtMs === createdAtMs && rare.every((each) => each === 0)) return;
  slab.extend(slot);
  slab.moreInts[slot + STOP_TICKS] = stopTicks;
  slab.moreInts[slot + TRAILING_PPM] = trailingPpm;
  slab.moreNumbers[(slot >> 1) + EXECUTED_QUOTE_UNITS] = executedQuoteUnits;
  slab.moreNumbers[(slot >> 1) + FEE_UNITS] = feeUnits;
  slab.moreNumbers[(slot >> 1) + HELD_UNITS] = heldUnits;
  slab.moreNumbers[(slot >> 1) + GROUP_ID] = groupId;
  slab.moreNumbers[(slot >> 1) + UPDATED_AT_MS] = changedAtMs;
  slab.moreInts[slot + TAKE_PROFIT_TICKS] = first;
  slab.moreInts[slot + STOP_LOSS_TICKS] = second;
  slab.moreInts[slot + VISIBLE_LOTS] = visibleLots;
  slab.moreInts[slot + HIDDEN_LOTS] = hiddenLots;
  const expiresAtMs = isContract(codes) ? expiryIn(slab.moreNumbers[(slot >> 1) + TERMS] as number) : 0;
  if (expiresAtMs > 0) state.expiring.add(orderId, expiresAtMs);
}

function readQueues(state: ExchangeState, market: ListedMarket, from: SnapshotReader): void {
  const readSlot = (): number => readLiveSlot(state, from);
  from.list(() => market.book.insert(readSlot()));
  from.list(() => market.book.insert(readSlot()));
  readStops(state, market, from);
  const { contract } = market;
  if (contract !== undefined) for (const by of OTHER_PRICES) readStops(state, contract.triggersBy(by), from);
}

function readLiveSlot(state: ExchangeState, from: SnapshotReader): number {
  const orderId = from.integer();
  const slot = state.orders.find(orderId);
  if (slot === NONE) throw new SnapshotError(`order ${orderId} is missing`);
  return slot;
}

function readStops(state: ExchangeState, set: Market | TriggerSet, from: SnapshotReader): void {
  const { slab } = state.orders;
  const readSlot = (): number => readLiveSlot(state, from);
  for (const direction of [RISING, FALLING])
    from.list(() => {
      const slot = readSlot();
      set.triggers.insert(direction, slot);
      if (isTrailing(typeOf(slab.ints[slot + CODES] as number))) set.trailingOrders++;
    });
  for (const trailing of [set.trailingBuys, set.trailingSells])
    from.list(() => {
      const slot = readSlot();
      trailing.add(slot, from.u32());
      set.trailingOrders++;
    });
}

function readKey(state: ExchangeState, from: SnapshotReader): void {
  state.keys.restore({
    userId: from.u32(),
    key: from.text(),
    codes: from.integer(),
    amount: from.integer(),
    first: from.integer(),
    second: from.integer(),
    third: from.integer(),
    seq: from.integer(),
    sinceMs: from.integer(),
    carried: from.u8(),
    orderId: from.integer(),
  });
}

function readFunds(state: ExchangeState, from: SnapshotReader): void {
  const rows = new Uint32Array(from.block());
  if (!state.creditedDeposits.restore(rows, new Float64Array(from.block())))
    throw new SnapshotError("deposit rows and sequence numbers do not match");
  from.list(() => state.withdrawals.add(readWithdrawal(from)));
  from.list(() => {
    const withdrawalId = from.integer();
    const outcome = readStatus(from);
    if (outcome !== "confirmed" && outcome !== "returned")
      throw new SnapshotError(`withdrawal ${withdrawalId} has the invalid outcome ${outcome}`);
    state.withdrawals.remember(withdrawalId, { outcome, seq: from.integer() });
  });
}

function readWithdrawal(from: SnapshotReader): OpenWithdrawal {
  const withdrawal = {
    withdrawalId: from.integer(),
    userId: from.u32(),
    assetId: from.u8(),
    chainIndex: from.u8(),
    address: from.text(),
    amountUnits: from.integer() as Units,
    feeUnits: from.integer() as Units,
    status: readStatus(from),
    needsReview: from.u8() === 1,
    holdReason: from.text(),
    txHash: from.text(),
    reason: "",
    createdAtMs: from.integer(),
    updatedAtMs: from.integer(),
    stepSeqs: [] as number[],
  };
  from.list(() => withdrawal.stepSeqs.push(from.integer()));
  return withdrawal;
}

function readStatus(from: SnapshotReader): WithdrawalStatus {
  const number = from.u8();
  const status = WITHDRAWAL_STATUSES[number];
  if (status === undefined) throw new SnapshotError(`unknown withdrawal status ${number}`);
  return status;
}
