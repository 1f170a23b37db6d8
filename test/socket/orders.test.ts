import type { WireOrder } from "@candor/wire/objects";
import type { OrderMessageType } from "@candor/wire/socket-orders";
import { messageOf } from "@candor/wire/translations/messages";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type ExchangeSockets, openSockets } from "../support/socket/exchange-sockets.ts";
import { accepted, balancesOf, OrderClient, type OrderReply } from "../support/socket/order-client.ts";
import { TestClient } from "../support/socket/socket-client.ts";
import { BTC_CONTRACT } from "../support/wire/contract-world.ts";
import { accepted as acceptedCall, GatewayUnderTest } from "../support/wire/gateway-under-test.ts";
import { LEVER } from "../support/wire/lever-world.ts";
import type { TestOptions } from "../support/wire/opened-exchange.ts";
import type { WireClient } from "../support/wire-client.ts";

/** An exchange with sockets. */
interface Opened {
  readonly exchange: GatewayUnderTest;
  readonly sockets: ExchangeSockets;
}

/** Of the test: the shared exchange, or one of its own. */
let exchange: GatewayUnderTest;
let sockets: ExchangeSockets;
/** Shared by tests that only look at their own users, who may leave open orders. */
let shared: Opened;
const own: Opened[] = [];
const clients: OrderClient[] = [];
let nextTrader = 1;

async function open(
  options: TestOptions = {},
  told: Partial<Parameters<typeof openSockets>[1]> = {},
): Promise<Opened> {
  const gateway = { rateLimitFactor: 1_000, ...options.gateway };
  const opened = await GatewayUnderTest.start({
    contracts: [BTC_CONTRACT],
    lever: LEVER,
    ...options,
    gateway,
  });
  return { exchange: opened, sockets: await openSockets(opened, { door: opened.calls.door, ...told }) };
}

/** Gives the test an exchange of its own, because it needs settings, other hours or an empty book. */
async function startOwn(...parameters: Parameters<typeof open>): Promise<void> {
  const opened = await open(...parameters);
  own.push(opened);
  ({ exchange, sockets } = opened);
}

async function close({ exchange: each, sockets: { server } }: Opened): Promise<void> {
  await server.close();
  await each.close();
}

beforeAll(async () => {
  shared = await open();
});
beforeEach(() => {
  ({ exchange, sockets } = shared);
});
afterEach(async () => {
  vi.restoreAllMocks();
  exchange.ready = true;
  for (const client of clients.splice(0)) client.close();
  for (const each of own.splice(0)) await close(each);
});
afterAll(() => close(shared));

const newTrader = (funds: Readonly<Record<string, string>>): Promise<WireClient> =>
  exchange.trader(`trader${nextTrader++}@example.org`, funds);

async function connect(user: WireClient, extra: object = {}): Promise<OrderClient> {
  const client = await OrderClient.of(sockets.url, user, idOf(user), { ...extra });
  clients.push(client);
  return client;
}

function idOf(user: WireClient): number {
  const session = exchange.identity.session(user.token);
  if (session === undefined) throw new Error("no session");
  return session.userId;
}

const LIMIT = { symbol: "BTCUSDT", side: "buy", type: "limit", price: "59000", quantity: "0.01" } as const;

const place = (data: object) => ({ type: "order.place" as const, data });

async function openOrders(user: WireClient): Promise<readonly string[]> {
  const { orders } = await exchange.engine.accountView(idOf(user));
  return orders.map(({ orderId }) => String(orderId)).toSorted();
}

const orderOf = (data: Readonly<Record<string, unknown>>): WireOrder => data.order as WireOrder;

const outcome = ({ code, data }: OrderReply) => ({ code, ...data });

/** Funds all wallets that trade. */
async function richUser(): Promise<WireClient> {
  const user = await newTrader({ USDT: "9000" });
  const secret = { paymentPassword: "246810" };
  acceptedCall(
    await user.call("transfer", { asset: "USDT", amount: "3000", from: "coin", to: "contract", ...secret }),
  );
  acceptedCall(
    await user.call("leverTransfer", { symbol: "BTCUSDT", asset: "USDT", direction: "in", amount: "3000" }),
  );
  return user;
}

