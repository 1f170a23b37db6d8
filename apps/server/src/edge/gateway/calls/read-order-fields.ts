import type { OrderType, TimeInForce } from "@candor/domain/enumerations";
import { INVALID_LOTS, INVALID_UNITS } from "@candor/domain/errors/rejection-params";
import { LIMITS } from "@candor/domain/limits";
import { hasLimitPrice, isPricedTrigger } from "@candor/domain/order-types";
import type { Lots, Ppm, Ticks, Units } from "@candor/money/brand";
import { parseDecimal } from "@candor/money/decimal";
import type { FieldProblem } from "@candor/wire/rejection";
import type { ListedMarket } from "../../../market/market-data/listings.ts";

const E8_DECIMALS = 8;
const RATE_DECIMALS = 6;

/** A quantity and a value above all bounds, which the exchange rejects as too large. */
const BEYOND_LOTS = (INVALID_LOTS + 1) as Lots;
const BEYOND_UNITS = (INVALID_UNITS + 1) as Units;

/** Conditional fields of an order type: required ones and optional ones. */
export interface TicketFields<Field extends string> {
  readonly needed: readonly Field[];
  readonly allowed: readonly Field[];
}

/** Returns the problems with the presence of `fields`: a field that the ticket does not allow is rejected. */
export function conditionalProblems<Field extends string>(
  request: Readonly<Partial<Record<Field, unknown>>>,
  fields: readonly Field[],
  { allowed, needed }: TicketFields<Field>,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const path of fields) {
    const given = request[path] !== undefined;
    if (given && !needed.includes(path) && !allowed.includes(path))
      problems.push({ path, reason: "conflict" });
    if (!given && needed.includes(path)) problems.push({ path, reason: "missing" });
  }
  return problems;
}

/** Orders of a list without keys of their own get the list's key plus `:l` and `:s`. */
export const MAX_LIST_KEY_LENGTH = LIMITS.maxKeyLength - 2;

/** A triggered limit order cannot be post-only. */
export function forceProblems(request: OrderForce): FieldProblem[] {
  const isWrong = isPricedTrigger(request.type) && request.timeInForce === "post-only";
  return isWrong ? [{ path: "timeInForce", reason: "conflict" }] : [];
}

/** Only orders with a limit price have a time in force to choose. */
export function forceOf(request: OrderForce): TimeInForce {
  return hasLimitPrice(request.type) ? (request.timeInForce ?? "gtc") : "ioc";
}

interface OrderForce {
  readonly type: OrderType;
  readonly timeInForce?: TimeInForce | undefined;
}

/** Returns a quantity in lots: 0 if absent, `undefined` if zero, out of bounds or not a whole number of lots. */
export function readLots(text: string | undefined, market: ListedMarket): Lots | undefined {
  if (text === undefined) return 0 as Lots;
  const units = parseDecimal(text, market.scale.baseScale);
  if (typeof units === "string" || units === 0 || units % market.scale.lotUnits !== 0) return undefined;
  const lots = units / market.scale.lotUnits;
  return lots > LIMITS.maxQuantityLots ? undefined : (lots as Lots);
}

/** Returns the requested quantity in lots, without an upper bound; 0 if absent. */
export function orderLots(text: string | undefined, market: ListedMarket): Lots {
  const lots = readLots(text, market);
  if (lots !== undefined) return lots;
  const units = parseDecimal(text ?? "", market.scale.baseScale);
  const isBeyond = units === "range" || Number(units) / market.scale.lotUnits > LIMITS.maxQuantityLots;
  return isBeyond ? BEYOND_LOTS : INVALID_LOTS;
}

/** Returns a value in the quote coin's smallest unit, without an upper bound; 0 if absent. */
export function orderUnits(text: string | undefined, market: ListedMarket): Units {
  if (text === undefined) return 0 as Units;
  const units = parseDecimal(text, market.scale.quoteScale);
  if (units === "range") return BEYOND_UNITS;
  return typeof units === "string" || units === 0 ? INVALID_UNITS : (units as Units);
}

/** Returns a price in ticks, 0 if absent or invalid. Adds errors to `problems`. */
export function readPrice(
  text: string | undefined,
  path: string,
  market: ListedMarket,
  problems: FieldProblem[],
): Ticks {
  if (text === undefined) return 0 as Ticks;
  const priceE8 = parseDecimal(text, E8_DECIMALS);
  const ticks = typeof priceE8 === "string" ? Number.NaN : priceE8 / market.scale.tickE8;
  if (Number.isInteger(ticks) && ticks > 0 && ticks <= LIMITS.maxPriceTicks) return ticks as Ticks;
  problems.push({ path, reason: "range" });
  return 0 as Ticks;
}

interface IcebergFields {
  readonly quantity?: string | undefined;
  readonly visibleQuantity?: string | undefined;
  readonly timeInForce?: TimeInForce | undefined;
}

/** Returns the lots that an iceberg shows, 0 if absent. Adds errors to `problems`: it must rest, and not exceed the quantity. */
export function readVisible(
  { quantity, visibleQuantity, timeInForce }: IcebergFields,
  path: string,
  market: ListedMarket,
  problems: FieldProblem[],
): Lots {
  if (visibleQuantity === undefined) return 0 as Lots;
  const lots = orderLots(visibleQuantity, market);
  if (timeInForce === "ioc" || timeInForce === "fok") problems.push({ path, reason: "conflict" });
  else if (lots > orderLots(quantity, market)) problems.push({ path, reason: "range" });
  return lots;
}

/** Returns a trailing rate in parts per million, 0 if absent or invalid. Adds errors to `problems`. */
export function readTrailingRate(
  text: string | undefined,
  problems: FieldProblem[],
  path = "trailingRate",
): Ppm {
  if (text === undefined) return 0 as Ppm;
  const ppm = parseDecimal(text, RATE_DECIMALS);
  if (typeof ppm === "number" && ppm >= LIMITS.trailingMinPpm && ppm <= LIMITS.trailingMaxPpm)
    return ppm as Ppm;
  problems.push({ path, reason: "range" });
  return 0 as Ppm;
}
