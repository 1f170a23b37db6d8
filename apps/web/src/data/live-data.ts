import type { ChartPeriod } from "@candor/domain/enumerations";
import { AccountStore } from "./account-store.ts";
import { FreshPrices } from "./fresh-prices.ts";
import { IndexStore } from "./index-store.ts";
import { KlineStore } from "./kline-store.ts";
import type { LegacyApi } from "./legacy-api.ts";
import type { MarketKind } from "./market-kind.ts";
import { OrderBookStore } from "./order-book-store.ts";
import { Pulse } from "./pulse.ts";
import type { SocketClient, SocketSession } from "./socket-client.ts";
import { type ListCache, TickerStore } from "./ticker-store.ts";
import { TradesStore } from "./trades-store.ts";

/** Shared dependencies of the stores. */
export interface LiveParts {
  readonly socket: SocketClient;
  readonly api: LegacyApi;
  readonly pulse: Pulse;
}

/** All live data of the app: one connection, one pulse, and one store per subject, created on first use. */
export class LiveData {
  readonly socket: SocketClient;
  readonly api: LegacyApi;
  readonly tickers: TickerStore;
  readonly freshPrices: FreshPrices;
  readonly account: AccountStore;
  private readonly pulse = new Pulse();
  private session: SocketSession | undefined;
  private readonly orderBooks = new Map<string, OrderBookStore>();
  private readonly tradeLists = new Map<string, TradesStore>();
  private readonly indexes = new Map<string, IndexStore>();
  private readonly charts = new Map<string, KlineStore>();
  private readonly others = new Map<string, unknown>();

  constructor(socket: SocketClient, api: LegacyApi, cache?: ListCache) {
    this.socket = socket;
    this.api = api;
    this.tickers = new TickerStore(socket, api, this.pulse, cache);
    this.freshPrices = new FreshPrices(socket, this.tickers);
    this.account = new AccountStore(socket, api, this.pulse);
  }

  /** Sets the logged-in session; undefined for a visitor. */
  setSession(session: SocketSession | undefined): void {
    if (session?.uid === this.session?.uid && session?.token === this.session?.token) return;
    this.session = session;
    this.account.setUser(session?.uid);
    this.socket.setSession(session);
  }

  orderBook(symbol: string, market: MarketKind = "spot"): OrderBookStore {
    return remembered(
      this.orderBooks,
      `${market} ${symbol}`,
      () => new OrderBookStore(symbol, this.socket, this.pulse, market),
    );
  }

  trades(symbol: string, market: MarketKind = "spot"): TradesStore {
    return remembered(
      this.tradeLists,
      `${market} ${symbol}`,
      () => new TradesStore(symbol, this.socket, this.api, this.pulse, market),
    );
  }

  index(symbol: string): IndexStore {
    return remembered(this.indexes, symbol, () => new IndexStore(symbol, this.socket, this.pulse));
  }

  klines(symbol: string, period: ChartPeriod, market: MarketKind = "spot"): KlineStore {
    return remembered(
      this.charts,
      `${market} ${symbol} ${period}`,
      () => new KlineStore(symbol, period, this.socket, this.api, this.pulse, market),
    );
  }

  /**
   * Returns a store that only some screens need: they supply its code, this class supplies the connection and the
   * pulse.
   */
  other<Store>(key: string, make: (parts: LiveParts) => Store): Store {
    const { socket, api, pulse } = this;
    // Each key belongs to one factory, so the cached value has that factory's type.
    return remembered(this.others, key, () => make({ socket, api, pulse })) as Store;
  }
}

function remembered<T>(stores: Map<string, T>, key: string, make: () => T): T {
  let store = stores.get(key);
  if (store === undefined) {
    store = make();
    stores.set(key, store);
  }
  return store;
}
