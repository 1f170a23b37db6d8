import path from "node:path";
import { Twaps } from "@candor/server/people/twap/twaps";
import { Rejected } from "@candor/wire/rejection";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BTC_CONTRACT } from "../../support/wire/contract-world.ts";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import type { WireClient } from "../../support/wire-client.ts";

const MINUTE_MS = 60_000;
const BUY = { symbol: "BTCUSDT", side: "buy", quantity: "0.003", intervalSeconds: 60, slices: 3 } as const;
const ASK = { symbol: "BTCUSDT", side: "sell", type: "limit", price: "60000", quantity: "0.1" } as const;

let exchange: GatewayUnderTest;
let ana: WireClient;
let bo: WireClient;

beforeAll(async () => {
  exchange = await GatewayUnderTest.start({
    gateway: { rateLimitFactor: 1_000 },
    contracts: [BTC_CONTRACT],
  });
  ana = await exchange.trader("ana@example.org", { USDT: "5000" });
  bo = await exchange.trader("bo@example.org", { BTC: "0.1" });
  await exchange.observeBitcoin(1_000, 60_000);
  accepted(await bo.call("doOrder", ASK));
});
afterAll(async () => {
  expect(exchange.errors).toEqual([]);
  await exchange.close();
});

const twapOf = async (client: WireClient, twapId: string) => {
  const found = accepted(await client.call("twapList")).list.find((twap) => twap.twapId === twapId);
  if (found === undefined) throw new Error(`no TWAP ${twapId}`);
  return found;
};
const progress = async (client: WireClient, twapId: string) => {
  const { status, slicesDone, executedQuantity } = await twapOf(client, twapId);
  return [status, slicesDone, executedQuantity];
};
const start = async (client: WireClient, fields: object = {}) =>
  accepted(await client.call("twapStart", { ...BUY, ...fields })).twap.twapId;
/** Coins of the spot wallet: available and frozen. */
const balances = async (client: WireClient) => {
  const { wallets } = accepted(await client.call("walletIndex"));
  return Object.fromEntries(wallets.coin.map((row) => [row.asset, [row.available, row.frozen]]));
};
const minuteLater = (minutes = 1) => exchange.observeBitcoin(minutes * MINUTE_MS, 60_000);

test("TWAP-02 three slices a minute apart buy the whole amount; nothing is reserved between them", async () => {
  const twapId = await start(ana, { requestId: "first" });
  const again = accepted(await ana.call("twapStart", { ...BUY, requestId: "first" }));
  expect([again.replayed, again.twap.twapId]).toEqual([true, twapId]);
  await expect.poll(() => progress(ana, twapId)).toEqual(["running", 1, "0.00100"]);
  // 60 for 0.001 BTC less 0.1%.
  expect(await balances(ana)).toMatchObject({
    USDT: ["4940.000000", "0.000000"],
    BTC: ["0.00099900", "0.00000000"],
  });
  await minuteLater();
  await expect.poll(() => progress(ana, twapId)).toEqual(["running", 2, "0.00200"]);
  await minuteLater();
  await expect.poll(() => progress(ana, twapId)).toEqual(["finished", 3, "0.00300"]);
  expect(await twapOf(ana, twapId)).toMatchObject({ executedQuote: "180.000000", reason: null });
  expect(await balances(ana)).toMatchObject({
    USDT: ["4820.000000", "0.000000"],
    BTC: ["0.00299700", "0.00000000"],
  });
  const { asOfSeq: minSeq } = accepted(await ana.call("walletIndex"));
  const { list } = accepted(await ana.call("record", { view: "history", limit: 3, minSeq }));
  expect(list.map((row) => "type" in row && [row.type, row.clientOrderId])).toEqual([
    ["market", `twap:${twapId}:2`],
    ["market", `twap:${twapId}:1`],
    ["market", `twap:${twapId}:0`],
  ]);
});

