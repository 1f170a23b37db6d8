import { expect, test } from "vitest";
import { actWords } from "./order-words.ts";

test("WEB-143 an order of hedge mode says which position it opens or closes, any other one its side", () => {
  const words = (["buy", "sell"] as const).map((side) => [
    actWords({ side }),
    actWords({ side, positionSide: "long" }),
    actWords({ side, positionSide: "short" }),
  ]);
  expect(words).toEqual([
    ["trade.buy", "trade.openLong", "trade.closeShort"],
    ["trade.sell", "trade.closeLong", "trade.openShort"],
  ]);
});