test.each(["spot", "lever", "contract"])(
  "SOCK-28 a %s order is placed, canceled and replaced, with the same reply as over HTTP",
  async (product) => {
    const ana = await richUser();
    const client = await connect(ana);
    const ticket = { ...LIMIT, product };
    const first = accepted("order.place", await client.ask("order.place", { ...ticket, clientOrderId: "a" }));
    expect(orderOf(first)).toMatchObject({ product, clientOrderId: "a", status: "open", price: "59000.0" });
    const { product: _, ...withoutProduct } = ticket;
    const byHttp = {
      spot: () => ana.call("doOrder", ticket),
      lever: () => ana.call("leverOrder", withoutProduct),
      contract: () => ana.call("contractOrder", withoutProduct),
    }[product];
    const answer = await byHttp?.();
    expect(Object.keys(first).toSorted()).toEqual(Object.keys(answer?.data ?? {}).toSorted());
    expect(orderOf(first)).toMatchObject({
      ...orderOf(answer?.data ?? {}),
      orderId: orderOf(first).orderId,
      clientOrderId: "a",
      createdAtMs: expect.any(Number) as number,
      updatedAtMs: expect.any(Number) as number,
    });

    const canceled = accepted("order.cancel", await client.ask("order.cancel", { clientOrderId: "a" }));
    expect(orderOf(canceled)).toMatchObject({ orderId: orderOf(first).orderId, status: "canceled" });
    expect(outcome(await client.ask("order.cancel", { clientOrderId: "a" }))).toMatchObject({
      code: 333,
      error: "trade.orderClosed",
      params: { status: "canceled" },
    });

    const old = orderOf(accepted("order.place", await client.ask("order.place", ticket)));
    const replaced = accepted(
      "order.replace",
      await client.ask("order.replace", {
        cancel: { orderId: old.orderId },
        place: { ...ticket, price: "58000" },
      }),
    ) as { canceled: { order: WireOrder }; placed: { order: WireOrder } };
    expect(replaced.canceled.order).toMatchObject({ orderId: old.orderId, status: "canceled" });
    expect(replaced.placed.order).toMatchObject({ product, status: "open", price: "58000.0" });
    expect(await openOrders(ana)).toEqual(
      [orderOf(answer?.data ?? {}).orderId, replaced.placed.order.orderId].toSorted(),
    );
    expect(exchange.errors).toEqual([]);
  },
);

test("SOCK-28 two traders buy, replace and sell over their sockets, and every balance is what it must be", async () => {
  await startOwn();
  const ana = await newTrader({ USDT: "5000" });
  const bo = await newTrader({ BTC: "0.1" });
  const [buyer, seller] = [await connect(ana, { batch: true }), await connect(bo)];
  const before = { ana: await balancesOf(ana), bo: await balancesOf(bo) };
  expect(before).toEqual({
    ana: ["coin USDT 5000.000000 + 0.000000"],
    bo: ["coin BTC 0.10000000 + 0.00000000"],
  });

  const first = orderOf(accepted("order.place", await buyer.ask("order.place", LIMIT)));
  expect(await balancesOf(ana)).toEqual(["coin USDT 4410.000000 + 590.000000"]);

  const replace = {
    cancel: { orderId: first.orderId },
    place: { ...LIMIT, price: "58000", quantity: "0.02" },
  };
  accepted("order.replace", await buyer.ask("order.replace", replace));
  expect(await balancesOf(ana)).toEqual(["coin USDT 3840.000000 + 1160.000000"]);

  const sale = { ...LIMIT, side: "sell", price: "57000", quantity: "0.005" };
  const sold = accepted("order.place", await seller.ask("order.place", sale));
  expect(sold).toMatchObject({
    order: { status: "filled", averagePrice: "58000.0", fee: "0.290000", feeAsset: "USDT" },
    fills: [{ price: "58000.0", quantity: "0.00500", role: "taker" }],
  });
  // 0.1 % of what each receives is the fee.
  expect(await balancesOf(bo)).toEqual([
    "coin BTC 0.09500000 + 0.00000000",
    "coin USDT 289.710000 + 0.000000",
  ]);
  expect(await balancesOf(ana)).toEqual([
    "coin BTC 0.00499500 + 0.00000000",
    "coin USDT 3840.000000 + 870.000000",
  ]);

  // Not enough for the whole order: the exchange rejects the second part, and the first has released the funds.
  const tooMuch = { cancel: { orderId: (await openOrders(ana))[0] }, place: { ...LIMIT, quantity: "1" } };
  expect(outcome(await buyer.ask("order.replace", tooMuch))).toMatchObject({
    code: 103,
    error: "trade.insufficientBalance",
    params: { available: "4710.000000", asset: "USDT" },
    failed: "place",
    canceled: { order: { status: "canceled" }, released: { asset: "USDT", amount: "870.000000" } },
  });
  expect(await balancesOf(ana)).toEqual([
    "coin BTC 0.00499500 + 0.00000000",
    "coin USDT 4710.000000 + 0.000000",
  ]);
  expect(await openOrders(ana)).toEqual([]);
  expect(exchange.errors).toEqual([]);
});

