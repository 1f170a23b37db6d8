import type { Units } from "@candor/money/brand";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import type { WireClient } from "../../support/wire-client.ts";

let exchange: GatewayUnderTest;
let ana: WireClient;
let maker: WireClient;
beforeAll(async () => {
  exchange = await GatewayUnderTest.start({ gateway: { rateLimitFactor: 1_000 } });
  ana = await exchange.registered("ana@example.org");
  maker = await exchange.registered("maker@example.org");
  await give(ana, "main", [2_000e6, 0, 1e8]);
  await give(maker, "coin", [10_000e6, 1e8, 10e8]);
  await exchange.observePrices();
  const orders = [
    { symbol: "BTCUSDT", side: "sell", price: "60010", quantity: "0.02" },
    { symbol: "BTCUSDT", side: "sell", price: "60500", quantity: "0.5" },
    { symbol: "BTCUSDT", side: "buy", price: "59990", quantity: "0.05" },
    { symbol: "ETHUSDT", side: "sell", price: "3001", quantity: "3" },
    { symbol: "ETHUSDT", side: "buy", price: "2999", quantity: "1" },
  ];
  for (const order of orders) accepted(await maker.call("doOrder", { type: "limit", ...order }));
});
afterAll(async () => {
  await exchange.close();
});

/** Credits play money to a wallet, by asset, in smallest units. */
async function give(client: WireClient, wallet: "main" | "coin", units: readonly number[]): Promise<void> {
  const userId = Number(accepted(await client.call("profile")).id);
  for (const [assetId, amount] of units.entries()) {
    if (amount === 0) continue;
    const common = { userId, assetId, amountUnits: amount as Units, key: "" };
    await exchange.engine.execute({ kind: "deposit", origin: "faucet", ...common });
    if (wallet === "coin")
      await exchange.engine.execute({ kind: "transfer", from: "main", to: "coin", ...common });
  }
}

const minSeq = () => ({ minSeq: exchange.engine.durableSeq });
const quote = async (request: object) => accepted(await ana.call("convertQuote", request));
const error = async (answer: Promise<{ code: number; data: Record<string, unknown> }>) => {
  const { code, data } = await answer;
  return [code, data["error"]];
};

test("CONV-02 a quote shows its price, spread and fee; accepted, at most that is paid and at least that received", async () => {
  const quoted = await quote({ fromAsset: "usdt", toAsset: "BTC", fromAmount: "600" });
  expect(Number(quoted.fromAmount)).toBeLessThanOrEqual(600);
  expect(Number(quoted.fromAmount)).toBeGreaterThan(598);
  expect(quoted.expiresAtMs).toBe(exchange.time.ms + 8_000);
  expect(quoted).toMatchObject({ feeAsset: "BTC", indexPrice: "0.000016666666" });
  expect(Number(quoted.price)).toBeLessThan(Number(quoted.indexPrice));
  expect(Number(quoted.spreadRate)).toBeCloseTo(1 - Number(quoted.price) / Number(quoted.indexPrice), 5);
  const done = accepted(await ana.call("convertAccept", { quoteId: quoted.quoteId, requestId: "a1" }));
  expect(Number(done.fromAmount)).toBeLessThanOrEqual(Number(quoted.fromAmount));
  expect(Number(done.toAmount)).toBeGreaterThanOrEqual(Number(quoted.toAmount));
  expect(done.fills).toMatchObject([{ symbol: "BTCUSDT", side: "buy", price: "60010.0" }]);
  expect(done.balances.map(({ wallet, asset }) => [wallet, asset])).toEqual([
    ["main", "USDT"],
    ["main", "BTC"],
  ]);
  expect(Number(done.balances[0]?.available)).toBeCloseTo(2_000 - Number(done.fromAmount), 6);
  expect(done.balances[1]?.available).toBe(done.toAmount);

  const again = accepted(await ana.call("convertAccept", { quoteId: quoted.quoteId, requestId: "a1" }));
  expect(again).toEqual({ ...done, replayed: true });
  const { order, records } = accepted(
    await ana.call("getOrder", { kind: "convert", id: done.convertId, ...minSeq() }),
  );
  expect(order).toMatchObject({ convertId: done.convertId, wallet: "main", toAmount: done.toAmount });
  expect(records.filter(({ wallet }) => wallet === "main").map(({ kind, amount }) => [kind, amount])).toEqual(
    [
      ["convert", `-${done.fromAmount}`],
      ["convert", done.toAmount],
    ],
  );
  expect(await error(maker.call("getOrder", { kind: "convert", id: done.convertId }))).toEqual([
    320,
    "request.unknownId",
  ]);
});

