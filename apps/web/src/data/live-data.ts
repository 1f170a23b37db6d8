import type { Period } from "@candor/protocol/enumerations";
import type { WireMarket } from "@candor/protocol/wire/objects";
import { AccountStore } from "./account-store.ts";
import { IndexStore } from "./index-store.ts";
import { KlineStore } from "./kline-store.ts";
import type { LegacyApi } from "./legacy-api.ts";
import { MovementStore } from "./movement-store.ts";
import { OrderBookStore } from "./order-book-store.ts";
import { Pulse } from "./pulse.ts";
import type { SocketClient, SocketSession } from "./socket-client.ts";
import { TickerStore } from "./ticker-store.ts";
import { TradesStore } from "./trades-store.ts";

/** All live data of the app: one connection, one beat, one store a thing, made when first asked for. */
export class LiveData {
  readonly socket: SocketClient;
  readonly api: LegacyApi;
  readonly tickers: TickerStore;
  readonly account: AccountStore;
  readonly movements: MovementStore;
  private readonly pulse = new Pulse();
  private session: SocketSession | undefined;
  private readonly orderBooks = new Map<string, OrderBookStore>();
  private readonly tradeLists = new Map<string, TradesStore>();
  private readonly indexes = new Map<string, IndexStore>();
  private readonly charts = new Map<string, KlineStore>();

  /** @param marketsListed hears of all markets whenever they were fetched */
  constructor(
    socket: SocketClient,
    api: LegacyApi,
    marketsListed?: (markets: readonly WireMarket[]) => void,
  ) {
    this.socket = socket;
    this.api = api;
    this.tickers = new TickerStore(socket, api, this.pulse, marketsListed);
    this.account = new AccountStore(socket, api, this.pulse);
    this.movements = new MovementStore(socket, this.pulse);
  }

  /** Who is logged in; undefined for a visitor. */
  setSession(session: SocketSession | undefined): void {
    if (session?.uid === this.session?.uid && session?.token === this.session?.token) return;
    this.session = session;
    this.account.setUser(session?.uid);
    this.movements.clear();
    this.socket.setSession(session);
  }

  orderBook(symbol: string): OrderBookStore {
    return remembered(this.orderBooks, symbol, () => new OrderBookStore(symbol, this.socket, this.pulse));
  }

  trades(symbol: string): TradesStore {
    return remembered(
      this.tradeLists,
      symbol,
      () => new TradesStore(symbol, this.socket, this.api, this.pulse),
    );
  }

  index(symbol: string): IndexStore {
    return remembered(this.indexes, symbol, () => new IndexStore(symbol, this.socket, this.pulse));
  }

  klines(symbol: string, period: Period): KlineStore {
    return remembered(
      this.charts,
      `${symbol} ${period}`,
      () => new KlineStore(symbol, period, this.socket, this.api, this.pulse),
    );
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
