import { isReduceOnly, legOf, triggerByOf } from "@candor/codec/event-record";
import type {
  AccountView,
  BalanceState,
  BookView,
  ExchangeView,
  HoldView,
  PoolState,
  SettingState,
  SettingsView,
  SolvencyView,
  TrailingView,
  WithdrawalsView,
} from "@candor/domain/engine-port";
import {
  ENDOWABLE_ACCOUNTS,
  MARKET_STATUSES,
  ORDER_STATUSES,
  ORDER_TYPES,
  POSITION_LEGS,
  PRODUCTS,
  SELF_TRADE_MODES,
  SIDES,
  STATUS_REASONS,
  TIMES_IN_FORCE,
  TRADING_WALLETS,
  TRIGGER_BYS,
  WALLETS,
} from "@candor/domain/enumerations";
import type { OrderState, WithdrawalState } from "@candor/domain/events/events";
import type { Lots, Ppm, Ticks, Units } from "@candor/money/brand";
import { add } from "@candor/money/integer";
import { leftLotsOf, visibleLotsOf } from "../book/iceberg.ts";
import { SYSTEM_ACCOUNTS, type SystemAccount } from "../ledger/system-accounts.ts";
import { viewLever, viewPair } from "../leverage/lever-views.ts";
import {
  BUY,
  CODES,
  CREATED_AT_MS,
  EXECUTED_QUOTE_UNITS,
  FEE_UNITS,
  GROUP_ID,
  HELD_UNITS,
  MARKET_ID,
  NONE,
  PRICE_TICKS,
  QUANTITY_LOTS,
  SELL,
  SIDE,
  STOP_TICKS,
  TERMS,
  TRAILING_PPM,
  USER_ID,
  USER_NEXT,
} from "../memory/order-slab.ts";
import { updatedAtMs } from "../orders/order-life.ts";
import { viewContract, viewContracts } from "../perpetual/contract-views.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import { TRAILING, WAITING } from "../state/orders/live-orders.ts";
import {
  forceOf,
  isContract,
  isTrailing,
  labelOf,
  productOf,
  selfTradeOf,
  statusOf,
  typeOf,
} from "../state/orders/order-codes.ts";
import { viewInvested } from "./invested-view.ts";

/** The list's entry. Throws when the core holds an index without one. */
function named<T>(list: readonly T[], index: number | undefined): T {
  const value = list[index ?? NONE];
  if (value === undefined) throw new Error(`invalid enumeration index ${index}`);
  return value;
}

/** A user's non-zero balances, and live orders, newest first. */
export function viewAccount(state: ExchangeState, userId: number): Omit<AccountView, "asOfSeq"> {
  const { ledger, orders, users } = state;
  if (!users.isOpen(userId)) return { open: false, balances: [], orders: [], frozenWallets: [] };
  const balances: BalanceState[] = [];
  for (let wallet = 0; wallet < WALLETS.length; wallet++) {
    for (const { id: assetId } of state.assets) {
      const account = ledger.account(userId, wallet, assetId);
      if (ledger.total(account) === 0) continue;
      balances.push({
        wallet: named(WALLETS, wallet),
        assetId,
        availableUnits: ledger.available(account),
        frozenUnits: ledger.frozen(account),
      });
    }
  }
  const live: OrderState[] = [];
  for (let slot = orders.newestOf(userId); slot !== NONE; slot = orders.slab.ints[slot + USER_NEXT] as number)
    live.push(viewOrder(state, slot));
  const trailing = viewTrailing(state, userId);
  const holds = viewHolds(state, userId);
  const contracts = viewContracts(state, userId);
  const frozenWallets = TRADING_WALLETS.filter((wallet) => users.isFrozen(userId, WALLETS.indexOf(wallet)));
  const levers = viewLever(state, userId);
  const invested = viewInvested(state, userId);
  return {
    open: true,
    balances,
    orders: live,
    ...(trailing.length === 0 ? {} : { trailing }),
    ...(holds.length === 0 ? {} : { holds }),
    frozenWallets,
    ...(state.perpetual.find(userId)?.isHedged === true ? { isHedged: true } : {}),
    ...(contracts === undefined ? {} : { contracts }),
    ...(levers.length === 0 ? {} : { levers }),
    ...(invested.length === 0 ? {} : { invested }),
  };
}

