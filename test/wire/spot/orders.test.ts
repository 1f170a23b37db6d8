import { NEWEST_RULES } from "@candor/domain/rules";
import type { CallReply } from "@candor/wire/calls";
import type { WireOrder, WireTrade } from "@candor/wire/objects";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import type { WireAnswer, WireClient } from "../../support/wire-client.ts";

/** Reply to a spot order. */
type Placed = Extract<CallReply<"doOrder">, { readonly fills: unknown }>;

let exchange: GatewayUnderTest;
let maker: WireClient;
let taker: WireClient;
beforeAll(async () => {
  exchange = await GatewayUnderTest.start({ gateway: { rateLimitFactor: 1_000 } });
  maker = await exchange.trader("maker@example.org", { BTC: "0.1", USDT: "5000" });
  taker = await exchange.trader("taker@example.org", { USDT: "10000", BTC: "0.05" });
});
afterAll(async () => {
  await exchange.close();
});

const BTC = { symbol: "BTCUSDT" } as const;
const orderOf = (answer: WireAnswer<"doOrder">): WireOrder => {
  const reply = accepted(answer);
  if (!("order" in reply)) throw new Error("an OCO was placed");
  return reply.order;
};
const balances = async (client: WireClient) => {
  const { wallets } = accepted(await client.call("walletIndex"));
  return Object.fromEntries(wallets.coin.map((row) => [row.asset, [row.available, row.frozen]]));
};

/** Returns the two newest closed orders, each from a separate page. */
async function pageByPage(client: WireClient, minSeq: number): Promise<readonly unknown[]> {
  const first = accepted(await client.call("record", { view: "history", limit: 1, minSeq }));
  const second = accepted(
    await client.call("record", { view: "history", limit: 1, minSeq, cursor: first.nextCursor }),
  );
  return [...first.list, ...second.list];
}

test("WIRE-10 register, play money, transfer, order, fill, history, cancel: the whole way over the wire", async () => {
  const ask = orderOf(
    await maker.call("doOrder", {
      symbol: "btcusdt",
      side: "sell",
      type: "limit",
      price: "60000",
      quantity: "0.01",
      clientOrderId: "ask-1",
    }),
  );
  expect(ask).toMatchObject({
    clientOrderId: "ask-1",
    groupId: null,
    product: "spot",
    symbol: "BTCUSDT",
    timeInForce: "gtc",
    quantity: "0.01000",
    quoteQuantity: null,
    price: "60000.0",
    executedQuantity: "0.00000",
    averagePrice: null,
    status: "open",
    reason: null,
    fee: "0.000000",
    feeAsset: "USDT",
  });

  const bid = accepted(
    await taker.call("doOrder", {
      ...BTC,
      side: "buy",
      type: "limit",
      price: "60100",
      quantity: "0.011",
      clientOrderId: "bid-1",
    }),
  ) as Placed & { order: WireOrder };
  expect(bid.order).toMatchObject({
    executedQuantity: "0.01000",
    executedQuote: "600.000000",
    averagePrice: "60000.0",
    status: "partially-filled",
    fee: "0.00001000",
    feeAsset: "BTC",
  });
  expect(bid.fills).toEqual([
    {
      tradeId: "1",
      marketTradeId: "1",
      orderId: bid.order.orderId,
      product: "spot",
      symbol: "BTCUSDT",
      side: "buy",
      price: "60000.0",
      quantity: "0.01000",
      quote: "600.000000",
      fee: "0.00001000",
      feeAsset: "BTC",
      role: "taker",
      realizedProfit: null,
      labelled: false,
      timeMs: exchange.time.ms,
    },
  ]);
  expect([bid.fillsLeftOut, bid.success, bid.prompt]).toEqual([0, "trade.success", "trade.checkNow"]);
  expect(await balances(taker)).toEqual({
    USDT: ["9339.900000", "60.100000"],
    BTC: ["0.05999000", "0.00000000"],
  });
  expect(await balances(maker)).toEqual({
    USDT: ["5599.400000", "0.000000"],
    BTC: ["0.09000000", "0.00000000"],
  });

  const minSeq = bid.asOfSeq;
  const open = accepted(await taker.call("record", { view: "open" }));
  expect((open.list as WireOrder[]).map((order) => order.orderId)).toEqual([bid.order.orderId]);
  const made = accepted(await maker.call("record", { view: "history", minSeq }));
  expect(made.list).toEqual([{ ...ask, ...filledAsk(ask) }]);
  expect(made.summary).toEqual({ count: 1, volume: "600.000000", profit: null });
  const trades = accepted(await maker.call("record", { view: "trades", minSeq }));
  expect((trades.list as WireTrade[])[0]).toMatchObject({ role: "maker", side: "sell", fee: "0.600000" });

  const shown = accepted(await taker.call("entrusOrder", BTC));
  expect(shown.orders.map((order) => order.orderId)).toEqual([bid.order.orderId]);
  expect(shown.trades[0]).toMatchObject({ price: "60000.0", quantity: "0.01000", side: "buy" });
  expect(accepted(await exchange.client().call("entrusOrder", BTC)).orders).toEqual([]);

  const canceled = accepted(await taker.call("cancel", { clientOrderId: "bid-1" }));
  expect(canceled.order).toMatchObject({ status: "canceled", reason: "user", executedQuantity: "0.01000" });
  expect(canceled.released).toEqual({ asset: "USDT", amount: "60.100000" });
  expect(await balances(taker)).toMatchObject({ USDT: ["9400.000000", "0.000000"] });
});

