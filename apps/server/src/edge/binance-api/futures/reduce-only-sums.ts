import type { EnginePort } from "@candor/domain/engine-port";
import type { OrderState } from "@candor/domain/events/events";
import type { ListedMarket } from "../../../market/market-data/listings.ts";
import { FUTURES } from "./futures-error.ts";

/** What counts of an order. */
interface CountedOrder {
  /** Whether it is a reduce-only limit order; all others are not counted. */
  readonly isCounted: boolean;
  readonly side: string;
  /** What it has left. */
  readonly lots: number;
}

/**
 * In one-way mode, refuses a reduce-only limit order if it and the resting ones exceed the position. The exchange would
 * accept it, and end it with the position. In hedge mode the exchange refuses it itself. A user's orders that this concerns
 * are placed one after the other, so that each counts those before it.
 */
export class ReduceOnlySums {
  private readonly engine: Pick<EnginePort, "accountView">;
  /** The last of each user's orders that are being placed. */
  private readonly placing = new Map<number, Promise<unknown>>();

  constructor(engine: Pick<EnginePort, "accountView">) {
    this.engine = engine;
  }

  /** Places or modifies an order after the check. `modifiedId`: the order's number if it rests. Throws -2022. */
  async place<Reply>(
    userId: number,
    market: ListedMarket,
    order: CountedOrder,
    perform: () => Promise<Reply>,
    modifiedId = 0,
  ): Promise<Reply> {
    if (!order.isCounted) return await perform();
    const before = this.placing.get(userId);
    const own = (async () => {
      await before?.catch(() => undefined);
      await this.check(userId, market, order, modifiedId);
      return await perform();
    })();
    this.placing.set(userId, own);
    try {
      return await own;
    } finally {
      if (this.placing.get(userId) === own) this.placing.delete(userId);
    }
  }

  private async check(
    userId: number,
    { marketId }: ListedMarket,
    { side, lots }: CountedOrder,
    modifiedId: number,
  ) {
    const { contracts, isHedged, orders } = await this.engine.accountView(userId);
    if (isHedged === true) return;
    const rests = (order: OrderState): boolean =>
      order.orderId !== modifiedId &&
      order.marketId === marketId &&
      order.side === side &&
      order.reduceOnly &&
      (order.status === "open" || order.status === "partially-filled");
    const resting = orders
      .filter(rests)
      .reduce((sum, { executedLots, quantityLots }) => sum + quantityLots - executedLots, 0);
    const held = contracts?.positions.find((position) => position.marketId === marketId)?.lots ?? 0;
    const closable = side === "sell" ? held : -held;
    if (resting > 0 && resting + lots > closable) throw FUTURES.reduceOnly();
  }
}
