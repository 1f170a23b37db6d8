import { expect, test } from "vitest";
import { endingLevels, mustAsk, reversalLabel } from "./position-reversal.ts";

const LONG = { takeProfitPrice: "70000.0", stopLossPrice: "60000.0" };

test("WEB-105 an order that turns a position says what it closes and what it opens", () => {
  expect(reversalLabel("sell", { closedLots: 20, openedLots: 30, lotsAfter: -30 })).toBe(
    "contract.turnsShort",
  );
  expect(reversalLabel("buy", { closedLots: 20, openedLots: 30, lotsAfter: 30 })).toBe("contract.turnsLong");
  expect(reversalLabel("sell", { closedLots: 20, openedLots: 0, lotsAfter: 0 })).toBeNull();
  expect(reversalLabel("sell", { closedLots: 0, openedLots: 30, lotsAfter: -30 })).toBeNull();
});

test("WEB-105 take-profit and stop-loss that end with the closed position are named", () => {
  const turn = { closedLots: 20, openedLots: 30, lotsAfter: -30 };
  expect(endingLevels(turn, LONG)).toEqual([
    ["contract.takeProfit", "70000.0"],
    ["contract.stopLoss", "60000.0"],
  ]);
  expect(endingLevels({ closedLots: 20, openedLots: 0, lotsAfter: 0 }, LONG)).toHaveLength(2);
  expect(endingLevels(turn, { takeProfitPrice: null, stopLossPrice: "60000.0" })).toHaveLength(1);
  // Part of the position remains, so its protection remains too.
  expect(endingLevels({ closedLots: 10, openedLots: 0, lotsAfter: 10 }, LONG)).toEqual([]);
  expect(endingLevels({ closedLots: 0, openedLots: 30, lotsAfter: 50 }, LONG)).toEqual([]);
  expect(endingLevels(turn, undefined)).toEqual([]);
});

test("WEB-105 without the question an order still asks when it turns a position, ends its protection or is unknown", () => {
  const payload = {};
  const opens = { closedLots: 0, openedLots: 30, lotsAfter: 50 };
  const turns = { closedLots: 20, openedLots: 30, lotsAfter: -30 };
  const closes = { closedLots: 20, openedLots: 0, lotsAfter: 0 };
  const bare = { takeProfitPrice: null, stopLossPrice: null };
  expect(mustAsk({ side: "buy", plan: opens, payload }, LONG)).toBe(false);
  expect(mustAsk({ side: "sell", plan: closes, payload }, bare)).toBe(false);
  expect(mustAsk({ side: "sell", plan: closes, payload }, LONG)).toBe(true);
  expect(mustAsk({ side: "sell", plan: turns, payload }, bare)).toBe(true);
  expect(mustAsk({ side: "buy", plan: undefined, payload }, undefined)).toBe(true);
  expect(mustAsk({ side: "buy", plan: opens, payload: undefined }, undefined)).toBe(true);
});
