import { ListenKeys } from "@candor/server/edge/binance-api/streams/listen-keys";
import { USDMClient } from "binance";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { WebSocket } from "ws";
import { type ApiKey, listenFor, makeApiKey, refusal } from "../../support/wire/binance-bot.ts";
import { ContractWorld } from "../../support/wire/contract-world.ts";
import { accepted } from "../../support/wire/gateway-under-test.ts";
import { type Json, listenAt, type ServedStreams, streamsOf } from "../../support/wire/streams.ts";
import type { WireClient } from "../../support/wire-client.ts";

/** Hedge mode, as programs for Binance's USDT-margined futures use it. */
let world: ContractWorld;
let host: string;
let streams: ServedStreams;
let ana: WireClient;
let bot: USDMClient;
let other: USDMClient;
let key: ApiKey;
const open: WebSocket[] = [];
const BTC = { symbol: "BTCUSDT" } as const;
type OrderFields = Parameters<USDMClient["submitNewOrder"]>[0];

const botOf = ({ apiKey, secret }: ApiKey) =>
  new USDMClient({ api_key: apiKey, api_secret: secret, baseUrl: `http://${host}`, disableTimeSync: true });
const order = (client: USDMClient, fields: object) =>
  client.submitNewOrder({ ...BTC, ...fields } as unknown as OrderFields);
const limit = (side: "BUY" | "SELL", price: number, quantity: number, fields: object = {}) =>
  ({ side, type: "LIMIT", timeInForce: "GTC", price, quantity, ...fields }) as const;
const market = (side: "BUY" | "SELL", quantity: number, positionSide: string) =>
  ({ side, type: "MARKET", quantity, positionSide }) as const;

beforeAll(async () => {
  const listenKeys = new ListenKeys(Date.now);
  world = await ContractWorld.start({ nowMs: Date.now }, { listenKeys });
  streams = await streamsOf(world.exchange, listenKeys);
  host = new URL(await listenFor(world.exchange)).host;
  ana = await world.trader("ana@example.org", "9000");
  const maker = await world.trader("maker@example.org", "9000");
  key = await makeApiKey(ana);
  bot = botOf(key);
  other = botOf(await makeApiKey(maker));
  await world.observe(60_000);
  for (const client of [bot, other]) await client.setLeverage({ ...BTC, leverage: 20 });
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate();
});
afterAll(async () => {
  await streams.close();
  await world.exchange.close();
});

test("HEDGE-24 an order that is sent together with a change of the mode is accepted in the mode that it names, or refused", async () => {
  const racer = botOf(await makeApiKey(await world.trader("racer@example.org", "9000")));
  const positionSideOf = async (sent: Promise<unknown>) =>
    await sent.then(
      (placed) => (placed as Json).positionSide,
      (thrown: unknown) => (thrown as { readonly code: number }).code,
    );
  const place = (positionSide: string) => order(racer, limit("BUY", 59_000, 0.01, { positionSide }));
  const rounds = [true, false, true, false, true, false];
  for (const isFirst of rounds) {
    const { dualSidePosition: isDual } = await racer.getCurrentPositionMode();
    const change = () => racer.setPositionMode({ dualSidePosition: isDual ? "false" : "true" });
    const [old, next] = isDual ? ["LONG", "BOTH"] : ["BOTH", "LONG"];
    const orders = isFirst ? [old, next] : [next, old];
    const sent = orders.map((side) => place(side));
    const changed = change().then(
      () => true,
      (thrown: unknown) => {
        expect(thrown).toMatchObject({ code: -4067 });
        return false;
      },
    );
    const found = await Promise.all(sent.map(positionSideOf));
    const isChanged = await changed;
    const kept = isChanged ? next : old;
    // Each has the side that it named; one of the two modes was not the account's.
    for (const [at, side] of orders.entries()) expect([side, -4061]).toContain(found[at]);
    const open = (await racer.getAllOpenOrders(BTC)) as unknown as Json[];
    expect(open.map(({ positionSide }) => positionSide)).toEqual(open.map(() => kept));
    expect(open).toHaveLength(found.filter((each) => each !== -4061).length);
    await racer.cancelAllOpenOrders(BTC);
  }
});

test("HEDGE-24 a change by the app waits for the orders of programs that are on their way", async () => {
  const trader = await world.trader("app@example.org", "9000");
  const userId = Number(accepted(await trader.call("profile")).id);
  const { binancePorts } = world.exchange.calls;
  const steps: string[] = [];
  const answer = Promise.withResolvers<void>();
  const placed = binancePorts.positionModes.placeIn(userId, async () => await answer.promise);
  const changed = trader.call("contractMode", { positionMode: "hedge" }).then((reply) => {
    steps.push("changed");
    return reply;
  });
  // Without waiting, the change would be answered before these calls.
  for (const view of ["positions", "orders", "positions"] as const)
    expect(accepted(await trader.call("contractRecord", { view })).positionMode).toBe("one-way");
  steps.push("answered");
  answer.resolve();
  await placed;
  expect(accepted(await changed).positionMode).toBe("hedge");
  expect(steps).toEqual(["answered", "changed"]);
});

