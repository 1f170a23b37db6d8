import { NEWEST_RULES } from "@candor/domain/rules";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { askSigned } from "../../support/wire/binance-bot.ts";
import { limitOrder, type SpotProgram, startSpotProgram } from "../../support/wire/spot-program.ts";

/** What the exchange ends is EXPIRED, what its owner ends is CANCELED; windows and names that Binance refuses. */
let program: SpotProgram;

const BTC = { symbol: "BTCUSDT" } as const;
type Fields = Readonly<Record<string, string | number>>;
interface Row {
  readonly orderId: number;
  readonly orderListId: number;
}

beforeAll(async () => {
  program = await startSpotProgram({ BTC: "0.1", USDT: "5000" });
  await program.exchange.engine.execute({ kind: "adopt-rules", version: NEWEST_RULES });
});
afterAll(() => program.close());

const ask = async (method: string, path: string, fields: Fields) =>
  (await askSigned(program.key, method, `${program.url}/api/v3${path}`, { ...BTC, ...fields })).body;
const order = (fields: Fields) =>
  ask("POST", "/order", { side: "BUY", type: "LIMIT", timeInForce: "GTC", quantity: "0.01", ...fields });
const oco = async (): Promise<number> => {
  const placed = await ask("POST", "/order/oco", {
    side: "SELL",
    quantity: "0.01",
    price: "61000",
    stopPrice: "59000",
  });
  return (placed as Row).orderListId;
};
/** What the stream and both calls say about an order's end. */
async function endOf(orderId: number): Promise<readonly unknown[]> {
  const ended = () =>
    program.received.filter(({ i, X }) => i === orderId && X !== "NEW" && X !== "PENDING_NEW");
  await vi.waitFor(() => expect(ended()).not.toEqual([]));
  const last = ended().at(-1);
  const { clientOrderId, expiryReason, status } = (await ask("GET", "/order", { orderId })) as Record<
    string,
    string
  >;
  const listed = (await ask("GET", "/allOrders", { orderId, limit: 1 })) as object[];
  expect(listed).toMatchObject([
    { orderId, status, ...(expiryReason === undefined ? {} : { expiryReason }) },
  ]);
  expect(last?.X).toBe(status);
  expect(last?.eR).toBe(expiryReason);
  expect(last?.C === "" ? last.c : last?.C).toBe(clientOrderId);
  return [last?.x, status, expiryReason];
}

test("BIN-80 the other leg of a filled OCO is expired by the exchange, those that their owner cancels are canceled", async () => {
  const filled = await oco();
  await limitOrder(program.bo, "buy", "61000", "0.01");
  expect(await endOf(filled + 1)).toEqual(["EXPIRED", "EXPIRED", "OCO_TRIGGER"]);
  for (const by of ["orderList", "order", "openOrders"]) {
    const listId = await oco();
    const ids = { orderList: { orderListId: listId }, order: { orderId: listId + 1 }, openOrders: {} }[by];
    await ask("DELETE", `/${by}`, ids ?? {});
    for (const orderId of [listId, listId + 1])
      expect(await endOf(orderId), by).toEqual(["CANCELED", "CANCELED", undefined]);
  }
});

test("BIN-80 pending orders expire with an order that expires, and are canceled with one that is canceled", async () => {
  const oto = async (force: string): Promise<number> => {
    const placed = await ask("POST", "/orderList/oto", {
      workingType: "LIMIT",
      workingSide: "BUY",
      workingPrice: "59500",
      workingQuantity: "0.01",
      workingTimeInForce: force,
      pendingType: "LIMIT",
      pendingSide: "SELL",
      pendingPrice: "61000",
      pendingQuantity: "0.009",
      pendingTimeInForce: "GTC",
    });
    return (placed as Row).orderListId;
  };
  const expired = await oto("IOC");
  expect(await endOf(expired)).toEqual(["EXPIRED", "EXPIRED", "UNFILLED_IOC_QUANTITY_EXPIRED"]);
  expect(await endOf(expired + 1)).toEqual(["EXPIRED", "EXPIRED", "OTO_PHASE_ONE_EXPIRED"]);
  const canceled = await oto("GTC");
  await ask("DELETE", "/order", { orderId: canceled });
  expect(await endOf(canceled + 1)).toEqual(["CANCELED", "CANCELED", undefined]);
});