const filledAsk = (ask: WireOrder) => ({
  executedQuantity: "0.01000",
  executedQuote: "600.000000",
  averagePrice: "60000.0",
  status: "filled",
  fee: "0.600000",
  updatedAtMs: ask.updatedAtMs,
});

describe("order types", () => {
  const sell = { ...BTC, side: "sell" } as const;

  test("WIRE-11 a market order by quote quantity buys as much as that pays for", async () => {
    accepted(await maker.call("doOrder", { ...sell, type: "limit", price: "60000", quantity: "0.005" }));
    const reply = accepted(
      await taker.call("doOrder", { ...BTC, side: "buy", type: "market", quoteQuantity: "150" }),
    );
    if (!("order" in reply)) throw new Error("an OCO was placed");
    expect(reply.order).toMatchObject({
      type: "market",
      timeInForce: "ioc",
      quantity: null,
      quoteQuantity: "150.000000",
      price: null,
      executedQuote: "150.000000",
      executedQuantity: "0.00250",
      status: "filled",
    });
    accepted(await maker.call("cancelAll"));
  });

  test("WIRE-11 immediate-or-cancel and fill-or-kill report why nothing rests", async () => {
    const order = { ...BTC, side: "buy", type: "limit", price: "59000", quantity: "0.001" };
    const ioc = orderOf(await taker.call("doOrder", { ...order, timeInForce: "ioc" }));
    expect([ioc.status, ioc.reason]).toEqual(["expired", "ioc"]);
    const fok = orderOf(await taker.call("doOrder", { ...order, timeInForce: "fok" }));
    expect([fok.status, fok.reason]).toEqual(["expired", "fok"]);
  });

  test("WIRE-11 stops wait untriggered, with the last price as their trigger", async () => {
    const stop = { ...sell, type: "stop-limit", stopPrice: "58000", price: "57900", quantity: "0.001" };
    const limit = orderOf(await taker.call("doOrder", stop));
    expect(limit).toMatchObject({ status: "untriggered", stopPrice: "58000.0", price: "57900.0" });
    expect(limit.triggerBy).toBe("last");
    const market = orderOf(
      await taker.call("doOrder", { ...sell, type: "stop-market", stopPrice: "58000", quantity: "0.001" }),
    );
    expect(market).toMatchObject({ type: "stop-market", timeInForce: "ioc", price: null });
    const trailing = orderOf(
      await taker.call("doOrder", {
        ...sell,
        type: "trailing-stop",
        trailingRate: "0.01",
        quantity: "0.001",
      }),
    );
    expect(trailing).toMatchObject({ trailingRate: "0.010000", status: "untriggered", stopPrice: null });
    const canceled = accepted(await taker.call("cancelAll", { symbol: "BTCUSDT" }));
    expect(canceled.canceled.length).toBe(3);
    expect(accepted(await taker.call("cancelAll")).canceled).toEqual([]);
  });

  test("WIRE-11 an OCO answers with its two legs, and canceling one cancels both", async () => {
    const reply = accepted(
      await taker.call("doOrder", {
        ...sell,
        type: "oco",
        price: "62000",
        stopPrice: "58000",
        stopLimitPrice: "57900",
        quantity: "0.002",
        clientOrderId: "bracket",
      }),
    );
    if (!("orders" in reply)) throw new Error("not an OCO");
    const [limit, stop] = reply.orders;
    expect([limit?.clientOrderId, stop?.clientOrderId]).toEqual(["bracket:l", "bracket:s"]);
    expect([limit?.type, stop?.type]).toEqual(["limit", "stop-limit"]);
    expect(limit?.groupId).toBe(stop?.groupId);
    const canceled = accepted(await taker.call("cancel", { orderId: stop?.orderId }));
    expect(canceled.order.orderId).toBe(stop?.orderId);
    expect(canceled.alsoCanceled).toEqual([{ orderId: limit?.orderId, product: "spot", symbol: "BTCUSDT" }]);
    expect(canceled.released).toEqual({ asset: "BTC", amount: "0.00200000" });
    expect(accepted(await taker.call("record")).list).toEqual([]);
    // Nothing was filled or triggered: the user canceled both legs, even if the other one is on the next page.
    const minSeq = canceled.asOfSeq;
    const both = accepted(await taker.call("record", { view: "history", limit: 2, minSeq })).list;
    expect(both.map((row) => "reason" in row && row.reason)).toEqual(["user", "user"]);
    const [half, rest] = await pageByPage(taker, minSeq);
    expect([half, rest]).toEqual([both[0], both[1]]);
    const sells = accepted(
      await taker.call("record", { view: "history", side: "sell", status: "canceled", limit: 2 }),
    );
    expect(sells.list).toEqual(both);
  });

  test("WIRE-11 an OCO leg whose other leg was filled says so, and is not reported as canceled by hand", async () => {
    const pair = accepted(
      await taker.call("doOrder", {
        ...sell,
        type: "oco",
        price: "62000",
        stopPrice: "58000",
        stopLimitPrice: "57900",
        quantity: "0.002",
      }),
    );
    if (!("orders" in pair)) throw new Error("not an OCO");
    const bid = { ...BTC, side: "buy", type: "limit", price: "62000", quantity: "0.002", timeInForce: "ioc" };
    const { asOfSeq: minSeq } = accepted(await maker.call("doOrder", bid));
    const legs = accepted(await taker.call("record", { view: "history", limit: 2, minSeq })).list;
    expect(legs.map((row) => "reason" in row && [row.type, row.status, row.reason])).toEqual([
      ["stop-limit", "canceled", "oco-sibling"],
      ["limit", "filled", null],
    ]);
  });

  test.each([
    ["limit without a price", { type: "limit" }, "price", "missing"],
    ["market with a price", { type: "market", price: "60000" }, "price", "conflict"],
    ["market with a time in force", { type: "market", timeInForce: "ioc" }, "timeInForce", "conflict"],
    ["stop-market with a price", { type: "stop-market", stopPrice: "1", price: "1" }, "price", "conflict"],
    ["stop-market without a trigger", { type: "stop-market" }, "stopPrice", "missing"],
    [
      "stop-limit that is post-only",
      { type: "stop-limit", stopPrice: "1", price: "1", timeInForce: "post-only" },
      "timeInForce",
      "conflict",
    ],
    ["trailing stop without a rate", { type: "trailing-stop" }, "trailingRate", "missing"],
    ["trailing stop of 30 %", { type: "trailing-stop", trailingRate: "0.3" }, "trailingRate", "range"],
    [
      "OCO with a key of 35 characters",
      { type: "oco", price: "1", stopPrice: "1", clientOrderId: "k".repeat(35) },
      "clientOrderId",
      "range",
    ],
  ])("WIRE-11 %s is rejected, and the field is named", async (_what, ticket, path, reason) => {
    const answer = await taker.call("doOrder", { ...sell, quantity: "0.001", ...ticket });
    expect(answer.code).toBe(100);
    expect(answer.data.fields).toContainEqual({ path, reason });
  });

  test("WIRE-11 reducing keeps the order and releases the unneeded funds", async () => {
    const order = { ...BTC, side: "buy", type: "limit", price: "50000", quantity: "0.004" };
    const { orderId } = orderOf(await taker.call("doOrder", order));
    const reply = accepted(await taker.call("reduce", { orderId, quantity: "0.001", requestId: "less-1" }));
    expect(reply.order).toMatchObject({ orderId, quantity: "0.00100", status: "open" });
    expect(reply.released).toEqual({ asset: "USDT", amount: "150.000000" });
    const again = accepted(await taker.call("reduce", { orderId, quantity: "0.001", requestId: "less-1" }));
    expect(again).toEqual({ ...reply, replayed: true });
    accepted(await taker.call("cancel", { orderId }));
  });
});

