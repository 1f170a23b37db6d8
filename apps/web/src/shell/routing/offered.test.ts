import { expect, test } from "vitest";
import { isOffered } from "./offered.ts";
import { CONTRACTS, LEVERAGE, MINERS, MINING, SECOND_CONTRACTS, TRADE, WALLET } from "./routes.ts";

const PRODUCT_PAGES = [CONTRACTS, SECOND_CONTRACTS, LEVERAGE, MINING, MINERS];
const NOTHING = { option: false, lever: false, mining: false, contract: false };

test("WEB-111 a product that the exchange does not offer is in no menu", () => {
  expect(PRODUCT_PAGES.filter((path) => isOffered(path, NOTHING))).toEqual([]);
  expect(PRODUCT_PAGES.filter((path) => isOffered(path, { ...NOTHING, lever: true }))).toEqual([LEVERAGE]);
});

test("WEB-111 spot trading and the wallet always are, and everything while it is unknown", () => {
  expect([TRADE, WALLET].every((path) => isOffered(path, NOTHING))).toBe(true);
  expect(PRODUCT_PAGES.every((path) => isOffered(path, undefined))).toBe(true);
});
