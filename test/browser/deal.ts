import { expect } from "vitest";
import type { WireClient } from "../support/wire-client.ts";

/** What one user sells and another buys. */
interface Deal {
  readonly symbol: string;
  readonly quantity: string;
  /** A contract, or coins of the spot market; the buyer may borrow for them. */
  readonly product: "contract" | "spot" | "margin";
}

const LEVERAGE = 5;
/** Codes of the reply to a cancel. */
const ACCEPTED = 1;
const ORDER_IS_CLOSED = 333;

/** Each places an order and returns it. */
const PLACE = {
  contract: async (wire: WireClient, order: object) =>
    (await wire.expectOk(wire.post("/Contract/doOrder", order))).order,
  spot: async (wire: WireClient, order: object) =>
    (await wire.expectOk(wire.post("/Entrus/doOrder", { ...order, product: "spot" }))).order,
  margin: async (wire: WireClient, order: object) =>
    (await wire.expectOk(wire.post("/Lever/doOrder", { ...order, leverage: LEVERAGE }))).order,
};
/** Multiple of the tick of all markets that the tests trade. */
const STEP = 0.1;

/**
 * The buyer receives the whole quantity from the seller, or from other tests' offers.
 * @returns the limit price of both
 */
export async function deal(
  seller: WireClient,
  buyer: WireClient,
  { symbol, quantity, product }: Deal,
): Promise<string> {
  const market = product === "contract" ? "contract" : "spot";
  const price = await priceAboveBids(seller, symbol, market);
  const order = { symbol, type: "limit", price, quantity };
  const offered = await PLACE[market](seller, { ...order, side: "sell" });
  const bought = await PLACE[product](buyer, { ...order, side: "buy" });
  expect(Number(bought?.executedQuantity), `bought at ${price}`).toBe(Number(quantity));
  // If other tests' offers were cheaper, the seller's own is left: it would stop the seller's own bid.
  const { code } = await seller.post("/Entrus/cancel", { orderId: offered?.orderId });
  expect([ACCEPTED, ORDER_IS_CLOSED]).toContain(code);
  return price;
}

/** @returns `price`, or less if other tests' offers are as cheap: a bid at it rests */
export async function priceBelowOffers(wire: WireClient, symbol: string, price: string): Promise<string> {
  const { asks } = await wire.expectOk(wire.post("/market/depth", { symbol, market: "spot" }));
  return Math.min(Number(price), Number(asks[0]?.[0] ?? Number.POSITIVE_INFINITY) - STEP).toFixed(1);
}

/** The index, or a price above all bids that other tests left: an offer at it is not sold to them. */
async function priceAboveBids(
  wire: WireClient,
  symbol: string,
  market: "contract" | "spot",
): Promise<string> {
  const { coinsList } = await wire.expectOk(wire.get("/market/coinList"));
  const { bids } = await wire.expectOk(wire.post("/market/depth", { symbol, market }));
  const row = coinsList.find((each) => each.symbol === symbol && each.market === market);
  return Math.max(Number(row?.indexPrice), Number(bids[0]?.[0] ?? 0) + STEP).toFixed(1);
}
