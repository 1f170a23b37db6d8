import type { WireOrder } from "@candor/wire/objects";
import { expect, test } from "vitest";
import { ownRow, ownRows } from "./own-prices.ts";

const order = (
  side: "buy" | "sell",
  price: string | null,
  status: WireOrder["status"] = "open",
  symbol = "BTCUSDT",
): WireOrder => ({ side, price, status, symbol }) as WireOrder;

test("TICK-06 a resting order is marked in its own row, on its own side", () => {
  const rows = ownRows([order("buy", "67409.2"), order("sell", "67420.0")], "BTCUSDT", "0.1", 1);
  expect([...rows]).toEqual([ownRow("buy", "67409.2"), ownRow("sell", "67420.0")]);
});

test("TICK-06 in a grouped book bids are marked in the row below their price and asks in the row above", () => {
  const orders = [order("buy", "67409.2"), order("sell", "67410.1"), order("sell", "67420.0")];
  expect([...ownRows(orders, "BTCUSDT", "10.0", 1)]).toEqual([
    ownRow("buy", "67400.0"),
    ownRow("sell", "67420.0"),
  ]);
});

test("TICK-06 what is not in this book is not marked: waiting orders, other markets, orders without a price", () => {
  const orders = [
    order("sell", "60000.0", "untriggered"),
    order("buy", "3400.00", "open", "ETHUSDT"),
    order("buy", null),
  ];
  expect(ownRows(orders, "BTCUSDT", "0.1", 1).size).toBe(0);
});
