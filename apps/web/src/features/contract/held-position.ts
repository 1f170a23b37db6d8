import { MAX_PRICE_TICKS } from "@candor/domain/app-limits";
import { lowerLiquidationTicks, upperLiquidationTicks } from "@candor/formulas/perpetual/hedged-liquidation";
import { bankruptcyTicksOf, liquidationTicksOf } from "@candor/formulas/perpetual/liquidation";
import { initialMarginOf, maintenanceOf, valueOf } from "@candor/formulas/perpetual/margin";
import { returnPpmOf, riskRatePpm, unrealizedOf } from "@candor/formulas/perpetual/profit";
import type { WirePosition } from "@candor/wire/contract-objects";
import { type ContractTerms, whole } from "./contract-terms.ts";

/**
 * A position in the core's integers at any mark price, so that profit, risk and liquidation price follow each mark
 * without a server call. Uses the same formulas as the core.
 */
export interface HeldPosition {
  readonly terms: ContractTerms;
  /** Positive for long, negative for short. */
  readonly lots: number;
  /** Cost or proceeds of the open lots. */
  readonly costUnits: number;
  readonly marginUnits: number;
  readonly isCross: boolean;
  readonly leverage: number;
  readonly markTicks: number;
}

/** Contract wallet in units of the margin currency. */
export interface ContractWallet {
  readonly availableUnits: number;
  readonly frozenUnits: number;
}

/** Parses a position from the wire; `markTicks` defaults to the mark price in the message. */
export function heldPosition(position: WirePosition, terms: ContractTerms, markTicks?: number): HeldPosition {
  const { scale } = terms;
  const size = whole(position.quantity, scale.baseScale) / scale.lotUnits;
  const value = whole(position.notional, scale.quoteScale);
  const profit = whole(position.unrealizedProfit, scale.quoteScale);
  const isLong = position.side === "long";
  return {
    terms,
    lots: isLong ? size : 0 - size,
    // Profit is exactly value − cost for longs and cost − value for shorts.
    costUnits: isLong ? value - profit : value + profit,
    marginUnits: whole(position.margin, scale.quoteScale),
    isCross: position.marginMode === "cross",
    leverage: position.leverage,
    markTicks: markTicks ?? whole(position.markPrice, 8) / scale.tickE8,
  };
}

export const valueUnits = ({ lots, markTicks, terms }: HeldPosition): number =>
  valueOf(lots, markTicks, terms.scale.quoteUnitsPerTickLot);

export const unrealizedUnits = (held: HeldPosition): number =>
  unrealizedOf(held.lots, held.costUnits, valueUnits(held));

export const maintenanceUnits = (held: HeldPosition): number =>
  held.lots === 0 ? 0 : maintenanceOf(held.terms.brackets, valueUnits(held));

/** Figures of the whole account. */
export interface AccountFigures {
  readonly equityUnits: number;
  /** Available for new orders, transfers and isolated margin. */
  readonly usableUnits: number;
  readonly marginUnits: number;
  readonly orderMarginUnits: number;
  readonly maintenanceUnits: number;
  readonly unrealizedUnits: number;
  /** Cash, profit and maintenance shared by the cross positions. */
  readonly crossCashUnits: number;
  readonly crossUnrealizedUnits: number;
  readonly crossMaintenanceUnits: number;
}

export function accountFigures(held: readonly HeldPosition[], wallet: ContractWallet): AccountFigures {
  const sum = (of: (position: HeldPosition) => number, list = held): number =>
    list.reduce((total, position) => total + of(position), 0);
  const cross = held.filter(({ isCross }) => isCross);
  const marginUnits = sum((position) => position.marginUnits);
  const orderMarginUnits = Math.max(0, wallet.frozenUnits - marginUnits);
  const unrealized = sum(unrealizedUnits);
  const crossUnrealizedUnits = sum(unrealizedUnits, cross);
  return {
    equityUnits: wallet.availableUnits + wallet.frozenUnits + unrealized,
    usableUnits: Math.max(0, wallet.availableUnits + Math.min(0, crossUnrealizedUnits)),
    marginUnits,
    orderMarginUnits,
    maintenanceUnits: sum(maintenanceUnits),
    unrealizedUnits: unrealized,
    crossCashUnits: wallet.availableUnits + orderMarginUnits + sum((position) => position.marginUnits, cross),
    crossUnrealizedUnits,
    crossMaintenanceUnits: sum(maintenanceUnits, cross),
  };
}

