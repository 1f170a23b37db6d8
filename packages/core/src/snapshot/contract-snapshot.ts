import { isReduceOnly } from "@candor/codec/event-record";
import type { ContractSpec } from "@candor/domain/specs/contract-listing";
import {
  CODES,
  LEVEL,
  MARKET_ID,
  NONE,
  REMAINING_LOTS,
  STOP_LOSS_TICKS,
  TAKE_PROFIT_TICKS,
  USER_NEXT,
} from "../memory/order-slab.ts";
import { addContract } from "../perpetual/list-contract.ts";
import { positionOf } from "../perpetual/order-life/contract-order-life.ts";
import { countResting } from "../perpetual/position/order-margin.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import { BY_INDEX, BY_MARK } from "../state/orders/trigger-by.ts";
import type { Contract } from "../state/perpetual/contract.ts";
import type { PerpetualState } from "../state/perpetual/perpetual-state.ts";
import { type Position } from "../state/perpetual/position.ts";
import { BOTH, LONG, SHORT } from "../state/perpetual/position-leg.ts";
import { SnapshotError, type SnapshotReader, type SnapshotWriter } from "./snapshot-bytes.ts";

/** Marks of the section. HAS_LEGS: the positions of hedge mode follow. */
const AT_RISK = 1;
const HAS_LEGS = 2;

/** The prices, other than the last one, that a contract's stops watch. */
export const OTHER_PRICES = [BY_MARK, BY_INDEX] as const;

/** Writes every contract's own state and positions. Their books and stops are written with those of all markets. */
export function writeContracts(state: ExchangeState, to: SnapshotWriter): void {
  const { perpetual } = state;
  to.integer(perpetual.lastPositionId);
  to.integer(perpetual.lastFundingId);
  to.integer(perpetual.lastLiquidationId);
  const legs = hasLegs(perpetual) ? HAS_LEGS : 0;
  to.u8((perpetual.mayBeAtRisk ? AT_RISK : 0) | legs);
  if (legs !== 0) writeLegs(perpetual, to);
  for (const contract of perpetual.contracts) {
    writeTerms(contract, to);
    to.list((one) => {
      for (const position of contract.positions) {
        one();
        writePosition(position, to);
      }
    });
    to.list((one) => {
      for (const position of contract.parked) {
        one();
        to.u32(position.row);
      }
    });
    writeQueues(contract, to);
  }
}

/** Whether some user is in hedge mode, or was and still has the positions for it. */
function hasLegs(perpetual: PerpetualState): boolean {
  return (
    perpetual.hedgedUsers().length > 0 ||
    perpetual.contracts.some(({ positions }) => positions.some(({ leg }) => leg === SHORT))
  );
}

/** Writes the users in hedge mode, and each contract's rows of short positions of such users. */
function writeLegs(perpetual: PerpetualState, to: SnapshotWriter): void {
  to.list((one) => {
    for (const userId of perpetual.hedgedUsers()) {
      one();
      to.u32(userId);
    }
  });
  for (const { positions } of perpetual.contracts)
    to.list((one) => {
      for (const { leg, row } of positions) {
        if (leg !== SHORT) continue;
        one();
        to.u32(row);
      }
    });
}

/** Reads the output of writeLegs. Returns each contract's rows of short positions. */
function readLegs(perpetual: PerpetualState, from: SnapshotReader): Set<number>[] {
  from.list(() => {
    perpetual.open(from.u32()).isHedged = true;
  });
  return perpetual.contracts.map(() => {
    const rows = new Set<number>();
    from.list(() => rows.add(from.u32()));
    return rows;
  });
}

/** Writes queues whose order among equal prices depends on history, as rows in their current order. */
function writeQueues(contract: Contract, to: SnapshotWriter): void {
  for (const queue of queuesOf(contract))
    to.list((one) => {
      queue.forEach((entry, ticks) => {
        one();
        to.u32(entry);
        to.u32(ticks);
      });
    });
}

function queuesOf(contract: Contract) {
  return [contract.longRisk, contract.shortRisk, ...contract.protection.flatMap(({ all }) => all)];
}

function writeTerms(contract: Contract, to: SnapshotWriter): void {
  to.u32(contract.markTicks);
  to.integer(contract.fundingTermE8);
  to.integer(contract.basisTermE8);
  to.integer(contract.lastTermE8);
  to.u32(contract.fairLastTicks);
  to.integer(contract.basis.nextAtMs);
  to.list((one) => {
    contract.basis.forEach((atMs, basisE8) => {
      one();
      to.integer(atMs);
      to.integer(basisE8);
    });
  });
  to.list((one) => {
    contract.trades.forEach((atMs, lots, units) => {
      one();
      to.integer(atMs);
      to.integer(lots);
      to.integer(units);
    });
  });
  to.integer(contract.round);
  to.integer(contract.ratePpm);
  to.u32(contract.roundMarkTicks);
  to.integer(contract.sweepRow);
  to.integer(contract.fundingPool);
  to.integer(contract.fund.lots);
  to.integer(contract.fund.cost);
  to.integer(contract.fund.fundedRound);
  to.integer(contract.fund.liquidationId);
  to.integer(contract.fund.earnedUnits);
  to.integer(contract.nextFundingAtMs);
  to.integer(contract.nextPremiumAtMs);
  to.list((one) => {
    contract.premiums.forEach((premium) => {
      one();
      to.integer(premium);
    });
  });
}

