import type { PositionLeg, Side } from "@candor/domain/enumerations";
import type { OrderState } from "@candor/domain/events/events";
import type { ListedMarket } from "../../../market/market-data/listings.ts";

/**
 * Returns the value of one side's resting orders that may open a position, in units of the quote coin: in hedge mode that
 * of `leg`.
 */
export function openUnitsOf(
  orders: Iterable<OrderState>,
  { marketId, scale }: Pick<ListedMarket, "marketId" | "scale">,
  side: Side,
  leg?: PositionLeg,
): number {
  let units = 0;
  for (const order of orders) {
    if (order.marketId !== marketId || order.side !== side || order.reduceOnly || order.leg !== leg) continue;
    if (isResting(order))
      units += order.priceTicks * (order.quantityLots - order.executedLots) * scale.quoteUnitsPerTickLot;
  }
  return units;
}

const isResting = ({ status }: Pick<OrderState, "status">): boolean =>
  status === "open" || status === "partially-filled";

/** Resting contract orders of one user. */
export class RestingOrders {
  private readonly orders = new Map<number, OrderState>();

  /** @param orders the user's live orders */
  constructor(orders: readonly OrderState[] = []) {
    for (const order of orders) this.follow(order);
  }

  follow(order: OrderState): void {
    if (order.product === "contract" && isResting(order)) this.orders.set(order.orderId, order);
    else this.orders.delete(order.orderId);
  }

  /** Returns the values of both sides in the market of an order, formatted. */
  notionalsOf(
    { leg }: Pick<OrderState, "leg">,
    market: ListedMarket,
  ): { readonly bids: string; readonly asks: string } {
    const write = (side: Side) =>
      market.format.quoteAmount(openUnitsOf(this.orders.values(), market, side, leg));
    return { bids: write("buy"), asks: write("sell") };
  }
}