test("BIN-80 orders that find nothing, and those of self-trade prevention, say how they ended", async () => {
  const placed = async (fields: Fields) => (await order(fields)) as Row;
  const killed = await placed({ timeInForce: "FOK", price: "59000" });
  expect(killed).toMatchObject({ status: "EXPIRED", expiryReason: "UNFILLED_FOK_ORDER_EXPIRED" });
  expect(await endOf(killed.orderId)).toEqual(["EXPIRED", "EXPIRED", "UNFILLED_FOK_ORDER_EXPIRED"]);
  const { orderId } = await placed({ price: "59000", newOrderRespType: "ACK" });
  const own = { side: "SELL", price: "59000", selfTradePreventionMode: "EXPIRE_TAKER" };
  const taker = await placed(own);
  expect(await endOf(taker.orderId)).toEqual(["TRADE_PREVENTION", "EXPIRED_IN_MATCH", undefined]);
  await ask("DELETE", "/order", { orderId });
  expect(await endOf(orderId)).toEqual(["CANCELED", "CANCELED", undefined]);
});

test("BIN-94 prevented trades are listed by order and by number, in the reply, the order and the report", async () => {
  const at = { price: "59000", newOrderRespType: "FULL" };
  const resting = (await order({ ...at, newOrderRespType: "ACK" })) as Row;
  const sell = { ...at, side: "SELL", quantity: "0.004" };
  const reply = (await order({ ...sell, selfTradePreventionMode: "EXPIRE_TAKER" })) as Row & {
    readonly preventedMatchId: number;
  };
  const { orderId: takerOrderId, preventedMatchId } = reply;
  expect(preventedMatchId).toBeGreaterThan(0);
  const price = "59000.00000000";
  const match = { preventedMatchId, makerSymbol: "BTCUSDT", makerOrderId: resting.orderId, price };
  const taken = { ...match, takerPreventedQuantity: "0.00400000" };
  expect(reply).toMatchObject({ status: "EXPIRED_IN_MATCH", preventedQuantity: "0.00400000" });
  expect(reply).toMatchObject({ preventedMatches: [taken] });
  const listed = {
    ...taken,
    symbol: "BTCUSDT",
    takerOrderId,
    tradeGroupId: -1,
    selfTradePreventionMode: "EXPIRE_TAKER",
    transactTime: expect.any(Number) as number,
  };
  for (const query of [
    { preventedMatchId },
    { orderId: takerOrderId },
    { orderId: resting.orderId },
    { orderId: resting.orderId, fromPreventedMatchId: preventedMatchId, limit: 1 },
  ])
    expect(await ask("GET", "/myPreventedMatches", query)).toEqual([listed]);
  const shown = { orderId: takerOrderId, preventedMatchId, preventedQuantity: "0.00400000" };
  expect(await ask("GET", "/order", { orderId: takerOrderId })).toMatchObject(shown);
  expect(await ask("GET", "/allOrders", { orderId: takerOrderId, limit: 1 })).toMatchObject([shown]);
  expect(await ask("GET", "/order", { orderId: resting.orderId })).not.toHaveProperty("preventedMatchId");
  await vi.waitFor(() =>
    expect(program.received.filter(({ x }) => x === "TRADE_PREVENTION").at(-1)).toMatchObject({
      i: takerOrderId,
      v: preventedMatchId,
      A: "0.00400000",
      B: "0.00400000",
      u: -1,
      U: resting.orderId,
      Cs: "BTCUSDT",
      pl: "0.00400000",
      pL: price,
      pY: "236.00000000",
    }),
  );
  // The other order ends, and the one that came rests.
  const rested = await order({ ...sell, selfTradePreventionMode: "EXPIRE_MAKER" });
  const ended = { makerOrderId: resting.orderId, makerPreventedQuantity: "0.01000000" };
  expect(rested).toMatchObject({ status: "NEW", preventedMatches: [ended] });
  expect(rested).not.toHaveProperty("preventedMatchId");
  const both = (await ask("GET", "/myPreventedMatches", { orderId: resting.orderId })) as {
    readonly preventedMatchId: number;
  }[];
  expect(both).toMatchObject([{ preventedMatchId }, { ...ended, selfTradePreventionMode: "EXPIRE_MAKER" }]);
  expect(both[1]).not.toHaveProperty("takerPreventedQuantity");
  const next = both[1]?.preventedMatchId ?? 0;
  expect(next).toBeGreaterThan(preventedMatchId);
  expect(
    await ask("GET", "/myPreventedMatches", { orderId: resting.orderId, fromPreventedMatchId: next }),
  ).toHaveLength(1);
  expect(await ask("GET", "/order", { orderId: resting.orderId })).toMatchObject({
    status: "EXPIRED_IN_MATCH",
    preventedMatchId: next,
  });
  expect(await ask("GET", "/myPreventedMatches", { preventedMatchId: next + 1 })).toEqual([]);
  await ask("DELETE", "/openOrders", {});
});

