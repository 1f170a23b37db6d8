import type { OrderStatus, Wallet } from "@candor/domain/enumerations";
import type { WireBalance, WireOrder } from "@candor/wire/objects";
import type { LegacyApi } from "./legacy-api.ts";
import { LiveStore } from "./live-store.ts";
import { Loader, type LoadState } from "./loader.ts";
import type { Pulse } from "./pulse.ts";
import { SequencedMap } from "./sequenced-map.ts";
import type { SocketClient } from "./socket-client.ts";
import type { PrivateMessage } from "./socket-messages.ts";

export interface AccountView {
  readonly state: LoadState | "signed-out";
  readonly balances: readonly WireBalance[];
  /** Untriggered and open spot orders, newest first. */
  readonly openOrders: readonly WireOrder[];
  /** Newest sequence number included in this view. */
  readonly asOfSeq: number;
}

/** Reply of a state-changing call, reduced to the fields this store uses. */
export interface AccountReply {
  readonly order?: WireOrder;
  readonly orders?: readonly WireOrder[];
  readonly balances?: readonly WireBalance[];
  readonly asOfSeq: number;
}

interface AccountSnapshot {
  readonly balances: readonly WireBalance[];
  readonly balancesSeq: number;
  readonly orders: readonly WireOrder[];
  readonly ordersSeq: number;
}

const SIGNED_OUT: AccountView = { state: "signed-out", balances: [], openOrders: [], asOfSeq: 0 };
const PAGE_SIZE = 100;
/** Number of closed orders kept, newest first, so that a late list cannot bring them back. */
const KEPT_CLOSED_ORDERS = 200;
const MAX_ORDERS = 1_000;
/** A user has at most 200 open orders. */
const MAX_PAGES = 3;
/** How often a fetch is retried while the read model lags behind the socket. */
const MAX_STALE_TRIES = 5;

const LIVE: ReadonlySet<OrderStatus> = new Set(["untriggered", "open", "partially-filled", "pending"]);
export const isLiveOrder = (order: WireOrder): boolean => LIVE.has(order.status);
const balanceKey = ({ wallet, asset }: Pick<WireBalance, "wallet" | "asset">): string => `${wallet} ${asset}`;

/**
 * The user's balances and live orders: fetched after each bind, then updated by private messages. When two sources
 * disagree, the higher sequence number wins.
 */
export class AccountStore extends LiveStore<AccountView> {
  private readonly api: LegacyApi;
  private readonly loader: Loader<AccountSnapshot>;
  private readonly balances = new SequencedMap<WireBalance>();
  private readonly orders = new SequencedMap<WireOrder>();
  private signedIn = false;
  /** Private messages arrive from this sequence number on; older changes must be fetched. */
  private boundSeq = 0;
  private newestSeq = 0;

  constructor(client: SocketClient, api: LegacyApi, pulse: Pulse) {
    super(pulse, SIGNED_OUT);
    this.api = api;
    this.loader = new Loader(
      (signal) => this.fetchAll(signal),
      (snapshot) => this.takeSnapshot(snapshot),
      () => this.changed(),
    );
    // Subscribed even without watchers: a missed private message could not be recovered later.
    client.onPrivate((message) => this.receive(message));
    client.onBound((bound) => {
      if (!bound.private) return;
      this.boundSeq = bound.asOfSeq;
      this.loader.load();
    });
  }

  /** Call it on login and logout; clears the previous user's data. */
  setUser(uid: string | undefined): void {
    this.loader.stop();
    this.balances.clear();
    this.orders.clear();
    this.boundSeq = 0;
    this.newestSeq = 0;
    this.signedIn = uid !== undefined;
    if (this.signedIn) this.loader.load();
    this.changed();
  }

  /** Applies the reply to one of the user's own calls, so that it shows before the socket message arrives. */
  applyReply(reply: AccountReply): void {
    for (const order of reply.orders ?? []) this.orders.reply(order.orderId, order, reply.asOfSeq);
    if (reply.order !== undefined) this.orders.reply(reply.order.orderId, reply.order, reply.asOfSeq);
    for (const balance of reply.balances ?? [])
      this.balances.reply(balanceKey(balance), balance, reply.asOfSeq);
    this.advance(reply.asOfSeq);
    this.changed();
  }