/** Where the user's active trailing stops fire at their current extremes. */
function viewTrailing(state: ExchangeState, userId: number): TrailingView[] {
  const { orders, markets, perpetual } = state;
  const { slab } = orders;
  const found: TrailingView[] = [];
  for (let slot = orders.newestOf(userId); slot !== NONE; slot = slab.ints[slot + USER_NEXT] as number) {
    if (orders.stageOf(slot) !== TRAILING) continue;
    const codes = slab.ints[slot + CODES] as number;
    const market = markets[slab.ints[slot + MARKET_ID] as number];
    const contract = perpetual.contracts.find((each) => each.market === market);
    const set = contract?.triggersBy(triggerByOf(codes)) ?? market;
    if (set === undefined) continue;
    const stops = set.trailing(slab.ints[slot + SIDE] as number);
    const rate = slab.moreInts[slot + TRAILING_PPM] as number;
    const triggerTicks = stops.triggerTicks(rate, stops.extremeOf(slot)) as Ticks;
    found.push({ orderId: slab.idOf(slot), triggerTicks });
  }
  return found;
}

/** What the user's untriggered trailing buys keep frozen. A contract order freezes nothing before its trigger. */
function viewHolds(state: ExchangeState, userId: number): HoldView[] {
  const { orders } = state;
  const { slab } = orders;
  const found: HoldView[] = [];
  for (let slot = orders.newestOf(userId); slot !== NONE; slot = slab.ints[slot + USER_NEXT] as number) {
    const stage = orders.stageOf(slot);
    if (stage !== TRAILING && stage !== WAITING) continue;
    const codes = slab.ints[slot + CODES] as number;
    if (isContract(codes) || !isTrailing(typeOf(codes)) || slab.ints[slot + SIDE] !== BUY) continue;
    const heldUnits = slab.moreNumbers[(slot >> 1) + HELD_UNITS] as Units;
    if (heldUnits > 0) found.push({ orderId: slab.idOf(slot), heldUnits });
  }
  return found;
}

function viewOrder(state: ExchangeState, slot: number): OrderState {
  const { orders } = state;
  const { slab } = orders;
  const codes = slab.ints[slot + CODES] as number;
  const quantityLots = slab.ints[slot + QUANTITY_LOTS] as number;
  const leg = POSITION_LEGS[legOf(codes) - 1];
  return {
    orderId: slab.idOf(slot),
    userId: slab.ints[slot + USER_ID] as number,
    marketId: slab.ints[slot + MARKET_ID] as number,
    product: named(PRODUCTS, productOf(codes)),
    ...(leg === undefined ? {} : { leg }),
    side: named(SIDES, slab.ints[slot + SIDE]),
    type: named(ORDER_TYPES, typeOf(codes)),
    timeInForce: named(TIMES_IN_FORCE, forceOf(codes)),
    selfTrade: named(SELF_TRADE_MODES, selfTradeOf(codes)),
    status: named(ORDER_STATUSES, statusOf(codes)),
    reason: "none",
    quantityLots: quantityLots as Lots,
    // A market order, the only kind that can be given in quote, is never live between two commands.
    quoteUnits: (isContract(codes)
      ? slab.moreNumbers[(slot >> 1) + TERMS]
      : visibleLotsOf(slab, slot)) as Units,
    priceTicks: slab.ints[slot + PRICE_TICKS] as Ticks,
    stopTicks: slab.moreInts[slot + STOP_TICKS] as Ticks,
    trailingPpm: slab.moreInts[slot + TRAILING_PPM] as Ppm,
    triggerBy: named(TRIGGER_BYS, triggerByOf(codes)),
    reduceOnly: isReduceOnly(codes),
    groupId: slab.moreNumbers[(slot >> 1) + GROUP_ID] as number,
    executedLots: (quantityLots - leftLotsOf(slab, slot)) as Lots,
    executedQuoteUnits: slab.moreNumbers[(slot >> 1) + EXECUTED_QUOTE_UNITS] as Units,
    feeUnits: slab.moreNumbers[(slot >> 1) + FEE_UNITS] as Units,
    createdAtMs: slab.numbers[(slot >> 1) + CREATED_AT_MS] as number,
    updatedAtMs: updatedAtMs(state, slot),
    labelled: labelOf(codes) === 1,
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
    referralRatePpm: state.referrals.ratePpm,
    newestUser: state.users.newest,
    assets: state.assets.map((asset) => asset.spec),
    markets: state.markets.map((market) => ({
      marketId: market.id,
      spec: market.spec,
      status: named(MARKET_STATUSES, market.status),
      statusReason: named(STATUS_REASONS, market.reason),
      indexE8: market.index.valueE8,
      lastTicks: market.lastTicks,
      ...(market.contract === undefined ? {} : { contract: viewContract(market.contract) }),
      ...(market.lever === undefined ? {} : { lever: viewPair(market.lever) }),
    })),
  };
}