test("BIN-93 stops and pending orders that ended before their time never worked", async () => {
  const listId = await oco();
  await limitOrder(program.bo, "buy", "61000", "0.01");
  const stop = { side: "SELL", type: "STOP_LOSS_LIMIT", price: "58000" };
  const { orderId: canceled } = (await order({ ...stop, stopPrice: "58500" })) as Row;
  await ask("DELETE", "/order", { orderId: canceled });
  const { orderId: triggered } = (await order({ ...stop, price: "63000", stopPrice: "60500" })) as Row;
  await limitOrder(program.ana, "buy", "60400", "0.001");
  await limitOrder(program.bo, "sell", "60400", "0.001");
  await vi.waitFor(async () =>
    expect(await ask("GET", "/order", { orderId: triggered })).toMatchObject({ isWorking: true }),
  );
  await ask("DELETE", "/order", { orderId: triggered });
  const time = expect.any(Number) as number;
  for (const [orderId, isWorking, workingTime] of [
    [listId, true, time],
    [listId + 1, false, -1],
    [canceled, false, -1],
    [triggered, true, time],
  ] as const) {
    const shown = { orderId, isWorking, workingTime };
    expect(await ask("GET", "/order", { orderId })).toMatchObject(shown);
    expect(await ask("GET", "/allOrders", { orderId, limit: 1 })).toMatchObject([shown]);
  }
  // Its order expired, so the pending one never began.
  const list = (await ask("POST", "/orderList/oto", {
    workingType: "LIMIT",
    workingSide: "BUY",
    workingPrice: "59500",
    workingQuantity: "0.01",
    workingTimeInForce: "GTC",
    pendingType: "LIMIT_MAKER",
    pendingSide: "SELL",
    pendingPrice: "61000",
    pendingQuantity: "0.009",
  })) as Row;
  await ask("DELETE", "/order", { orderId: list.orderListId });
  expect(await ask("GET", "/order", { orderId: list.orderListId + 1 })).toMatchObject({
    status: "CANCELED",
    isWorking: false,
    workingTime: -1,
  });
});

test("BIN-81 a trade of an order of a list names the list", async () => {
  const listId = await oco();
  await limitOrder(program.bo, "buy", "61000", "0.01");
  const trades = (await ask("GET", "/myTrades", {})) as Row[];
  expect(trades.at(-1)).toMatchObject({ orderId: listId, orderListId: listId });
  expect(trades[0]).toMatchObject({ orderListId: -1 });
});

test("BIN-81 a refused or partly refused replacement has eight decimals like an order", async () => {
  const partly = await ask("POST", "/order/cancelReplace", {
    side: "BUY",
    type: "LIMIT",
    timeInForce: "GTC",
    quantity: "0.01",
    price: "59000",
    cancelReplaceMode: "ALLOW_FAILURE",
    cancelOrderId: 1,
  });
  expect(partly).toMatchObject({
    code: -2021,
    data: { newOrderResponse: { price: "59000.00000000", origQty: "0.01000000", executedQty: "0.00000000" } },
  });
  await ask("DELETE", "/openOrders", {});
});

