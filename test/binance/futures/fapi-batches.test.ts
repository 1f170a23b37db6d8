import { reject } from "@candor/wire/rejection";
import { USDMClient } from "binance";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type ApiKey, askSigned, listenFor, makeApiKey, refusal } from "../../support/wire/binance-bot.ts";
import { ContractWorld } from "../../support/wire/contract-world.ts";
import { accepted } from "../../support/wire/gateway-under-test.ts";
import type { WireClient } from "../../support/wire-client.ts";

/**
 * Features used by market makers and grid bots: batches of orders, orders that follow the price, and a countdown that
 * cancels all orders when the program goes silent. Balances are checked after each step.
 */
let world: ContractWorld;
let url: string;
let ana: WireClient;
let key: ApiKey;
let bot: USDMClient;
let other: USDMClient;

const BTC = { symbol: "BTCUSDT" } as const;
type Row = Readonly<Record<string, unknown>>;

const botOf = ({ apiKey, secret }: ApiKey) =>
  new USDMClient({ api_key: apiKey, api_secret: secret, baseUrl: url, disableTimeSync: true });
const order = (side: string, price: string, quantity: string, fields: object = {}) => ({
  ...BTC,
  side,
  type: "LIMIT",
  timeInForce: "GTC",
  price,
  quantity,
  ...fields,
});
const ask = (method: string, path: string, fields: Readonly<Record<string, string | number>>, by = key) =>
  askSigned(by, method, `${url}/fapi/v1${path}`, fields);
const batch = async (method: string, orders: readonly object[]) =>
  (await ask(method, "/batchOrders", { batchOrders: JSON.stringify(orders) })).body as Row[];
const code = (answer: { readonly status: number; readonly body: unknown }) =>
  `${answer.status} ${String((answer.body as Row).code)}`;
/** Returns the contract wallet's total, available and frozen amounts. */
const money = async () => {
  const { totalWalletBalance, availableBalance, totalOpenOrderInitialMargin } =
    await bot.getAccountInformationV3();
  return [totalWalletBalance, availableBalance, totalOpenOrderInitialMargin];
};
const openPrices = async (client = bot) =>
  (await client.getAllOpenOrders(BTC)).map(({ price, origQty }) => `${String(price)} ${String(origQty)}`);
const UNTOUCHED = ["9000.000000", "9000.000000", "0.000000"];

beforeAll(async () => {
  world = await ContractWorld.start({ nowMs: Date.now });
  url = await listenFor(world.exchange);
  ana = await world.trader("ana@example.org", "9000");
  const maker = await world.trader("maker@example.org", "9000");
  key = await makeApiKey(ana);
  bot = botOf(key);
  other = botOf(await makeApiKey(maker));
  await world.observe(60_000);
  for (const client of [bot, other]) await client.setLeverage({ ...BTC, leverage: 10 });
});
beforeEach(async () => {
  await bot.cancelAllOpenOrders(BTC);
});
afterAll(async () => {
  expect(world.exchange.errors).toEqual([]);
  await world.exchange.close();
});

test("FAPI-14 several orders by one request, each with an answer of its own at its place, executed in the list's order", async () => {
  expect(await money()).toEqual(UNTOUCHED);
  const answers = await batch("POST", [
    order("BUY", "59000", "0.01", { newClientOrderId: "grid-1" }),
    order("BUY", "58000.05", "0.01"),
    order("BUY", "58000", "0.01", { newClientOrderId: "grid-3" }),
    order("HOLD", "57000", "0.01"),
    order("BUY", "57000", "5"),
  ]);
  expect(answers).toMatchObject([
    { clientOrderId: "grid-1", status: "NEW", price: "59000.0", origQty: "0.010" },
    { code: -4014 },
    { clientOrderId: "grid-3", status: "NEW", price: "58000.0" },
    { code: -1117 },
    { code: -2019, msg: "Margin is insufficient." },
  ]);
  expect(Number(answers[2]?.orderId)).toBeGreaterThan(Number(answers[0]?.orderId));
  // 0.01 at 59,000 and at 58,000: 10 % of each plus a 0.05 % fee.
  expect(await money()).toEqual(["9000.000000", "8882.415000", "117.585000"]);
  const gone = await ask("DELETE", "/batchOrders", {
    ...BTC,
    orderIdList: `[${String(answers[0]?.orderId)},999999]`,
  });
  expect(gone.body).toMatchObject([
    { clientOrderId: "grid-1", status: "CANCELED" },
    { code: -2011, msg: "Unknown order sent." },
  ]);
  expect(await money()).toEqual(["9000.000000", "8941.710000", "58.290000"]);
  // Some programs write list names in lower case.
  const named = await ask("DELETE", "/batchOrders", { ...BTC, origclientorderidlist: '["grid-3"]' });
  expect(named.body).toMatchObject([{ clientOrderId: "grid-3", status: "CANCELED" }]);
  expect(await money()).toEqual(UNTOUCHED);
});

