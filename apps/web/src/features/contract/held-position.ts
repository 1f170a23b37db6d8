import { bankruptcyTicksOf, liquidationTicksOf } from "@candor/formulas/perpetual/liquidation";
import { initialMarginOf, maintenanceOf, valueOf } from "@candor/formulas/perpetual/margin";
import { riskRatePpm, unrealizedOf } from "@candor/formulas/perpetual/profit";
import { multiplyDivideFloor } from "@candor/money/integer";
import type { WirePosition } from "@candor/wire/contract-objects";
import { type ContractTerms, whole } from "./contract-terms.ts";

/**
 * A position in the core's integers at a mark of our own choosing, so that profit, risk and liquidation price follow each
 * mark without asking the server. The formulas are the ones that the core itself uses.
 */
export interface HeldPosition {
  readonly terms: ContractTerms;
  /** Above zero long, below zero short. */
  readonly lots: number;
  /** What the open lots have cost or brought. */
  readonly costUnits: number;
  readonly marginUnits: number;
  readonly isCross: boolean;
  readonly leverage: number;
  readonly markTicks: number;
}

/** What the contract wallet holds, in units of the margin's coin. */
export interface ContractWallet {
  readonly availableUnits: number;
  readonly frozenUnits: number;
}

const PPM = 1_000_000;

/** Reads a position as the wire tells it; `markTicks` absent: at the mark that it was told with. */
export function heldPosition(position: WirePosition, terms: ContractTerms, markTicks?: number): HeldPosition {
  const { scale } = terms;
  const size = whole(position.quantity, scale.baseScale) / scale.lotUnits;
  const value = whole(position.notional, scale.quoteScale);
  const profit = whole(position.unrealizedProfit, scale.quoteScale);
  const isLong = position.side === "long";
  return {
    terms,
    lots: isLong ? size : 0 - size,
    // Profit is value − cost of a long position and cost − value of a short one, exactly.
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

/** All that is at stake. */
export interface AccountFigures {
  readonly equityUnits: number;
  /** What new orders, transfers and isolated margin may take. */
  readonly usableUnits: number;
  readonly marginUnits: number;
  readonly orderMarginUnits: number;
  readonly maintenanceUnits: number;
  readonly unrealizedUnits: number;
  /** The money, the profit and the maintenance that cross positions share. */
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

/** A position's figures at its mark. */
export interface PositionFigures {
  readonly valueUnits: number;
  readonly unrealizedUnits: number;
  readonly maintenanceUnits: number;
  /** Profit against the initial margin; undefined without one. */
  readonly returnPpm: number | undefined;
  /** Maintenance ÷ equity, of the account for a cross position; undefined: no equity is left. */
  readonly riskPpm: number | undefined;
  /** 0: none above zero. */
  readonly liquidationTicks: number;
  readonly bankruptcyTicks: number;
}

export function positionFigures(held: HeldPosition, account: AccountFigures): PositionFigures {
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
    returnPpm: initial === 0 ? undefined : signedRate(unrealized, initial),
    riskPpm: equity > 0 ? riskRatePpm(shared, equity) : undefined,
    liquidationTicks: liquidationTicksOf(lots, costUnits, backing, terms.brackets, factor),
    bankruptcyTicks: bankruptcyTicksOf(lots, costUnits, lossless, factor),
  };
}

/** a ÷ b in ppm, rounded towards zero. */
function signedRate(a: number, b: number): number {
  const size = multiplyDivideFloor(Math.abs(a), PPM, b);
  return a < 0 ? 0 - size : size;
}

/** As the core: a higher leverage leaves an isolated margin as it is, a lower one fills it up; a cross one follows. */
export function marginAt(held: HeldPosition, leverage: number): number {
  const wanted = initialMarginOf(held.costUnits, leverage);
  return held.isCross ? wanted : Math.max(held.marginUnits, wanted);
}