test("TWAP-03 a restart neither repeats nor forgets a slice, even between its order and its record", async () => {
  const before = await balances(ana);
  const twapId = await start(ana);
  await expect.poll(() => progress(ana, twapId)).toEqual(["running", 1, "0.00100"]);
  // The server stops after the order of the second slice, before it knows the outcome.
  const order = { symbol: "BTCUSDT", side: "buy", type: "market", quantity: "0.001" };
  const userId = exchange.identity.session(ana.token)?.userId ?? 0;
  const placed = await exchange.calls.door.performFor("doOrder", order, userId, `twap:${twapId}:1`);
  expect(placed).not.toBeInstanceOf(Rejected);
  await exchange.restartBotStores(async () => {
    await minuteLater();
    const twaps = Twaps.open({
      directory: path.join(exchange.home, "twaps"),
      nowMs: () => exchange.time.ms,
      onFailure: (error) => exchange.errors.push(error),
    });
    const [twap] = [...twaps.running];
    if (twap === undefined) throw new Error("no TWAP runs after the restart");
    expect((await twaps.begin(twap)).sentLots).toBe(100);
    twaps.close();
  });
  ana = exchange.client(ana.token);
  bo = exchange.client(bo.token);
  await expect.poll(() => progress(ana, twapId)).toEqual(["running", 2, "0.00200"]);
  await minuteLater();
  await expect.poll(() => progress(ana, twapId)).toEqual(["finished", 3, "0.00300"]);
  const after = await balances(ana);
  expect([before["USDT"], after["USDT"]]).toEqual([
    ["4820.000000", "0.000000"],
    ["4640.000000", "0.000000"],
  ]);
  expect([before["BTC"], after["BTC"]]).toEqual([
    ["0.00299700", "0.00000000"],
    ["0.00599400", "0.00000000"],
  ]);
});

test("TWAP-04 after a long pause one slice follows, of at most twice the even share", async () => {
  const twapId = await start(ana, { slices: 5, quantity: "0.005" });
  await expect.poll(() => progress(ana, twapId)).toEqual(["running", 1, "0.00100"]);
  await minuteLater(4);
  await expect.poll(() => progress(ana, twapId)).toEqual(["finished", 5, "0.00300"]);
  const missed = await start(ana);
  await expect.poll(() => progress(ana, missed)).toEqual(["running", 1, "0.00100"]);
  await minuteLater(10);
  await expect.poll(() => progress(ana, missed)).toEqual(["finished", 3, "0.00100"]);
  expect(await balances(ana)).toMatchObject({ USDT: ["4400.000000", "0.000000"] });
});

test("TWAP-05 without funds it ends and says why; nobody else can stop it", async () => {
  const poor = await exchange.trader("poor@example.org", { USDT: "70" });
  await exchange.observeBitcoin(1_000, 60_000);
  const twapId = await start(poor);
  await expect.poll(() => progress(poor, twapId)).toEqual(["running", 1, "0.00100"]);
  expect((await ana.call("twapStop", { twapId })).data).toMatchObject({ error: "trade.orderNotFound" });
  await minuteLater();
  await expect.poll(() => progress(poor, twapId)).toEqual(["failed", 1, "0.00100"]);
  expect((await twapOf(poor, twapId)).reason).toBe("Insufficient balance");
  expect(await balances(poor)).toMatchObject({
    USDT: ["10.000000", "0.000000"],
    BTC: ["0.00099900", "0.00000000"],
  });
  expect((await poor.call("twapStop", { twapId })).data).toMatchObject({ error: "trade.orderClosed" });
});

