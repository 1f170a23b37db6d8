import { createFormats } from "@candor/ui/formats";
import type { WireOrder } from "@candor/wire/objects";
import { expect, test } from "vitest";
import { BTC_TERMS } from "../market/testing/bitcoin-market.ts";
import { changeProblemOf, type NewTicks } from "./change-problem.ts";

const order = (fields: Partial<WireOrder>): WireOrder =>
  ({
    orderId: "1",
    product: "spot",
    side: "sell",
    type: "limit",
    status: "open",
    quantity: "0.01000",
    executedQuantity: "0.00000",
    groupId: null,
    price: null,
    stopPrice: null,
    trailingRate: null,
    reduceOnly: false,
    ...fields,
  }) as WireOrder;

/** Text and values of the problem, as "field: key values". */
function problem(own: WireOrder, next: NewTicks, listed: readonly WireOrder[] = [own]): string | undefined {
  const words = {
    t: (key: string, values: object = {}) => [key, ...Object.values(values)].join(" "),
    formats: createFormats("en"),
  };
  const found = changeProblemOf(own, next, BTC_TERMS, listed, words);
  return found && `${found.field}: ${found.text}`;
}

const LIST = { groupId: "1", isOto: true, status: "pending" } as const;
const first = order({ ...LIST, side: "buy", status: "open", price: "60000.0" });
const profit = order({ ...LIST, orderId: "2", price: "62000.0" });
const loss = order({ ...LIST, orderId: "3", type: "stop-market", stopPrice: "58000.0" });
const list = [first, profit, loss];

test("CHART-28 an exit that would pass the other one says which, and at what price", () => {
  expect(problem(loss, { stopPrice: 620_000 }, list)).toBe(
    "stopPrice: lines.belowOther trade.typeLimit 62,000.0",
  );
  expect(problem(loss, { stopPrice: 619_999 }, [profit, loss])).toBeUndefined();
  expect(problem(profit, { price: 580_000 }, list)).toBe(
    "price: lines.aboveOther trade.typeStopMarket 58,000.0",
  );
  expect(problem(profit, { price: 580_001 }, [profit, loss])).toBeUndefined();
  expect(problem(loss, { stopPrice: 630_000 }, [loss])).toBeUndefined();
});

test("CHART-28 an exit stays on its side of the entry that it waits for, and the entry between its exits", () => {
  expect(problem(profit, { price: 600_000 }, list)).toBe("price: lines.aboveEntry 60,000.0");
  expect(problem(profit, { price: 600_001 }, list)).toBeUndefined();
  expect(problem(loss, { stopPrice: 600_000 }, list)).toBe("stopPrice: lines.belowEntry 60,000.0");
  expect(problem(loss, { stopPrice: 599_999 }, list)).toBeUndefined();
  expect(problem(first, { price: 620_000 }, list)).toBe("price: lines.belowExit trade.typeLimit 62,000.0");
  expect(problem(first, { price: 580_000 }, list)).toBe(
    "price: lines.aboveExit trade.typeStopMarket 58,000.0",
  );
  expect(problem(first, { price: 619_999 }, list)).toBeUndefined();
  // Once the entry is filled, only the other exit bounds them.
  const live = [order({ ...profit, status: "open" }), order({ ...loss, status: "untriggered" })] as const;
  expect(problem(live[0], { price: 590_000 }, live)).toBeUndefined();
  // A further buy that waits for the first one is no exit.
  const more = order({ ...LIST, orderId: "2", side: "buy", price: "61000.0" });
  expect(problem(more, { price: 590_000 }, [first, more])).toBeUndefined();
});

test("CHART-28 the legs of a buy, and one that follows the price", () => {
  const limit = order({ groupId: "1", side: "buy", price: "58000.0" });
  const stop = {
    groupId: "1",
    orderId: "2",
    side: "buy",
    type: "stop-limit",
    status: "untriggered",
    price: "62100.0",
  } as const;
  const fixed = order({ ...stop, stopPrice: "62000.0" });
  expect(problem(limit, { price: 620_000 }, [limit, fixed])).toBe(
    "price: lines.belowOther trade.typeStopLimit 62,000.0",
  );
  expect(problem(fixed, { stopPrice: 580_000 }, [limit, fixed])).toBe(
    "stopPrice: lines.aboveOther trade.typeLimit 58,000.0",
  );
  // Its limit price decides nothing.
  expect(problem(fixed, { price: 570_000 }, [limit, fixed])).toBeUndefined();
  const trailing = order({ ...stop, type: "trailing-stop", price: null, trailingRate: "0.01" });
  expect(problem(limit, { price: 630_000 }, [limit, trailing])).toBeUndefined();
});

test("CHART-28 a price at which the order is worth too little names the least value", () => {
  // 0.01 BTC is worth 5 USDT at 500.
  expect(problem(loss, { stopPrice: 4_999 }, list)).toBe("stopPrice: lines.valueLeast 5 USDT");
  expect(problem(loss, { stopPrice: 5_000 }, list)).toBeUndefined();
  const half = order({ price: "60000.0", executedQuantity: "0.00500" });
  expect(problem(half, { price: 9_999 })).toBe("price: lines.valueLeast 5 USDT");
  expect(problem(half, { price: 10_000 })).toBeUndefined();
  // A stop-limit is valued at its limit, and an order that only closes has no minimum.
  const stopLimit = order({
    type: "stop-limit",
    status: "untriggered",
    price: "57000.0",
    stopPrice: "58000.0",
  });
  expect(problem(stopLimit, { stopPrice: 60 })).toBeUndefined();
  expect(problem(stopLimit, { price: 60 })).toBe("price: lines.valueLeast 5 USDT");
  expect(
    problem(order({ product: "contract", price: "60000.0", reduceOnly: true }), { price: 60 }),
  ).toBeUndefined();
});
