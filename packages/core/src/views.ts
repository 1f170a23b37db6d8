import type { Lots, Ppm, Ticks, Units } from "@candor/money/brand";
import type { AccountView, BalanceState, BookView, ExchangeView } from "@candor/protocol/engine-port";
import {
  MARKET_STATUSES,
  ORDER_STATUSES,
  ORDER_TYPES,
  SELF_TRADE_MODES,
  SIDES,
  TIMES_IN_FORCE,
  WALLETS,
} from "@candor/protocol/enumerations";
import type { OrderState } from "@candor/protocol/events";
import { BUY, NONE, SELL } from "./book/order-slab.ts";
import type { ExchangeState } from "./exchange-state.ts";
import { LABELLED } from "./orders/live-orders.ts";

/** The list's entry; throws when the core holds a number that stands for none. */
function named<T>(list: readonly T[], index: number | undefined): T {
  const value = list[index ?? NONE];
  if (value === undefined) throw new Error(`no enumeration value ${index}`);
  return value;
}

/** A user's balances that are not zero, and live orders, newest first. */
export function viewAccount(state: ExchangeState, userId: number): Omit<AccountView, "asOfSeq"> {
  const { ledger, orders, users } = state;
  if (!users.isOpen(userId)) return { open: false, balances: [], orders: [] };
  const balances: BalanceState[] = [];
  for (let wallet = 0; wallet < WALLETS.length; wallet++) {
    for (const { id: assetId } of state.assets) {
      const account = ledger.findAccount(userId, wallet, assetId);
      if (account < 0 || ledger.total(account) === 0) continue;
      balances.push({
        wallet: named(WALLETS, wallet),
        assetId,
        availableUnits: ledger.available(account),
        frozenUnits: ledger.frozen(account),
      });
    }
  }
  const live: OrderState[] = [];
  for (let slot = orders.newestOf(userId); slot !== NONE; slot = orders.slab.userNext[slot] as number)
    live.push(viewOrder(state, slot));
  return { open: true, balances, orders: live };
}

function viewOrder(state: ExchangeState, slot: number): OrderState {
  const { orders } = state;
  const { slab } = orders;
  const quantityLots = slab.quantityLots[slot] as number;
  return {
    orderId: slab.orderId[slot] as number,
    userId: slab.userId[slot] as number,
    marketId: slab.marketId[slot] as number,
    product: "spot",
    side: named(SIDES, slab.side[slot]),
    type: named(ORDER_TYPES, slab.type[slot]),
    timeInForce: named(TIMES_IN_FORCE, slab.timeInForce[slot]),
    selfTrade: named(SELF_TRADE_MODES, slab.selfTrade[slot]),
    status: named(ORDER_STATUSES, slab.status[slot]),
    reason: "none",
    quantityLots: quantityLots as Lots,
    // A market order, which alone may be given in quote, is never live between two commands.
    quoteUnits: 0 as Units,
    priceTicks: slab.priceTicks[slot] as Ticks,
    stopTicks: slab.stopTicks[slot] as Ticks,
    trailingPpm: slab.trailingPpm[slot] as Ppm,
    groupId: slab.groupId[slot] as number,
    executedLots: (quantityLots - (slab.remainingLots[slot] as number)) as Lots,
    executedQuoteUnits: slab.executedQuoteUnits[slot] as Units,
    feeUnits: slab.feeUnits[slot] as Units,
    createdAtMs: slab.createdAtMs[slot] as number,
    updatedAtMs: orders.updatedAtMs[slot] as number,
    labelled: ((slab.flags[slot] as number) & LABELLED) !== 0,
    key: orders.keyOf(slot),
  };
}

/** Both sides of a market's book, best first; an unknown market has an empty one. */
export function viewBook(state: ExchangeState, marketId: number, levels: number): Omit<BookView, "asOfSeq"> {
  const book = state.markets[marketId]?.book;
  const side = (index: number): (readonly [number, number])[] => {
    const rows: (readonly [number, number])[] = [];
    book?.forEachLevel(index, levels, (ticks, lots) => rows.push([ticks, lots]));
    return rows;
  };
  return { bids: side(BUY), asks: side(SELL) };
}

export function viewExchange(state: ExchangeState): Omit<ExchangeView, "asOfSeq"> {
  return {
    timeMs: state.timeMs,
    assets: state.assets.map((asset) => asset.spec),
    markets: state.markets.map((market) => ({
      marketId: market.id,
      spec: market.spec,
      status: named(MARKET_STATUSES, market.status),
      indexE8: market.index.valueE8,
      lastTicks: market.lastTicks,
    })),
  };
}