test("TWAP-06 a stopped one places nothing more, a limit that is not reached buys nothing", async () => {
  const before = await balances(ana);
  const limited = await start(ana, { limitPrice: "59000" });
  await expect.poll(() => progress(ana, limited)).toEqual(["running", 1, "0.00000"]);
  const { twap } = accepted(await ana.call("twapStop", { twapId: limited }));
  expect([twap.status, twap.executedQuantity]).toEqual(["stopped", "0.00000"]);
  const other = await start(ana, { limitPrice: "60000" });
  await expect.poll(() => progress(ana, other)).toEqual(["running", 1, "0.00100"]);
  await minuteLater();
  await expect.poll(() => progress(ana, other)).toEqual(["running", 2, "0.00200"]);
  expect(await progress(ana, limited)).toEqual(["stopped", 1, "0.00000"]);
  accepted(await ana.call("twapStop", { twapId: other }));
  expect([before["USDT"], (await balances(ana))["USDT"]]).toEqual([
    ["4400.000000", "0.000000"],
    ["4280.000000", "0.000000"],
  ]);
});

test("TWAP-07 wrong requests are refused and start nothing", async () => {
  const error = async (fields: object) => (await ana.call("twapStart", { ...BUY, ...fields })).data.error;
  const known = accepted(await ana.call("twapList")).list.length;
  expect(await error({ symbol: "NOPE" })).toBe("trade.invalidParameters");
  expect(await error({ quantity: "0.0000001" })).toBe("trade.invalidParameters");
  expect(await error({ slices: 1 })).toBe("trade.invalidParameters");
  expect(await error({ reduceOnly: true })).toBe("trade.invalidParameters");
  expect(await error({ limitPrice: "59000.05" })).toBe("trade.invalidParameters");
  expect(await error({ quantity: "0.0002" })).toBe("trade.amountError");
  expect(await error({ quantity: "1000" })).toBe("trade.amountError");
  expect(accepted(await ana.call("twapList")).list).toHaveLength(known);
  // With money for the first slices: a TWAP that fails no longer counts.
  const rich = await exchange.trader("many@example.org", { USDT: "5000" });
  await exchange.observeBitcoin(1_000, 60_000);
  const waiting = { limitPrice: "50000", intervalSeconds: 3_600 };
  for (let count = 0; count < 10; count++) await start(rich, waiting);
  expect((await rich.call("twapStart", { ...BUY, ...waiting })).data.error).toBe("trade.tooManyOrders");
});

test("TWAP-09 a used request key with other contents is refused, also while the first TWAP runs", async () => {
  const far = { limitPrice: "50000", intervalSeconds: 3_600, requestId: "once" };
  const twapId = await start(ana, far);
  const others = [
    { side: "sell" },
    { quantity: "0.03" },
    { slices: 2 },
    { intervalSeconds: 60 },
    { limitPrice: "50001" },
    { limitPrice: undefined },
    { product: "contract" },
    { product: "contract", reduceOnly: true },
  ];
  for (const other of others)
    expect((await ana.call("twapStart", { ...BUY, ...far, ...other })).data, JSON.stringify(other)).toEqual({
      error: "request.keyConflict",
      params: { call: "/Entrus/twapStart" },
    });
  const again = accepted(await ana.call("twapStart", { ...BUY, ...far, quantity: "0.00300" }));
  expect([again.replayed, again.twap.twapId]).toEqual([true, twapId]);
  accepted(await ana.call("twapStop", { twapId }));
});

