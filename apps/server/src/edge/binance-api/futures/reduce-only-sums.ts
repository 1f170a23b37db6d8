import type { EnginePort } from "@candor/domain/engine-port";
import type { OrderState } from "@candor/domain/events/events";
import type { ListedMarket } from "../../../market/market-data/listings.ts";
import { readLots } from "../../gateway/calls/read-order-fields.ts";
import { FUTURES } from "./futures-error.ts";
import type { FuturesOrder } from "./futures-order-request.ts";

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

  /** Places an order after the check. Throws -2022. */
  async place<Reply>(
    userId: number,
    market: ListedMarket,
    { payload }: FuturesOrder,
    perform: () => Promise<Reply>,
  ): Promise<Reply> {
    if (payload.reduceOnly !== true || payload.type !== "limit") return await perform();
    const before = this.placing.get(userId);
    const own = (async () => {
      await before?.catch(() => undefined);
      await this.check(userId, market, payload);
      return await perform();
    })();
    this.placing.set(userId, own);
    try {
      return await own;
    } finally {
      if (this.placing.get(userId) === own) this.placing.delete(userId);
    }
  }

  private async check(userId: number, market: ListedMarket, { quantity, side }: FuturesOrder["payload"]) {
    const { contracts, isHedged, orders } = await this.engine.accountView(userId);
    if (isHedged === true) return;
    const { marketId } = market;
    const rests = (order: OrderState): boolean =>
      order.marketId === marketId &&
      order.side === side &&
      order.reduceOnly &&
      (order.status === "open" || order.status === "partially-filled");
    const resting = orders
      .filter(rests)
      .reduce((sum, { executedLots, quantityLots }) => sum + quantityLots - executedLots, 0);
    const lots = contracts?.positions.find((position) => position.marketId === marketId)?.lots ?? 0;
    const closable = side === "sell" ? lots : -lots;
    if (resting > 0 && resting + (readLots(quantity, market) ?? 0) > closable) throw FUTURES.reduceOnly();
  }
}
