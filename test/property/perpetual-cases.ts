import type { Bracket } from "@candor/formulas/perpetual/margin";
import type { RandomSource } from "@candor/simulator/order-flow-random";
import { type Fraction, fraction } from "@candor/simulator/perpetual-oracle/fraction";
import type { PositionTruth, TierTruth } from "@candor/simulator/perpetual-oracle/margin-truth";

/** The exchange uses integers, the oracle fractions. */
export const UNITS_PER_USDT = 1_000_000n;
const PPM = 1_000_000n;

export const usdt = (units: number): Fraction => fraction(BigInt(units), UNITS_PER_USDT);
export const rate = (ppm: number): Fraction => fraction(BigInt(ppm), PPM);

/** A market's steps of prices and quantities. */
export interface Grid {
  readonly lotsPerCoin: bigint;
  readonly ticksPerUsdt: bigint;
  /** Value of one lot at one tick, in units of USDT. */
  readonly factor: number;
}

export interface Case {
  readonly grid: Grid;
  readonly brackets: readonly Bracket[];
  readonly tiers: readonly TierTruth[];
  /** Positive for long. */
  readonly lots: number;
  readonly entryCostUnits: number;
  readonly position: PositionTruth;
  /** Margin as a fraction of the entry value, and as an amount. */
  readonly leverage: number;
  readonly marginUnits: number;
  /** A price near the entry. */
  readonly ticks: number;
}

export function randomGrid(random: RandomSource): Grid {
  const lotDigits = random.below(4);
  const tickDigits = random.below(3);
  return {
    lotsPerCoin: 10n ** BigInt(lotDigits),
    ticksPerUsdt: 10n ** BigInt(tickDigits),
    factor: 10 ** (6 - lotDigits - tickDigits),
  };
}

/** Returns one to six tiers with caps in whole USDT, so that cumulative amounts are whole units. */
function randomBrackets(random: RandomSource): Bracket[] {
  const brackets: Bracket[] = [];
  let [floorUsdt, maintenancePpm, maxLeverage, cumulativeUnits] = [0, 2_000 + random.below(4_000), 100, 0];
  for (let left = 1 + random.below(6); left > 0; left--) {
    const capUsdt = floorUsdt + 1_000 * (1 + random.below(400)) * (1 + brackets.length * 10);
    brackets.push({
      floorUnits: floorUsdt * 1_000_000,
      capUnits: capUsdt * 1_000_000,
      maxLeverage,
      maintenancePpm,
      cumulativeUnits,
    });
    const risePpm = 500 + random.below(40_000);
    cumulativeUnits += capUsdt * risePpm;
    maintenancePpm += risePpm;
    maxLeverage = Math.max(1, Math.min(maxLeverage, Math.ceil(1_000_000 / maintenancePpm) - 1));
    floorUsdt = capUsdt;
  }
  return brackets;
}

const tiersOf = (brackets: readonly Bracket[]): TierTruth[] =>
  brackets.map(({ capUnits, maintenancePpm, cumulativeUnits, maxLeverage }) => ({
    notionalCap: usdt(capUnits),
    maintenanceRate: rate(maintenancePpm),
    cumulative: usdt(cumulativeUnits),
    maxLeverage,
  }));

export const quantityOf = (lots: number, grid: Grid): Fraction =>
  fraction(BigInt(Math.abs(lots)), grid.lotsPerCoin);

export const priceOf = (ticks: number, grid: Grid): Fraction => fraction(BigInt(ticks), grid.ticksPerUsdt);

export function positionOf(lots: number, entryCostUnits: number, grid: Grid): PositionTruth {
  const quantity = quantityOf(lots, grid);
  const cost = usdt(entryCostUnits);
  const entry = fraction(cost.numerator * quantity.denominator, cost.denominator * quantity.numerator);
  return { side: lots > 0 ? 1 : -1, quantity, entry };
}

/** Returns a position anywhere in the tiers; its average entry price is not a whole number of ticks. */
export function randomCase(random: RandomSource): Case {
  const grid = randomGrid(random);
  const brackets = randomBrackets(random);
  const entryTicks = 50 + random.below(10 ** (1 + random.below(7)));
  const topUnits = (brackets.at(-1) as Bracket).capUnits * 1.2;
  const valueUnits = Math.max(1, Math.floor(topUnits * random.fraction() ** 3));
  const size = Math.max(1, Math.floor(valueUnits / (entryTicks * grid.factor)));
  const lots = random.chance(0.5) ? size : -size;
  const entryCostUnits = size * entryTicks * grid.factor + random.below(size * grid.factor);
  const leverage = 1 + random.below(100);
  return {
    grid,
    brackets,
    tiers: tiersOf(brackets),
    lots,
    entryCostUnits,
    position: positionOf(lots, entryCostUnits, grid),
    leverage,
    marginUnits: Math.ceil(entryCostUnits / leverage) + random.below(1_000),
    ticks: Math.max(1, Math.floor(entryTicks * (0.7 + random.fraction() * 0.6))),
  };
}