test("SOCK-28 a replacement that the form rejects, or whose order is gone, changes nothing", async () => {
  const ana = await richUser();
  const client = await connect(ana);
  const { orderId } = orderOf(accepted("order.place", await client.ask("order.place", LIMIT)));
  const { durableSeq } = exchange.engine;
  const cancel = { orderId };
  const invalid = (path: string, reason: string, part?: string) => ({
    code: 100,
    error: "trade.invalidParameters",
    fields: [{ path, reason }],
    ...(part === undefined ? {} : { failed: part }),
  });
  const wrong: readonly (readonly [object, object])[] = [
    [{ cancel }, invalid("place", "missing")],
    [{ place: LIMIT }, invalid("cancel", "missing")],
    [{ cancel: "1", place: LIMIT }, invalid("cancel", "type")],
    [{ cancel, place: LIMIT, mode: "x" }, invalid("mode", "unknown")],
    [{ cancel: { ...cancel, id: 1 }, place: LIMIT }, invalid("cancel.id", "unknown", "cancel")],
    [{ cancel, place: { ...LIMIT, product: "bond" } }, invalid("place.product", "range", "place")],
    [{ cancel, place: { ...LIMIT, product: "option" } }, invalid("place.product", "range", "place")],
    [{ cancel, place: { ...LIMIT, price: "59000.05" } }, invalid("place.price", "range", "place")],
    [{ cancel, place: { ...LIMIT, price: undefined } }, invalid("place.price", "missing", "place")],
    [{ cancel, place: { ...LIMIT, symbol: "NONEUSDT" } }, invalid("place.symbol", "range", "place")],
    [
      { cancel, place: { ...LIMIT, product: "lever", leverage: 9 } },
      invalid("place.leverage", "range", "place"),
    ],
    [
      { cancel, place: { ...LIMIT, product: "contract", price: "59000.05" } },
      invalid("place.price", "range", "place"),
    ],
  ];
  for (const [data, expected] of wrong)
    expect(outcome(await client.ask("order.replace", data))).toEqual(expected);
  expect(exchange.engine.durableSeq).toBe(durableSeq);

  const unknown = await client.ask("order.replace", { cancel: { orderId: "999999" }, place: LIMIT });
  expect(outcome(unknown)).toMatchObject({ code: 332, error: "trade.orderNotFound", failed: "cancel" });
  expect(await openOrders(ana)).toEqual([orderId]);
});

