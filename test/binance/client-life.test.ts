import { ListenKeys } from "@candor/server/edge/binance-api/streams/listen-keys";
import { MainClient, USDMClient, WebsocketAPIClient } from "binance";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { WebSocket } from "ws";
import { type ApiKey, listenFor, makeApiKey } from "../support/wire/binance-bot.ts";
import { ContractWorld } from "../support/wire/contract-world.ts";
import { accepted } from "../support/wire/gateway-under-test.ts";
import { type Json, listenAt, type ServedStreams, streamsOf } from "../support/wire/streams.ts";

/**
 * The life of every order type by a client from the public registry: placed, found, listed, canceled, found again, by HTTP
 * and by the WebSocket APIs, with the reports of the account's stream.
 */
const symbol = "BTCUSDT";
const quantity = 0.01;
const GTC = { timeInForce: "GTC" } as const;
const SPOT_LIVES: Readonly<Record<string, Json>> = {
  LIMIT: { side: "BUY", price: 59_000, ...GTC },
  LIMIT_MAKER: { side: "BUY", price: 59_000 },
  STOP_LOSS: { side: "SELL", stopPrice: 58_000 },
  "STOP_LOSS#trailing": { side: "SELL", trailingDelta: 200 },
  STOP_LOSS_LIMIT: { side: "SELL", stopPrice: 58_000, price: 57_900, ...GTC },
  TAKE_PROFIT: { side: "SELL", stopPrice: 62_000 },
  TAKE_PROFIT_LIMIT: { side: "SELL", stopPrice: 62_000, price: 62_000, ...GTC },
};
const LEGS = {
  aboveType: "TAKE_PROFIT",
  aboveStopPrice: 62_000,
  belowType: "STOP_LOSS",
  belowStopPrice: 58_000,
};
const WORKING = { workingType: "LIMIT", workingSide: "BUY", workingPrice: 59_000, workingQuantity: quantity };
const PENDING = { pendingSide: "SELL", pendingQuantity: quantity };
const OCO = { symbol, side: "SELL", quantity, ...LEGS };
const LIST = { symbol, ...WORKING, workingTimeInForce: "GTC", ...PENDING };
const OTO = { ...LIST, pendingType: "TAKE_PROFIT", pendingStopPrice: 62_000 };
const OTOCO = {
  ...LIST,
  pendingAboveType: "TAKE_PROFIT_LIMIT",
  pendingAboveStopPrice: 62_000,
  pendingAbovePrice: 62_100,
  pendingAboveTimeInForce: "GTC",
  pendingBelowType: "STOP_LOSS",
  pendingBelowStopPrice: 57_000,
};
const FUTURES_LIVES: Readonly<Record<string, Json>> = {
  LIMIT: { side: "BUY", price: 59_000, ...GTC },
  "LIMIT#GTX": { side: "BUY", price: 59_000, timeInForce: "GTX" },
};
const ALGO_LIVES: Readonly<Record<string, Json>> = {
  STOP: { side: "SELL", triggerPrice: 58_000, price: 57_900, ...GTC },
  STOP_MARKET: { side: "SELL", triggerPrice: 58_000, workingType: "MARK_PRICE" },
  TAKE_PROFIT: { side: "SELL", triggerPrice: 62_000, price: 62_000, ...GTC },
  TAKE_PROFIT_MARKET: { side: "SELL", triggerPrice: 62_000 },
  TRAILING_STOP_MARKET: { side: "SELL", callbackRate: 1, activatePrice: 61_000 },
};

let world: ContractWorld;
let streams: ServedStreams;
let host: string;
let key: ApiKey;
let spot: MainClient;
let futures: USDMClient;
let socket: WebsocketAPIClient;
let spotEvents: Json[];
let futuresEvents: Json[];
/** Connections of all tests. */
const open: WebSocket[] = [];

beforeAll(async () => {
  const listenKeys = new ListenKeys(Date.now);
  world = await ContractWorld.start({ nowMs: Date.now }, { listenKeys });
  streams = await streamsOf(world.exchange, listenKeys);
  const baseUrl = await listenFor(world.exchange);
  host = new URL(baseUrl).host;
  const ana = await world.exchange.trader("ana@example.org", { USDT: "9000", BTC: "0.1" });
  const request = { asset: "USDT", amount: "4000", from: "coin", to: "contract", paymentPassword: "246810" };
  accepted(await ana.call("transfer", request));
  key = await makeApiKey(ana);
  await world.observe(60_000);
  const options = { api_key: key.apiKey, api_secret: key.secret, baseUrl, disableTimeSync: true };
  spot = new MainClient(options);
  futures = new USDMClient(options);
  const quiet = { trace: () => {}, info: () => {}, error: () => {} };
  const sockets = { api_key: key.apiKey, api_secret: key.secret, wsUrl: `ws://${host}` };
  socket = new WebsocketAPIClient({ ...sockets, attachEventListeners: false }, quiet);
  spotEvents = (await listenAt(`ws://${host}/ws/${(await spot.getSpotUserDataListenKey()).listenKey}`, open))
    .received;
  const { listenKey } = await futures.getFuturesUserDataListenKey();
  futuresEvents = (await listenAt(`ws://${host}/fstream/ws/${listenKey}`, open)).received;
});
afterAll(async () => {
  for (const each of open) each.terminate();
  void socket.disconnectAll();
  await streams.close();
  await world.exchange.close();
});