describe("changes of a price", () => {
  test("CHART-21 an order moves with what is left of it; a repeated request answers the same", async () => {
    const order = { ...BTC, side: "buy", type: "limit", price: "50000", quantity: "0.004" };
    const { orderId } = orderOf(await taker.call("doOrder", order));
    const request = { orderId, price: "51000", requestId: "nudge-1" };
    const reply = accepted(await taker.call("changePrice", request));
    expect(reply).toMatchObject({
      order: { price: "51000.0", quantity: "0.00400", status: "open", clientOrderId: "nudge-1" },
      replaced: { orderId, status: "canceled", price: "50000.0" },
      fills: [],
      fillsLeftOut: 0,
    });
    const again = accepted(await taker.call("changePrice", request));
    expect(again).toEqual({ ...reply, replaced: null, replayed: true });
    const refused = await taker.call("changePrice", { orderId: reply.order.orderId, price: "30000" });
    expect(refused.code).toBe(331);
    const live = accepted(await taker.call("record", {})).list;
    expect(live).toContainEqual(expect.objectContaining({ orderId: reply.order.orderId, status: "open" }));
    const fieldsOf = async (fields: object) =>
      (await taker.call("changePrice", { orderId: reply.order.orderId, ...fields })).data.fields;
    expect(await fieldsOf({})).toEqual([{ path: "price", reason: "missing" }]);
    expect(await fieldsOf({ price: "51000" })).toEqual([{ path: "price", reason: "conflict" }]);
    expect(await fieldsOf({ stopPrice: "51000" })).toEqual([{ path: "stopPrice", reason: "conflict" }]);
    expect(await fieldsOf({ price: "51000.01" })).toEqual([{ path: "price", reason: "range" }]);
    accepted(await taker.call("cancel", { orderId: reply.order.orderId }));
    const gone = await taker.call("changePrice", { orderId: reply.order.orderId, price: "51001" });
    expect(gone.code).toBe(333);
  });

  test("CHART-28 a leg of a list and a trailing order keep their numbers, also in the answer to a repetition", async () => {
    await exchange.engine.execute({ kind: "adopt-rules", version: NEWEST_RULES });
    const order = { ...BTC, side: "buy", quantity: "0.001" } as const;
    const oco = { ...order, type: "oco", price: "50000", stopPrice: "65000" };
    const placed = accepted(await taker.call("doOrder", oco));
    const [leg, stop] = "orders" in placed ? placed.orders : [];
    const request = { orderId: leg?.orderId ?? "", price: "51000", requestId: "leg-1" };
    const reply = accepted(await taker.call("changePrice", request));
    expect(reply).toMatchObject({
      order: { orderId: leg?.orderId, price: "51000.0" },
      replaced: null,
      fills: [],
    });
    const again = accepted(await taker.call("changePrice", request));
    expect(again).toEqual({ ...reply, replayed: true });
    const found = accepted(await taker.call("findOwn", { id: stop?.orderId ?? "" })).list;
    expect(found).toMatchObject([{ order: { status: "untriggered", stopPrice: "65000.0" } }]);
    const wrong = await taker.call("changePrice", { orderId: stop?.orderId, trailingRate: "0.02" });
    expect(wrong.data.fields).toEqual([{ path: "trailingRate", reason: "conflict" }]);
    const ask = { ...BTC, side: "sell", type: "limit", price: "59000", quantity: "0.001" };
    const { orderId } = orderOf(await maker.call("doOrder", ask));
    const taking = await taker.call("changePrice", { orderId: leg?.orderId, price: "59000" });
    // It must rest, but nobody called it post-only.
    expect([taking.code, taking.msg]).toEqual([338, "The limit price must be below the market price"]);
    accepted(await maker.call("cancel", { orderId }));
    accepted(await taker.call("cancelAll"));
    const asked = { ...order, type: "trailing-stop", trailingRate: "0.1", clientOrderId: "rate-0" };
    const trailing = orderOf(await taker.call("doOrder", asked));
    const narrower = { orderId: trailing.orderId, trailingRate: "0.08", requestId: "rate-1" };
    const firstMove = accepted(await taker.call("changePrice", narrower));
    const narrowed = { orderId: trailing.orderId, trailingRate: "0.05" };
    expect(accepted(await taker.call("changePrice", narrowed))).toMatchObject({
      order: { orderId: trailing.orderId, trailingRate: "0.050000" },
      replaced: null,
    });
    expect(accepted(await taker.call("record", {})).list).toMatchObject([{ trailingRate: "0.050000" }]);
    expect(accepted(await taker.call("changePrice", narrower))).toEqual({ ...firstMove, replayed: true });
    expect(orderOf(await taker.call("doOrder", asked))).toEqual(trailing);
    const beyond = await taker.call("changePrice", { ...narrowed, trailingRate: "0.3" });
    expect(beyond.data.fields).toEqual([{ path: "trailingRate", reason: "range" }]);
    accepted(await taker.call("cancelAll"));
  });

  test("CHART-28 a repeated move that executed at once is answered with its fills, although the order has changed since", async () => {
    const sell = { ...BTC, side: "sell", type: "limit", quantity: "0.001" } as const;
    accepted(await maker.call("doOrder", { ...sell, price: "59000" }));
    const order = { ...BTC, side: "buy", type: "limit", price: "50000", quantity: "0.002" };
    const pending = [{ side: "sell", type: "stop-market", stopPrice: "40000", quantity: "0.001" }];
    const list = accepted(await taker.call("doOrder", { ...order, pending }));
    const orderId = ("orders" in list && list.orders[0]?.orderId) || "";
    const request = { orderId, price: "59500", requestId: "across-1" };
    const reply = accepted(await taker.call("changePrice", request));
    expect(reply).toMatchObject({
      order: { orderId, status: "partially-filled", executedQuantity: "0.00100" },
      fills: [{ price: "59000.0" }],
    });
    accepted(await taker.call("cancel", { orderId }));
    const again = accepted(await taker.call("changePrice", request));
    expect(again).toEqual({ ...reply, replayed: true });
  });

  test("CHART-21 a move across the best price executes at once", async () => {
    const ask = orderOf(
      await maker.call("doOrder", { ...BTC, side: "sell", type: "limit", price: "59000", quantity: "0.001" }),
    );
    const bid = { ...BTC, side: "buy", type: "limit", price: "50000", quantity: "0.001" };
    const { orderId } = orderOf(await taker.call("doOrder", bid));
    const reply = accepted(await taker.call("changePrice", { orderId, price: "59500" }));
    expect(reply).toMatchObject({ order: { status: "filled" }, fills: [{ price: "59000.0" }] });
    expect((await maker.call("cancel", { orderId: ask.orderId })).code).toBe(333);
  });
});