test("CONV-02 so much of the coin wanted, coins sold, and over two books where the market between them is empty", async () => {
  const quoted = await quote({ fromAsset: "USDT", toAsset: "BTC", toAmount: "0.005" });
  expect(Number(quoted.toAmount)).toBeGreaterThanOrEqual(0.005);
  expect(Number(quoted.toAmount)).toBeLessThan(0.0051);
  const done = accepted(await ana.call("convertAccept", { quoteId: quoted.quoteId }));
  expect(Number(done.toAmount)).toBeGreaterThanOrEqual(0.005);
  const sold = await quote({ fromAsset: "ETH", toAsset: "USDT", fromAmount: "0.5" });
  expect(sold.fromAmount).toBe("0.50000000");
  const paid = accepted(await ana.call("convertAccept", { quoteId: sold.quoteId }));
  expect(Number(paid.toAmount)).toBeCloseTo(0.5 * 2_999 * 0.999, 2);
  const wanted = await quote({ fromAsset: "ETH", toAsset: "USDT", toAmount: "30" });
  const brought = accepted(await ana.call("convertAccept", { quoteId: wanted.quoteId }));
  expect(Number(brought.toAmount)).toBeGreaterThanOrEqual(30);
  expect(Number(brought.toAmount)).toBeLessThan(30.5);
  // The direct book is empty, so the conversion goes through USDT.
  const crossed = await quote({ fromAsset: "BTC", toAsset: "ETH", fromAmount: "0.004" });
  expect(crossed.feeAsset).toBe("ETH");
  const swapped = accepted(await ana.call("convertAccept", { quoteId: crossed.quoteId }));
  expect(swapped.fills.map(({ symbol, side }) => [symbol, side])).toEqual([
    ["BTCUSDT", "sell"],
    ["ETHUSDT", "buy"],
  ]);
  expect(Number(swapped.toAmount)).toBeGreaterThanOrEqual(Number(crossed.toAmount));
  const own = await error(
    maker.call("convertQuote", { fromAsset: "USDT", toAsset: "BTC", fromAmount: "50" }),
  );
  expect(own).toEqual([213, "wallet.insufficientAmount"]);
});

test("CONV-02 a quote accepted twice without a key converts once", async () => {
  const quoted = await quote({ fromAsset: "USDT", toAsset: "BTC", fromAmount: "100" });
  const accept = () => ana.call("convertAccept", { quoteId: quoted.quoteId });
  const both = (await Promise.all([accept(), accept()])).map(accepted);
  const [done] = both.filter(({ replayed }) => replayed === undefined);
  expect(both).toEqual(expect.arrayContaining([done, { ...done, replayed: true }]));
  expect(both[0]?.convertId).toBe(both[1]?.convertId);
  expect(await error(maker.call("convertAccept", { quoteId: quoted.quoteId }))).toEqual([
    320,
    "request.unknownId",
  ]);
  const endless = ana.call("convertAccept", { quoteId: "x".repeat(40) });
  expect(await error(endless)).toEqual([320, "request.unknownId"]);
});

