import { formatDecimal, parseDecimal, powerOfTen } from "@candor/money/decimal";
import type { FundingInputs } from "./check.ts";

const PRICE_DECIMALS = 8;
const RATE_DECIMALS = 6;
const LEVEL_DECIMALS = 4;

/** The evidence contains a value that is not a number, so nothing can be recomputed. */
export class UnreadableEvidence extends Error {
  constructor(text: string) {
    super(`not a figure of the evidence: "${text}"`);
    this.name = "UnreadableEvidence";
  }
}

function readWhole(text: string, scale: number): number {
  const isBelowZero = text.startsWith("-");
  const value = parseDecimal(isBelowZero ? text.slice(1) : text, scale);
  if (typeof value === "string") throw new UnreadableEvidence(text);
  return isBelowZero ? 0 - value : value;
}

/** Rates in parts per million. */
export const readRate = (text: string): number => readWhole(text, RATE_DECIMALS);
export const writeRate = (ppm: number): string => formatDecimal(ppm, RATE_DECIMALS);

/** Margin levels in 1/10,000. */
export const readLevel = (text: string): number => readWhole(text, LEVEL_DECIMALS);

/** In smallest units of an asset. */
export const readUnits = (text: string, decimals: number): number => readWhole(text, decimals);

/** Prices in 1e-8, finer than a tick. */
export const readPriceE8 = (text: string): number => readWhole(text, PRICE_DECIMALS);

/** Converts the evidence's decimals to the formulas' integers and back. */
export class EvidenceNumbers {
  readonly tickE8: number;
  /** Quote units per lot and tick. */
  readonly factor: number;
  readonly lotUnits: number;
  private readonly baseDecimals: number;
  private readonly quoteDecimals: number;
  private readonly tickDecimals: number;
  private readonly lotDecimals: number;

  constructor({ tick, lot, quoteDecimals, baseDecimals }: FundingInputs["terms"]) {
    this.quoteDecimals = quoteDecimals;
    this.baseDecimals = baseDecimals;
    this.tickDecimals = decimalsOf(tick);
    this.lotDecimals = decimalsOf(lot);
    this.tickE8 = readPriceE8(tick);
    this.lotUnits = readWhole(lot, baseDecimals);
    if (this.tickE8 <= 0 || this.lotUnits <= 0) throw new UnreadableEvidence(`${tick} ${lot}`);
    const product = BigInt(this.tickE8) * BigInt(this.lotUnits) * BigInt(powerOfTen(quoteDecimals));
    const divisor = BigInt(powerOfTen(PRICE_DECIMALS)) * BigInt(powerOfTen(baseDecimals));
    if (product % divisor !== 0n) throw new UnreadableEvidence(`${tick} ${lot}`);
    this.factor = Number(product / divisor);
  }

  units(amount: string): number {
    return readWhole(amount, this.quoteDecimals);
  }

  lots(quantity: string): number {
    return this.multiple(readWhole(quantity, this.baseDecimals), this.lotUnits, quantity);
  }

  ticks(price: string): number {
    return this.multiple(readPriceE8(price), this.tickE8, price);
  }

  /** Rounds a price finer than a tick down to the tick. */
  wholeTicks(price: string): number {
    const e8 = readPriceE8(price);
    return (e8 - (e8 % this.tickE8)) / this.tickE8;
  }

  amount(units: number): string {
    return formatDecimal(units, this.quoteDecimals);
  }

  price(ticks: number): string {
    return formatDecimal(ticks * this.tickE8, PRICE_DECIMALS, this.tickDecimals);
  }

  quantity(lots: number): string {
    return formatDecimal(lots * this.lotUnits, this.baseDecimals, this.lotDecimals);
  }

  /** Returns the average price per whole coin, truncated to the tick's decimals. */
  averagePrice(units: number, lots: number): string {
    const steps = BigInt(this.tickE8) / 10n ** BigInt(PRICE_DECIMALS - this.tickDecimals);
    const cut = (BigInt(units) * steps) / (BigInt(lots) * BigInt(this.factor));
    return formatDecimal(Number(cut), this.tickDecimals);
  }

  private multiple(value: number, step: number, text: string): number {
    if (value % step !== 0) throw new UnreadableEvidence(text);
    return value / step;
  }
}

function decimalsOf(text: string): number {
  const dot = text.indexOf(".");
  return dot < 0 ? 0 : text.length - dot - 1;
}
