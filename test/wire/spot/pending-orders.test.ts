import { afterAll, beforeAll, expect, test } from "vitest";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import type { WireClient } from "../../support/wire-client.ts";

let exchange: GatewayUnderTest;
let ana: WireClient;
let bo: WireClient;

const BUY = { symbol: "BTCUSDT", side: "buy", type: "limit", price: "59500", quantity: "0.02" } as const;
const SELL = { side: "sell", type: "limit", price: "61000", quantity: "0.019" } as const;
const STOP = { side: "sell", type: "stop-market", stopPrice: "58000", quantity: "0.019" } as const;

beforeAll(async () => {
  exchange = await GatewayUnderTest.start({ gateway: { rateLimitFactor: 100 } });
  ana = await exchange.trader("ana@example.org", { USDT: "5000" });
  bo = await exchange.trader("bo@example.org", { BTC: "0.1", USDT: "5000" });
  accepted(await bo.call("doOrder", { ...BUY, side: "sell", price: "60000", quantity: "0.001" }));
  accepted(await ana.call("doOrder", { ...BUY, price: "60000", quantity: "0.001" }));
});
afterAll(() => exchange.close());

const open = async () =>
  accepted(await ana.call("record", { view: "open" })).list.map((row) => "status" in row && row.status);

test("SPOT-27 a repeated request with pending orders is answered as before, and all end together", async () => {
  const request = { ...BUY, pending: [SELL, STOP], listClientOrderId: "list" };
  const first = accepted(await ana.call("doOrder", request));
  const orders = "orders" in first ? first.orders : [];
  expect(orders.map(({ status, clientOrderId, isOto }) => [status, clientOrderId, isOto])).toEqual([
    ["open", "list:w", true],
    ["pending", "list:1", true],
    ["pending", "list:2", true],
  ]);
  expect(new Set(orders.map(({ groupId }) => groupId))).toEqual(new Set([orders[0]?.orderId]));
  const again = accepted(await ana.call("doOrder", request));
  expect("orders" in again && again).toMatchObject({ replayed: true, orders });
  expect(await open()).toEqual(["pending", "pending", "open"]);
  const { alsoCanceled = [] } = accepted(await ana.call("cancel", { orderId: orders[2]?.orderId ?? "" }));
  expect(new Set(alsoCanceled.map(({ orderId }) => orderId))).toEqual(
    new Set([orders[0]?.orderId, orders[1]?.orderId]),
  );
  expect(await open()).toEqual([]);
  const { asOfSeq } = accepted(await ana.call("record", { view: "open" }));
  const { list } = accepted(await ana.call("record", { view: "history", minSeq: asOfSeq, limit: 3 }));
  expect(list.map((row) => "reason" in row && [row.status, row.reason])).toEqual([
    ["canceled", "user"],
    ["canceled", "list-ended"],
    ["canceled", "list-ended"],
  ]);
});

test("SPOT-27 wrong fields of pending orders are named, and nothing is placed", async () => {
  const problems = async (fields: object) => {
    const answer = await ana.call("doOrder", { ...BUY, pending: [SELL], ...fields });
    return (answer as { readonly data?: { readonly fields?: readonly object[] } }).data?.fields;
  };
  const { price: _, ...unpriced } = SELL;
  expect(await problems({ pending: [unpriced] })).toEqual([{ path: "pending.0.price", reason: "missing" }]);
  expect(await problems({ pending: [SELL, { ...STOP, price: "57000" }] })).toEqual([
    { path: "pending.1.price", reason: "conflict" },
  ]);
  expect(await problems({ type: "stop-limit", stopPrice: "62000" })).toEqual([
    { path: "type", reason: "conflict" },
  ]);
  expect(await problems({ clientOrderId: "first" })).toEqual([
    { path: "listClientOrderId", reason: "missing" },
  ]);
  expect(await problems({ clientOrderId: "first", listClientOrderId: "second" })).toEqual([
    { path: "pending.0.clientOrderId", reason: "missing" },
  ]);
  expect(await open()).toEqual([]);
});

/** Coins of the spot wallet as "available + frozen". */
const balances = async (client: WireClient) => {
  const { wallets } = accepted(await client.call("walletIndex"));
  return Object.fromEntries(wallets.coin.map((row) => [row.asset, `${row.available} + ${row.frozen}`]));
};

test("SPOT-27 TICK-38 an entry with take-profit and stop-loss fills in parts, then its take-profit ends the stop-loss", async () => {
  const cara = await exchange.trader("cara@example.org", { USDT: "5000" });
  const dan = await exchange.trader("dan@example.org", { BTC: "0.1", USDT: "2000" });
  // As the ticket sends it: the exits sell what is left after the highest fee, in whole lots.
  const quantity = "0.01997";
  const pending = [
    { ...SELL, quantity },
    { ...STOP, quantity },
  ];
  const placed = accepted(await cara.call("doOrder", { ...BUY, pending }));
  const ids = ("orders" in placed ? placed.orders : []).map(({ orderId }) => orderId);
  const orders = async (view: "open" | "history") => {
    const { asOfSeq: minSeq } = accepted(await cara.call("walletIndex"));
    const { list } = accepted(await cara.call("record", { view, minSeq }));
    const rows = list.flatMap((row) => ("executedQuantity" in row ? [row] : []));
    return ids.flatMap((id) =>
      rows
        .filter(({ orderId }) => orderId === id)
        .map(({ status, reason, executedQuantity }) => [status, reason, executedQuantity]),
    );
  };
  const trade = (client: WireClient, side: "buy" | "sell", price: string, amount: string) =>
    client.call("doOrder", { ...BUY, side, price, quantity: amount });

  accepted(await trade(dan, "sell", "59500", "0.008"));
  expect(await orders("open")).toEqual([
    ["partially-filled", null, "0.00800"],
    ["pending", null, "0.00000"],
    ["pending", null, "0.00000"],
  ]);
  // 476 of 1,190 paid; 0.008 BTC less 0.1%. The exits hold nothing yet.
  expect(await balances(cara)).toMatchObject({
    USDT: "3810.000000 + 714.000000",
    BTC: "0.00799200 + 0.00000000",
  });
  expect(await balances(dan)).toMatchObject({
    USDT: "2475.524000 + 0.000000",
    BTC: "0.09200000 + 0.00000000",
  });

  accepted(await trade(dan, "sell", "59500", "0.012"));
  expect(await orders("open")).toEqual([
    ["open", null, "0.00000"],
    ["untriggered", null, "0.00000"],
  ]);
  // Both exits share one hold.
  expect(await balances(cara)).toMatchObject({
    USDT: "3810.000000 + 0.000000",
    BTC: "0.00001000 + 0.01997000",
  });
  expect(await balances(dan)).toMatchObject({
    USDT: "3188.810000 + 0.000000",
    BTC: "0.08000000 + 0.00000000",
  });

  accepted(await trade(dan, "buy", "61000", quantity));
  expect(await orders("open")).toEqual([]);
  expect(await orders("history")).toEqual([
    ["filled", null, "0.02000"],
    ["filled", null, "0.01997"],
    ["canceled", "oco-sibling", "0.00000"],
  ]);
  // 1,218.17 less 0.1%.
  expect(await balances(cara)).toMatchObject({
    USDT: "5026.951830 + 0.000000",
    BTC: "0.00001000 + 0.00000000",
  });
  expect(await balances(dan)).toMatchObject({
    USDT: "1970.640000 + 0.000000",
    BTC: "0.09995003 + 0.00000000",
  });
});
