import type { WireContractSettings, WirePosition } from "@candor/wire/contract-objects";
import type { WireOrder } from "@candor/wire/objects";
import { isLiveOrder, newestOrdersFirst } from "./account-store.ts";
import type { LegacyApi } from "./legacy-api.ts";
import { Loader, type LoadState } from "./loader.ts";
import type { Pulse } from "./pulse.ts";
import { SequencedMap } from "./sequenced-map.ts";
import type { BoundMessage, PrivateMessage } from "./socket-messages.ts";
import { type PrivateSource, UserStore } from "./user-store.ts";

export interface ContractView {
  readonly state: LoadState;
  /** Open positions, newest first, valued at the mark price of their last update. */
  readonly positions: readonly WirePosition[];
  /** Untriggered and open contract orders, newest first. */
  readonly orders: readonly WireOrder[];
  /** Whether each contract has a long and a short position. */
  readonly isHedged: boolean;
  /** Leverage and margin mode of each contract. */
  readonly settings: readonly WireContractSettings[];
  readonly asOfSeq: number;
}

/** Reply of a contract call, reduced to the fields this store uses. */
export interface ContractReply {
  readonly symbol?: string;
  readonly position?: WirePosition | null;
  /** In hedge mode, the side of the position. */
  readonly positionSide?: PositionSide | undefined;
  readonly order?: WireOrder;
  readonly asOfSeq: number;
}

type PositionSide = WirePosition["side"];
type Settings = Pick<WireContractSettings, "leverage" | "marginMode">;

interface Fetched {
  readonly positions: readonly WirePosition[];
  readonly isHedged: boolean;
  readonly settings: readonly WireContractSettings[];
  readonly positionsSeq: number;
  readonly orders: readonly WireOrder[];
  readonly ordersSeq: number;
}

const NOTHING: ContractView = {
  state: "loading",
  positions: [],
  orders: [],
  isHedged: false,
  settings: [],
  asOfSeq: 0,
};
const PAGE_SIZE = 100;
/** A user has at most 200 open orders. */
const MAX_PAGES = 3;
const KEPT_CLOSED_ORDERS = 200;
const MAX_ORDERS = 1_000;
/**
 * A leverage message for a contract without a position does not include the leverage. This delay batches several
 * changes into one fetch.
 */
const SETTINGS_AFTER_MS = 300;

/** A position's name among those of its user; `side` in hedge mode. */
const nameOf = (symbol: string, side: PositionSide | undefined): string =>
  side === undefined ? symbol : `${symbol} ${side}`;