test("CONV-02 a quote converts once, with any keys, in sequence and concurrently", async () => {
  const held = async () => {
    const { balances } = await exchange.engine.accountView(anaId);
    return balances.find(({ wallet, assetId }) => wallet === "main" && assetId === 0)?.availableUnits ?? 0;
  };
  const anaId = Number(accepted(await ana.call("profile")).id);
  const quoted = await quote({ fromAsset: "USDT", toAsset: "BTC", fromAmount: "30" });
  const before = await held();
  const accept = (requestId: string, quoteId = quoted.quoteId) =>
    ana.call("convertAccept", { quoteId, requestId });
  const answers = (await Promise.all(["one", "two", "three"].map((key) => accept(key)))).map(accepted);
  const [done] = answers.filter(({ replayed }) => replayed === undefined);
  expect(answers.filter(({ replayed }) => replayed === true)).toHaveLength(2);
  expect(new Set(answers.map(({ convertId }) => convertId)).size).toBe(1);
  expect(before - (await held())).toBe(Math.round(Number(done?.fromAmount) * 1e6));
  expect(accepted(await accept("four"))).toEqual({ ...done, replayed: true });
  expect(accepted(await ana.call("convertAccept", { quoteId: quoted.quoteId }))).toEqual({
    ...done,
    replayed: true,
  });
  // A rejection does not use up the quote: the next accepting request is stored under its own key.
  const refusable = await quote({ fromAsset: "USDT", toAsset: "BTC", fromAmount: "30" });
  const all = { userId: anaId, assetId: 0, key: "", amountUnits: (await held()) as Units };
  await exchange.engine.execute({ kind: "transfer", from: "main", to: "coin", ...all });
  expect(await error(accept("refused", refusable.quoteId))).toEqual([213, "wallet.insufficientAmount"]);
  await exchange.engine.execute({ kind: "transfer", from: "coin", to: "main", ...all });
  const later = accepted(await accept("taken", refusable.quoteId));
  expect(later.replayed).toBeUndefined();
  expect(accepted(await accept("taken", refusable.quoteId))).toEqual({ ...later, replayed: true });
});

test("CONV-02 the calls reject in the documented order, each with its number", async () => {
  const ask = (request: object) => error(ana.call("convertQuote", request));
  const pair = { fromAsset: "USDT", toAsset: "BTC" };
  expect(await ask({ fromAsset: "USDT", toAsset: "XYZ", fromAmount: "5" })).toEqual([
    111,
    "request.parameterError",
  ]);
  expect(await ask({ fromAsset: "BTC", toAsset: "BTC", fromAmount: "5" })).toEqual([
    111,
    "request.parameterError",
  ]);
  expect(await ask({ ...pair, fromAmount: "5", toAmount: "5" })).toEqual([111, "request.parameterError"]);
  expect(await ask({ ...pair, wallet: "option", fromAmount: "5" })).toEqual([111, "request.parameterError"]);
  for (const fromAmount of ["0", "x", "1.0000001"])
    expect(await ask({ ...pair, fromAmount }), fromAmount).toEqual([112, "wallet.amountError"]);
  expect(await ask(pair)).toEqual([112, "wallet.amountError"]);
  expect(await ask({ ...pair, fromAmount: "0.1" })).toEqual([371, "convert.noQuote"]);
  expect(await ask({ ...pair, fromAmount: "900000" })).toEqual([371, "convert.noQuote"]);
  expect(await ask({ ...pair, fromAmount: "20000" })).toEqual([213, "wallet.insufficientAmount"]);

  const take = (client: WireClient, request: object) => error(client.call("convertAccept", request));
  expect(await take(ana, { quoteId: "nothing" })).toEqual([320, "request.unknownId"]);
  const quoted = await quote({ ...pair, fromAmount: "300" });
  expect(await take(maker, { quoteId: quoted.quoteId })).toEqual([320, "request.unknownId"]);
  expect(await take(ana, { quoteId: quoted.quoteId, price: "1" })).toEqual([111, "request.parameterError"]);
  // Someone else buys the quoted amount.
  const ben = await exchange.registered("ben@example.org");
  await give(ben, "coin", [5_000e6]);
  const market = { symbol: "BTCUSDT", side: "buy", type: "market" };
  const moved = await quote({ ...pair, fromAmount: "300" });
  accepted(await ben.call("doOrder", { ...market, quantity: "0.005" }));
  expect(await take(ana, { quoteId: moved.quoteId })).toEqual([371, "convert.noQuote"]);
  const late = await quote({ ...pair, fromAmount: "300" });
  exchange.time.ms += 8_001;
  expect(await take(ana, { quoteId: late.quoteId })).toEqual([370, "convert.quoteExpired"]);
});

