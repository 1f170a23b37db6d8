import { expect, test } from "vitest";
import { amountShown, portionOf } from "./faucet-portion.ts";

const state = (left: string) => ({ asset: "USDT", most: "10000.000000", left, nextAtMs: 0 });

test("WEB-104 play money that is used up is offered no more", () => {
  expect(portionOf(state("0.000000"), "10000").isUsedUp).toBe(true);
  expect(portionOf(state("0.000001"), "10000").isUsedUp).toBe(false);
  expect(portionOf(undefined, "10000")).toEqual({ isUsedUp: false, isBegun: false, left: "10000" });
});

test("WEB-104 of a portion that was begun the rest is offered", () => {
  const begun = portionOf(state("7500.000000"), "10000");
  expect(begun).toMatchObject({ isBegun: true, isUsedUp: false });
  expect(amountShown(null, "10000", begun)).toBe("7500.000000");
  expect(amountShown("100", "10000", begun)).toBe("100");
  expect(amountShown(null, "10000", portionOf(state("10000.000000"), "10000"))).toBe("10000");
});