test("SOCK-28 a replacement that the listing forbids leaves the old order, whatever the product", async () => {
  const ana = await richUser();
  const client = await connect(ana);
  const { orderId } = orderOf(accepted("order.place", await client.ask("order.place", LIMIT)));
  const { durableSeq } = exchange.engine;
  const amount = (min: string, max: string) => ({
    error: "trade.amountError",
    code: 102,
    params: { min, max },
  });
  const stop = { ...LIMIT, type: "stop-limit", stopPrice: "61000" };
  const oco = { ...LIMIT, type: "oco", side: "sell", price: "61000", stopPrice: "59000" };
  const cases: readonly (readonly [products: string[], change: object, expected: object])[] = [
    [["spot", "lever"], { quantity: "0.000200001" }, amount("0.00001", "100.00000")],
    [["spot", "lever"], { quantity: "0.0000001" }, amount("0.00001", "100.00000")],
    [["contract"], { quantity: "0.0005" }, amount("0.001", "100.000")],
    [["contract"], { quantity: "0.00001", reduceOnly: true }, amount("0.001", "100.000")],
    [["spot", "lever"], { quantity: "100.00001" }, amount("0.00001", "100.00000")],
    [["contract"], { quantity: "100.001" }, amount("0.001", "100.000")],
    [["spot", "lever"], { quantity: "0.00008" }, amount("5.000000", "4503599627.370496")],
    [["contract"], { quantity: "0.001", price: "4999.9" }, amount("5.000000", "4503599627.370496")],
    [
      ["spot", "lever"],
      { type: "market", price: undefined, quantity: undefined, quoteQuantity: "4.99" },
      amount("5.000000", "4503599627.370496"),
    ],
    [
      ["spot", "lever", "contract"],
      { ...stop, price: "73200.1" },
      { code: 331, error: "trade.priceOutOfBand", params: { min: "48800.0", max: "73200.0" } },
    ],
    [
      ["contract"],
      { takeProfitPrice: "58000" },
      { code: 339, error: "trade.triggerPrice", params: { price: "59000.0" } },
    ],
    [["spot"], { ...oco, quantity: "0.00008" }, amount("5.000000", "4503599627.370496")],
    [
      ["spot"],
      { ...oco, stopPrice: "62000" },
      { code: 100, fields: [{ path: "place.stopPrice", reason: "conflict" }] },
    ],
  ];
  for (const [products, change, expected] of cases)
    for (const product of products) {
      const data = { cancel: { orderId }, place: { ...LIMIT, ...change, product } };
      const answer = outcome(await client.ask("order.replace", data));
      expect(answer).toMatchObject({ ...expected, failed: "place" });
      expect(answer).not.toHaveProperty("canceled");
    }
  expect(exchange.engine.durableSeq).toBe(durableSeq);
  expect(await openOrders(ana)).toEqual([orderId]);
});

test("SOCK-28 what follows a replacement in a frame does not overtake its new order", async () => {
  const ana = await richUser();
  const client = await connect(ana, { batch: true });
  const clientOrderId = (at: number) => `order-${at}`;
  const replace = (at: number, change: object = {}) => ({
    type: "order.replace" as const,
    data: {
      cancel: { clientOrderId: clientOrderId(at - 1) },
      place: { ...LIMIT, price: String(59_000 - at), clientOrderId: clientOrderId(at), ...change },
    },
  });
  const cancel = (at: number) => ({
    type: "order.cancel" as const,
    data: { clientOrderId: clientOrderId(at) },
  });
  const replies = await client.askAll([
    place({ ...LIMIT, clientOrderId: clientOrderId(0) }),
    replace(1),
    replace(2, { product: "lever" }),
    replace(2, { product: "lever" }),
    replace(3, { product: "contract" }),
    cancel(3),
    // Rejected, before and after the cancel: what follows is executed all the same.
    replace(5),
    replace(6, { quantity: "x" }),
    place({ ...LIMIT, clientOrderId: clientOrderId(7) }),
    replace(8, { quantity: "0.2" }),
    place({ ...LIMIT, clientOrderId: clientOrderId(9) }),
    cancel(9),
  ]);
  expect(replies.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1, 1, 332, 100, 1, 103, 1, 1]);
  expect(replies[3]?.data).toMatchObject({ replayed: true });
  expect(await openOrders(ana)).toEqual([]);
});

