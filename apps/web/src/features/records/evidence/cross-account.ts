import { type CrossMargins, takeoverBackingOf } from "@candor/formulas/perpetual/forced-close";
import type { Bracket } from "@candor/formulas/perpetual/margin";
import { maintenanceOf, valueOf } from "@candor/formulas/perpetual/margin";
import { markTicksOf } from "@candor/formulas/perpetual/mark-price";
import { indexValueOf, unrealizedOf } from "@candor/formulas/perpetual/profit";
import type { LiquidationInputs, LiquidationStep } from "./check.ts";
import { EvidenceNumbers, readPriceE8, readRate, UnreadableEvidence } from "./evidence-numbers.ts";

type WireBracket = LiquidationInputs["brackets"][number];
type AccountPosition = LiquidationStep["positions"][number];

export const readBrackets = (
  brackets: readonly WireBracket[],
  numbers: EvidenceNumbers,
): readonly Bracket[] =>
  brackets.map((bracket) => ({
    floorUnits: numbers.units(bracket.notionalFloor),
    capUnits: numbers.units(bracket.notionalCap),
    maxLeverage: bracket.maxLeverage,
    maintenancePpm: readRate(bracket.maintenanceRate),
    cumulativeUnits: numbers.units(bracket.cumulative),
  }));

/** Returns the mark price as the median of its terms, rounded to the tick. */
export const markOf = (mark: LiquidationStep["mark"], { tickE8 }: EvidenceNumbers): number =>
  markTicksOf(
    {
      fundingTermE8: readPriceE8(mark.fundingTerm),
      basisTermE8: readPriceE8(mark.basisTerm),
      lastTermE8: readPriceE8(mark.lastTerm),
    },
    tickE8,
  );

/** Equity and maintenance of all cross positions before a step. */
export interface CrossAccount {
  readonly walletUnits: number;
  readonly isolatedUnits: number;
  readonly profitUnits: number;
  /** Maintenance of each cross position. */
  readonly maintenances: readonly number[];
  readonly equityUnits: number;
  readonly maintenanceUnits: number;
  /** Maximum loss of the liquidated position: the equity minus what the others' losses need. */
  readonly backingUnits: number;
  /** Like backingUnits, since rules 3, for the takeover price: see takeoverBackingOf. */
  readonly takeoverUnits: number;
  /** Wallet balance that is not a position's margin. */
  readonly freeUnits: number;
  /** Unrealized profit of the other cross positions. */
  readonly othersUnits: number;
  /** Margins of all cross positions, in market order. */
  readonly margins: CrossMargins;
  /** Whether every mark price follows from its terms and the step names the liquidated position. */
  readonly isSound: boolean;
}

/** @param symbol symbol of the liquidated position */
export function crossAccountOf(
  inputs: LiquidationInputs,
  step: LiquidationStep,
  symbol: string,
): CrossAccount {
  // In hedge mode the account may have a position of the other side in the same contract.
  const isOwn = ({ side, symbol: of }: AccountPosition): boolean => of === symbol && side === step.side;
  let isolatedUnits = 0;
  let profitUnits = 0;
  let othersUnits = 0;
  const least = { own: 0, others: 0 };
  let isSound = step.positions.some((position) => position.symbol === symbol && isOf(position, step));
  const maintenances: number[] = [];
  const margins: number[] = [];
  const cross = step.positions.filter(({ marginMode }) => marginMode === "cross");
  for (const position of step.positions) {
    const contract = inputs.contracts.find((each) => each.symbol === position.symbol);
    if (contract === undefined) throw new UnreadableEvidence(position.symbol);
    const numbers = new EvidenceNumbers(contract.terms);
    if (position.marginMode === "isolated") {
      isolatedUnits += numbers.units(position.margin);
      continue;
    }
    margins.push(numbers.units(position.margin));
    const ticks = numbers.ticks(position.mark.markPrice);
    if (markOf(position.mark, numbers) !== ticks) isSound = false;
    const size = numbers.lots(position.quantity);
    const lots = position.side === "long" ? size : 0 - size;
    const value = valueOf(lots, ticks, numbers.factor);
    const profit = unrealizedOf(lots, numbers.units(position.entryCost), value);
    profitUnits += profit;
    const indexE8 = readPriceE8(position.mark.indexPrice);
    const atIndex = unrealizedOf(
      lots,
      numbers.units(position.entryCost),
      indexValueOf(lots, indexE8, numbers.tickE8, numbers.factor),
    );
    least[isOwn(position) ? "own" : "others"] += Math.min(profit, atIndex);
    if (!isOwn(position)) othersUnits += profit;
    maintenances.push(maintenanceOf(readBrackets(contract.brackets, numbers), value));
  }
  const walletUnits = new EvidenceNumbers(inputs.terms).units(step.walletBalance);
  const cashUnits = walletUnits - isolatedUnits;
  return {
    walletUnits,
    isolatedUnits,
    profitUnits,
    maintenances,
    equityUnits: cashUnits + profitUnits,
    maintenanceUnits: maintenances.reduce((sum, units) => sum + units, 0),
    backingUnits: Math.max(0, cashUnits + Math.min(0, othersUnits)),
    takeoverUnits: cross.length === 1 ? cashUnits : takeoverBackingOf(cashUnits, least.others, least.own),
    freeUnits: margins.reduce((left, units) => left - units, cashUnits),
    othersUnits,
    margins: { units: margins, own: cross.findIndex(isOwn) },
    isSound,
  };
}

const isOf = (position: AccountPosition, step: LiquidationStep): boolean =>
  position.marginMode === "cross" &&
  position.side === step.side &&
  position.quantity === step.quantity &&
  position.entryCost === step.entryCost &&
  position.margin === step.margin &&
  position.mark.markPrice === step.mark.markPrice;
