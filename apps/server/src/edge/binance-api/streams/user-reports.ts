import { LAYOUT } from "@candor/codec/event-layouts";
import { EVENT } from "@candor/codec/event-record";
import type { DurableEvent } from "@candor/domain/engine-port";
import type { MarketKind, Wallet } from "@candor/domain/enumerations";
import type { LiquidationStep, PositionChanged } from "@candor/domain/events/contract-events";
import type {
  BalanceChanged,
  ExchangeEvent,
  FundsPosted,
  MatchPrevented,
  OrderChanged,
  OrderModified,
  TradeMade,
} from "@candor/domain/events/events";

/** Effects of one command on one user, for one kind of market. */
export interface News {
  readonly orders: OrderChanged[];
  readonly trades: TradeMade[];
  readonly balances: BalanceChanged[];
  readonly postings: FundsPosted[];
  /** Only for contracts, as are the following fields. */
  readonly positions: PositionChanged[];
  readonly liquidations: LiquidationStep[];
  readonly modified: OrderModified[];
  /** Only for spot. */
  readonly prevented: MatchPrevented[];
}

/** When a command was executed, in journal time, and when it is reported. */
export interface NewsTimes {
  readonly timeMs: number;
  readonly nowMs: number;
}

export interface UserReport {
  readonly userId: number;
  readonly seq: number;
  readonly times: NewsTimes;
  readonly news: News;
}

/** The wallet each kind of market trades from. */
const WALLETS: Readonly<Record<MarketKind, Wallet>> = { spot: "coin", contract: "contract" };
/** Field positions of user ids in the reported events. */
const COMMON_PLACES: readonly (readonly [kind: number, places: readonly number[]])[] = [
  [EVENT.orderChanged, [LAYOUT.orderChanged.at.userId]],
  [EVENT.tradeMade, [LAYOUT.tradeMade.at.makerUserId, LAYOUT.tradeMade.at.takerUserId]],
  [EVENT.balanceChanged, [LAYOUT.balanceChanged.at.userId]],
  [EVENT.fundsPosted, [LAYOUT.fundsPosted.at.userId]],
];
const SPOT_PLACES: typeof COMMON_PLACES = [
  ...COMMON_PLACES,
  [EVENT.matchPrevented, [LAYOUT.matchPrevented.at.userId]],
];
const CONTRACT_PLACES: typeof COMMON_PLACES = [
  ...COMMON_PLACES,
  [EVENT.positionChanged, [LAYOUT.positionChanged.at.userId]],
  [EVENT.liquidationStep, [LAYOUT.liquidationStep.at.userId]],
  [EVENT.orderModified, [LAYOUT.orderModified.at.userId]],
];

/** Finds the events of subscribed users in a durable batch. Reads only the user ids of all other events. */
export class UserReports {
  private readonly kind: MarketKind;
  private readonly userPlaces: ReadonlyMap<number, readonly number[]>;
  private readonly listens: (userId: number) => boolean;
  /** Events of the current command, by user. */
  private found = new Map<number, News>();
  /** Reports of the batch's earlier commands. */
  private ended: (Omit<UserReport, "times"> & { readonly timeMs: number })[] = [];
  private seq = 0;
  private timeMs = 0;

  constructor(kind: MarketKind, listens: (userId: number) => boolean) {
    this.kind = kind;
    this.userPlaces = new Map(kind === "spot" ? SPOT_PLACES : CONTRACT_PLACES);
    this.listens = listens;
  }

  get kinds(): readonly number[] {
    return [EVENT.executed, ...this.userPlaces.keys()];
  }

  add(event: DurableEvent): void {
    if (event.kind === EVENT.executed) this.endCommand();
    else if (this.concerns(event)) {
      this.seq = event.seq;
      this.timeMs = event.timeMs;
      this.note(event.decode(), this.found);
    }
  }

  /** Returns what was reported since the last call, in order. */
  take(nowMs: number): readonly UserReport[] {
    this.endCommand();
    const reports = this.ended.map(({ timeMs, ...report }) => ({ ...report, times: { timeMs, nowMs } }));
    this.ended = [];
    return reports;
  }

  private endCommand(): void {
    if (this.found.size === 0) return;
    const { seq, timeMs } = this;
    for (const [userId, news] of this.found) this.ended.push({ userId, seq, news, timeMs });
    this.found = new Map();
  }

  /** Other users' events are not decoded beyond the user's number. */
  private concerns(event: DurableEvent): boolean {
    return this.userPlaces.get(event.kind)?.some((place) => this.listens(event.field(place))) === true;
  }

  private note(event: ExchangeEvent, found: Map<number, News>): void {
    const newsOf = (userId: number): News => {
      const news = found.get(userId) ?? emptyNews();
      found.set(userId, news);
      return news;
    };
    switch (event.kind) {
      case "order-changed":
        if (event.product === this.kind) newsOf(event.userId).orders.push(event);
        return;
      case "balance-changed":
        if (event.wallet === WALLETS[this.kind]) newsOf(event.userId).balances.push(event);
        return;
      case "funds-posted":
        if (event.wallet === WALLETS[this.kind]) newsOf(event.userId).postings.push(event);
        return;
      case "position-changed":
        newsOf(event.userId).positions.push(event);
        return;
      case "match-prevented":
        newsOf(event.userId).prevented.push(event);
        return;
      case "order-modified":
        newsOf(event.userId).modified.push(event);
        return;
      case "liquidation-step":
        newsOf(event.userId).liquidations.push(event);
        return;
      case "trade-made":
        for (const userId of new Set([event.makerUserId, event.takerUserId]))
          if (this.listens(userId)) newsOf(userId).trades.push(event);
        return;
      default:
    }
  }
}

const emptyNews = (): News => ({
  orders: [],
  trades: [],
  balances: [],
  positions: [],
  postings: [],
  liquidations: [],
  modified: [],
  prevented: [],
});

/**
 * Pairs each order with its trades of the command. The trades are reported with the order's last change, which carries
 * the totals.
 */
export function ordersWithTrades({ orders, trades }: News): readonly {
  readonly order: OrderChanged;
  readonly isLast: boolean;
  readonly trades: TradeMade[];
}[] {
  const latest = new Map(orders.map((order) => [order.orderId, order]));
  return orders.map((order) => {
    const isLast = latest.get(order.orderId) === order;
    const own = (trade: TradeMade) =>
      trade.makerOrderId === order.orderId || trade.takerOrderId === order.orderId;
    return { order, isLast, trades: isLast ? trades.filter(own) : [] };
  });
}