test("SOCK-27 a frame of 64 orders: each is answered once, and replies and private messages share frames", async () => {
  const ana = await richUser();
  const client = await connect(ana, { batch: true });
  const ids = client.sendAll(
    Array.from({ length: 64 }, (_, at) =>
      place({ ...LIMIT, price: String(50_000 + at), quantity: "0.0002" }),
    ),
  );
  const replies = await client.replies(ids);
  const orders = replies.map((reply) => orderOf(accepted("order.place", reply)));
  expect(orders.map(({ price }) => price)).toEqual(ids.map((_, at) => `${50_000 + at}.0`));
  // In the order of the messages.
  const numbers = orders.map(({ orderId }) => Number(orderId));
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  expect(await openOrders(ana)).toEqual(orders.map(({ orderId }) => orderId).toSorted());
  await client.socket.until(() => client.socket.of("order").length === 64, "64 private messages");
  expect(client.all()).toHaveLength(64);
  const types = client.socket.frames.map((length, at) => {
    const before = client.socket.frames.slice(0, at).reduce((sum, each) => sum + each, 0);
    return new Set(client.socket.received.slice(before, before + length).map(({ type }) => type));
  });
  expect(types.filter((each) => each.has("order.reply")).length).toBeLessThan(16);
  expect(types.some((each) => each.has("order.reply") && each.has("order"))).toBe(true);
});

test("SOCK-27 single messages and arrays of mixed types; without batch, every message is a frame of its own", async () => {
  const ana = await richUser();
  const client = await connect(ana);
  client.socket.socket.send(
    JSON.stringify([
      { type: "ping", data: { t: 5 } },
      { type: "order.place", id: "mine", data: LIMIT },
      { type: "order.cancel", id: -7, data: { orderId: "999999" } },
      7,
      { type: "subscribe", data: { channels: ["tape.spot.BTCUSDT"] } },
    ]),
  );
  const [placed, canceled] = await client.replies(["mine", -7]);
  expect(placed).toMatchObject({ code: 1 });
  expect(canceled).toMatchObject({ code: 332 });
  await client.socket.first("balance");
  expect(client.socket.of("pong")).toMatchObject([{ t: 5 }]);
  expect(client.socket.of("subscribed")).toMatchObject([{ channels: ["tape.spot.BTCUSDT"] }]);
  expect(client.socket.of("error")).toMatchObject([{ error: "request.parameterError", type: null }]);
  expect(new Set(client.socket.frames)).toEqual(new Set([1]));
});

test("SOCK-27 an order message that is malformed is answered with its fields and executes nothing", async () => {
  const ana = await richUser();
  const client = await connect(ana);
  const { durableSeq } = exchange.engine;
  const fields = (path: string, reason: string) => ({
    code: 100,
    error: "trade.invalidParameters",
    fields: [{ path, reason }],
  });
  const deep = JSON.parse(`${'{"a":'.repeat(9)}1${"}".repeat(9)}`) as object;
  const wrong: readonly (readonly [OrderMessageType, unknown, object])[] = [
    ["order.place", undefined, fields("data", "format")],
    ["order.place", null, fields("data", "format")],
    ["order.place", "order", fields("data", "format")],
    ["order.place", [LIMIT], fields("data", "format")],
    ["order.place", deep, fields("data", "format")],
    ["order.place", { ...LIMIT, product: "bond" }, fields("product", "range")],
    ["order.place", { ...LIMIT, product: 1 }, fields("product", "type")],
    ["order.place", { ...LIMIT, quantitty: "1" }, fields("quantitty", "unknown")],
    ["order.place", { ...LIMIT, product: "contract", quantitty: "1" }, fields("quantitty", "unknown")],
    ["order.place", { ...LIMIT, side: "hold" }, fields("side", "range")],
    [
      "order.place",
      { product: "option", symbol: "BTCUSDT", direction: "left" },
      fields("direction", "range"),
    ],
    ["order.place", { ...LIMIT, price: "" }, fields("price", "missing")],
    ["order.place", { ...LIMIT, quantity: 0.01 }, fields("quantity", "type")],
    ["order.place", { ...LIMIT, symbol: "NONEUSDT" }, fields("symbol", "range")],
    ["order.cancel", {}, fields("orderId", "missing")],
    ["order.cancel", { orderId: "1", clientOrderId: "a" }, fields("orderId", "conflict")],
    ["order.cancel", { orderId: "1", symbol: "BTCUSDT" }, fields("symbol", "unknown")],
  ];
  for (const [type, data, expected] of wrong) {
    const reply = await client.ask(type, data);
    expect([type, data, outcome(reply)]).toEqual([type, data, expected]);
    expect(reply.msg).toBe("Invalid parameters");
  }
  // Without a usable id, the reply has none.
  for (const id of [undefined, null, "", 1.5, "blank in it", {}, "x".repeat(37)])
    client.socket.socket.send(JSON.stringify({ type: "order.place", id, data: LIMIT }));
  await client.socket.until(() => client.all().filter(({ id }) => id === null).length === 7);
  expect(outcome(client.all().at(-1) as OrderReply)).toEqual(fields("id", "format"));
  // Too many or no messages in a frame.
  client.socket.socket.send("[]");
  client.socket.socket.send(
    JSON.stringify(Array.from({ length: 101 }, (_, id) => ({ ...place(LIMIT), id }))),
  );
  await client.socket.first("error", 1);
  expect(client.socket.of("error")).toEqual([
    { error: "request.parameterError", msg: "Parameter error", type: null },
    { error: "request.tooLarge", msg: "Too large, at most 100", type: null },
  ]);
  await client.socket.settle();
  expect(exchange.engine.durableSeq).toBe(durableSeq);
  expect(exchange.errors).toEqual([]);
});