describe("idempotency", () => {
  const order = { ...BTC, side: "buy", type: "limit", price: "59000", quantity: "0.002" };

  test("WIRE-08 the same key with the same fields gets the first result, after any later events", async () => {
    accepted(
      await maker.call("doOrder", { ...BTC, side: "sell", type: "limit", price: "59000", quantity: "0.001" }),
    );
    const request = { ...order, clientOrderId: "again-1" };
    const first = accepted(await taker.call("doOrder", request));
    expect("order" in first && first.order.status).toBe("partially-filled");
    exchange.time.ms += 1_000;
    accepted(await taker.call("cancel", { clientOrderId: "again-1" }));
    const second = accepted(await taker.call("doOrder", request));
    expect(second).toEqual({ ...first, replayed: true });
  });

  test("WIRE-08 the same key with other fields, or for another call, is rejected", async () => {
    accepted(await taker.call("doOrder", { ...order, clientOrderId: "again-2" }));
    const other = await taker.call("doOrder", { ...order, quantity: "0.003", clientOrderId: "again-2" });
    expect([other.code, other.data.error]).toEqual([300, "request.keyConflict"]);
    const cancelAll = await taker.call("cancelAll", { requestId: "again-2" });
    expect(cancelAll.code).toBe(300);
    expect((await maker.call("cancelAll", { requestId: "again-2" })).code).toBe(1);
    accepted(await taker.call("cancelAll"));
  });

  test("WIRE-08 a rejection does not bind the key", async () => {
    const request = { ...order, clientOrderId: "again-3" };
    expect((await taker.call("doOrder", { ...request, quantity: "99" })).code).toBe(103);
    accepted(await taker.call("doOrder", request));
    accepted(await taker.call("cancelAll"));
  });

  test("WIRE-08 cancelAll, transfer and faucet repeat their first answer; secrets are not asked for again", async () => {
    accepted(await taker.call("doOrder", order));
    const all = accepted(await taker.call("cancelAll", { requestId: "all-1" }));
    expect(all.canceled.length).toBe(1);
    expect(accepted(await taker.call("cancelAll", { requestId: "all-1" }))).toEqual({
      ...all,
      replayed: true,
    });
    const move = { asset: "USDT", from: "coin", to: "main", amount: "25", requestId: "move-1" };
    const moved = accepted(await taker.call("transfer", { ...move, paymentPassword: "246810" }));
    const repeated = accepted(await taker.call("transfer", { ...move, paymentPassword: "000000" }));
    expect(repeated).toEqual({ ...moved, replayed: true });
    const conflict = await taker.call("transfer", { ...move, amount: "26", paymentPassword: "246810" });
    expect(conflict.code).toBe(300);
    exchange.time.ms += 61_000;
    const gift = accepted(await maker.call("faucet", { asset: "ETH", requestId: "gift-1" }));
    exchange.time.ms += 61_000;
    expect(accepted(await maker.call("faucet", { asset: "ETH", requestId: "gift-1" }))).toEqual({
      ...gift,
      replayed: true,
    });
  });
});