/** Open withdrawals, oldest first: one user's, or all. */
export function viewWithdrawals(state: ExchangeState, userId?: number): Omit<WithdrawalsView, "asOfSeq"> {
  const withdrawals: WithdrawalState[] = [];
  state.withdrawals.forEach((withdrawal) => {
    if (userId !== undefined && withdrawal.userId !== userId) return;
    const { stepSeqs: _, ...told } = withdrawal;
    withdrawals.push(told);
  });
  return { withdrawals };
}

/** The exchange's own accounts. The users' total needs no summation: it is the negative of all other accounts. */
export function viewSolvency(state: ExchangeState): Omit<SolvencyView, "asOfSeq"> {
  const frozen = state.assets.map(() => 0);
  state.withdrawals.forEach(({ assetId, amountUnits }) => {
    frozen[assetId] = add(frozen[assetId] ?? 0, amountUnits);
  });
  return {
    assets: state.assets.map(({ id: assetId }) => {
      const held = (name: SystemAccount): number => state.ledger.systemBalance(name, assetId);
      const outsideWorldUnits = held("outside-world");
      const treasuryUnits = held("sandbox-treasury");
      const feesUnits = held("fees");
      const all = SYSTEM_ACCOUNTS.reduce((sum, name) => add(sum, held(name)), 0);
      return {
        assetId,
        usersUnits: 0 - all,
        openWithdrawalUnits: frozen[assetId] ?? 0,
        outsideWorldUnits,
        treasuryUnits,
        feesUnits,
        reservesUnits: all - outsideWorldUnits - treasuryUnits - feesUnits,
      };
    }),
    pools: viewPools(state),
  };
}

/** The pools and the insurance fund that were ever endowed or have a balance, by pool and asset. */
function viewPools(state: ExchangeState): readonly PoolState[] {
  return ENDOWABLE_ACCOUNTS.flatMap((pool, number) =>
    state.assets.flatMap(({ id: assetId }) => {
      const balanceUnits = state.ledger.systemBalance(pool, assetId);
      const endowedUnits = state.endowments.of(number, assetId);
      return balanceUnits === 0 && endowedUnits === 0 ? [] : [{ pool, assetId, balanceUnits, endowedUnits }];
    }),
  );
}

/** Current settings by name, with the command that set them. */
export function viewSettings(state: ExchangeState): Omit<SettingsView, "asOfSeq"> {
  const settings: SettingState[] = [];
  state.settings.forEach((setting, { version, seq, atMs, value }) => {
    settings.push({ setting, version, seq, setAtMs: atMs, value });
  });
  return { settings, announced: state.announcements.all() };
}