test.each([
  ["a single message over 4 KiB", () => JSON.stringify({ ...place({ x: "x".repeat(4_096) }), id: 1 }), true],
  ["an array over 64 KiB", () => JSON.stringify([{ ...place({ x: "x".repeat(65_536) }), id: 1 }]), true],
  [
    "an array over 4 KiB of a visitor",
    () => JSON.stringify([{ ...place({ x: "x".repeat(4_096) }), id: 1 }]),
    false,
  ],
  ["text that is no JSON", () => '[{"type":"order.place"', true],
])("SOCK-27 %s ends the connection with 4000", async (_, text, isLoggedIn) => {
  const ana = await newTrader({ USDT: "100" });
  const socket = isLoggedIn ? (await connect(ana)).socket : await TestClient.connect(sockets.url);
  socket.socket.send(text());
  expect(await socket.closed()).toBe(4_000);
  expect(await openOrders(ana)).toEqual([]);
});

test("SOCK-29 orders of the socket and of HTTP are one user's: 50 in ten seconds, cancels apart", async () => {
  await startOwn({ gateway: { rateLimitFactor: 1 } });
  const ana = await newTrader({ USDT: "5000" });
  const [one, other] = [await connect(ana), await connect(ana)];
  const small = { ...LIMIT, price: "50000", quantity: "0.0002" };
  const many = (count: number) => Array.from({ length: count }, () => place(small));
  for (const reply of await one.askAll(many(20))) accepted("order.place", reply);
  for (const reply of await other.askAll(many(19))) accepted("order.place", reply);
  for (let count = 0; count < 10; count++) acceptedCall(await ana.call("doOrder", small));
  // A replacement is one order and one cancel.
  const [orderId] = await openOrders(ana);
  accepted("order.replace", await one.ask("order.replace", { cancel: { orderId }, place: small }));
  const tooFast = {
    code: 104,
    error: "trade.tooFast",
    params: { retryAfterMs: expect.any(Number) as number },
  };
  expect(outcome(await one.ask("order.place", small))).toEqual(tooFast);
  expect(outcome(await other.ask("order.place", small))).toEqual(tooFast);
  expect(await ana.call("doOrder", small)).toMatchObject({ code: 104 });
  const [next] = await openOrders(ana);
  expect(outcome(await one.ask("order.replace", { cancel: { orderId: next }, place: small }))).toEqual({
    ...tooFast,
    failed: "place",
  });
  expect(await openOrders(ana)).toHaveLength(49);
  accepted("order.cancel", await one.ask("order.cancel", { orderId: next }));
  expect(await openOrders(ana)).toHaveLength(48);
  exchange.time.ms += 11_000;
  await exchange.observePrices();
  accepted("order.place", await one.ask("order.place", small));
});

