import type { PlaceOco, SpotOrder } from "@candor/domain/commands/commands";
import type { PlaceContractOrder, PlaceContractTerms } from "@candor/domain/commands/contract-commands";
import type { PlaceLeverOrder } from "@candor/domain/commands/lever-commands";
import type { ListLeg, PlaceList } from "@candor/domain/commands/list-commands";
import { AMOUNT_SCOPES, INVALID_LOTS, INVALID_UNITS } from "@candor/domain/errors/rejection-params";
import { LIMITS } from "@candor/domain/limits";
import { hasLimitPrice, isMarketTrigger, isPricedTrigger } from "@candor/domain/order-types";
import { divideCeil } from "@candor/money/integer";
import { payoutInVenueFavour } from "@candor/money/rounding";
import { Rejected, reject, rejectFields } from "@candor/wire/rejection";
import type { ListedMarket } from "../../../market/market-data/listings.ts";
import { amountParams } from "./core-rejection.ts";

export type OrderCommand = SpotOrder | PlaceOco | PlaceList | PlaceLeverOrder | ContractOrder;
type ContractOrder = PlaceContractOrder | PlaceContractTerms;
type SingleOrder = Exclude<OrderCommand, PlaceOco | PlaceList>;

const PPM = 1_000_000;

/**
 * Returns the rejection that the exchange would give an order whatever its state, because of the market's listing:
 * minimum and maximum quantity, minimum and maximum value, limits around the order's own trigger, and the sides of an
 * OCO's, take-profit's and stop-loss's prices. The checks are the core's, in its order. What depends on the index, the
 * last price, the book or the user's funds is left to the exchange: orders without a price have their value there.
 */
export function checkOrderBounds(command: OrderCommand, market: ListedMarket): Rejected | undefined {
  if (command.kind === "place-oco") return checkOco(command, market);
  if (command.kind === "place-list") return checkList(command, market);
  return (
    checkAmount(command, market) ?? checkAroundTrigger(command, market) ?? checkProtection(command, market)
  );
}

function isOfContract(command: SingleOrder): command is ContractOrder {
  return command.kind === "place-contract-order" || command.kind === "place-contract-terms";
}

function checkAmount(command: SingleOrder, market: ListedMarket): Rejected | undefined {
  const { quantityLots, priceTicks, stopTicks } = command;
  const isReducing = isOfContract(command) && command.reduceOnly;
  const quoteUnits = isOfContract(command) ? 0 : command.quoteUnits;
  if (quantityLots > 0) {
    const wrong = checkQuantity(quantityLots, isReducing ? 1 : market.scale.minLots, market);
    if (wrong !== undefined) return wrong;
  }
  const hidden = command.kind === "place-iceberg" ? checkVisible(command, quantityLots, market) : undefined;
  if (hidden !== undefined) return hidden;
  const ticks = priceTicks > 0 ? priceTicks : stopTicks;
  if (quoteUnits === 0 && ticks === 0) return undefined;
  const value = quoteUnits > 0 ? quoteUnits : notional(market, ticks, quantityLots);
  // Only stops on the spot market reserve money for a price above their trigger.
  const isFunded = isMarketTrigger(command.type) && !isOfContract(command);
  const largest = isFunded ? notional(market, fundedTicks(market, stopTicks), quantityLots) : value;
  return checkValue(isReducing ? Number.POSITIVE_INFINITY : value, largest, market);
}

function checkQuantity(lots: number, leastLots: number, market: ListedMarket): Rejected | undefined {
  const { maxLots } = market.scale;
  if (lots >= leastLots && lots <= maxLots) return undefined;
  const isOver = lots > maxLots && lots !== INVALID_LOTS;
  return amountError(market, leastLots, maxLots, AMOUNT_SCOPES.quantity, isOver);
}

/** What an iceberg shows is at least the market's minimum, and it has no more parts than allowed. */
function checkVisible(
  { visibleLots = 0 }: { readonly visibleLots?: number | undefined },
  quantityLots: number,
  market: ListedMarket,
): Rejected | undefined {
  const least = Math.max(market.scale.minLots, divideCeil(quantityLots, LIMITS.maxIcebergParts));
  if (visibleLots === 0 || visibleLots >= least) return undefined;
  return amountError(market, least, quantityLots, AMOUNT_SCOPES.quantity, false);
}

function checkValue(smallest: number, largest: number, market: ListedMarket): Rejected | undefined {
  const { minNotionalUnits } = market.scale;
  if (smallest >= minNotionalUnits && largest <= LIMITS.maxUnits) return undefined;
  const isOver = largest > LIMITS.maxUnits && largest !== INVALID_UNITS;
  return amountError(market, minNotionalUnits, LIMITS.maxUnits, AMOUNT_SCOPES.value, isOver);
}

