import { NEWEST_RULES } from "@candor/domain/rules";
import { checkTicket, type Ticket } from "@candor/server/edge/gateway/calls/check-ticket";
import { Rejected } from "@candor/wire/rejection";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BTC_CONTRACT } from "../support/wire/contract-world.ts";
import { GatewayUnderTest } from "../support/wire/gateway-under-test.ts";
import { LEVER } from "../support/wire/lever-world.ts";

const RUNS = 1_500;

let exchange: GatewayUnderTest;
let user: { readonly session: NonNullable<ReturnType<GatewayUnderTest["identity"]["session"]>> };
beforeAll(async () => {
  exchange = await GatewayUnderTest.start({
    contracts: [BTC_CONTRACT],
    lever: LEVER,
    gateway: { rateLimitFactor: 1_000_000 },
  });
  const { executed } = await exchange.engine.execute({ kind: "adopt-rules", version: NEWEST_RULES });
  expect(executed.error).toBeUndefined();
  // Without money: whatever the bounds let pass is rejected for lack of funds, and the book stays empty.
  const { token } = await exchange.trader("ana@example.org", { ETH: "0.0005" });
  const session = exchange.identity.session(token);
  if (session === undefined) throw new Error("no session");
  user = { session };
});
afterAll(async () => {
  expect(exchange.errors).toEqual([]);
  await exchange.close();
});

/** Around the index of 60,000, its band of 20 %, the tick, the least value of 5, and the largest that can be counted. */
const prices = fc.oneof(
  fc.constantFrom("0.1", "1", "47999.9", "48000", "59000", "60000", "61000", "72000", "72000.1", "200000000"),
  fc.integer({ min: 480_000, max: 720_000 }).map((ticks) => String(ticks / 10)),
  fc.integer({ min: 1, max: 2_000_000_000 }).map((ticks) => String(ticks / 10)),
  fc.constantFrom("60000.05", "0", "300000000"),
);
const quantities = fc.oneof(
  fc.constantFrom("0.00001", "0.00008", "0.00009", "0.000200001", "0.0000001", "0.0005", "0.001"),
  fc.constantFrom("1", "25", "99.99999", "100", "100.00001", "100.001", "20000", "99999999999", "0"),
  fc.integer({ min: 1, max: 20 }).map((lots) => (lots / 100_000).toFixed(5)),
);
const values = fc.constantFrom("0.000001", "4.999999", "5", "5.0000001", "4503599627", "4503599628", "0");
const maybe = <Value>(some: fc.Arbitrary<Value>) => fc.option(some, { nil: undefined });

const common = {
  symbol: fc.constant("BTCUSDT"),
  side: fc.constantFrom("buy", "sell"),
  price: maybe(prices),
  stopPrice: maybe(prices),
  trailingRate: maybe(fc.constantFrom("0.01", "0.2")),
};
const single = fc.constantFrom("limit", "market", "stop-limit", "stop-market", "trailing-stop");
const spotFields = { ...common, quantity: maybe(quantities), quoteQuantity: maybe(values) };

const orders = fc.oneof(
  fc.record({ name: fc.constant("doOrder" as const), payload: fc.record({ ...spotFields, type: single }) }),
  fc.record({
    name: fc.constant("doOrder" as const),
    payload: fc.record({
      ...common,
      type: fc.constant("oco"),
      price: prices,
      stopPrice: prices,
      trailingRate: fc.constant(undefined),
      stopLimitPrice: maybe(prices),
      quantity: quantities,
    }),
  }),
  fc.record({
    name: fc.constant("leverOrder" as const),
    payload: fc.record({ ...spotFields, type: single }),
  }),
  fc.record({
    name: fc.constant("contractOrder" as const),
    payload: fc.record({
      ...common,
      type: single,
      quantity: quantities,
      reduceOnly: fc.boolean(),
      takeProfitPrice: maybe(prices),
      stopLossPrice: maybe(prices),
    }),
  }),
);
type Order = typeof orders extends fc.Arbitrary<infer Value> ? Value : never;

const withoutAbsent = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Drops the fields that the order's type does not have, so that most orders have a valid form. */
function formed({ name, payload }: Order): Record<string, unknown> {
  const { type, price, stopPrice, trailingRate, ...others } = payload;
  const hasPrice = type === "limit" || type === "stop-limit" || type === "oco";
  const hasStop = type === "stop-limit" || type === "stop-market" || type === "oco";
  const fields: Record<string, unknown> = {
    ...others,
    type,
    ...(hasPrice && { price: price ?? "60000" }),
    ...((hasStop || type === "trailing-stop") && { stopPrice: stopPrice ?? (hasStop ? "61000" : undefined) }),
    ...(type === "trailing-stop" && { trailingRate: trailingRate ?? "0.05" }),
  };
  if (name !== "contractOrder" && type !== "oco") {
    if (type !== "market") fields.quoteQuantity = undefined;
    if (fields.quoteQuantity === undefined) fields.quantity ??= "0.001";
    else fields.quantity = undefined;
  }
  return withoutAbsent(fields);
}

const PRICE_ERRORS = ["trade.priceOutOfBand", "trade.triggerPrice"];
const told = (outcome: object | undefined) =>
  outcome instanceof Rejected
    ? { error: outcome.error, params: outcome.params, fields: outcome.fields, wording: outcome.wording }
    : undefined;

test("SOCK-28 what the listing alone forbids is rejected before an order enters the exchange, as the exchange rejects it", async () => {
  const { door } = exchange.calls;
  const { session } = user;
  const origin = { address: "203.0.113.7", language: "en" } as const;
  const counts = { bounds: 0, passed: 0 };
  await fc.assert(
    fc.asyncProperty(orders, async (order) => {
      const { name } = order;
      const request = door.admit(name, formed(order), session, origin);
      if (request instanceof Rejected) return;
      const before = told(checkTicket(exchange.listings, { name, request } as Ticket, session.userId));
      const after = told(await door.execute(name, request, session, origin));
      if (before === undefined) {
        counts.passed++;
        expect(after?.error).not.toBe("trade.invalidParameters");
        // Without a price, the exchange values an order at its own.
        const { price, stopPrice, quoteQuantity, type } = request as Readonly<Record<string, unknown>>;
        const isPriced = [price, stopPrice, quoteQuantity].some((field) => field !== undefined);
        if (isPriced && type !== "trailing-stop") expect(after?.error).not.toBe("trade.amountError");
        if (type !== "limit" && type !== "oco") expect(after?.error).not.toBe("trade.priceOutOfBand");
        return;
      }
      counts.bounds++;
      // The exchange may find another fault of the price first.
      if (PRICE_ERRORS.includes(before.error)) expect(PRICE_ERRORS).toContain(after?.error);
      else expect(after).toEqual(before);
    }),
    { numRuns: RUNS },
  );
  // Both answers are common.
  expect(Math.min(counts.bounds, counts.passed)).toBeGreaterThan(RUNS / 10);
});