const typeOf = (life: string): string => life.replace(/#.*/, "");
/** Every request of a WebSocket API names its time. */
const atNow = <Fields extends object>(fields: Fields) => ({ ...fields, timestamp: Date.now() });
// The client's types list each order type's parameters; these come from a table. It writes its order ids into them.
const loose = (fields: object): never => ({ ...fields }) as never;

/** Waits until the account's stream has told an order's whole life. */
async function toldLife(
  events: readonly Json[],
  isOf: (event: Json) => string | undefined,
  life: readonly string[],
) {
  await vi.waitFor(() => expect(events.map(isOf).filter((status) => status !== undefined)).toEqual(life));
}

const spotStatus = (orderId: number) => (event: Json) =>
  event.e === "executionReport" && event.i === orderId ? String(event.X) : undefined;

const nested = (kind: string, id: string, value: number, status: string) => (event: Json) => {
  const order = event.o as Json | undefined;
  return event.e === kind && order?.[id] === value ? String(order[status]) : undefined;
};

test("BIN-70 every spot type has its life here", async () => {
  const info = await spot.getExchangeInfo({ symbol });
  const lived = [...new Set([...Object.keys(SPOT_LIVES).map(typeOf), "MARKET"])].sort();
  expect(lived).toEqual([...(info.symbols[0]?.orderTypes ?? [])].sort());
  const contracts = await futures.getExchangeInfo();
  // The client names this field otherwise than Binance.
  const listed = contracts.symbols.find((each) => each.symbol === symbol) as unknown as Json;
  const contractTypes = listed.orderTypes as readonly string[];
  const lives = [...Object.keys(FUTURES_LIVES).map(typeOf), ...Object.keys(ALGO_LIVES), "MARKET"];
  expect([...new Set(lives)].sort()).toEqual([...contractTypes].sort());
});

test.each(Object.entries(SPOT_LIVES))(
  "BIN-70 life of a spot %s by HTTP and by the WebSocket API",
  async (life, terms) => {
    const order = { symbol, type: typeOf(life), quantity, ...terms };
    await spot.testNewOrder(loose(order));
    const { orderId } = await spot.submitNewOrder(loose({ ...order, newOrderRespType: "ACK" }));
    expect(await spot.getOrder({ symbol, orderId })).toMatchObject({
      orderId,
      status: "NEW",
      type: order.type,
    });
    expect((await spot.getOpenOrders({ symbol })).map((each) => each.orderId)).toEqual([orderId]);
    expect(await spot.cancelOrder({ symbol, orderId })).toMatchObject({ orderId, status: "CANCELED" });
    expect(await spot.getOrder({ symbol, orderId })).toMatchObject({ status: "CANCELED" });
    await toldLife(spotEvents, spotStatus(orderId), ["NEW", "CANCELED"]);

    const placed = await socket.submitNewSpotOrder(loose(atNow({ ...order, newOrderRespType: "RESULT" })));
    const again = (placed.result as { readonly orderId: number }).orderId;
    const status = await socket.getSpotOrderStatus(atNow({ symbol, orderId: again }));
    expect(status.result).toMatchObject({ status: "NEW", type: order.type });
    const canceled = await socket.cancelSpotOrder(atNow({ symbol, orderId: again }));
    expect(canceled.result).toMatchObject({ status: "CANCELED" });
    await toldLife(spotEvents, spotStatus(again), ["NEW", "CANCELED"]);
  },
);

test.each([
  [
    "OCO",
    2,
    () => spot.submitNewOrderList(loose(OCO)),
    () => socket.placeSpotOCOOrderList(loose(atNow(OCO))),
  ],
  [
    "OTO",
    2,
    () => spot.submitNewOrderListOTO(loose(OTO)),
    () => socket.placeSpotOTOOrderList(loose(atNow(OTO))),
  ],
  [
    "OTOCO",
    3,
    () => spot.submitNewOrderListOTOCO(loose(OTOCO)),
    () => socket.placeSpotOTOCOOrderList(loose(atNow(OTOCO))),
  ],
] as const)(
  "BIN-70 life of an %s list by HTTP and by the WebSocket API",
  async (_name, legs, byHttp, bySocket) => {
    const { orderListId } = (await byHttp()) as unknown as { readonly orderListId: number };
    expect(await spot.getOpenOrders({ symbol })).toHaveLength(legs);
    expect(await spot.cancelOCO({ symbol, orderListId })).toMatchObject({ listOrderStatus: "ALL_DONE" });
    expect(await spot.getOpenOrders({ symbol })).toEqual([]);
    const { result } = (await bySocket()) as unknown as { readonly result: { readonly orderListId: number } };
    const one = { orderListId: result.orderListId };
    expect((await socket.getSpotOrderListStatus(atNow(one))).result).toMatchObject({
      listOrderStatus: "EXECUTING",
    });
    const canceled = await socket.cancelSpotOrderList(atNow({ symbol, ...one }));
    expect(canceled.result).toMatchObject({ listOrderStatus: "ALL_DONE" });
  },
);

test.each(Object.entries(FUTURES_LIVES))(
  "BIN-71 life of a futures %s by HTTP and by the WebSocket API",
  async (life, terms) => {
    const order = { symbol, type: typeOf(life), quantity, ...terms };
    const { orderId } = await futures.submitNewOrder(loose(order));
    expect(await futures.getOrder({ symbol, orderId })).toMatchObject({ status: "NEW", type: order.type });
    expect((await futures.getAllOpenOrders({ symbol })).map((each) => each.orderId)).toEqual([orderId]);
    expect(await futures.cancelOrder({ symbol, orderId })).toMatchObject({ status: "CANCELED" });
    await toldLife(futuresEvents, nested("ORDER_TRADE_UPDATE", "i", orderId, "X"), ["NEW", "CANCELED"]);
    const placed = await socket.submitNewFuturesOrder("usdm", loose(atNow(order)));
    const again = (placed.result as { readonly orderId: number }).orderId;
    const one = { symbol, orderId: again };
    expect((await socket.getFuturesOrderStatus("usdm", atNow(one))).result).toMatchObject({ status: "NEW" });
    expect((await socket.cancelFuturesOrder("usdm", atNow(one))).result).toMatchObject({
      status: "CANCELED",
    });
  },
);

test.each(Object.entries(ALGO_LIVES))(
  "BIN-71 life of a futures %s by HTTP and by the WebSocket API",
  async (type, terms) => {
    const order = { algoType: "CONDITIONAL", symbol, type, quantity, ...terms };
    const { algoId } = await futures.submitNewAlgoOrder(loose(order));
    expect(await futures.getAlgoOrder({ algoId })).toMatchObject({ algoStatus: "NEW", orderType: type });
    const waiting = await futures.getOpenAlgoOrders({ symbol });
    expect(waiting.map((each) => (each as { readonly algoId: number }).algoId)).toEqual([algoId]);
    expect(await futures.cancelAlgoOrder({ algoId })).toMatchObject({ algoId });
    expect(await futures.getAlgoOrder({ algoId })).toMatchObject({ algoStatus: "CANCELED" });
    await toldLife(futuresEvents, nested("ALGO_UPDATE", "aid", algoId, "X"), ["NEW", "CANCELED"]);
    const placed = await socket.submitNewFuturesAlgoOrder(loose(atNow(order)));
    const again = (placed.result as { readonly algoId: number }).algoId;
    const canceled = await socket.cancelFuturesAlgoOrder(loose(atNow({ algoId: again })));
    expect(canceled.result).toMatchObject({ algoId: again });
  },
);

test("BIN-70 BIN-71 market orders are filled, reported and in the trades", async () => {
  const maker = await world.exchange.trader("maker@example.org", { USDT: "9000", BTC: "0.1" });
  const request = { asset: "USDT", amount: "4000", from: "coin", to: "contract", paymentPassword: "246810" };
  accepted(await maker.call("transfer", request));
  const { apiKey, secret } = await makeApiKey(maker);
  const options = { api_key: apiKey, api_secret: secret, baseUrl: `http://${host}`, disableTimeSync: true };
  const ask = { symbol, side: "SELL", type: "LIMIT", price: 60_100, quantity, ...GTC };
  await new MainClient(options).submitNewOrder(loose(ask));
  await new USDMClient(options).submitNewOrder(loose(ask));
  const market = { symbol, side: "BUY", type: "MARKET", quantity };
  const bought = await spot.submitNewOrder(loose({ ...market, newOrderRespType: "FULL" }));
  expect(bought).toMatchObject({ status: "FILLED", cummulativeQuoteQty: "601.00000000" });
  await toldLife(spotEvents, spotStatus(bought.orderId), ["NEW", "FILLED"]);
  expect(await spot.getAccountTradeList({ symbol, orderId: bought.orderId })).toMatchObject([
    { price: "60100.00000000" },
  ]);
  const opened = await futures.submitNewOrder(loose({ ...market, newOrderRespType: "RESULT" }));
  expect(opened).toMatchObject({ status: "FILLED", avgPrice: "60100.0" });
  await toldLife(futuresEvents, nested("ORDER_TRADE_UPDATE", "i", opened.orderId, "X"), ["NEW", "FILLED"]);
  const closing = {
    algoType: "CONDITIONAL",
    symbol,
    side: "SELL",
    type: "TAKE_PROFIT_MARKET",
    triggerPrice: 62_000,
  };
  const { algoId } = await futures.submitNewAlgoOrder(loose({ ...closing, closePosition: "true" }));
  expect(await futures.getAlgoOrder({ algoId })).toMatchObject({ closePosition: true });
  expect(await futures.cancelAlgoOrder({ algoId })).toMatchObject({ algoId });
});