test("HEDGE-20 the mode changes only without orders and positions, and orders must match it", async () => {
  expect(await bot.getCurrentPositionMode()).toEqual({ dualSidePosition: false });
  expect(await refusal(bot.setPositionMode({ dualSidePosition: "false" }))).toBe(
    "-4059 No need to change position side.",
  );
  expect(await refusal(order(bot, market("BUY", 0.01, "LONG")))).toMatch(/^-4061 /);
  const { orderId } = await order(bot, limit("BUY", 59_000, 0.01));
  expect(await refusal(bot.setPositionMode({ dualSidePosition: "true" }))).toBe(
    "-4067 Position side cannot be changed if there exists open orders.",
  );
  await bot.cancelOrder({ ...BTC, orderId });
  await order(other, limit("SELL", 60_000, 0.01));
  await order(bot, market("BUY", 0.01, "BOTH"));
  expect(await refusal(bot.setPositionMode({ dualSidePosition: "true" }))).toBe(
    "-4068 Position side cannot be changed if there exists position.",
  );
  await order(other, limit("BUY", 60_000, 0.01));
  await order(bot, market("SELL", 0.01, "BOTH"));
  expect(await bot.setPositionMode({ dualSidePosition: "true" })).toEqual({ code: 200, msg: "success" });
  expect(await bot.getCurrentPositionMode()).toEqual({ dualSidePosition: true });
  expect(await bot.getFuturesAccountConfig()).toMatchObject({ dualSidePosition: true });
  expect(await refusal(bot.setPositionMode({ dualSidePosition: "true" }))).toMatch(/^-4059 /);
  expect(await refusal(order(bot, market("BUY", 0.01, "BOTH")))).toBe(
    "-4061 Order's position side does not match user's setting.",
  );
  expect(await refusal(order(bot, { side: "BUY", type: "MARKET", quantity: 0.01 }))).toMatch(/^-4061 /);
  expect(await refusal(order(bot, market("BUY", 0.01, "UP")))).toBe("-4060 Invalid position side.");
  expect(await refusal(order(bot, { ...market("SELL", 0.01, "LONG"), reduceOnly: "true" }))).toMatch(
    /^-1106 /,
  );
  expect(await refusal(order(bot, { ...market("BUY", 0.01, "LONG"), reduceOnly: "true" }))).toMatch(
    /^-4062 /,
  );
  // Nothing to close.
  expect(await refusal(order(bot, market("SELL", 0.01, "LONG")))).toBe("-2022 ReduceOnly Order is rejected.");
});

