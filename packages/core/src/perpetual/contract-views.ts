import type {
  ContractAccountView,
  ContractState,
  OpenPosition,
  PositionView,
} from "@candor/domain/engine-port";
import { type MarginMode, POSITION_LEGS, TRIGGER_BYS, type TriggerBy } from "@candor/domain/enumerations";
import { initialMarginOf, valueCapOf } from "@candor/formulas/perpetual/margin";
import { riskRatePpm } from "@candor/formulas/perpetual/profit";
import type { Lots, Ticks, Units } from "@candor/money/brand";
import { divideFloor } from "@candor/money/integer";
import { feeInVenueFavour } from "@candor/money/rounding";
import { MARKET_ID, NONE, STOP_LOSS_TICKS, TAKE_PROFIT_TICKS, USER_NEXT } from "../memory/order-slab.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { Contract } from "../state/perpetual/contract.ts";
import type { Position } from "../state/perpetual/position.ts";
import { SHORT } from "../state/perpetual/position-leg.ts";
import { maintenanceAtMark, unrealizedAtMark, valueAtMark } from "../state/perpetual/position-value.ts";
import { deleverageFifth } from "./liquidation/deleverage-queue.ts";
import { expectedFundingPpm } from "./mark/mark-tick.ts";
import { shownLiquidationTicks } from "./order-life/refresh-positions.ts";
import { bankruptcyTicks, riskOf, usableFor, usableUnits } from "./position/account-risk.ts";

const NO_EQUITY = -1;

/** A user's contract account; undefined if the user never had one. */
export function viewContracts(state: ExchangeState, userId: number): ContractAccountView | undefined {
  const account = state.perpetual.find(userId);
  const first = account?.positions[0];
  if (account === undefined || first === undefined) return undefined;
  const sum = (of: (position: Position) => number): number =>
    account.positions.reduce((total, position) => total + of(position), 0);
  const unrealizedUnits = sum(unrealizedAtMark);
  const protectedOrders = ordersWithProtection(state, userId);
  return {
    positions: account.positions
      .filter(({ leg }) => leg !== SHORT || account.isHedged)
      .map((position) => viewPosition(state, position)),
    equityUnits: state.ledger.total(first.wallet) + unrealizedUnits,
    usableUnits: usableUnits(state, account, first.contract.market.quoteAsset),
    marginUnits: sum((position) => position.margin),
    orderMarginUnits: sum((position) => position.orderMargin),
    maintenanceUnits: sum(maintenanceAtMark),
    unrealizedUnits,
    ...(protectedOrders.length === 0 ? {} : { protectedOrders }),
  };
}

/** The user's live orders that will set a take-profit or stop-loss on the position, newest first. */
function ordersWithProtection({ orders, markets }: ExchangeState, userId: number): number[] {
  const { slab } = orders;
  const { ints, moreInts } = slab;
  const found: number[] = [];
  for (let slot = orders.newestOf(userId); slot !== NONE; slot = ints[slot + USER_NEXT] as number) {
    if (markets[ints[slot + MARKET_ID] as number]?.contract === undefined) continue;
    if (moreInts[slot + TAKE_PROFIT_TICKS] !== 0 || moreInts[slot + STOP_LOSS_TICKS] !== 0)
      found.push(slab.idOf(slot));
  }
  return found;
}

function viewPosition(state: ExchangeState, position: Position): PositionView {
  const { contract } = position;
  const { equity, maintenance } = riskOf(state, position);
  const marginMode: MarginMode = position.isCross ? "cross" : "isolated";
  const leg = POSITION_LEGS[position.leg - 1];
  return {
    positionId: position.id,
    userId: position.userId,
    marketId: contract.market.id,
    lots: position.lots,
    entryCostUnits: position.cost as Units,
    marginUnits: position.margin as Units,
    orderMarginUnits: position.orderMargin as Units,
    marginMode,
    ...(leg === undefined ? {} : { leg }),
    leverage: position.leverage,
    realizedUnits: position.realized,
    fundingPaidUnits: position.fundingPaid,
    takeProfitTicks: position.takeProfitTicks as Ticks,
    stopLossTicks: position.stopLossTicks as Ticks,
    triggerBy: TRIGGER_BYS[position.triggerBy] as TriggerBy,
    liquidationTicks: shownLiquidationTicks(state, position) as Ticks,
    openedAtMs: position.openedAtMs,
    updatedAtMs: position.updatedAtMs,
    markTicks: contract.markTicks,
    notionalUnits: valueAtMark(position),
    unrealizedUnits: unrealizedAtMark(position),
    maintenanceUnits: maintenanceAtMark(position),
    riskRatePpm: equity > 0 ? riskRatePpm(maintenance, equity) : NO_EQUITY,
    bankruptcyTicks: bankruptcyTicks(state, position),
    holdableLots: holdableLots(state, position),
    adlRank: deleverageFifth(position),
  };
}

/** The largest additional size whose margin and fee usable money can pay at the mark, within the leverage's limit. */
function holdableLots(state: ExchangeState, position: Position): Lots {
  const { contract, leverage } = position;
  const { market } = contract;
  const perLot = contract.priceBy(MARK) * contract.factor;
  if (perLot === 0) return 0 as Lots;
  const usable = usableFor(state, position);
  const fee = Math.max(market.makerFeePpm, market.takerFeePpm);
  const cost = (lots: number): number =>
    initialMarginOf(lots * perLot, leverage) + feeInVenueFavour(lots * perLot, fee);
  const room = valueCapOf(contract.brackets, leverage) - Math.abs(position.lots) * perLot;
  let low = 0;
  let high = Math.min(market.maxLots, Math.max(0, divideFloor(room, perLot)));
  while (low < high) {
    const middle = divideFloor(low + high + 1, 2);
    if (cost(middle) <= usable) low = middle;
    else high = middle - 1;
  }
  return low as Lots;
}

/** Index of `mark` in TRIGGER_BYS. */
const MARK = 1;

/** All users' open positions, without the insurance fund's. */
export function viewOpenPositions(state: ExchangeState): OpenPosition[] {
  return state.perpetual.contracts.flatMap(({ positions }) =>
    positions
      .filter(({ lots }) => lots !== 0)
      .map((position) => ({
        userId: position.userId,
        marketId: position.contract.market.id,
        leg: POSITION_LEGS[position.leg - 1],
        lots: position.lots,
        entryCostUnits: position.cost as Units,
        marginUnits: position.margin as Units,
        marginMode: position.isCross ? "cross" : "isolated",
        walletUnits: state.ledger.total(position.wallet),
        markTicks: position.contract.markTicks,
      })),
  );
}

export function viewContract(contract: Contract): ContractState {
  return {
    spec: contract.spec,
    markTicks: contract.markTicks,
    lastFundingPpm: contract.ratePpm,
    expectedFundingPpm: expectedFundingPpm(contract),
    nextFundingAtMs: contract.nextFundingAtMs,
    openInterestLots: contract.openInterest,
  };
}