test("TWAP-09 keys of slices cannot be used by clients, in no field of a new order", async () => {
  const own = { clientOrderId: "twap:99:0" };
  const limit = { symbol: "BTCUSDT", side: "buy", type: "limit", price: "59000", quantity: "0.002" } as const;
  const market = { symbol: "BTCUSDT", side: "buy", type: "market", quantity: "0.001" } as const;
  const pending = { side: "sell", type: "limit", price: "61000", quantity: "0.002" } as const;
  const oco = { ...limit, type: "oco", stopPrice: "62000" } as const;
  const contract = { symbol: "BTCUSDT", side: "buy", type: "market", quantity: "0.001" } as const;
  const cases = [
    [ana.call("doOrder", { ...market, ...own }), "clientOrderId"],
    [ana.call("doOrder", { ...limit, pending: [{ ...pending, ...own }] }), "pending.0.clientOrderId"],
    [
      ana.call("doOrder", { ...limit, pending: [pending], listClientOrderId: "twap:99" }),
      "listClientOrderId",
    ],
    [ana.call("doOrder", { ...oco, limitClientOrderId: "twap:99:0" }), "limitClientOrderId"],
    [ana.call("doOrder", { ...oco, stopClientOrderId: "twap:99:0" }), "stopClientOrderId"],
    [ana.call("contractOrder", { ...contract, ...own }), "clientOrderId"],
    [ana.call("changePrice", { orderId: "1", price: "59001", requestId: "twap:99:0" }), "requestId"],
    [ana.call("cancelAll", { requestId: "twap:99:0" }), "requestId"],
  ] as const;
  for (const [reply, path] of cases) {
    const { code, data } = await reply;
    expect([code === 1, data], path).toMatchObject([false, { fields: [{ path, reason: "format" }] }]);
  }
  // The key of a slice still names its order.
  const named = await ana.call("cancel", { clientOrderId: "twap:1:0" });
  expect(["trade.orderClosed", "trade.orderNotFound"]).toContain(named.data.error);
});

test("TWAP-10 while the site is closed no slice is placed, and the next one after that is", async () => {
  const twapId = await start(ana, { slices: 4, quantity: "0.004" });
  await expect.poll(() => progress(ana, twapId)).toEqual(["running", 1, "0.00100"]);
  const before = await balances(ana);
  exchange.site.set(false, "back soon");
  await minuteLater();
  const progressNow = () => [...exchange.twaps.running].find((twap) => String(twap.twapId) === twapId);
  await expect.poll(() => progressNow()?.nextSlice).toBe(2);
  expect(progressNow()).toMatchObject({ executedLots: 100, sentLots: 0, reason: { error: "site.closed" } });
  exchange.site.set(true, null);
  expect((await twapOf(ana, twapId)).reason).toContain("back soon");
  expect(await balances(ana)).toEqual(before);
  await minuteLater();
  // What was skipped is spread over the slices that are left.
  await expect.poll(() => progress(ana, twapId)).toEqual(["running", 3, "0.00250"]);
  await minuteLater();
  await expect.poll(() => progress(ana, twapId)).toEqual(["finished", 4, "0.00400"]);
});

test("TWAP-08 a reduce-only TWAP of a contract closes the position and no more", async () => {
  const transfer = { asset: "USDT", amount: "1000", from: "coin", to: "contract", paymentPassword: "246810" };
  const maker = await exchange.trader("maker@example.org", { USDT: "5000" });
  for (const client of [ana, maker]) accepted(await client.call("transfer", transfer));
  await exchange.observeBitcoin(1_000, 60_000);
  const order = { symbol: "BTCUSDT", type: "limit", price: "60000", quantity: "0.003" };
  accepted(await maker.call("contractOrder", { ...order, side: "sell" }));
  accepted(await ana.call("contractOrder", { ...order, side: "buy" }));
  accepted(await maker.call("contractOrder", { ...order, side: "buy", quantity: "0.01" }));
  const closing = { product: "contract", side: "sell", quantity: "0.008", slices: 4, reduceOnly: true };
  const twapId = await start(ana, closing);
  await expect.poll(() => progress(ana, twapId)).toEqual(["running", 1, "0.002"]);
  await minuteLater();
  // The position had 0.001 left; then nothing is left to reduce.
  await expect.poll(() => progress(ana, twapId)).toEqual(["running", 2, "0.003"]);
  await minuteLater();
  await expect.poll(() => progress(ana, twapId)).toEqual(["failed", 2, "0.003"]);
  const { list } = accepted(await ana.call("contractRecord", { view: "positions" }));
  expect(list).toEqual([]);
});

