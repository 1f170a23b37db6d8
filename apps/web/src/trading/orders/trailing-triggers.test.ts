import type { WireOrder } from "@candor/wire/objects";
import { expect, test } from "vitest";
import { triggerOf, withTriggers } from "./order-figures.ts";

const order = (fields: Partial<WireOrder>): WireOrder =>
  ({
    orderId: "1",
    side: "sell",
    type: "trailing-stop",
    status: "untriggered",
    stopPrice: null,
    ...fields,
  }) as WireOrder;

test("WEB-107 a trailing stop shows where it would fire now: a sell below, a buy above", () => {
  const listed = [order({ triggerPrice: "66000.00" }), order({ orderId: "2", triggerPrice: "70000.00" })];
  const [sell, buy] = withTriggers([order({}), order({ orderId: "2", side: "buy" })], listed);
  expect(triggerOf(sell as WireOrder)).toEqual({ price: "66000.00", isAbove: false });
  expect(triggerOf(buy as WireOrder)).toEqual({ price: "70000.00", isAbove: true });
});

test("WEB-107 once it is active its trigger counts, before that the price that activates it", () => {
  const waiting = order({ stopPrice: "69000.00" });
  expect(triggerOf(waiting)).toEqual({ price: "69000.00", isAbove: true });
  const [active] = withTriggers([waiting], [order({ stopPrice: "69000.00", triggerPrice: "68310.00" })]);
  expect(triggerOf(active as WireOrder)).toEqual({ price: "68310.00", isAbove: false });
});

test("WEB-107 a trailing buy shows what it freezes, also before its activation", () => {
  const [buy] = withTriggers([order({ side: "buy" })], [order({ side: "buy", frozenQuote: "145.326300" })]);
  expect(buy).toMatchObject({ frozenQuote: "145.326300" });
  expect(buy).not.toHaveProperty("triggerPrice");
});

test("WEB-107 other orders and unknown triggers stay as they are", () => {
  const orders = [order({}), order({ orderId: "2", type: "limit", status: "open" })];
  const kept = withTriggers(orders, undefined);
  expect(kept[0]).toBe(orders[0]);
  expect(withTriggers(orders, [order({ triggerPrice: "1.0" })])[1]).toBe(orders[1]);
  expect(triggerOf(orders[0] as WireOrder)).toBeUndefined();
});