test("CONV-02 after a restart, which forgets quotes, an acceptance that is repeated gets its first answer all the same", async () => {
  await exchange.observePrices();
  const quoted = await quote({ fromAsset: "USDT", toAsset: "BTC", fromAmount: "50" });
  const request = { quoteId: quoted.quoteId, requestId: "before-the-restart" };
  const done = accepted(await ana.call("convertAccept", request));
  const { quoteId } = await quote({ fromAsset: "USDT", toAsset: "BTC", fromAmount: "50" });
  const keyless = accepted(await ana.call("convertAccept", { quoteId }));
  const forgotten = await quote({ fromAsset: "USDT", toAsset: "BTC", fromAmount: "50" });
  await exchange.restartFunding();
  const again = exchange.client(ana.token);
  const before = await exchange.engine.stateHash();
  expect(accepted(await again.call("convertAccept", request))).toEqual({ ...done, replayed: true });
  expect(accepted(await again.call("convertAccept", { quoteId }))).toEqual({ ...keyless, replayed: true });
  expect(await error(again.call("convertAccept", { quoteId: forgotten.quoteId, requestId: "new" }))).toEqual([
    320,
    "request.unknownId",
  ]);
  expect(await error(again.call("convertAccept", { quoteId: forgotten.quoteId }))).toEqual([
    320,
    "request.unknownId",
  ]);
  // A quote that was converted cannot be accepted with another key.
  const otherKey = again.call("convertAccept", { ...request, requestId: "another" });
  expect(await error(otherKey)).toEqual([320, "request.unknownId"]);
  expect(await exchange.engine.stateHash()).toEqual(before);
  const order = { symbol: "BTCUSDT", side: "buy", type: "limit", price: "55000", quantity: "0.0001" };
  await give(again, "coin", [100e6]);
  accepted(await again.call("doOrder", { ...order, clientOrderId: "an-order" }));
  expect(await error(again.call("convertAccept", { ...request, requestId: "an-order" }))).toEqual([
    300,
    "request.keyConflict",
  ]);
});

test("CONV-02 a key answers only for the quote that it accepted, also after a restart and when the quote has expired", async () => {
  await exchange.observePrices();
  const owner = exchange.client(ana.token);
  const quote = async (request: object) => accepted(await owner.call("convertQuote", request));
  const wish = { fromAsset: "USDT", toAsset: "BTC", fromAmount: "20" };
  const first = await quote(wish);
  const second = await quote({ ...wish, fromAmount: "25" });
  const never = await quote({ ...wish, fromAmount: "30" });
  const done = accepted(await owner.call("convertAccept", { quoteId: first.quoteId, requestId: "first" }));
  accepted(await owner.call("convertAccept", { quoteId: second.quoteId }));
  exchange.time.ms += 60_000;
  await exchange.observePrices();
  const foreign = accepted(
    await exchange.client(maker.token).call("convertQuote", { ...wish, wallet: "coin", fromAmount: "20" }),
  ).quoteId;
  const check = async (client: WireClient) => {
    const accept = (quoteId: string, requestId?: string) =>
      client.call("convertAccept", { quoteId, ...(requestId === undefined ? {} : { requestId }) });
    expect(accepted(await accept(first.quoteId, "first"))).toEqual({ ...done, replayed: true });
    const conflict = [300, "request.keyConflict"];
    for (const other of [never.quoteId, foreign])
      expect(await error(accept(other, "first")), other).toEqual(conflict);
    const unknown = [320, "request.unknownId"];
    for (const other of ["first", "nothing", "7b0e3d5c-93a5-4c5c-8e56-0a4bb0b8c1aa", first.quoteId.slice(1)])
      expect(await error(accept(other)), other).toEqual(unknown);
    for (const other of ["first", "nothing", first.quoteId.slice(1)])
      expect(await error(accept(other, "first")), other).toEqual(unknown);
    expect(await error(accept(foreign))).toEqual(unknown);
  };
  await check(owner);
  await exchange.restartFunding();
  const again = exchange.client(ana.token);
  await check(again);
  // Before the restart the quote itself is still stored and returns its own conversion, whatever the key.
  const otherKey = again.call("convertAccept", { quoteId: second.quoteId, requestId: "first" });
  expect(await error(otherKey)).toEqual([300, "request.keyConflict"]);
});