function amountError(
  market: ListedMarket,
  least: number,
  most: number,
  scope: number,
  isOver: boolean,
): Rejected {
  const params = amountParams(market, least, most, scope);
  return new Rejected("trade.amountError", params, undefined, isOver ? "amountAboveLargest" : undefined);
}

/** The limit of an order with a trigger must be in the band around it. */
function checkAroundTrigger({ type, priceTicks, stopTicks }: SingleOrder, market: ListedMarket) {
  return isPricedTrigger(type) ? checkReach(priceTicks, stopTicks, market) : undefined;
}

function checkReach(priceTicks: number, stopTicks: number, { format, spec }: ListedMarket) {
  const reach = payoutInVenueFavour(stopTicks, spec.priceBandPpm);
  if (priceTicks >= stopTicks - reach && priceTicks <= stopTicks + reach) return undefined;
  return reject("trade.priceOutOfBand", {
    min: format.price(Math.max(1, stopTicks - reach)),
    max: format.price(stopTicks + reach),
  });
}

/** A take-profit must be a profit and a stop-loss a loss relative to the order's own price. */
function checkProtection(command: SingleOrder, { format }: ListedMarket): Rejected | undefined {
  if (!isOfContract(command)) return undefined;
  const { priceTicks, stopTicks, takeProfitTicks, stopLossTicks } = command;
  const entryTicks = priceTicks > 0 ? priceTicks : stopTicks;
  if (entryTicks === 0) return undefined;
  const isLong = command.side === "buy";
  const isBeyond = (level: number, rises: boolean): boolean =>
    level > 0 && (rises ? level <= entryTicks : level >= entryTicks);
  if (!isBeyond(takeProfitTicks, isLong) && !isBeyond(stopLossTicks, !isLong)) return undefined;
  return reject("trade.triggerPrice", { price: format.price(entryTicks) });
}

function checkOco(command: PlaceOco, market: ListedMarket): Rejected | undefined {
  const { side, quantityLots, priceTicks, stopTicks, stopLimitTicks } = command;
  if (side === "sell" ? priceTicks <= stopTicks : priceTicks >= stopTicks)
    return rejectFields("trade.invalidParameters", { path: "stopPrice", reason: "conflict" });
  const wrong = checkQuantity(quantityLots, market.scale.minLots, market);
  if (wrong !== undefined) return wrong;
  const paidTicks = stopLimitTicks > 0 ? stopLimitTicks : fundedTicks(market, stopTicks);
  const smallest = notional(market, Math.min(priceTicks, stopLimitTicks || stopTicks), quantityLots);
  const largest = notional(market, Math.max(priceTicks, paidTicks), quantityLots);
  return (
    checkValue(smallest, largest, market) ??
    (stopLimitTicks > 0 ? checkReach(stopLimitTicks, stopTicks, market) : undefined)
  );
}

function checkList({ quantityLots, above, below }: PlaceList, market: ListedMarket): Rejected | undefined {
  // A leg that follows the price at once has no level, only perhaps a limit price.
  const level = ({ type, priceTicks, stopTicks }: ListLeg): number =>
    type === "limit" ? priceTicks : stopTicks;
  if (level(above) > 0 && level(below) > 0 && level(above) <= level(below))
    return rejectFields("trade.invalidParameters", { path: "stopPrice", reason: "conflict" });
  const wrong = checkQuantity(quantityLots, market.scale.minLots, market);
  if (wrong !== undefined) return wrong;
  const legs = [above, below];
  const hidden = legs
    .map((leg) => checkVisible(leg, quantityLots, market))
    .find((each) => each !== undefined);
  if (hidden !== undefined) return hidden;
  const valued = legs
    .map(({ priceTicks, stopTicks }) => priceTicks || stopTicks)
    .filter((ticks) => ticks > 0);
  // The exchange values legs without any price at its last one.
  if (valued.length === 0) return undefined;
  const lowest = Math.min(...valued);
  const paid = legs.map(({ type, priceTicks, stopTicks }) =>
    Math.max(hasLimitPrice(type) ? priceTicks : fundedTicks(market, stopTicks), stopTicks),
  );
  const [smallest, largest] = [lowest, Math.max(...paid)].map((ticks) =>
    notional(market, ticks, quantityLots),
  );
  const refused = checkValue(smallest ?? 0, largest ?? 0, market);
  if (refused !== undefined) return refused;
  return legs
    .filter(({ type, stopTicks }) => isPricedTrigger(type) && stopTicks > 0)
    .map(({ priceTicks, stopTicks }) => checkReach(priceTicks, stopTicks, market))
    .find((each) => each !== undefined);
}

const notional = ({ scale }: ListedMarket, ticks: number, lots: number): number =>
  ticks * lots * scale.quoteUnitsPerTickLot;

/** The highest price that a buy triggered at `ticks` may pay. */
const fundedTicks = ({ spec }: ListedMarket, ticks: number): number =>
  ticks + divideCeil(ticks * spec.marketProtectionPpm, PPM);