test("FAPI-14 the client from the registry sends batches; of two orders that meet, the first of the list rests", async () => {
  await other.submitMultipleOrders([
    { ...order("SELL", "60100", "0.01") },
    { ...order("BUY", "60100", "0.004", { selfTradePreventionMode: "EXPIRE_TAKER" }) },
  ] as unknown as Parameters<USDMClient["submitMultipleOrders"]>[0]);
  expect(await openPrices(other)).toEqual(["60100.0 0.010"]);
  const [made] = (await other.getAllOpenOrders(BTC)) as unknown as Row[];
  const done = await other.cancelMultipleOrders({ ...BTC, orderIdList: [Number(made?.orderId)] });
  expect(done).toMatchObject([{ status: "CANCELED" }]);
});

test("FAPI-03 every reply about an order states its self-trade prevention", async () => {
  for (const mode of ["EXPIRE_MAKER", "EXPIRE_BOTH", "NONE", undefined]) {
    const state = { selfTradePreventionMode: mode ?? "EXPIRE_TAKER" };
    const fields = mode === undefined ? {} : { selfTradePreventionMode: mode };
    const placed = (await ask("POST", "/order", order("BUY", "59000", "0.02", fields))).body as Row;
    const orderId = Number(placed.orderId);
    const change = (price: string, quantity: string) =>
      ask("PUT", "/order", { ...BTC, side: "BUY", orderId, price, quantity });
    const reduced = await change("59000", "0.01");
    const moved = (await change("58000", "0.01")).body as Row;
    const named = { ...BTC, orderId: Number(moved.orderId) };
    const replies = [placed, reduced.body, moved, (await ask("DELETE", "/order", named)).body];
    for (const reply of [...replies, (await ask("GET", "/order", named)).body])
      expect(reply).toMatchObject(state);
    const stop = { ...BTC, side: "BUY", algoType: "CONDITIONAL", type: "STOP_MARKET", triggerPrice: "70000" };
    const algo = (await ask("POST", "/algoOrder", { ...stop, quantity: "0.01", ...fields })).body as Row;
    expect(algo).toMatchObject(state);
    expect((await ask("GET", "/algoOrder", { algoId: Number(algo.algoId) })).body).toMatchObject(state);
  }
});

test("FAPI-14 an invalid batch is rejected as a whole and moves nothing; it counts as five requests", async () => {
  const one = order("BUY", "59000", "0.01");
  expect(code(await ask("POST", "/batchOrders", {}))).toBe("400 -1102");
  for (const wrong of ["no list", "[]", "{}", "[1]", '[{"symbol":{}}]'])
    expect(code(await ask("POST", "/batchOrders", { batchOrders: wrong })), wrong).toBe("400 -1130");
  const six = await ask("POST", "/batchOrders", { batchOrders: JSON.stringify(Array(6).fill(one)) });
  expect(six).toEqual({
    status: 400,
    body: { code: -4082, msg: "Invalid number of batch place orders: 6" },
  });
  expect(code(await ask("DELETE", "/batchOrders", BTC))).toBe("400 -1102");
  expect(
    code(await ask("DELETE", "/batchOrders", { ...BTC, orderIdList: "[1,2,3,4,5,6,7,8,9,10,11]" })),
  ).toBe("400 -1130");
  const reader = await makeApiKey(ana, ["read"]);
  expect(code(await ask("POST", "/batchOrders", { batchOrders: JSON.stringify([one]) }, reader))).toBe(
    "401 -2015",
  );
  expect(await money()).toEqual(UNTOUCHED);
  const used = async (path: string, init?: RequestInit) =>
    Number((await fetch(`${url}/fapi/v1${path}`, init)).headers.get("x-mbx-used-weight-1m"));
  const before = await used("/ping");
  expect(await used("/batchOrders", { method: "POST" })).toBe(before + 5);
  expect(await used("/batchOrders", { method: "DELETE" })).toBe(before + 6);
});