test("SOCK-29 a connection has at most so many orders without a reply; the rest are refused and not executed", async () => {
  await startOwn({}, { limits: { maxUnansweredOrders: 3 } });
  const ana = await newTrader({ USDT: "5000" });
  const client = await connect(ana);
  const replies = await client.askAll(Array.from({ length: 5 }, () => place(LIMIT)));
  expect(replies.map(({ code }) => code)).toEqual([1, 1, 1, 104, 104]);
  expect(replies[3]?.data).toEqual({ error: "trade.tooFast", params: { maxUnanswered: 3 } });
  expect(await openOrders(ana)).toHaveLength(3);
  accepted("order.place", await client.ask("order.place", LIMIT));
});

test("SOCK-29 a logged-in client's orders do not count as messages, but a second has its own bound of them", async () => {
  await startOwn({}, { limits: { maxOrdersPerSecond: 40 } });
  const ana = await newTrader({ USDT: "5000" });
  const client = await connect(ana);
  for (let count = 0; count < 40; count++) await client.ask("order.cancel", { orderId: "999999" });
  client.sendAll([place(LIMIT)]);
  expect(await client.socket.closed()).toBe(4_009);
  // An array over the bound is not executed in part.
  const other = await connect(ana);
  other.sendAll(Array.from({ length: 41 }, () => place(LIMIT)));
  expect(await other.socket.closed()).toBe(4_009);
  expect(await openOrders(ana)).toEqual([]);
});

test("SOCK-29 a visitor's orders count as messages and are refused", async () => {
  const socket = await TestClient.connect(sockets.url);
  const send = (id: number) => socket.socket.send(JSON.stringify({ ...place(LIMIT), id }));
  for (let id = 0; id < 20; id++) send(id);
  const replies = await socket.until(() => {
    const all = socket.received.filter(({ type }) => type === "order.reply");
    return all.length === 20 && all;
  });
  for (const reply of replies) expect(reply).toMatchObject({ code: 48, data: { error: "user.notLoggedIn" } });
  send(20);
  expect(await socket.closed()).toBe(4_009);
});

test("SOCK-30 a repeated key gets the first answer, over the socket or HTTP, and another order with it is refused", async () => {
  const ana = await richUser();
  const client = await connect(ana);
  for (const product of ["spot", "lever", "contract"]) {
    const ticket = { ...LIMIT, product, quantity: "0.001", clientOrderId: `key-${product}` };
    const replies = await client.askAll([place(ticket), place(ticket), place({ ...ticket, price: "58000" })]);
    const first = accepted("order.place", replies[0] as OrderReply);
    const second = accepted("order.place", replies[1] as OrderReply);
    expect(second).toMatchObject({ order: { orderId: orderOf(first).orderId }, replayed: true });
    expect(outcome(replies[2] as OrderReply)).toMatchObject({ code: 300, error: "request.keyConflict" });
  }
  const ticket = { ...LIMIT, quantity: "0.001", clientOrderId: "key-spot" };
  expect(await ana.call("doOrder", ticket)).toMatchObject({ code: 1, data: { replayed: true } });
  expect(await ana.call("doOrder", { ...ticket, side: "sell" })).toMatchObject({ code: 300 });
  expect(await openOrders(ana)).toHaveLength(3);
});

test("SOCK-30 a repeated replacement gets the first answer, and two at once are one", async () => {
  const ana = await newTrader({ USDT: "5000" });
  const client = await connect(ana);
  const { orderId } = orderOf(accepted("order.place", await client.ask("order.place", LIMIT)));
  const data = { cancel: { orderId }, place: { ...LIMIT, price: "58000", clientOrderId: "new" } };
  const replace = { type: "order.replace" as const, data };
  const [first, second, third] = await client.askAll([
    replace,
    replace,
    { type: "order.replace", data: { ...data, place: { ...data.place, price: "57000" } } },
  ]);
  const told = accepted("order.replace", first as OrderReply);
  expect(accepted("order.replace", second as OrderReply)).toEqual({ ...told, replayed: true });
  expect(outcome(third as OrderReply)).toMatchObject({ code: 300, error: "request.keyConflict" });
  const again = await connect(ana);
  expect(accepted("order.replace", await again.ask("order.replace", data))).toEqual({
    ...told,
    replayed: true,
  });
  expect(await openOrders(ana)).toHaveLength(1);
  expect(await balancesOf(ana)).toEqual(["coin USDT 4420.000000 + 580.000000"]);
  // The order itself can also be repeated on its own.
  expect(accepted("order.place", await again.ask("order.place", data.place))).toMatchObject({
    replayed: true,
  });
});

