import type { OrderType, Side } from "@candor/domain/enumerations";
import type { WireOrder } from "@candor/wire/objects";
import { type Dispatch, useCallback, useEffect, useMemo, useReducer } from "react";
import { useTradingSettings } from "../../shared/confirmation/trading-settings.ts";
import type { PickFromBook } from "../../trading/book/order-book-view.tsx";
import { type MarketTerms, readLots, readTicks } from "../../trading/market/market-terms.ts";
import { useBookLevels } from "../../trading/market/use-book-levels.ts";
import type { ShownMarket } from "../../trading/market/use-market.ts";
import { type LiveContracts, type LivePosition, useMark } from "./contract-live.ts";
import type { ContractTerms } from "./contract-terms.ts";
import { ticksOf } from "./contract-terms.ts";
import {
  type ContractTicket,
  type ContractTicketAction,
  newContractTicket,
  reduceContractTicket,
} from "./contract-ticket-state.ts";
import type { ContractNow } from "./contract-ticket-summary.ts";
import type { HeldPosition } from "./held-position.ts";
import { NOTHING_RESTS, type OrderContext, type RestingOrders } from "./order-plan.ts";

type PositionSide = LivePosition["position"]["side"];
/** The positions of a contract in hedge mode. */
const LEGS = ["long", "short"] as const satisfies readonly PositionSide[];

export interface ContractTicketControl {
  readonly ticket: ContractTicket;
  readonly dispatch: Dispatch<ContractTicketAction>;
  /** Applies a price tapped in the book. */
  readonly pick: PickFromBook;
  /** Makes it a limit order at a price of the chart. */
  readonly takeChartPrice: (price: string) => void;
}

/** One contract's ticket. A limit order starts at the first known price; after that only the trader changes it. */
export function useContractTicket({ market, terms }: ShownMarket): ContractTicketControl {
  const { contractUnit } = useTradingSettings().settings;
  const [ticket, dispatch] = useReducer(reduceContractTicket, contractUnit, newContractTicket);
  const firstPrice = market.chPrice ?? market.indexPrice;
  const isKnown = firstPrice !== null;
  useEffect(() => {
    if (firstPrice !== null) dispatch({ kind: "first-price", price: firstPrice, terms });
    // oxlint-disable-next-line react/exhaustive-deps -- once, when a price is known; later ones are not the trader's
  }, [isKnown, terms]);
  const pick = useCallback<PickFromBook>(
    (price, quantity) => dispatch({ kind: "tap-price", price, quantity, terms }),
    [terms],
  );
  const takeChartPrice = useCallback(
    (price: string) => {
      dispatch({ kind: "type", type: "limit", terms, marketTicks: undefined });
      pick(price);
    },
    [terms, pick],
  );
  return { ticket, dispatch, pick, takeChartPrice };
}

/**
 * Current prices of the contract in ticks.
 * @param type of the order: only one that may execute at once needs the book's levels
 */
export function useContractNow(
  { market }: ShownMarket,
  terms: ContractTerms,
  lastPrice: string | null,
  type: OrderType,
): ContractNow {
  const mark = useMark(market);
  const lastTicks = ticksOf(lastPrice, terms);
  const indexTicks = ticksOf(mark.indexPrice, terms);
  const markTicks = ticksOf(mark.markPrice, terms);
  const mayTake = type === "market" || type === "limit";
  const levels = useBookLevels(terms, "contract", market.symbol, indexTicks, mayTake);
  return useMemo(
    () => ({ ...levels, lastTicks, indexTicks, markTicks }),
    [levels, lastTicks, indexTicks, markTicks],
  );
}

/** Initial leverage of a visitor's ticket, the same as for new users. */
const USUAL_LEVERAGE = 20;

export interface ContractSettings {
  readonly leverage: number;
  readonly isCross: boolean;
  /** False while the values are defaults rather than the trader's own. */
  readonly isKnown: boolean;
}

