import type { MarketScale } from "@candor/domain/specs/listing";
import { formatDecimal, powerOfTen, trimZeros } from "@candor/money/decimal";
import { multiplyDivideFloor } from "@candor/money/integer";

/** Rates on the wire have six decimals: one part per million. */
const RATE_DECIMALS = 6;
const E8_DECIMALS = 8;

/** Formats a rate in parts per million as a decimal fraction of one. */
export function formatRate(ppm: number): string {
  return formatDecimal(ppm, RATE_DECIMALS);
}

/** Formats 1e-8 units that may exceed the safe integers, truncated to `decimals` (at most 8). */
function formatWide(valueE8: bigint, decimals: number): string {
  const digits = valueE8.toString().padStart(E8_DECIMALS + 1, "0");
  const whole = digits.slice(0, -E8_DECIMALS);
  return decimals === 0 ? whole : `${whole}.${digits.slice(-E8_DECIMALS).slice(0, decimals)}`;
}

/** Formats one market's integers as the wire's decimal strings, with the market's fixed decimals. */
export class MarketFormat {
  private readonly scale: MarketScale;
  /** One tick in units of the last price decimal. */
  private readonly tickSteps: number;
  /**
   * One lot in units of the last quantity decimal. Lots, not base units, because a day's volume in base units may
   * exceed the safe integers.
   */
  private readonly lotSteps: number;

  constructor(scale: MarketScale) {
    this.scale = scale;
    this.tickSteps = scale.tickE8 / powerOfTen(E8_DECIMALS - scale.priceDecimals);
    this.lotSteps = scale.lotUnits / powerOfTen(scale.baseScale - scale.quantityDecimals);
  }

  price(ticks: number): string {
    return formatDecimal(ticks * this.tickSteps, this.scale.priceDecimals);
  }

  /** 0 means "none" in the core. */
  priceOrNull(ticks: number): string | null {
    return ticks === 0 ? null : this.price(ticks);
  }

  quantity(lots: number): string {
    return formatDecimal(lots * this.lotSteps, this.scale.quantityDecimals);
  }

  baseAmount(units: number): string {
    return formatDecimal(units, this.scale.baseScale);
  }

  quoteAmount(units: number): string {
    return formatDecimal(units, this.scale.quoteScale);
  }

  /** Formats a chart price in 1e-8 of the quote coin, truncated to the market's decimals. */
  chartPrice(priceE8: number): string {
    return formatDecimal(priceE8, E8_DECIMALS, this.scale.priceDecimals);
  }

  /** Formats base coins of a chart in 1e-8, truncated to the market's decimals. */
  chartQuantity(volumeE8: bigint): string {
    return formatWide(volumeE8, this.scale.quantityDecimals);
  }

  /** Formats quote coins of a chart in 1e-8, truncated to the asset's decimals. */
  chartQuoteAmount(volumeE8: bigint): string {
    return formatWide(volumeE8, this.scale.quoteScale);
  }

  /** Formats an index, which is finer than a tick, truncated to the market's decimals. 0 means unknown. */
  indexPrice(priceE8: number): string | null {
    return priceE8 === 0 ? null : formatDecimal(priceE8, E8_DECIMALS, this.scale.priceDecimals);
  }

  /** Formats an index that decides a result, in full: at least the market's decimals. 0 means unknown. */
  decidingPrice(priceE8: number): string | null {
    if (priceE8 === 0) return null;
    const [, decimals = ""] = trimZeros(formatDecimal(priceE8, E8_DECIMALS)).split(".");
    return formatDecimal(priceE8, E8_DECIMALS, Math.max(decimals.length, this.scale.priceDecimals));
  }

  /** Returns the price paid per whole coin, truncated to the market's decimals; null before the first execution. */
  averagePrice(executedQuoteUnits: number, executedLots: number): string | null {
    if (executedLots === 0) return null;
    const steps = multiplyDivideFloor(
      executedQuoteUnits,
      this.tickSteps,
      executedLots * this.scale.quoteUnitsPerTickLot,
    );
    return formatDecimal(steps, this.scale.priceDecimals);
  }
}