describe("lists", () => {
  test("WIRE-09 pages follow each other newest first, and stay valid while new rows arrive", async () => {
    const client = await exchange.trader("lists@example.org", { USDT: "1000" });
    const place = (i: number) =>
      client.call("doOrder", {
        ...BTC,
        side: "buy",
        type: "limit",
        price: String(50_000 + i),
        quantity: "0.001",
      });
    for (let i = 0; i < 5; i++) {
      accepted(await place(i));
      exchange.time.ms += 10;
    }
    await exchange.observePrices();
    const { asOfSeq } = accepted(await client.call("cancelAll"));
    const first = accepted(await client.call("record", { view: "history", limit: 2, minSeq: asOfSeq }));
    const last = accepted(await place(9)).asOfSeq;
    accepted(await client.call("cancelAll"));
    const prices = (reply: CallReply<"record">) =>
      (reply.list as WireOrder[]).map((order) => ("price" in order ? order.price : undefined));
    expect(prices(first)).toEqual(["50004.0", "50003.0"]);
    const second = accepted(
      await client.call("record", { view: "history", limit: 2, cursor: first.nextCursor, minSeq: last + 1 }),
    );
    expect(prices(second)).toEqual(["50002.0", "50001.0"]);
    expect([first, second].map(({ summary }) => summary?.count)).toEqual([5, 6]);
    const third = accepted(
      await client.call("record", { view: "history", limit: 2, cursor: second.nextCursor }),
    );
    expect([prices(third), third.nextCursor]).toEqual([["50000.0"], null]);
    const misused = await client.call("record", { view: "history", side: "buy", cursor: first.nextCursor });
    expect([misused.code, misused.data.fields]).toEqual([100, [{ path: "cursor", reason: "conflict" }]]);
    expect((await client.call("record", { view: "history", cursor: "junk" })).code).toBe(100);
    expect((await client.call("record", { limit: 0 })).code).toBe(100);
    expect((await client.call("record", { limit: 101 })).code).toBe(100);
  });

  test("WIRE-09 open orders are paged too, and an unknown symbol matches nothing", async () => {
    const client = await exchange.trader("open@example.org", { USDT: "1000" });
    for (const price of ["50001", "50002", "50003"])
      accepted(
        await client.call("doOrder", { ...BTC, side: "buy", type: "limit", price, quantity: "0.001" }),
      );
    const first = accepted(await client.call("record", { limit: 2 }));
    const second = accepted(await client.call("record", { limit: 2, cursor: first.nextCursor }));
    const prices = [...first.list, ...second.list].map((order) =>
      "price" in order ? order.price : undefined,
    );
    expect([prices, second.nextCursor]).toEqual([["50003.0", "50002.0", "50001.0"], null]);
    expect(accepted(await client.call("record", { symbol: "NOPEUSDT" })).list).toEqual([]);
    expect(accepted(await client.call("record", { symbol: "ETHUSDT" })).list).toEqual([]);
  });

  test("WIRE-09 the fund records add up to the balance, and filters narrow them", async () => {
    const { asOfSeq } = accepted(await taker.call("walletIndex"));
    const all = accepted(
      await taker.call("moneyLog", { wallet: "coin", asset: "USDT", minSeq: asOfSeq, limit: 100 }),
    );
    const micros = (text: string) => Number(text.replace(".", ""));
    const sum = all.list.reduce((total, record) => total + micros(record.amount), 0);
    expect(all.list[0]?.balanceAfter.replace(".", "")).toBe(String(sum));
    const transfers = accepted(await taker.call("moneyLog", { kind: ["transfer-in"], minSeq: asOfSeq }));
    expect(new Set(transfers.list.map((record) => record.kind))).toEqual(new Set(["transfer-in"]));
    expect(accepted(await taker.call("moneyLog", { result: "failed" })).list).toEqual([]);
  });
});

test("WIRE-12 an order filled by more than a hundred orders lists the first hundred and counts the others", async () => {
  const crowd = await exchange.trader("crowd@example.org", { BTC: "0.1" });
  for (let i = 0; i < 105; i++)
    accepted(
      await crowd.call("doOrder", {
        ...BTC,
        side: "sell",
        type: "limit",
        price: "60000",
        quantity: "0.0001",
      }),
    );
  const order = { ...BTC, side: "buy", type: "market", quantity: "0.0105" };
  const reply = accepted(await taker.call("doOrder", order)) as Placed;
  expect([reply.fills.length, reply.fillsLeftOut]).toEqual([100, 5]);
});