export function settingsOf(
  contracts: LiveContracts,
  terms: ContractTerms | undefined,
  symbol: string,
): ContractSettings {
  const own = contracts.settings.find((settings) => settings.symbol === symbol);
  return {
    leverage: own?.leverage ?? Math.min(USUAL_LEVERAGE, terms?.maxLeverage ?? USUAL_LEVERAGE),
    isCross: own?.marginMode === "cross",
    isKnown: contracts.state === "ready",
  };
}

/**
 * Returns the account state that an order of this contract is planned against; undefined if logged out or not loaded
 * yet. `leg` in hedge mode: the position that the order is for.
 */
export function orderContext(
  contracts: LiveContracts,
  terms: ContractTerms | undefined,
  now: Pick<ContractNow, "markTicks">,
  leg?: PositionSide,
): OrderContext | undefined {
  if (terms === undefined || contracts.account === undefined) return undefined;
  const own = contracts.live.filter(({ position }) => position.symbol === terms.symbol);
  const atMark = (held?: HeldPosition) => held && { ...held, markTicks: now.markTicks ?? held.markTicks };
  const isHeld = ({ position }: LivePosition) => leg === undefined || position.side === leg;
  const orders = contracts.orders.filter(({ positionSide }) => positionSide === leg);
  return {
    terms,
    ...settingsOf(contracts, terms, terms.symbol),
    held: atMark(own.find(isHeld)?.held),
    ...(leg !== undefined && {
      sibling: atMark(own.find((each) => !isHeld(each))?.held),
      closingLots: closingLotsOf(orders, terms),
    }),
    resting: restingOf(orders, terms),
    account: contracts.account,
    markTicks: now.markTicks,
  };
}

/** What an order of each side of the ticket is about: in hedge mode another position for each. */
export function sidesOf(
  contracts: LiveContracts,
  { reduceOnly }: ContractTicket,
  terms: ContractTerms,
  now: ContractNow,
) {
  const legOf = (side: Side): PositionSide | undefined => {
    if (!contracts.isHedged) return undefined;
    return (side === "buy") !== reduceOnly ? "long" : "short";
  };
  const isOwn = ({ symbol }: { readonly symbol: string }) => symbol === terms.symbol;
  const own = contracts.positions.filter(isOwn);
  return {
    /** Whether a position or an order of the contract is open. */
    hasOpen: own.length > 0 || contracts.orders.some(isOwn),
    contextOf: (side: Side) => orderContext(contracts, terms, now, legOf(side)),
    /** What a leverage of the contract is about: its position with its orders; in hedge mode both. Empty while loading. */
    legs: (contracts.isHedged ? LEGS : [undefined])
      .map((leg) => orderContext(contracts, terms, now, leg))
      .filter((context) => context !== undefined),
    positionOf: (side: Side) => {
      const leg = legOf(side);
      return own.find((position) => leg === undefined || position.side === leg);
    },
  };
}

/** Sums the lots of resting orders that close the position. */
function closingLotsOf(orders: readonly WireOrder[], terms: MarketTerms): number {
  let lots = 0;
  for (const order of orders) {
    if (order.symbol !== terms.symbol || !order.reduceOnly || order.status === "untriggered") continue;
    lots += (readLots(order.quantity ?? "", terms) ?? 0) - (readLots(order.executedQuantity, terms) ?? 0);
  }
  return lots;
}

/** Sums the resting orders of this contract that may open a position. */
function restingOf(orders: readonly WireOrder[], terms: MarketTerms): RestingOrders {
  let resting = NOTHING_RESTS;
  for (const order of orders) {
    if (order.symbol !== terms.symbol || order.reduceOnly || order.status === "untriggered") continue;
    const ticks = readTicks(order.price ?? "", terms);
    const lots =
      (readLots(order.quantity ?? "", terms) ?? 0) - (readLots(order.executedQuantity, terms) ?? 0);
    if (ticks === undefined || lots <= 0) continue;
    const units = lots * ticks * terms.scale.quoteUnitsPerTickLot;
    resting =
      order.side === "buy"
        ? { ...resting, buyLots: resting.buyLots + lots, buyUnits: resting.buyUnits + units }
        : { ...resting, sellLots: resting.sellLots + lots, sellUnits: resting.sellUnits + units };
  }
  return resting;
}
