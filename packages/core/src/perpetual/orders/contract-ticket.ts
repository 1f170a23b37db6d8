import type { PlaceContractOrder, PlaceContractTerms } from "@candor/domain/commands/contract-commands";
import { isExpiry, packTerms } from "@candor/domain/contract-terms";
import { LIMITS } from "@candor/domain/limits";
import { divideFloor } from "@candor/money/integer";
import { KEY_CODES, packCodes } from "../../idempotency/contents.ts";
import { describe, isKey } from "../../idempotency/keyed-command.ts";
import { Ticket } from "../../orders/ticket.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import {
  becomesMarketOrder,
  DECREMENT,
  forceIndex,
  GTC,
  hasLimitPrice,
  IOC,
  isOnlySpot,
  selfTradeIndex,
  sideIndex,
  TRAILING_STOP,
  typeIndex,
} from "../../state/orders/order-codes.ts";
import { triggerByIndex } from "../../state/orders/trigger-by.ts";
import type { Contract } from "../../state/perpetual/contract.ts";

/** What any command to place a contract order has. */
export type ContractOrder = Omit<PlaceContractOrder, "kind">;

const { maxPriceTicks } = LIMITS;
const MAX_LEVERAGE = 255;
/** Divisor that splits a stop-loss into two parts, to fit the other contents of a key. */
const SPLIT = 65_536;

function isPrice(ticks: number): boolean {
  return Number.isInteger(ticks) && ticks >= 0 && ticks <= maxPriceTicks;
}

/** A well-formed contract order, in the core's integers. */
export class ContractTicket extends Ticket {
  contract!: Contract;
  triggerBy = 0;
  /** 1: reduce-only. A number for V8: see MEMORY.md. */
  private reduces = 0;
  leverage = 0;
  takeProfitTicks = 0;
  stopLossTicks = 0;
  /** As packTerms packs them. */
  terms = 0;
  /** Whether it must be the only order of its type and side that closes the position. */
  closesPosition = false;
  /** The margin that the position's resting orders need including this one, as computed by costOf. */
  marginUnits = 0;

  get reduceOnly(): boolean {
    return this.reduces !== 0;
  }

  set reduceOnly(value: boolean) {
    this.reduces = value ? 1 : 0;
  }

  /**
   * Like Ticket.read.
   * @returns false when its parameters are invalid
   */
  readContract(state: ExchangeState, command: ContractOrder): boolean {
    const contract = state.markets[command.marketId]?.contract;
    if (contract === undefined || !state.users.isOpen(command.userId)) return false;
    // Nearly always the same as for the previous order, and a comparison is cheaper than storing a reference.
    if (this.contract !== contract) {
      this.contract = contract;
      this.market = contract.market;
    }
    this.userId = command.userId;
    this.side = sideIndex(command.side);
    this.type = typeIndex(command.type);
    this.timeInForce = forceIndex(command.timeInForce);
    this.selfTrade = selfTradeIndex(command.selfTrade);
    this.quantityLots = command.quantityLots;
    this.quoteUnits = 0;
    this.priceTicks = command.priceTicks;
    this.stopTicks = command.stopTicks;
    this.trailingPpm = command.trailingPpm;
    this.triggerBy = triggerByIndex(command.triggerBy);
    this.reduceOnly = command.reduceOnly;
    this.leverage = command.leverage;
    this.takeProfitTicks = command.takeProfitTicks;
    this.stopLossTicks = command.stopLossTicks;
    this.terms = 0;
    this.closesPosition = false;
    if (this.side < 0 || this.timeInForce < 0 || this.selfTrade < 0 || this.triggerBy < 0) return false;
    if (this.selfTrade === DECREMENT || isOnlySpot(this.type)) return false;
    if (!this.hasContractFields() || !this.hasFields()) return false;
    if (!hasLimitPrice(this.type)) this.timeInForce = IOC;
    if (command.key === "") return true;
    if (!isKey(command.key)) return false;
    this.describe(state);
    return true;
  }

  /** Like readContract, for a command with terms. They belong to orders that may wait for a date or for a trigger. */
  readTerms(state: ExchangeState, command: PlaceContractTerms): boolean {
    const { expiresAtMs, priceProtect, closesPosition } = command;
    if (!this.readContract(state, { ...command, key: "" }) || !isKey(command.key)) return false;
    this.terms = packTerms(command);
    this.closesPosition = closesPosition;
    if (this.takeProfitTicks + this.stopLossTicks > 0 || !isExpiry(expiresAtMs)) return false;
    if (expiresAtMs > 0 && !(hasLimitPrice(this.type) && this.timeInForce === GTC)) return false;
    if (priceProtect && this.type !== TRAILING_STOP && this.stopTicks === 0) return false;
    if (closesPosition && !this.isClosing) return false;
    if (command.key !== "") this.describeTerms(state, expiresAtMs, priceProtect);
    return true;
  }

  /** Whether it is a stop or take-profit that closes the whole position. */
  get isClosing(): boolean {
    const { type, market } = this;
    const isMarketTrigger = type !== TRAILING_STOP && becomesMarketOrder(type);
    return isMarketTrigger && this.reduceOnly && this.quantityLots === market.maxLots;
  }

  private describeTerms(state: ExchangeState, expiresAtMs: number, priceProtect: boolean): void {
    const { market, side, type, timeInForce, selfTrade, triggerBy, leverage } = this;
    const flags = (this.reduceOnly ? 1 : 0) + (this.closesPosition ? 2 : 0) + (priceProtect ? 4 : 0);
    const layout = KEY_CODES["place-contract-terms"];
    describe(
      state,
      packCodes(layout, market.id, side, type, timeInForce, selfTrade, triggerBy, flags, leverage),
      expiresAtMs,
      this.quantityLots,
      this.priceTicks + this.trailingPpm,
      this.stopTicks,
    );
  }

  /**
   * Describes the order for its key. Ticks and lots take at most 32 bits, so the stop-loss fits into the remaining
   * bits in two parts.
   */
  describe(state: ExchangeState): void {
    const { market, side, type, timeInForce, selfTrade, triggerBy, reduceOnly, leverage } = this;
    const reduces = reduceOnly ? 1 : 0;
    const layout = KEY_CODES["place-contract-order"];
    describe(
      state,
      packCodes(layout, market.id, side, type, timeInForce, selfTrade, triggerBy, reduces, leverage),
      this.takeProfitTicks * SPLIT + (this.stopLossTicks % SPLIT),
      this.quantityLots * SPLIT + divideFloor(this.stopLossTicks, SPLIT),
      // An order has either a price or a trailing rate, never both; its type determines which.
      this.priceTicks + this.trailingPpm,
      this.stopTicks,
    );
  }

  private hasContractFields(): boolean {
    const { leverage, takeProfitTicks, stopLossTicks } = this;
    const isLeverage = Number.isInteger(leverage) && leverage >= 0 && leverage <= MAX_LEVERAGE;
    const hasProtection = takeProfitTicks > 0 || stopLossTicks > 0;
    return (
      isPrice(takeProfitTicks) &&
      isPrice(stopLossTicks) &&
      isLeverage &&
      !(this.reduceOnly && hasProtection) &&
      this.quantityLots > 0
    );
  }
}
