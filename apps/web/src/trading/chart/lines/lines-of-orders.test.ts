import { createFormats } from "@candor/ui/formats";
import type { WireOrder } from "@candor/wire/objects";
import { expect, test } from "vitest";
import { BTC_TERMS } from "../../market/testing/bitcoin-market.ts";
import type { NewPrices } from "../../orders/use-order-changes.ts";
import { isMovable } from "./drawn-line.ts";
import { linesOf } from "./lines-of-orders.ts";

const order = (fields: Partial<WireOrder>): WireOrder =>
  ({
    orderId: "1",
    symbol: "BTCUSDT",
    side: "sell",
    type: "limit",
    status: "open",
    quantity: "0.01000",
    executedQuantity: "0.00000",
    groupId: null,
    price: null,
    stopPrice: null,
    trailingRate: null,
    ...fields,
  }) as WireOrder;

/** Returns an order's line, and what dragging it to 61,000 changes. */
async function lineOf(fields: Partial<WireOrder>) {
  const sent: NewPrices[] = [];
  const changePrice = async (_: WireOrder, prices: NewPrices): Promise<boolean> => sent.push(prices) > 0;
  const look = {
    name: "BTC/USDT",
    base: "BTC",
    quote: "USDT",
    baseScale: 8,
    quoteScale: 6,
    priceDecimals: 1,
    quantityDecimals: 5,
  };
  const [line] = linesOf(
    [order(fields)],
    "BTCUSDT",
    { terms: BTC_TERMS, look, changePrice },
    { t: (key) => key, formats: createFormats("en") },
  );
  if (line === undefined) return undefined;
  if (isMovable(line)) await line.move.send("61000.0");
  return [line.label, line.isPending === true, sent[0]];
}

const PENDING = { status: "pending", groupId: "7", isOto: true } as const;
const STOP = { type: "stop-market", stopPrice: "58000.0" } as const;
const STOP_LIMIT = { type: "stop-limit", stopPrice: "58000.0", price: "57900.0" } as const;
const TRAILING = { type: "trailing-profit", trailingRate: "0.01" } as const;
const WORDS = "trade.sell 0.01 · ";
const WAITS = " · trade.statusPending";

test.each([
  ["a limit order", { price: "62000.0" }, ["62,000.0", false, { price: "61000.0" }]],
  ["a stop", { ...STOP, status: "untriggered" }, ["58,000.0", false, { stopPrice: "61000.0" }]],
  ["a stop that was triggered", { ...STOP_LIMIT }, ["57,900.0", false, { price: "61000.0" }]],
  ["a waiting take-profit", { ...PENDING, price: "62000.0" }, ["62,000.0", true, { price: "61000.0" }]],
  ["a waiting stop-loss", { ...PENDING, ...STOP }, ["58,000.0", true, { stopPrice: "61000.0" }]],
  ["a waiting stop-limit", { ...PENDING, ...STOP_LIMIT }, ["58,000.0", true, { stopPrice: "61000.0" }]],
  [
    "a waiting one that trails from a price",
    { ...PENDING, ...TRAILING, stopPrice: "62000.0" },
    ["62,000.0", true, { stopPrice: "61000.0" }],
  ],
  [
    "one that follows the price",
    { ...TRAILING, status: "untriggered", triggerPrice: "61500.0" },
    ["61,500.0", false, undefined],
  ],
] as const)(
  "CHART-22 %s has a line at what it waits for",
  async (_name, fields, [price, isPending, sent]) => {
    expect(await lineOf(fields)).toEqual([`${WORDS}${price}${isPending ? WAITS : ""}`, isPending, sent]);
  },
);

test("CHART-22 an order of another market, or with no price yet, has no line", async () => {
  expect(await lineOf({ price: "62000.0", symbol: "ETHUSDT" })).toBeUndefined();
  expect(await lineOf({ ...PENDING, type: "market" })).toBeUndefined();
  expect(await lineOf({ ...TRAILING, status: "untriggered" })).toBeUndefined();
});
