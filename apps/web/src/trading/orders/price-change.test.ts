import type { WireOrder } from "@candor/wire/objects";
import { expect, test } from "vitest";
import { canDragLine, canMovePrice, changeWords, noteWords } from "./price-change.ts";

const order = (fields: Partial<WireOrder>): WireOrder =>
  ({
    type: "limit",
    status: "open",
    price: "60000.0",
    stopPrice: null,
    trailingRate: null,
    groupId: null,
    ...fields,
  }) as WireOrder;

const TRAILING = { type: "trailing-stop", status: "untriggered", price: null, trailingRate: "0.01" } as const;

test.each([
  ["a leg of a list that rests", { groupId: "7" }, [true, true]],
  [
    "a stop of a list",
    { groupId: "7", type: "stop-market", status: "untriggered", price: null, stopPrice: "1.0" },
    [true, true],
  ],
  ["a pending limit order", { groupId: "7", isOto: true, status: "pending" }, [true, true]],
  [
    "a pending market order",
    { groupId: "7", isOto: true, type: "market", status: "pending", price: null },
    [false, false],
  ],
  ["a trailing order that waits", { ...TRAILING, stopPrice: "70000.0" }, [true, true]],
  ["a trailing order that follows the price", TRAILING, [true, false]],
  ["one that was activated", { ...TRAILING, stopPrice: "1.0", triggerPrice: "2.0" }, [true, false]],
  ["an order that has ended", { status: "filled" }, [false, false]],
] as const)("CHART-28 %s: whether it moves, and whether its line does", (_name, fields, expected) => {
  const each = order(fields);
  expect([canMovePrice(each), canDragLine(each)]).toEqual(expected);
});

test("CHART-28 a waiting order that trails is changed; of all others, the price is", () => {
  expect(changeWords(order(TRAILING))).toBe("lines.changeOrder");
  expect(changeWords(order({ ...TRAILING, status: "open", price: "1.0" }))).toBe("lines.changePrice");
  expect(changeWords(order({}))).toBe("lines.changePrice");
});

test("CHART-28 only an order that rests in the book is said to join a queue", () => {
  expect(noteWords(order({}))).toBe("lines.changeNote");
  expect(noteWords(order({ status: "partially-filled" }))).toBe("lines.changeNote");
  expect(noteWords(order({ status: "pending" }))).toBe("lines.waitingNote");
  expect(noteWords(order({ type: "stop-limit", status: "untriggered", stopPrice: "1.0" }))).toBe(
    "lines.waitingNote",
  );
  expect(noteWords(order(TRAILING))).toBe("lines.trailingNote");
});