/** A position's figures at its mark price. */
export interface PositionFigures {
  readonly valueUnits: number;
  readonly unrealizedUnits: number;
  readonly maintenanceUnits: number;
  /** Profit ÷ initial margin, rounded down; undefined if there is no margin. */
  readonly returnPpm: number | undefined;
  /** Maintenance ÷ equity (the account's for a cross position); undefined if no equity is left. */
  readonly riskPpm: number | undefined;
  /** 0 if there is none above zero. */
  readonly liquidationTicks: number;
  readonly bankruptcyTicks: number;
}

/** @param sibling in hedge mode, the open position of the other side of the contract */
export function positionFigures(
  held: HeldPosition,
  account: AccountFigures,
  sibling?: HeldPosition,
): PositionFigures {
  const { lots, costUnits, terms, isCross } = held;
  const factor = terms.scale.quoteUnitsPerTickLot;
  const unrealized = unrealizedUnits(held);
  const maintenance = maintenanceUnits(held);
  const equity = isCross
    ? account.crossCashUnits + account.crossUnrealizedUnits
    : held.marginUnits + unrealized;
  const shared = isCross ? account.crossMaintenanceUnits : maintenance;
  const backing = isCross ? equity - unrealized - (shared - maintenance) : held.marginUnits;
  const lossless = isCross
    ? Math.max(0, account.crossCashUnits + Math.min(0, account.crossUnrealizedUnits - unrealized))
    : held.marginUnits;
  const initial = initialMarginOf(costUnits, held.leverage);
  return {
    valueUnits: valueUnits(held),
    unrealizedUnits: unrealized,
    maintenanceUnits: maintenance,
    returnPpm: initial === 0 ? undefined : returnPpmOf(unrealized, initial),
    riskPpm: equity > 0 ? riskRatePpm(shared, equity) : undefined,
    liquidationTicks:
      isCross && sibling !== undefined
        ? pairLiquidationTicks(held, sibling, backing - unrealizedUnits(sibling) + maintenanceUnits(sibling))
        : liquidationTicksOf(lots, costUnits, backing, terms.brackets, factor),
    bankruptcyTicks: bankruptcyTicksOf(lots, costUnits, lossless, factor),
  };
}

/**
 * Liquidation price of a position whose cross account also has the other position of the contract: one mark moves both.
 * @param backingUnits what backs the two in addition to their profit
 */
export function pairLiquidationTicks(
  held: Pick<HeldPosition, "lots" | "costUnits" | "markTicks" | "terms">,
  sibling: HeldPosition,
  backingUnits: number,
): number {
  const { lots, markTicks, terms } = held;
  const [long, short] = lots > 0 ? [held, sibling] : [sibling, held];
  const pair = {
    longLots: long.lots,
    longCostUnits: long.costUnits,
    shortLots: 0 - short.lots,
    shortCostUnits: short.costUnits,
    backingUnits,
    factor: terms.scale.quoteUnitsPerTickLot,
    brackets: terms.brackets,
  };
  return lots > 0
    ? lowerLiquidationTicks(pair, markTicks)
    : upperLiquidationTicks(pair, markTicks, MAX_PRICE_TICKS);
}

/**
 * Same as the core: higher leverage leaves isolated margin unchanged, lower leverage tops it up; cross margin follows.
 */
export function marginAt(held: HeldPosition, leverage: number): number {
  const wanted = initialMarginOf(held.costUnits, leverage);
  return held.isCross ? wanted : Math.max(held.marginUnits, wanted);
}