function writePosition(position: Position, to: SnapshotWriter): void {
  to.u32(position.userId);
  to.integer(position.id);
  to.integer(position.lots);
  to.integer(position.cost);
  to.integer(position.margin);
  to.integer(position.orderMargin);
  to.u8(position.isCross ? 1 : 0);
  to.u8(position.leverage);
  to.integer(position.realized);
  to.integer(position.fundingPaid);
  to.u32(position.takeProfitTicks);
  to.u32(position.stopLossTicks);
  to.u8(position.triggerBy);
  to.integer(position.openedAtMs);
  to.integer(position.updatedAtMs);
  to.integer(position.fundedRound);
  to.integer(position.liquidationId);
  to.u8(position.isParked ? 1 : 0);
}

/** Restores the contract under the next market number. Its remaining state follows later. */
export function restoreContract(state: ExchangeState, spec: ContractSpec, minSources: number): Contract {
  const contract = addContract(state, spec, minSources);
  if (contract === undefined) throw new SnapshotError(`contract ${spec.symbol} does not match its assets`);
  return contract;
}

/** Reads the output of writeContracts. Orders, books and stops must already be restored. */
export function readContracts(state: ExchangeState, from: SnapshotReader): void {
  const { perpetual } = state;
  perpetual.lastPositionId = from.integer();
  perpetual.lastFundingId = from.integer();
  perpetual.lastLiquidationId = from.integer();
  const marks = from.u8();
  perpetual.mayBeAtRisk = (marks & AT_RISK) !== 0;
  const shortRows = (marks & HAS_LEGS) === 0 ? [] : readLegs(perpetual, from);
  for (const [n, contract] of perpetual.contracts.entries()) {
    readTerms(contract, from);
    if (contract.sweepRow >= 0) perpetual.sweeping++;
    contract.openInterest = Math.max(0, contract.fund.lots);
    from.list(() => readPosition(state, contract, from, shortRows[n]));
    from.list(() => contract.parked.push(contract.positions[from.u32()] as Position));
    for (const queue of queuesOf(contract)) from.list(() => queue.place(from.u32(), from.u32()));
  }
  countOrders(state);
}

function readTerms(contract: Contract, from: SnapshotReader): void {
  contract.markTicks = from.u32();
  contract.fundingTermE8 = from.integer();
  contract.basisTermE8 = from.integer();
  contract.lastTermE8 = from.integer();
  contract.fairLastTicks = from.u32();
  contract.basis.nextAtMs = from.integer();
  from.list(() => contract.basis.add(from.integer(), from.integer()));
  from.list(() => contract.trades.restore(from.integer(), from.integer(), from.integer()));
  contract.round = from.integer();
  contract.ratePpm = from.integer();
  contract.roundMarkTicks = from.u32();
  contract.sweepRow = from.integer();
  contract.fundingPool = from.integer();
  contract.fund.lots = from.integer();
  contract.fund.cost = from.integer();
  contract.fund.fundedRound = from.integer();
  contract.fund.liquidationId = from.integer();
  contract.fund.earnedUnits = from.integer();
  contract.nextFundingAtMs = from.integer();
  contract.nextPremiumAtMs = from.integer();
  from.list(() => contract.premiums.add(from.integer()));
}

function readPosition(
  state: ExchangeState,
  contract: Contract,
  from: SnapshotReader,
  shortRows?: ReadonlySet<number>,
): void {
  const account = state.perpetual.open(from.u32());
  const isShort = shortRows?.has(contract.positions.length) === true;
  const position = contract.openLeg(account, isShort ? SHORT : account.isHedged ? LONG : BOTH);
  position.id = from.integer();
  position.lots = from.integer();
  position.cost = from.integer();
  position.margin = from.integer();
  position.orderMargin = from.integer();
  position.isCross = from.u8() === 1;
  position.leverage = from.u8();
  position.realized = from.integer();
  position.fundingPaid = from.integer();
  position.takeProfitTicks = from.u32();
  position.stopLossTicks = from.u32();
  position.triggerBy = from.u8();
  position.waitingTakeProfit = position.lots === 0 ? 0 : position.takeProfitTicks;
  position.waitingStopLoss = position.lots === 0 ? 0 : position.stopLossTicks;
  position.waitingBy = position.triggerBy;
  position.waitsLong = position.lots > 0;
  position.openedAtMs = from.integer();
  position.updatedAtMs = from.integer();
  position.fundedRound = from.integer();
  position.liquidationId = from.integer();
  position.isParked = from.u8() === 1;
  if (position.liquidationId !== 0) contract.inProgress.add(position);
  contract.openInterest += Math.max(0, position.lots);
}

/** Recomputes the positions' counters of live orders. */
function countOrders(state: ExchangeState): void {
  const { orders } = state;
  const { ints } = orders.slab;
  state.users.forEach((userId) => {
    for (let slot = orders.newestOf(userId); slot !== NONE; slot = ints[slot + USER_NEXT] as number) {
      if (state.markets[ints[slot + MARKET_ID] as number]?.contract === undefined) continue;
      const position = positionOf(state, slot);
      position.orders++;
      if (isReduceOnly(ints[slot + CODES] as number)) position.reduceOnlyOrders++;
      else if (ints[slot + LEVEL] !== 0)
        countResting(state, position, slot, ints[slot + REMAINING_LOTS] as number);
    }
  });
}

/** The take-profit and stop-loss that a contract order sets on its position. */
export function protectionOf(state: ExchangeState, slot: number): readonly [number, number] {
  const { ints, moreInts } = state.orders.slab;
  if (state.markets[ints[slot + MARKET_ID] as number]?.contract === undefined) return [0, 0];
  return [moreInts[slot + TAKE_PROFIT_TICKS] as number, moreInts[slot + STOP_LOSS_TICKS] as number];
}