test("FAPI-15 an order keeps its ids with a new price or quantity, and the held money follows", async () => {
  const placed = await bot.submitNewOrder(order("BUY", "59000", "0.02") as never);
  expect(await money()).toEqual(["9000.000000", "8881.410000", "118.590000"]);
  const { orderId, clientOrderId } = placed;
  const named = { ...BTC, side: "BUY", orderId };
  const change = (fields: object) => bot.modifyOrder({ ...named, ...fields } as never);
  const same = { orderId, clientOrderId, status: "NEW", executedQty: "0.000" };
  const smaller = await change({ price: "59000.00", quantity: "0.01" });
  expect(smaller).toMatchObject({ ...same, origQty: "0.010" });
  expect(smaller).not.toHaveProperty("modifyId");
  expect(await money()).toEqual(["9000.000000", "8940.705000", "59.295000"]);
  expect(await refusal(change({ price: "59000", quantity: "0.01" }))).toBe(
    "-5027 No need to modify the order.",
  );
  const moved = await change({ price: "58000", quantity: "0.01", modifyId: 0 });
  expect(moved).toMatchObject({ ...same, price: "58000.0", origQty: "0.010", modifyId: 0 });
  expect(await openPrices()).toEqual(["58000.0 0.010"]);
  expect(await money()).toEqual(["9000.000000", "8941.710000", "58.290000"]);
  const byClientId = {
    ...BTC,
    side: "BUY",
    origClientOrderId: clientOrderId,
    price: "57000",
    quantity: "0.03",
  };
  const [again] = await batch("PUT", [{ ...byClientId, modifyId: 12 }]);
  expect(again).toMatchObject({ ...same, price: "57000.0", origQty: "0.030", modifyId: 12 });
  expect(await money()).toEqual(["9000.000000", "8828.145000", "171.855000"]);
  // Newest first, each with what was before.
  const history = (await ask("GET", "/orderAmendment", { ...BTC, origClientOrderId: clientOrderId })).body;
  expect(history).toMatchObject([
    {
      orderId,
      clientOrderId,
      amendment: {
        price: { before: "58000.0", after: "57000.0" },
        origQty: { before: "0.010", after: "0.030" },
        count: 3,
        modifyId: 12,
      },
    },
    { amendment: { price: { before: "59000.0", after: "58000.0" }, count: 2, modifyId: 0 } },
    {
      amendment: {
        price: { before: "59000.0", after: "59000.0" },
        origQty: { before: "0.020", after: "0.010" },
        count: 1,
      },
    },
  ]);
  const [newest] = (await ask("GET", "/orderAmendment", { ...BTC, orderId, limit: 1 })).body as Row[];
  expect(newest).toMatchObject({ amendment: { count: 3 } });
  await bot.cancelOrder({ ...BTC, orderId });
  expect(await refusal(change({ price: "57000", quantity: "0.01" }))).toBe("-2013 Order does not exist.");
});

