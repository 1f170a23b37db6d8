import { LAYOUT } from "@candor/codec/event-layouts";
import { EVENT, isLabeledOrder } from "@candor/codec/event-record";
import type { DurableEvent, EnginePort, EventListener } from "@candor/domain/engine-port";
import type { OrderStatus } from "@candor/domain/enumerations";
import type { ContractListed } from "@candor/domain/events/contract-events";
import type { OrderChanged, OrderState } from "@candor/domain/events/events";
import type { Kysely } from "kysely";
import { followFrom } from "../../engine/runtime/follow-from.ts";
import { ContractLeverages } from "../../records/projections/contract-leverages.ts";
import type { ProjectorPort } from "../../records/projections/projector-port.ts";
import { type LeveragesThen, leveragesThen } from "../../records/projections/queries/leverages.ts";
import type { ReadModelTables } from "../../records/projections/tables.ts";
import { contractOf, type Listings } from "./listings.ts";

/** Maximum ended orders kept for consumers that still have to report their end: a single batch can end many. */
const MAX_ENDED = 16_384;
const FINAL: readonly OrderStatus[] = ["filled", "canceled", "expired"];
const ORDER = LAYOUT.orderChanged.at;
const POSITION = LAYOUT.positionChanged.at;

/** How to follow from a thread that has no read models. */
export interface RemoteLeveragesParts {
  readonly engine: Pick<EnginePort, "on">;
  readonly listings: Listings;
  /** Returns the leverages of the tables once these have everything that is durable now. */
  readonly load: () => Promise<LeveragesThen>;
}

export interface OrderLeveragesParts extends Omit<RemoteLeveragesParts, "load"> {
  readonly projector: Pick<ProjectorPort, "drain">;
  readonly db: Kysely<ReadModelTables>;
}

/** Returns the leverage at which an order was accepted; null if it is not a contract order, or ended long ago. */
export type LeveragePort = Pick<OrderLeverages, "of">;

/**
 * The leverage at which each live contract order was accepted, for replies and pushes. Ended orders have theirs in the
 * read models, which also provide the initial state here. The engine answers a query after its listeners have received
 * everything before it, so every order of a view is here. Orders of labeled accounts are left out.
 */
export class OrderLeverages {
  private readonly leverages = new ContractLeverages();
  private readonly listings: Listings;
  private readonly live = new Map<number, number>();
  /** Oldest first. */
  private readonly ended = new Map<number, number>();
  /** Orders that the command under the cursor accepted, and ended. */
  private accepted: OrderChanged[] = [];
  private gone: number[] = [];
  /** Events up to here are included in the initial state. */
  private knownSeq = 0;
  private unsubscribe: (() => void) | undefined;

  private constructor(listings: Listings) {
    this.listings = listings;
    for (const market of listings.contracts) this.leverages.list(market.marketId, contractOf(market).spec);
  }

  /** Requires that the contracts are listed. */
  static follow({ engine, listings, projector, db }: OrderLeveragesParts): Promise<OrderLeverages> {
    const load = async (): Promise<LeveragesThen> => {
      await projector.drain();
      return await leveragesThen(db);
    };
    return OrderLeverages.followBy({ engine, listings, load });
  }

  /** Requires that the contracts are listed. */
  static async followBy({ engine, listings, load }: RemoteLeveragesParts): Promise<OrderLeverages> {
    const leverages = new OrderLeverages(listings);
    leverages.unsubscribe = await followFrom(
      engine,
      async () => leverages.begin(await load()),
      leverages.listener,
    );
    return leverages;
  }

  stop(): void {
    this.unsubscribe?.();
  }

  /** Returns null if the order is not a contract order, or ended long ago. */
  of({ orderId, product }: Pick<OrderState, "orderId" | "product">): number | null {
    if (product !== "contract") return null;
    return this.live.get(orderId) ?? this.ended.get(orderId) ?? null;
  }

  private begin({ seq, set, orders }: LeveragesThen): void {
    this.knownSeq = seq;
    for (const each of set) this.leverages.change(each);
    for (const [orderId, leverage] of orders) this.live.set(orderId, leverage);
  }

  private readonly listener: EventListener = {
    kinds: [EVENT.executed, EVENT.contractListed, EVENT.positionChanged, EVENT.orderChanged],
    event: (event) => {
      if (event.kind === EVENT.executed) this.endCommand();
      else if (event.seq > this.knownSeq) this.read(event);
    },
    end: () => this.endCommand(),
  };

  private read(event: DurableEvent): void {
    switch (event.kind) {
      case EVENT.contractListed: {
        const { marketId, contract } = event.decode() as ContractListed;
        this.leverages.list(marketId, contract);
        return;
      }
      case EVENT.positionChanged:
        this.leverages.change({
          userId: event.field(POSITION.userId),
          marketId: event.field(POSITION.marketId),
          leverage: event.field(POSITION.leverage),
        });
        return;
      case EVENT.orderChanged:
        if (isLabeledOrder(event.field(ORDER.codes))) return;
        if (this.listings.market(event.field(ORDER.marketId)).kind !== "contract") return;
        this.orderChanged(event.decode() as OrderChanged);
        return;
      default:
    }
  }

  private orderChanged(order: OrderChanged): void {
    if (order.cause === "accepted") this.accepted.push(order);
    if (FINAL.includes(order.status)) this.gone.push(order.orderId);
  }

  /** Position events follow the order events of their command, and an order may end in the command that accepted it. */
  private endCommand(): void {
    if (this.accepted.length === 0 && this.gone.length === 0) return;
    for (const { orderId, userId, marketId } of this.accepted)
      this.live.set(orderId, this.leverages.of(userId, marketId));
    for (const orderId of this.gone) {
      const leverage = this.live.get(orderId);
      if (leverage === undefined || !this.live.delete(orderId)) continue;
      this.ended.set(orderId, leverage);
      const [oldest] = this.ended.keys();
      if (this.ended.size > MAX_ENDED && oldest !== undefined) this.ended.delete(oldest);
    }
    this.accepted = [];
    this.gone = [];
  }
}