  /** The account is tracked as long as the user is logged in, so there is nothing to start or stop. */
  protected override start(): void {}
  protected override stop(): void {}

  protected override build(): AccountView {
    if (!this.signedIn) return SIGNED_OUT;
    const openOrders = this.orders.values().filter(isLiveOrder).sort(newestOrdersFirst);
    return {
      state: this.loader.state,
      balances: this.balances.values(),
      openOrders,
      asOfSeq: this.newestSeq,
    };
  }

  private receive(message: PrivateMessage): void {
    const { asOfSeq } = message.data;
    if (message.type === "order") {
      const { order } = message.data;
      // Contracts have their own store, margin orders their own screen.
      if (order.product === "spot") this.orders.push(order.orderId, order, asOfSeq);
      if (this.orders.size > MAX_ORDERS)
        this.orders.forget((known) => !isLiveOrder(known), KEPT_CLOSED_ORDERS);
    } else if (message.type === "balance") {
      for (const balance of message.data.list) this.balances.push(balanceKey(balance), balance, asOfSeq);
    }
    this.advance(asOfSeq);
    this.changed();
  }

  private advance(seq: number): void {
    if (seq > this.newestSeq) this.newestSeq = seq;
  }

  private takeSnapshot(snapshot: AccountSnapshot): void {
    this.balances.replace(
      snapshot.balances.map((balance) => [balanceKey(balance), balance]),
      snapshot.balancesSeq,
    );
    this.orders.replace(
      snapshot.orders.map((order) => [order.orderId, order]),
      snapshot.ordersSeq,
    );
    this.advance(Math.min(snapshot.balancesSeq, snapshot.ordersSeq));
  }

  /** Changes made before the bind and missing from a reply would be lost, so such a reply is fetched again. */
  private async fetchAll(signal: AbortSignal): Promise<AccountSnapshot> {
    for (let tries = 1; ; tries++) {
      const since = this.boundSeq;
      const [balances, orders] = await Promise.all([this.fetchBalances(signal), this.fetchOrders(signal)]);
      const reached = Math.min(balances.balancesSeq, orders.ordersSeq);
      if (reached >= since || tries === MAX_STALE_TRIES) return { ...balances, ...orders };
    }
  }

  private async fetchBalances(
    signal: AbortSignal,
  ): Promise<Pick<AccountSnapshot, "balances" | "balancesSeq">> {
    const { wallets, asOfSeq } = await this.api.call("walletIndex", { minSeq: this.boundSeq }, { signal });
    const balances = [wallets.main, wallets.coin, wallets.contract, wallets.option].flat();
    return { balances, balancesSeq: asOfSeq };
  }

  /** The list is only as recent as its oldest page. */
  private async fetchOrders(signal: AbortSignal): Promise<Pick<AccountSnapshot, "orders" | "ordersSeq">> {
    const orders: WireOrder[] = [];
    let ordersSeq = Number.POSITIVE_INFINITY;
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const reply = await this.api.call(
        "record",
        {
          product: "spot",
          view: "open",
          limit: PAGE_SIZE,
          minSeq: this.boundSeq,
          ...(cursor === undefined ? {} : { cursor }),
        },
        { signal },
      );
      orders.push(...(reply.list as WireOrder[]));
      ordersSeq = Math.min(ordersSeq, reply.asOfSeq);
      if (reply.nextCursor === null) break;
      cursor = reply.nextCursor;
    }
    return { orders, ordersSeq };
  }
}

/** Ids are opaque; ids from one server sort by length, then alphabetically. */
function compareIds(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : Number(a > b);
}

/** Sort order: newest first, then by id. */
export const newestOrdersFirst = (a: WireOrder, b: WireOrder): number =>
  b.createdAtMs - a.createdAtMs || compareIds(b.orderId, a.orderId);

/** Returns one balance of a view: zero if the account never held the asset, undefined while balances are unknown. */
export function balanceOf(view: AccountView, wallet: Wallet, asset: string): WireBalance | undefined {
  const found = view.balances.find((balance) => balance.wallet === wallet && balance.asset === asset);
  if (found !== undefined || view.state !== "ready") return found;
  return { wallet, asset, available: "0", frozen: "0" };
}