test("BIN-82 every price off its tick is a PRICE_FILTER, whatever its name", async () => {
  const single = { type: "STOP_LOSS_LIMIT", side: "SELL", stopPrice: "59000", price: "58900" };
  const old = { side: "SELL", quantity: "0.01", price: "61000", stopPrice: "59000", stopLimitPrice: "58900" };
  const list = {
    side: "SELL",
    quantity: "0.01",
    aboveType: "TAKE_PROFIT_LIMIT",
    abovePrice: "61000",
    aboveStopPrice: "61000",
    aboveTimeInForce: "GTC",
    belowType: "STOP_LOSS_LIMIT",
    belowPrice: "58900",
    belowStopPrice: "59000",
    belowTimeInForce: "GTC",
  };
  const maker = { ...list, aboveType: "LIMIT_MAKER" };
  for (const [path, fields, names] of [
    ["/order", { ...single, timeInForce: "GTC", quantity: "0.01" }, ["price", "stopPrice"]],
    ["/order/oco", { ...old, stopLimitTimeInForce: "GTC" }, ["price", "stopPrice", "stopLimitPrice"]],
    ["/orderList/oco", list, ["abovePrice", "aboveStopPrice", "belowPrice", "belowStopPrice"]],
    [
      "/orderList/oco",
      { ...maker, aboveStopPrice: "", aboveTimeInForce: "" },
      ["abovePrice", "belowPrice", "belowStopPrice"],
    ],
  ] as const)
    for (const name of names) {
      const sent = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
      expect(
        await ask("POST", path, { ...sent, [name]: `${sent[name]}.001` }),
        `${path} ${name}`,
      ).toMatchObject({
        code: -1013,
        msg: "Filter failure: PRICE_FILTER",
      });
    }
});

test("BIN-82 windows of more than a day and combinations that Binance refuses are refused", async () => {
  const startTime = Date.now() - 90_000_000;
  const endTime = startTime + 86_400_000;
  for (const [path, fields] of [
    ["/allOrders", BTC],
    ["/myTrades", BTC],
    ["/allOrderList", {}],
  ] as const) {
    const between = async (end: number) =>
      (
        await askSigned(program.key, "GET", `${program.url}/api/v3${path}`, {
          ...fields,
          startTime,
          endTime: end,
        })
      ).body;
    expect(await between(endTime), path).toBeInstanceOf(Array);
    expect(await between(endTime + 1), path).toEqual({
      code: -1127,
      msg: "More than 24 hours between startTime and endTime.",
    });
  }
  for (const name of ["fromId", "orderId"])
    expect(await ask("GET", "/myTrades", { startTime, [name]: 1 }), name).toMatchObject({ code: -1128 });
  expect(await ask("GET", "/myTrades", { orderId: 1, fromId: 1 })).toEqual([]);
  const twice = await fetch(`${program.url}/api/v3/ticker/price?symbols=["BTCUSDT","BTCUSDT"]`);
  expect(await twice.json()).toEqual({ code: -1151, msg: "Symbol is present multiple times in the list." });
});

test("BIN-82 fields have Binance's names, and more decimals than a coin has are -1111", async () => {
  const market = { type: "MARKET", side: "BUY" };
  const refused = async (path: string, fields: Fields) => {
    const { code, msg } = (await ask("POST", path, fields)) as { code: number; msg: string };
    return `${code} ${msg}`;
  };
  for (const path of ["/order", "/order/test"]) {
    expect(await refused(path, { ...market, quantity: "0.01", quoteOrderQty: "100" })).toBe(
      "-1106 Parameter 'quoteOrderQty' sent when not required.",
    );
    expect(await refused(path, { ...market, quoteOrderQty: "100.1234567" })).toBe(
      "-1111 Parameter 'quoteOrderQty' has too much precision.",
    );
    expect(await refused(path, { ...market, quantity: "0.0100000001" })).toBe(
      "-1111 Parameter 'quantity' has too much precision.",
    );
    expect(await refused(path, { ...market, quantity: "0.01000001" })).toBe("-1013 Filter failure: LOT_SIZE");
  }
  const list = { side: "SELL", price: "61000", stopPrice: "59000", quantity: "0.0100000001" };
  expect(await refused("/order/oco", list)).toBe("-1111 Parameter 'quantity' has too much precision.");
});
