import { parseDecimal } from "@candor/money/decimal";
import { expect, test } from "vitest";
import { alertProblem, MAX_ALERT_PRICE } from "./alert-problem.ts";

const INDEX_SCALE = 8;

test("NOTE-04 an alert's price is above 0 and no higher than the index can count", () => {
  expect(alertProblem("")).toBe("notify.priceMissing");
  expect(alertProblem("0")).toBe("notify.priceZero");
  expect(alertProblem("0.00")).toBe("notify.priceZero");
  expect(alertProblem("999999999999999")).toBe("notify.priceMost");
  expect(alertProblem(MAX_ALERT_PRICE)).toBeNull();
  expect(alertProblem("65000.5")).toBeNull();
  expect(parseDecimal(MAX_ALERT_PRICE, INDEX_SCALE)).toBe(9e15);
});