test("FAPI-15 executed quantity counts towards the new quantity, and no change loses the remainder", async () => {
  const placed = await bot.submitNewOrder(order("BUY", "59900", "0.02") as never);
  await other.submitNewOrder(order("SELL", "59900", "0.005") as never);
  const change = (fields: object) =>
    bot.modifyOrder({ ...BTC, side: "BUY", orderId: placed.orderId, ...fields } as never);
  expect(await change({ price: "59800", quantity: "0.02" })).toMatchObject({
    orderId: placed.orderId,
    origQty: "0.020",
    executedQty: "0.005",
    status: "PARTIALLY_FILLED",
    price: "59800.0",
  });
  const [position] = await bot.getPositionsV3(BTC);
  expect(position).toMatchObject({ positionAmt: "0.005", entryPrice: "59900.0" });
  // 0.02 % of 299.5 was paid; 10 % of the resting 897 is frozen, plus a 0.05 % fee.
  const [wallet, , held] = await money();
  expect([wallet, held]).toEqual(["8999.940100", "90.148500"]);
  await bot.cancelAllOpenOrders(BTC);
  await other.submitNewOrder(order("BUY", "59900", "0.005") as never);
  await bot.submitNewOrder({
    ...BTC,
    side: "SELL",
    type: "MARKET",
    quantity: 0.005,
    reduceOnly: "true",
  } as never);
  // The second fee is the taker fee, 0.05 %.
  expect(await money()).toEqual(["8999.790350", "8999.790350", "0.000000"]);
});

test("FAPI-15 an order keeps the stop-loss that it brings; the limit of orders counts changes", async () => {
  const placed = accepted(
    await ana.call("contractOrder", {
      symbol: "BTCUSDT",
      side: "buy",
      type: "limit",
      price: "59000",
      quantity: "0.02",
      stopLossPrice: "58000",
    }),
  );
  const { orderId } = placed.order;
  const change = (price: string, quantity: string) =>
    bot.modifyOrder({ ...BTC, side: "BUY", orderId, price, quantity } as never);
  expect(await refusal(change("57900", "0.02"))).toMatch(/^-2021 /);
  expect(await openPrices()).toEqual(["59000.0 0.020"]);
  expect(await change("59900", "0.01")).toMatchObject({ orderId: Number(orderId), origQty: "0.010" });
  await other.submitNewOrder(order("SELL", "59900", "0.01") as never);
  const { list } = accepted(await ana.call("contractRecord", { view: "positions" }));
  expect(list).toMatchObject([{ stopLossPrice: "58000.0" }]);
  await other.submitNewOrder(order("BUY", "59900", "0.01") as never);
  await bot.submitNewOrder({
    ...BTC,
    side: "SELL",
    type: "MARKET",
    quantity: 0.01,
    reduceOnly: "true",
  } as never);
  const plain = await bot.submitNewOrder(order("BUY", "59000", "0.02") as never);
  const limited = vi
    .spyOn(world.exchange.calls.limits.api, "foreseeOrder")
    .mockReturnValue(reject("trade.tooFast", { retryAfterMs: 2_000 }));
  const moved = { ...BTC, side: "BUY", orderId: plain.orderId, price: "58000", quantity: "0.02" };
  expect(await refusal(bot.modifyOrder(moved as never))).toMatch(/^-1015 /);
  limited.mockRestore();
  expect(await openPrices()).toEqual(["59000.0 0.020"]);
});

test("FAPI-15 a reduce-only order stays within its position, and a GTX order that would take is canceled", async () => {
  await other.submitNewOrder(order("SELL", "60000", "0.02") as never);
  await bot.submitNewOrder(order("BUY", "60000", "0.02") as never);
  const reducing = (price: string, quantity: string) =>
    bot.submitNewOrder({ ...order("SELL", price, quantity), reduceOnly: "true" } as never);
  const exit = await reducing("60400", "0.01");
  await reducing("60500", "0.005");
  const change = (fields: object) =>
    bot.modifyOrder({ ...BTC, side: "SELL", orderId: exit.orderId, price: "60300", ...fields } as never);
  expect(await change({ quantity: "0.015" })).toMatchObject({ reduceOnly: true, origQty: "0.015" });
  expect(await refusal(change({ quantity: "0.016" }))).toBe("-2022 ReduceOnly Order is rejected.");
  await bot.cancelAllOpenOrders(BTC);
  const quiet = await bot.submitNewOrder({ ...order("SELL", "60400", "0.01"), timeInForce: "GTX" } as never);
  await other.submitNewOrder(order("BUY", "59900", "0.02") as never);
  const taking = { ...BTC, side: "SELL", orderId: quiet.orderId, price: "59900", quantity: "0.01" };
  expect(await bot.modifyOrder(taking as never)).toMatchObject({
    orderId: quiet.orderId,
    status: "CANCELED",
    executedQty: "0.000",
  });
  // A GTC order takes.
  const plain = await bot.submitNewOrder(order("SELL", "60400", "0.02") as never);
  expect(
    await bot.modifyOrder({ ...taking, orderId: plain.orderId, quantity: "0.02" } as never),
  ).toMatchObject({ orderId: plain.orderId, status: "FILLED", avgPrice: "59900.0" });
});

