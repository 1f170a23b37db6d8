import {
  CALL_LEVEL_E4,
  LIQUIDATION_LEVEL_E4,
  marginLevelE4,
  TRANSFER_LEVEL_E4,
} from "@candor/formulas/leverage/margin-level";
import { fundingAmountOf } from "@candor/formulas/perpetual/funding";
import { initialMarginOf, valueOf } from "@candor/formulas/perpetual/margin";
import { markTicksOf } from "@candor/formulas/perpetual/mark-price";
import { closedCostOf, realizedOf } from "@candor/formulas/perpetual/profit";
import { expect, test } from "vitest";
import { readArticle } from "./seed-articles.ts";

/** Amounts are in cents of USDT: a lot is 0.1 ETH and a tick 1 USDT, so a lot at one tick is worth 10 cents. */
const LOT_TICK_CENTS = 10;
const CENTS = 100;

/** Text below the last heading of an English article; the other languages have the same figures (CONT-03). */
function exampleOf(slug: string): string {
  const [, example = ""] = readArticle("en", slug, "sandbox").body.split("## Example\n");
  return example;
}

const usdt = (cents: number, decimals = 0): string => `${(cents / CENTS).toFixed(decimals)} USDT`;

test("HELP-02 the trailing stop's triggers are the price less the distance", () => {
  const triggerOf = (price: number, percent: number) => (price * (100 - percent)) / 100;
  const example = exampleOf("order-types");
  expect(example).toContain(`2000 USDT`);
  expect(example).toContain(`distance of 2%. Its trigger is ${triggerOf(2_000, 2)}.`);
  expect(example).toContain(`rises to 2100, and the trigger follows it to ${triggerOf(2_100, 2)}.`);
});

test("HELP-02 the gain of a long position is the loss of a short one", () => {
  const [entry, exit] = [2_000, 2_080].map((ticks) => valueOf(5, ticks, LOT_TICK_CENTS));
  const gain = realizedOf(5, entry ?? 0, exit ?? 0);
  expect(realizedOf(-5, entry ?? 0, exit ?? 0)).toBe(0 - gain);
  const example = exampleOf("contracts");
  expect(example).toContain(`0.5 ETH at 2000 USDT, a value of ${usdt(entry ?? 0)}.`);
  expect(example).toContain(`at 2080 and gain ${usdt(gain)}`);
  expect(example).toContain(`would have lost ${usdt(gain)}`);
});

test("HELP-02 leverage changes the margin, and the share of it that a move costs", () => {
  const value = valueOf(5, 2_000, LOT_TICK_CENTS);
  const lost = value - valueOf(5, 1_980, LOT_TICK_CENTS);
  const [ten, twenty] = [10, 20].map((leverage) => initialMarginOf(value, leverage));
  const share = (margin = 1) => `${(lost / margin) * 100}%`;
  const example = exampleOf("leverage");
  expect(example).toContain(`worth ${usdt(value)}`);
  expect(example).toContain(`At 10× its margin is ${usdt(ten ?? 0)}, at 20× it is ${usdt(twenty ?? 0)}.`);
  expect(example).toContain(`you lose ${usdt(lost)} in both cases: ${share(ten)} of the margin at 10×`);
  expect(example).toContain(`and ${share(twenty)} at 20×`);
});

test("HELP-02 the mark price is the median, whatever one trade does", () => {
  const markOf = (lastTermE8: number) =>
    markTicksOf({ fundingTermE8: 2_001, basisTermE8: 2_003, lastTermE8 }, 1);
  const example = exampleOf("mark-price");
  expect(example).toContain(`The median is ${markOf(2_010)}`);
  expect(example).toContain(`to 2400: the mark price stays at ${markOf(2_400)}.`);
});

test("HELP-02 funding is paid by one side and received by the other", () => {
  const value = valueOf(5, 2_000, LOT_TICK_CENTS);
  const example = exampleOf("funding");
  expect(example).toContain(`You pay ${usdt(0 - fundingAmountOf(5, value, 100), 2)}`);
  expect(example).toContain(`receives ${usdt(fundingAmountOf(-5, value, 100), 2)}`);
  expect(example).toContain(`At −0.02%, you would receive ${usdt(fundingAmountOf(5, value, -200), 2)}`);
});

test("HELP-02 the margin levels are those of the exchange, and the example meets them", () => {
  const E4 = 10_000;
  const holdings = { baseUnits: 1, quoteUnits: 0, baseOwedUnits: 0, quoteOwedUnits: 1_000 };
  const levelAt = (ticks: number) => marginLevelE4(holdings, { lotUnits: 1, quoteFactor: 1 }, ticks);
  expect([2_000, 1_300, 1_100].map(levelAt)).toEqual([
    TRANSFER_LEVEL_E4,
    CALL_LEVEL_E4,
    LIQUIDATION_LEVEL_E4,
  ]);
  const { body } = readArticle("en", "margin-trading", "sandbox");
  expect(body).toContain(`Above ${TRANSFER_LEVEL_E4 / E4} you may move money out`);
  expect(body).toContain(`At ${CALL_LEVEL_E4 / E4} you get a margin call`);
  expect(body).toContain(`At ${LIQUIDATION_LEVEL_E4 / E4} the account is liquidated`);
  expect(exampleOf("margin-trading")).toContain("falls to 1300, it is 1.3");
  expect(exampleOf("margin-trading")).toContain("At 1100 it is 1.1");
});

test("HELP-02 average cost and FIFO differ by sale, and not in total", () => {
  const purchases = [2_000, 2_400];
  const [first = 0, second = 0] = purchases;
  const total = first + second;
  const average = closedCostOf(total, 2, 1);
  const example = exampleOf("profit-and-loss");
  expect(example).toContain(
    `average cost is ${average}, so the profit is ${realizedOf(1, average, 2_500)} USDT`,
  );
  expect(example).toContain(`cost ${first}, so it is ${realizedOf(1, first, 2_500)} USDT`);
  expect(example).toContain(`costs ${total - average} by average and ${second} by FIFO`);
  const rest = (cost: number) => realizedOf(1, cost, 3_000);
  expect(realizedOf(1, average, 2_500) + rest(total - average)).toBe(
    realizedOf(1, first, 2_500) + rest(second),
  );
});

test("HELP-02 the order of the API example has the value that the text says", () => {
  const example = exampleOf("api");
  const query = new URLSearchParams(/order\?([^`]+)`/.exec(example)?.[1]);
  const value = Number(query.get("quantity")) * Number(query.get("price"));
  expect(example).toContain(`0.5 ETH at 2000 USDT, a value of ${value} USDT`);
});