test("HEDGE-21 both positions of a contract are opened, shown, changed and closed", async () => {
  const { listenKey } = await bot.getFuturesUserDataListenKey();
  const { received } = await listenAt(`ws://${host}/fstream/ws/${listenKey}`, open);
  await order(other, limit("SELL", 60_000, 0.5));
  expect(await order(bot, market("BUY", 0.5, "LONG"))).toMatchObject({
    positionSide: "LONG",
    side: "BUY",
    status: "FILLED",
    reduceOnly: false,
  });
  await order(other, limit("BUY", 60_000, 0.2));
  expect(await order(bot, market("SELL", 0.2, "SHORT"))).toMatchObject({
    positionSide: "SHORT",
    status: "FILLED",
  });
  const isPosition = { symbol: "BTCUSDT", entryPrice: "60000.0", leverage: "20", marginType: "isolated" };
  expect(await bot.getPositions(BTC)).toMatchObject([
    { ...isPosition, positionSide: "LONG", positionAmt: "0.500", isolatedWallet: "1500.000000" },
    { ...isPosition, positionSide: "SHORT", positionAmt: "-0.200", isolatedWallet: "600.000000" },
  ]);
  expect((await bot.getPositionsV3(BTC)).map(({ positionSide }) => positionSide)).toEqual(["LONG", "SHORT"]);
  const account = await bot.getAccountInformationV3();
  expect(account).toMatchObject({ totalPositionInitialMargin: "2100.000000" });
  expect(account.positions.map(({ positionSide, positionAmt }) => [positionSide, positionAmt])).toEqual([
    ["LONG", "0.500"],
    ["SHORT", "-0.200"],
  ]);
  expect((await bot.getAccountTrades(BTC)).slice(-2)).toMatchObject([
    { side: "BUY", positionSide: "LONG" },
    { side: "SELL", positionSide: "SHORT" },
  ]);
  const told = (e: string) => received.filter((event) => event.e === e);
  await vi.waitFor(() => expect(told("ACCOUNT_UPDATE")).toHaveLength(2));
  expect(told("ORDER_TRADE_UPDATE").map(({ o }) => [(o as Json).x, (o as Json).ps])).toEqual([
    ["NEW", "LONG"],
    ["TRADE", "LONG"],
    ["NEW", "SHORT"],
    ["TRADE", "SHORT"],
  ]);
  expect(told("ACCOUNT_UPDATE").at(-1)?.a).toMatchObject({
    // 9,000 − 0.6 (earlier fees) − 15 − 6. The two positions hold 2,100 of it.
    B: [{ a: "USDT", wb: "8978.400000", cw: "6878.400000" }],
    P: [{ s: "BTCUSDT", pa: "-0.200", ps: "SHORT", iw: "600.000000" }],
  });

  // Closing orders add up to the position at most.
  await order(bot, limit("SELL", 61_000, 0.4, { positionSide: "LONG" }));
  expect(await refusal(order(bot, limit("SELL", 61_500, 0.2, { positionSide: "LONG" })))).toMatch(/^-2022 /);
  const [resting] = await bot.getAllOpenOrders(BTC);
  expect(resting).toMatchObject({ positionSide: "LONG", side: "SELL", reduceOnly: true, origQty: "0.400" });
  expect(
    await bot.modifyOrder({
      ...BTC,
      side: "SELL",
      orderId: Number(resting?.orderId),
      quantity: 0.3,
      price: 61_200,
    }),
  ).toMatchObject({ positionSide: "LONG", origQty: "0.300", price: "61200.0", reduceOnly: true });

  // Margin moves to one of them.
  const margin = { ...BTC, amount: 100, type: "1" } as const;
  expect(await refusal(bot.setIsolatedPositionMargin(margin))).toMatch(/^-4061 /);
  await bot.setIsolatedPositionMargin({ ...margin, positionSide: "SHORT" });
  expect((await bot.getPositionsV3(BTC)).map(({ isolatedWallet }) => isolatedWallet)).toEqual([
    "1500.000000",
    "700.000000",
  ]);
  expect(await bot.getPositionMarginChangeHistory(BTC)).toMatchObject([{ positionSide: "SHORT", type: 1 }]);

  // The wire shows the same, and names positions by their side.
  const record = accepted(await ana.call("contractRecord", { view: "positions" }));
  expect(record.positionMode).toBe("hedge");
  expect(record.list).toMatchObject([
    { side: "short", quantity: "0.200", margin: "700.000000" },
    { side: "long", quantity: "0.500", margin: "1500.000000" },
  ]);
  expect(await ana.call("pingCang", BTC)).toMatchObject({ code: 100 });
  await order(other, limit("SELL", 60_000, 0.1));
  const closed = accepted(await ana.call("pingCang", { ...BTC, positionSide: "short", quantity: "0.1" }));
  expect(closed.order).toMatchObject({ side: "buy", positionSide: "short", status: "filled" });
  expect(closed.position).toMatchObject({ side: "short", quantity: "0.100" });

  // All of it.
  await order(other, limit("BUY", 60_000, 0.5));
  await order(other, limit("SELL", 60_001, 0.1));
  const all = accepted(await ana.call("onePingCang", {}));
  expect(all.results).toMatchObject([
    { symbol: "BTCUSDT", positionSide: "long", code: 1, position: null },
    { symbol: "BTCUSDT", positionSide: "short", code: 1, position: null },
  ]);
  expect(await bot.getPositionsV3(BTC)).toEqual([]);
  expect(await bot.getAllOpenOrders(BTC)).toEqual([]);
});

test("HEDGE-22 conditional orders belong to a position, and close it", async () => {
  await order(other, limit("SELL", 60_000, 0.2));
  await order(bot, market("BUY", 0.2, "LONG"));
  const algo = { ...BTC, algoType: "CONDITIONAL", type: "STOP_MARKET", triggerPrice: 58_000 };
  const place = (fields: object) => bot.submitNewAlgoOrder({ ...algo, ...fields } as never);
  expect(await refusal(place({ side: "SELL", positionSide: "SHORT", closePosition: "true" }))).toMatch(
    /^-1106 /,
  );
  expect(
    await place({ side: "SELL", positionSide: "LONG", closePosition: "true", workingType: "MARK_PRICE" }),
  ).toMatchObject({ positionSide: "LONG", closePosition: true, algoStatus: "NEW" });
  await order(other, limit("BUY", 58_000, 0.3));
  await world.observe(58_000);
  await vi.waitFor(async () => expect(await bot.getPositionsV3(BTC)).toEqual([]));
  expect((await bot.getAllOrders(BTC)).at(-1)).toMatchObject({
    positionSide: "LONG",
    side: "SELL",
    origType: "STOP_MARKET",
    status: "FILLED",
  });
});

test("HEDGE-23 a liquidation names its position", async () => {
  await bot.setLeverage({ ...BTC, leverage: 100 });
  // A tenth of a bitcoin is left of the last bid.
  await order(other, limit("BUY", 58_000, 0.2));
  await order(bot, market("SELL", 0.3, "SHORT"));
  await order(other, limit("SELL", 58_500, 0.3));
  await world.observe(58_500);
  await vi.waitFor(async () => expect(await bot.getPositionsV3(BTC)).toEqual([]));
  await vi.waitFor(async () =>
    expect(await bot.getPrivate("fapi/v1/forceOrders", { startTime: 1 })).toMatchObject([
      { side: "BUY", positionSide: "SHORT" },
    ]),
  );
  expect(await bot.setPositionMode({ dualSidePosition: "false" })).toMatchObject({ code: 200 });
  expect(await bot.getPositions(BTC)).toMatchObject([{ positionSide: "BOTH", positionAmt: "0.000" }]);
});