test("FAPI-15 an invalid change leaves the old order; an order executed beyond the new quantity is canceled", async () => {
  const placed = await bot.submitNewOrder(order("BUY", "59000", "0.02") as never);
  const before = await money();
  const change = (fields: object) =>
    refusal(bot.modifyOrder({ ...BTC, side: "BUY", orderId: placed.orderId, ...fields } as never));
  expect(await change({ price: "58000.05", quantity: "0.02" })).toBe(
    "-4014 Price not increased by tick size.",
  );
  expect(await change({ price: "58000", quantity: "0.0205" })).toMatch(/^-1111 /);
  expect(await change({ price: "58000", quantity: "100.001" })).toBe(
    "-4005 Quantity greater than max quantity.",
  );
  expect(await change({ price: "4999.9", quantity: "0.001" })).toMatch(/^-4164 Order's notional/);
  expect(await change({ price: "58000" })).toMatch(/^-1102 .*'quantity'/);
  expect(await change({ price: "58000", quantity: "0.02", side: "SELL" })).toMatch(/^-1130 .*'side'/);
  expect(await change({ quantity: "0.02", price: "58000", priceMatch: "QUEUE" })).toMatch(/^-1106 /);
  expect(await openPrices()).toEqual(["59000.0 0.020"]);
  expect(await money()).toEqual(before);
  expect(await change({ price: "58000", quantity: "3" })).toBe("-2019 Margin is insufficient.");
  expect(await openPrices()).toEqual(["59000.0 0.020"]);
  expect(await money()).toEqual(before);
  await bot.cancelAllOpenOrders(BTC);
  const filled = await bot.submitNewOrder(order("BUY", "59900", "0.02") as never);
  await other.submitNewOrder(order("SELL", "59900", "0.01") as never);
  expect(
    await bot.modifyOrder({
      ...BTC,
      side: "BUY",
      orderId: filled.orderId,
      price: "59800",
      quantity: "0.01",
    } as never),
  ).toMatchObject({ orderId: filled.orderId, status: "CANCELED", executedQty: "0.010" });
  await other.submitNewOrder(order("BUY", "59900", "0.01") as never);
  await bot.submitNewOrder({
    ...BTC,
    side: "SELL",
    type: "MARKET",
    quantity: 0.01,
    reduceOnly: "true",
  } as never);
  const stop = await bot.submitNewAlgoOrder({
    ...BTC,
    algoType: "CONDITIONAL",
    side: "BUY",
    type: "STOP",
    timeInForce: "GTC",
    quantity: "0.01",
    price: "61000",
    triggerPrice: "60900",
  });
  expect(
    await refusal(
      bot.modifyOrder({ ...BTC, side: "BUY", orderId: stop.algoId, price: 61_500, quantity: 0.01 } as never),
    ),
  ).toBe("-2013 Order does not exist.");
  await bot.cancelAlgoOrder({ algoId: stop.algoId });
});

test("FAPI-28 a limit order takes its price from a level of the book", async () => {
  for (const [side, prices] of [
    ["SELL", [60_100, 60_110, 60_120, 60_130, 60_140]],
    ["BUY", [59_900, 59_890]],
  ] as const)
    for (const price of prices) await other.submitNewOrder(order(side, String(price), "0.001") as never);
  const matched = (fields: object) =>
    ({ ...BTC, side: "BUY", type: "LIMIT", timeInForce: "GTC", quantity: "0.001", ...fields }) as never;
  const atMarket = (fields: object) =>
    ({ ...BTC, type: "MARKET", side: "SELL", quantity: "0.002", ...fields }) as never;
  const queued = await bot.submitNewOrder(matched({ priceMatch: "QUEUE" }));
  expect(queued).toMatchObject({ price: "59900.0", priceMatch: "QUEUE", status: "NEW" });
  const selling = matched({ side: "SELL", priceMatch: "QUEUE_5" });
  expect(await bot.submitNewOrder(selling)).toMatchObject({ price: "60140.0", priceMatch: "QUEUE_5" });
  expect(await bot.submitNewOrder(matched({ priceMatch: "OPPONENT_5" }))).toMatchObject({
    price: "60140.0",
    status: "FILLED",
    avgPrice: "60100.0",
  });
  const { orderId } = queued;
  const change = { ...BTC, side: "BUY", orderId, quantity: 0.001, priceMatch: "OPPONENT" };
  expect(await bot.modifyOrder(change as never)).toMatchObject({ price: "60110.0", priceMatch: "OPPONENT" });
  const tried = (fields: object) => refusal(bot.submitNewOrder(matched(fields)));
  expect(await tried({ priceMatch: "QUEUE_20" })).toBe("-5041 No depth matches this BBO order");
  expect(await tried({ priceMatch: "BEST" })).toBe("-5037 Invalid price match");
  expect(await tried({ priceMatch: "QUEUE", price: "59000" })).toMatch(/^-1106 .*'price'/);
  expect(await refusal(bot.submitNewOrder(atMarket({ priceMatch: "QUEUE" })))).toMatch(/^-5038 /);
  const batch = await ask("POST", "/batchOrders", {
    batchOrders: JSON.stringify([
      matched({ priceMatch: "QUEUE" }),
      matched({ priceMatch: "NONE", price: "59000" }),
    ]),
  });
  expect(batch.body).toMatchObject([{ price: "59900.0" }, { price: "59000.0", priceMatch: "NONE" }]);
  expect(await refusal(bot.testOrder(matched({ priceMatch: "QUEUE" })))).toBe("accepted");
  await bot.submitNewOrder(atMarket({ reduceOnly: "true" }));
  await other.cancelAllOpenOrders(BTC);
});

test("FAPI-16 a countdown that is not renewed cancels all orders of its contract, and only those", async () => {
  const countdown = (countdownTime: number) => ask("POST", "/countdownCancelAll", { ...BTC, countdownTime });
  const before = await money();
  await batch("POST", [order("BUY", "59000", "0.01"), order("BUY", "58000", "0.01")]);
  await other.submitNewOrder(order("BUY", "57000", "0.01") as never);
  expect((await countdown(60_000)).body).toEqual({ symbol: "BTCUSDT", countdownTime: "60000" });
  expect((await countdown(0)).body).toEqual({ symbol: "BTCUSDT", countdownTime: "0" });
  expect(world.exchange.countdowns.due()).toEqual([]);
  await countdown(200);
  await vi.waitFor(async () => expect(await openPrices()).toEqual([]));
  expect(await money()).toEqual(before);
  expect(await openPrices(other)).toEqual(["57000.0 0.010"]);
  await other.cancelAllOpenOrders(BTC);
  // It fired once: later orders rest.
  await batch("POST", [order("BUY", "59000", "0.01")]);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await openPrices()).toEqual(["59000.0 0.010"]);
  expect(code(await ask("POST", "/countdownCancelAll", BTC))).toBe("400 -1102");
  expect(code(await countdown(86_400_001))).toBe("400 -1130");
  expect(code(await ask("POST", "/countdownCancelAll", { symbol: "NOPE", countdownTime: 5 }))).toBe(
    "400 -1121",
  );
});

test("FAPI-16 a restart neither stops a countdown nor prolongs it", async () => {
  const before = await money();
  await batch("POST", [order("BUY", "59000", "0.01")]);
  await ask("POST", "/countdownCancelAll", { ...BTC, countdownTime: 400 });
  await world.exchange.restartBotStores(() => new Promise((resolve) => setTimeout(resolve, 500)));
  url = await listenFor(world.exchange);
  bot = botOf(key);
  await vi.waitFor(async () => expect(await openPrices()).toEqual([]));
  expect(await money()).toEqual(before);
});