test("SOCK-30 a connection closed with 50 orders in progress loses none, and repeating them all executes none twice", async () => {
  const ana = await newTrader({ USDT: "5000" });
  const orders = Array.from({ length: 50 }, (_, at) =>
    place({ ...LIMIT, price: "50000", quantity: "0.0002", clientOrderId: `order-${at}` }),
  );
  const client = await connect(ana);
  const { engine } = exchange;
  const submit = engine.submit.bind(engine);
  const closed = Promise.withResolvers<void>();
  const held = vi.spyOn(engine, "submit").mockImplementation(async (command) => {
    const result = await submit(command);
    await closed.promise;
    return result;
  });
  client.sendAll(orders);
  await expect.poll(async () => (await openOrders(ana)).length).toBe(50);
  client.close();
  await client.socket.closed();
  held.mockRestore();
  closed.resolve();
  expect(client.all()).toEqual([]);
  const executed = await openOrders(ana);

  const again = await connect(ana);
  const replies = await again.askAll(orders);
  for (const reply of replies) expect(accepted("order.place", reply)).toMatchObject({ replayed: true });
  expect(replies.map(({ data }) => orderOf(data).orderId).toSorted()).toEqual(executed);
  expect(await openOrders(ana)).toEqual(executed);
  expect(await balancesOf(ana)).toEqual(["coin USDT 4500.000000 + 500.000000"]);
  expect(exchange.errors).toEqual([]);
});

test("SOCK-31 when a session ends, what it sent before is answered and nothing after that is executed", async () => {
  const ana = await newTrader({ USDT: "5000" });
  const client = await connect(ana);
  const userId = idOf(ana);
  const { engine } = exchange;
  const submit = engine.submit.bind(engine);
  vi.spyOn(engine, "submit").mockImplementationOnce(async (command) => {
    const result = await submit(command);
    acceptedCall(await ana.call("logout"));
    return result;
  });
  const reply = await client.ask("order.place", LIMIT);
  accepted("order.place", reply);
  expect(client.socket.of("bildUid")).toMatchObject([
    { private: true },
    { private: false, error: "session.expired" },
  ]);
  const refused = await client.askAll([
    place(LIMIT),
    { type: "order.cancel", data: { orderId: orderOf(reply.data).orderId } },
  ]);
  for (const each of refused) expect(outcome(each)).toEqual({ code: 401, error: "session.expired" });
  expect((await engine.accountView(userId)).orders).toHaveLength(1);
});

test("SOCK-31 a session that expires takes no more orders, and one in use does not expire", async () => {
  await startOwn();
  const ana = await newTrader({ USDT: "5000" });
  const client = await connect(ana);
  const DAY_MS = 86_400_000;
  for (let day = 0; day < 40; day++) {
    exchange.time.ms += DAY_MS;
    // The first order after a while counts as use of the session.
    expect(await client.ask("order.cancel", { orderId: "999999" })).toMatchObject({ code: 332 });
  }
  exchange.time.ms += 31 * DAY_MS;
  expect(await client.ask("order.cancel", { orderId: "999999" })).toMatchObject({ code: 401 });
});

test("SOCK-31 an unavailable engine is answered as over HTTP, in the connection's language", async () => {
  const ana = await newTrader({ USDT: "5000" });
  const client = await connect(ana, { lang: "de" });
  exchange.ready = false;
  const reply = await client.ask("order.place", LIMIT);
  expect(outcome(reply)).toEqual({ code: 503, error: "system.unavailable", params: { executed: false } });
  expect(reply.msg).toBe(messageOf("system.unavailable", "de"));
  expect(reply.msg).not.toBe(messageOf("system.unavailable", "en"));
  exchange.ready = true;
  accepted("order.place", await client.ask("order.place", LIMIT));
});
