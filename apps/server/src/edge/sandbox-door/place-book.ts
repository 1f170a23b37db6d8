import { z } from "zod";
import type { GatewayClient, GatewayReply } from "../../market/liquidity/gateway-client.ts";
import { orderPath } from "../../market/liquidity/market-maker.ts";
import type { ListedMarket } from "../../market/market-data/listings.ts";
import { Refusal } from "../../operators/protocol/operator-messages.ts";

/** An account may have 200 open orders. */
const MAX_LEVELS = 90;
/** Code of a call that was not rejected. */
const ACCEPTED = 1;
const level = z.tuple([z.string().max(40), z.string().max(40)]);

export const bookSchema = z.strictObject({
  symbol: z.string().max(20),
  market: z.enum(["spot", "futures"]),
  bids: z.array(level).max(MAX_LEVELS),
  asks: z.array(level).max(MAX_LEVELS),
});

/** Price and quantity of each level, as decimals. */
export type BookRequest = z.infer<typeof bookSchema>;

/** The orders that were placed, as JSON. */
interface BookReply {
  readonly orderIds: readonly string[];
}

/**
 * Cancels the orders of an account in a market and places others, through the same API as everyone. They may match orders
 * that are there. Stops at the first one that is rejected.
 */
export async function placeBook(
  client: GatewayClient,
  token: string,
  market: ListedMarket,
  { symbol, bids, asks }: BookRequest,
): Promise<BookReply | Refusal> {
  const product = market.kind;
  const canceled = await client.post("/Entrus/cancelAll", { product, symbol }, token);
  if (canceled.code !== ACCEPTED) return rejected("The earlier orders cannot be canceled", canceled);
  const wanted = [
    ...bids.map((each) => ({ side: "buy", price: each[0], quantity: each[1] })),
    ...asks.map((each) => ({ side: "sell", price: each[0], quantity: each[1] })),
  ];
  const orderIds: string[] = [];
  for (const order of wanted) {
    const fields = { symbol, type: "limit", timeInForce: "gtc", ...order };
    const placed = await client.post(orderPath(market.kind), fields, token);
    if (placed.code !== ACCEPTED)
      return rejected(`${order.side} ${order.quantity} at ${order.price}`, placed);
    const { orderId } = placed.data.order as { readonly orderId: string };
    orderIds.push(orderId);
  }
  return { orderIds };
}

const rejected = (what: string, { code, data }: GatewayReply): Refusal =>
  new Refusal(
    `${what}: the exchange rejects it (${code}${typeof data.error === "string" ? ` ${data.error}` : ""}).`,
  );
