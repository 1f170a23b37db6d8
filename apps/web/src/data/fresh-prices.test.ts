import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FETCHED_FOR_MS, FreshPrices } from "./fresh-prices.ts";

const START_MS = 1_800_000_000_000;

const socket = {
  isComplete: true,
  connectedAtMs: 0,
  receivedAtMs: 0,
  subscribe: () => () => undefined,
  checkNow: vi.fn(),
};
const tickers = { listedAtMs: 0, subscribe: () => () => undefined, reload: vi.fn() };
const prices = new FreshPrices(socket, tickers);
const isFresh = prices.getSnapshot;

beforeEach(() => {
  vi.useFakeTimers({ now: START_MS });
  Object.assign(socket, { isComplete: true, connectedAtMs: START_MS, receivedAtMs: START_MS });
  tickers.listedAtMs = START_MS;
});
afterEach(() => vi.useRealTimers());

test("WEB-133 prices are new while a sure connection follows a list that was fetched since it began", () => {
  vi.setSystemTime(START_MS + 3_600_000);
  expect(isFresh()).toBe(true);
  socket.isComplete = false;
  expect(isFresh()).toBe(false);
  // After a reconnect the list is still the old one.
  Object.assign(socket, { isComplete: true, connectedAtMs: Date.now() });
  expect(isFresh()).toBe(false);
  tickers.listedAtMs = Date.now();
  expect(isFresh()).toBe(true);
});

test("WEB-133 without a connection a list counts for seconds alone, and not when the clock was set back", () => {
  socket.isComplete = false;
  // Fetched just before the connection went silent.
  expect(isFresh()).toBe(false);
  vi.setSystemTime(START_MS + 1_000);
  tickers.listedAtMs = Date.now();
  expect(isFresh()).toBe(true);
  vi.setSystemTime(START_MS + 1_000 + FETCHED_FOR_MS);
  expect(isFresh()).toBe(false);
  vi.setSystemTime(START_MS - 3_600_000);
  expect(isFresh()).toBe(false);
  prices.ask();
  expect(socket.checkNow).toHaveBeenCalledOnce();
  expect(tickers.reload).toHaveBeenCalledOnce();
});
