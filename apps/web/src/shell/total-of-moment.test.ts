import { expect, test } from "vitest";
import { isOfAnotherMoment } from "./total-of-moment.ts";

test("a total is of another moment than its wallets once money has come or left, not by a trade or a transfer", () => {
  const empty = ["0.00", "0.00"];
  expect(isOfAnotherMoment(empty, empty)).toBe(false);
  expect(isOfAnotherMoment(empty, ["10000", "0.00"])).toBe(true);
  expect(isOfAnotherMoment(["10000", "0"], empty)).toBe(true);
  expect(isOfAnotherMoment(["100", "0"], ["100", "9900"])).toBe(true);
  // A transfer between wallets, and a trade that cost its fee.
  expect(isOfAnotherMoment(["10000", "0"], ["2500", "7500"])).toBe(false);
  expect(isOfAnotherMoment(["10000", "0"], ["9990", "0"])).toBe(false);
});