test("TWAP-08 in hedge mode too, the last slice closes what is left of its position", async () => {
  const transfer = { asset: "USDT", amount: "1000", from: "coin", to: "contract", paymentPassword: "246810" };
  const [hedger, maker] = await Promise.all([
    exchange.trader("hedger@example.org", { USDT: "5000" }),
    exchange.trader("maker2@example.org", { USDT: "5000" }),
  ]);
  for (const client of [hedger, maker]) accepted(await client.call("transfer", transfer));
  accepted(await hedger.call("contractMode", { positionMode: "hedge" }));
  await exchange.observeBitcoin(1_000, 60_000);
  const order = { symbol: "BTCUSDT", type: "limit", price: "60010", quantity: "0.006" };
  accepted(await maker.call("contractOrder", { ...order, side: "sell", quantity: "0.007" }));
  accepted(await hedger.call("contractOrder", { ...order, side: "buy" }));
  // A short of the same size, which must stay, and a resting order that closes a part of the long.
  accepted(await maker.call("contractOrder", { ...order, side: "buy", quantity: "0.02", price: "59990" }));
  accepted(await hedger.call("contractOrder", { ...order, side: "sell", price: "59990", quantity: "0.005" }));
  const resting = { ...order, side: "sell", price: "61000", quantity: "0.001", reduceOnly: true };
  accepted(await hedger.call("contractOrder", resting));
  const closing = { product: "contract", side: "sell", quantity: "0.008", slices: 4, reduceOnly: true };
  const twapId = await start(hedger, closing);
  await expect.poll(() => progress(hedger, twapId)).toEqual(["running", 1, "0.002"]);
  await minuteLater();
  await expect.poll(() => progress(hedger, twapId)).toEqual(["running", 2, "0.004"]);
  await minuteLater();
  // The long has 0.002 left, and the resting order closes 0.001 of it.
  await expect.poll(() => progress(hedger, twapId)).toEqual(["running", 3, "0.005"]);
  await minuteLater();
  await expect.poll(() => progress(hedger, twapId)).toEqual(["failed", 3, "0.005"]);
  const { list } = accepted(await hedger.call("contractRecord", { view: "positions" }));
  expect(list.map((each) => "quantity" in each && [each.side, each.quantity])).toEqual([
    ["short", "0.005"],
    ["long", "0.001"],
  ]);
});

test("TWAP-03 a slice that was recorded but never became an order is sent once after the restart", async () => {
  let cleo = await exchange.trader("cleo@example.org", { USDT: "500" });
  await exchange.observeBitcoin(1_000, 60_000);
  const twapId = await start(cleo);
  await expect.poll(() => progress(cleo, twapId)).toEqual(["running", 1, "0.00100"]);
  const restart = async (afterMs: (twaps: Twaps) => Promise<void>) => {
    await exchange.restartBotStores(async () => {
      await minuteLater();
      const twaps = Twaps.open({
        directory: path.join(exchange.home, "twaps"),
        nowMs: () => exchange.time.ms,
        onFailure: (error) => exchange.errors.push(error),
      });
      await afterMs(twaps);
      twaps.close();
    });
    cleo = exchange.client(cleo.token);
  };
  await restart(async (twaps) => {
    const twap = [...twaps.running].find((each) => String(each.twapId) === twapId);
    if (twap === undefined) throw new Error("the TWAP does not run after the restart");
    expect((await twaps.begin(twap)).sentLots).toBe(100);
  });
  await expect.poll(() => progress(cleo, twapId)).toEqual(["running", 2, "0.00200"]);
  await restart(async () => undefined);
  await expect.poll(() => progress(cleo, twapId)).toEqual(["finished", 3, "0.00300"]);
  expect(await balances(cleo)).toMatchObject({
    USDT: ["320.000000", "0.000000"],
    BTC: ["0.00299700", "0.00000000"],
  });
  const { asOfSeq: minSeq } = accepted(await cleo.call("walletIndex"));
  const { list } = accepted(await cleo.call("record", { view: "history", limit: 9, minSeq }));
  expect(list.map((row) => "type" in row && row.clientOrderId)).toEqual(
    [2, 1, 0].map((slice) => `twap:${twapId}:${slice}`),
  );
});
