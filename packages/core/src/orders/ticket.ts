import type { SpotOrder } from "@candor/domain/commands/commands";
import type { PlaceLeverOrder } from "@candor/domain/commands/lever-commands";
import { LIMITS } from "@candor/domain/limits";
import { isKey } from "../idempotency/keyed-command.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { Market } from "../state/market/market.ts";
import {
  becomesMarketOrder,
  DECREMENT,
  forceIndex,
  GTC,
  hasLimitPrice,
  IOC,
  isPricedTrigger,
  isTrailing,
  LIMIT,
  MARKET,
  POST_ONLY,
  selfTradeIndex,
  sideIndex,
  typeIndex,
} from "../state/orders/order-codes.ts";

const { maxPriceTicks, trailingMaxPpm, trailingMinPpm } = LIMITS;

/** The maximum that commands can carry. Quantities above a market's maximum are rejected later. */
const U32_MAX = 4_294_967_295;

/** A well-formed spot or margin order, in the core's integers. */
export class Ticket {
  market!: Market;
  userId = 0;
  side = 0;
  type = 0;
  timeInForce = 0;
  selfTrade = 0;
  quantityLots = 0;
  quoteUnits = 0;
  priceTicks = 0;
  stopTicks = 0;
  trailingPpm = 0;
  /** The most lots that an iceberg shows at a time; 0 for all other orders. */
  visibleLots = 0;

  /** Whether the part that is not executed at once stays, in the book or waiting for its trigger. */
  get mayRest(): boolean {
    return this.type === LIMIT
      ? this.timeInForce === GTC || this.timeInForce === POST_ONLY
      : this.type !== MARKET;
  }

  /**
   * Reads the command and checks everything that does not depend on the market's state.
   * @returns false when its parameters are invalid
   */
  read(state: ExchangeState, command: SpotOrder | PlaceLeverOrder): boolean {
    const market = state.markets[command.marketId];
    if (market === undefined || market.contract !== undefined || !state.users.isOpen(command.userId))
      return false;
    this.market = market;
    this.userId = command.userId;
    this.side = sideIndex(command.side);
    this.type = typeIndex(command.type);
    this.timeInForce = forceIndex(command.timeInForce);
    this.selfTrade = selfTradeIndex(command.selfTrade);
    this.quantityLots = command.quantityLots;
    this.quoteUnits = command.quoteUnits;
    this.priceTicks = command.priceTicks;
    this.stopTicks = command.stopTicks;
    this.trailingPpm = command.trailingPpm;
    this.visibleLots = 0;
    if (this.side < 0 || this.timeInForce < 0 || this.selfTrade < 0 || !this.hasFields()) return false;
    if (this.selfTrade === DECREMENT && this.quoteUnits > 0) return false;
    // Only orders with a limit price have a time in force to choose.
    if (!hasLimitPrice(this.type)) this.timeInForce = IOC;
    return command.key === "" || isKey(command.key);
  }

  /** Like read, for a spot order that may be an iceberg. */
  readSpot(state: ExchangeState, command: SpotOrder): boolean {
    if (!this.read(state, command)) return false;
    return command.kind === "place-order" || this.readVisible(command.visibleLots);
  }

  /** Only orders that rest at their own price can be icebergs. @returns false when this cannot be one */
  readVisible(visibleLots: number): boolean {
    const { type, timeInForce, quantityLots } = this;
    this.visibleLots = visibleLots;
    const rests = timeInForce === GTC || (type === LIMIT && timeInForce === POST_ONLY);
    return hasLimitPrice(type) && rests && isLots(visibleLots) && visibleLots <= quantityLots;
  }

  protected hasFields(): boolean {
    const { type, quantityLots, quoteUnits, priceTicks, stopTicks, trailingPpm } = this;
    if (type === LIMIT)
      return (
        isLots(quantityLots) &&
        isPrice(priceTicks) &&
        priceTicks > 0 &&
        quoteUnits + stopTicks + trailingPpm === 0
      );
    if (!(isCount(quantityLots) && isCount(quoteUnits) && quantityLots > 0 !== quoteUnits > 0)) return false;
    if (!(isPrice(priceTicks) && isPrice(stopTicks))) return false;
    const hasPrice = priceTicks > 0;
    const hasStop = stopTicks > 0;
    const trails = isTrailing(type);
    if (trails ? !isTrailingRate(trailingPpm) : trailingPpm !== 0) return false;
    if (quoteUnits > 0 && type !== MARKET) return false;
    if (type === MARKET) return !hasPrice && !hasStop;
    if (isPricedTrigger(type)) return hasPrice && (trails || hasStop) && this.timeInForce !== POST_ONLY;
    return becomesMarketOrder(type) && !hasPrice && (trails || hasStop);
  }
}

function isLots(value: number): boolean {
  return Number.isInteger(value) && value > 0 && value <= U32_MAX;
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/** A price, or 0 for none. */
function isPrice(ticks: number): boolean {
  return Number.isInteger(ticks) && ticks >= 0 && ticks <= maxPriceTicks;
}

export function isTrailingRate(ppm: number): boolean {
  return Number.isInteger(ppm) && ppm >= trailingMinPpm && ppm <= trailingMaxPpm;
}