/** One user's positions, contract orders and settings. The higher sequence number wins. */
export class ContractStore extends UserStore<ContractView> {
  private readonly api: LegacyApi;
  protected override readonly loader: Loader<Fetched>;
  /** By nameOf. */
  private readonly positions = new SequencedMap<WirePosition | null>();
  private isHedged = false;
  private readonly orders = new SequencedMap<WireOrder>();
  private settings: readonly WireContractSettings[] = [];
  private boundSeq = 0;
  private newestSeq = 0;
  private settingsTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: PrivateSource, api: LegacyApi, pulse: Pulse, isCurrent: () => boolean) {
    super(client, pulse, NOTHING, isCurrent);
    this.api = api;
    this.loader = new Loader(
      (signal) => this.fetchAll(signal),
      (fetched) => this.take(fetched),
      () => this.changed(),
    );
  }

  /** Applies the reply to one of the user's own calls, so that it shows before the socket message arrives. */
  applyReply({ symbol, position, positionSide, order, asOfSeq }: ContractReply): void {
    const about = position?.symbol ?? symbol ?? order?.symbol;
    const side = this.isHedged ? (position?.side ?? positionSide ?? order?.positionSide) : undefined;
    // In hedge mode a reply without a side is not about one position.
    const isOne = !this.isHedged || side !== undefined;
    if (position !== undefined && about !== undefined && isOne)
      this.positions.reply(nameOf(about, side), position, asOfSeq);
    if (position) this.takeSettings(position.symbol, position);
    if (order !== undefined) this.orders.reply(order.orderId, order, asOfSeq);
    this.advance(asOfSeq);
  }

  /** Applies the reply to a call that set a contract's leverage or margin mode. */
  applySettings(symbol: string, settings: Settings): void {
    this.takeSettings(symbol, settings);
    this.changed();
  }

  /** The mode of positions was chosen. Positions have other names in it. */
  applyMode(isHedged: boolean): void {
    this.isHedged = isHedged;
    this.loader.load();
    this.changed();
  }

  protected override stop(): void {
    super.stop();
    clearTimeout(this.settingsTimer);
    this.settingsTimer = undefined;
  }

  protected override build(): ContractView {
    const positions = this.positions.values().filter((position) => position !== null);
    return {
      state: this.loader.state,
      positions: positions.sort((a, b) => b.openedAtMs - a.openedAtMs),
      orders: this.orders.values().filter(isLiveOrder).sort(newestOrdersFirst),
      isHedged: this.isHedged,
      settings: this.settings,
      asOfSeq: this.newestSeq,
    };
  }

  protected override bound(bound: BoundMessage): void {
    this.boundSeq = bound.asOfSeq;
    super.bound(bound);
  }

  protected override receive(message: PrivateMessage): void {
    if (message.type === "position") {
      const { position, symbol, positionSide, cause, asOfSeq } = message.data;
      this.positions.push(nameOf(symbol, positionSide), position, asOfSeq);
      // The mode was changed elsewhere.
      if ((positionSide !== undefined) !== this.isHedged) this.requestSettings();
      if (position !== null) this.takeSettings(symbol, position);
      else if (cause === "leverage") this.requestSettings();
      this.advance(asOfSeq);
    } else if (message.type === "order" && message.data.order.product === "contract") {
      const { order, asOfSeq } = message.data;
      this.orders.push(order.orderId, order, asOfSeq);
      if (this.orders.size > MAX_ORDERS)
        this.orders.forget((known) => !isLiveOrder(known), KEPT_CLOSED_ORDERS);
      this.advance(asOfSeq);
    }
  }

  private requestSettings(): void {
    this.settingsTimer ??= setTimeout(() => {
      this.settingsTimer = undefined;
      this.loader.load();
    }, SETTINGS_AFTER_MS);
  }

  private takeSettings(symbol: string, { leverage, marginMode }: Settings): void {
    this.settings = this.settings.map((known) =>
      known.symbol === symbol ? { ...known, leverage, marginMode } : known,
    );
  }

  private advance(seq: number): void {
    if (seq > this.newestSeq) this.newestSeq = seq;
    this.changed();
  }

  private take(fetched: Fetched): void {
    const { positions, isHedged, settings, positionsSeq, orders, ordersSeq } = fetched;
    this.isHedged = isHedged;
    this.positions.replace(
      positions.map((position) => [nameOf(position.symbol, isHedged ? position.side : undefined), position]),
      positionsSeq,
    );
    this.orders.replace(
      orders.map((order) => [order.orderId, order]),
      ordersSeq,
    );
    this.settings = settings;
    this.advance(Math.min(positionsSeq, ordersSeq));
  }

  /** Both lists come from the engine itself, so they never lag behind a bind. */
  private async fetchAll(signal: AbortSignal): Promise<Fetched> {
    const [first, listed] = await Promise.all([
      this.api.call("contractRecord", { view: "positions", minSeq: this.boundSeq }, { signal }),
      this.fetchOrders(signal),
    ]);
    return {
      positions: first.list as WirePosition[],
      isHedged: first.positionMode === "hedge",
      settings: first.settings,
      positionsSeq: first.asOfSeq,
      ...listed,
    };
  }

  /** The list is only as recent as its oldest page. */
  private async fetchOrders(signal: AbortSignal): Promise<Pick<Fetched, "orders" | "ordersSeq">> {
    const orders: WireOrder[] = [];
    let ordersSeq = Number.POSITIVE_INFINITY;
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const reply = await this.api.call(
        "contractRecord",
        { view: "orders", limit: PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) },
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
