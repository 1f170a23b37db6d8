import { afterAll, beforeAll, expect, test } from "vitest";
import { BTC_CONTRACT, ContractWorld } from "../../support/wire/contract-world.ts";
import { accepted } from "../../support/wire/gateway-under-test.ts";
import type { WireClient } from "../../support/wire-client.ts";

let world: ContractWorld;
let long: WireClient;
let short: WireClient;

beforeAll(async () => {
  world = await ContractWorld.start();
  long = await world.trader("long@example.org", "9000");
  short = await world.trader("short@example.org", "9000");
  await world.observe(60_000);
});
afterAll(async () => {
  await world.exchange.close();
});

const BTC = { symbol: "BTCUSDT" } as const;
const recordOf = async (client: WireClient, view = "positions") =>
  accepted(await client.call("contractRecord", { view }));

test("PERP-20 the market list has contracts next to spot markets, with mark, funding and open interest", async () => {
  const { coinsList } = accepted(await long.call("coinList", { market: "contract" }));
  expect(coinsList).toHaveLength(1);
  expect(coinsList[0]).toMatchObject({
    symbol: "BTCUSDT",
    market: "contract",
    indexPrice: "60000.0",
    markPrice: "60000.0",
    maxLeverage: 100,
    openInterest: "0.000",
  });
  const { ticker } = accepted(await long.call("merged", { ...BTC, market: "contract" }));
  expect(ticker.market).toBe("contract");
  const spot = accepted(await long.call("merged", BTC));
  expect(spot.ticker).not.toHaveProperty("markPrice");
  const { list } = accepted(await long.call("contractBrackets"));
  expect(list[0]?.brackets.map(({ notionalFloor, maxLeverage }) => [notionalFloor, maxLeverage])).toEqual([
    ["0.000000", 100],
    ["50000.000000", 50],
  ]);
  const { next } = accepted(await long.call("fundingRate", BTC));
  expect(next.atMs % BTC_CONTRACT.fundingIntervalMs).toBe(0);
});

test("WIRE-25 funding rates require a named contract; positions accept no cursor, as none was issued", async () => {
  const unnamed = await long.call("fundingRate", {});
  expect([unnamed.code, unnamed.data.fields]).toEqual([100, [{ path: "symbol", reason: "missing" }]]);
  const paged = await long.call("contractRecord", { cursor: "abc" });
  expect([paged.code, paged.data.fields]).toEqual([100, [{ path: "cursor", reason: "conflict" }]]);
});

test("PERP-20 order, fill, position, protection, margin and close over the wire, and the money at each step", async () => {
  const ask = accepted(
    await short.call("contractOrder", {
      ...BTC,
      side: "sell",
      type: "limit",
      price: "60000",
      quantity: "0.5",
      leverage: 30,
      clientOrderId: "ask-1",
    }),
  );
  expect(ask.position).toBeNull();
  expect(ask.order).toMatchObject({
    product: "contract",
    status: "open",
    reduceOnly: false,
    leverage: 30,
  });
  const frozen = accepted(await short.call("walletIndex"));
  // 30,000 ÷ 30 plus the taker fee.
  expect(frozen.contract).toEqual({ balance: "7985.000000", blockBalance: "1015.000000" });
  const bid = accepted(
    await long.call("contractOrder", {
      ...BTC,
      side: "buy",
      type: "market",
      quantity: "0.5",
      leverage: 30,
      takeProfitPrice: "63000",
      clientOrderId: "bid-1",
    }),
  );
  expect(bid.order.leverage).toBe(30);
  expect(bid.fills).toHaveLength(1);
  expect(bid.fills[0]).toMatchObject({
    product: "contract",
    fee: "15.000000",
    feeAsset: "USDT",
    realizedProfit: "0.000000",
  });
  expect(bid.position).toMatchObject({
    side: "long",
    quantity: "0.500",
    averagePrice: "60000.0",
    marginMode: "isolated",
    leverage: 30,
    margin: "1000.000000",
    maintenanceMargin: "120.000000",
    notional: "30000.000000",
    unrealizedProfit: "0.000000",
    bankruptcyPrice: "58000.0",
    takeProfitPrice: "63000.0",
    stopLossPrice: null,
  });
  const wallet = accepted(await long.call("walletIndex"));
  expect(wallet.contract).toEqual({ balance: "7985.000000", blockBalance: "1000.000000" });

  expect(wallet).toMatchObject({ allBalance: "8985.000000", totalEquity: { amount: "8985.000000" } });
  const funds = accepted(await long.call("marketBalance", { asset: "USDT" }));
  expect(funds.wallets.contract).toEqual({
    available: "7985.000000",
    frozen: "1000.000000",
    transferable: "7985.000000",
  });

  const again = accepted(
    await long.call("contractOrder", {
      ...BTC,
      side: "buy",
      type: "market",
      quantity: "0.5",
      leverage: 30,
      takeProfitPrice: "63000",
      clientOrderId: "bid-1",
    }),
  );
  expect(again).toMatchObject({ replayed: true, asOfSeq: bid.asOfSeq, order: bid.order, fills: bid.fills });

  const protectedBy = accepted(await long.call("zhiSun", { ...BTC, stopLossPrice: "59000" }));
  expect(protectedBy.position).toMatchObject({ takeProfitPrice: "63000.0", stopLossPrice: "59000.0" });
  const removed = accepted(await long.call("zhiSun", { ...BTC, takeProfitPrice: null, stopLossPrice: null }));
  expect(removed.position).toMatchObject({ takeProfitPrice: null, stopLossPrice: null });

  const more = accepted(await long.call("contractMargin", { ...BTC, direction: "add", amount: "500" }));
  expect(more).toMatchObject({ available: "7485.000000" });
  expect(more.position.margin).toBe("1500.000000");
  expect((await long.call("contractLeverage", { ...BTC, marginMode: "cross" })).data.error).toBe(
    "trade.positionOpen",
  );
  const record = await recordOf(long);
  expect(record.account).toMatchObject({
    equity: "8985.000000",
    available: "7485.000000",
    margin: "1500.000000",
    frozen: "0.000000",
  });
  expect(record.settings).toEqual([
    {
      symbol: "BTCUSDT",
      leverage: 30,
      marginMode: "isolated",
      maxLeverage: 100,
      holdable: record.settings[0]?.holdable,
    },
  ]);

  // The short side buys back at 60,600 from the long side's limit close.
  const close = accepted(await long.call("pingCang", { ...BTC, quantity: "0.2", price: "60600" }));
  expect(close.order).toMatchObject({ reduceOnly: true, side: "sell", status: "open" });
  const bought = accepted(
    await short.call("contractOrder", {
      ...BTC,
      side: "buy",
      type: "limit",
      price: "60600",
      quantity: "0.2",
    }),
  );
  expect(bought.fills[0]?.realizedProfit).toBe("-120.000000");
  const { list } = accepted(await long.call("contractRecord", { view: "trades", minSeq: bought.asOfSeq }));
  expect(list[0]).toMatchObject({ realizedProfit: "120.000000", side: "sell", role: "maker" });
});

test("PERP-21 rejections have their number, in the order of the page", async () => {
  const order = { ...BTC, side: "buy", type: "limit", price: "60000", quantity: "0.01" } as const;
  const error = async (fields: object) =>
    (await long.call("contractOrder", { ...order, ...fields })).data.error;
  expect(await error({ symbol: "NOPEUSDT" })).toBe("trade.invalidParameters");
  expect(await error({ type: "market" })).toBe("trade.invalidParameters");
  expect(await error({ leverage: 101 })).toBe("trade.invalidParameters");
  expect(await error({ quantity: "0.0001" })).toBe("trade.amountError");
  expect(await error({ price: "90000" })).toBe("trade.priceOutOfBand");
  expect(await error({ takeProfitPrice: "50000" })).toBe("trade.triggerPrice");
  expect(await error({ reduceOnly: true })).toBe("trade.reduceOnly");
  expect(await error({ leverage: 100, quantity: "2" })).toBe("trade.riskLimit");
  expect(await error({ quantity: "5" })).toBe("trade.insufficientBalance");
  const nobody = await world.trader("nobody@example.org", "100");
  for (const [name, request] of [
    ["zhiSun", { ...BTC, stopLossPrice: "59000" }],
    ["pingCang", BTC],
    ["onePingCang", {}],
    ["contractMargin", { ...BTC, direction: "add", amount: "1" }],
  ] as const)
    expect((await nobody.call(name, request)).data.error, name).toBe("trade.positionNotFound");
});

test("PERP-22 closing all cancels the orders and closes at market; the unfilled part is reported", async () => {
  const resting = accepted(
    await long.call("contractOrder", {
      ...BTC,
      side: "buy",
      type: "limit",
      price: "55000",
      quantity: "0.01",
    }),
  );
  // Its own leverage stays 30, whatever is set later.
  accepted(await long.call("contractLeverage", { ...BTC, leverage: 25 }));
  expect((await recordOf(long, "orders")).list).toMatchObject([{ status: "open", leverage: 30 }]);
  const none = accepted(await long.call("onePingCang", { requestId: "all-1" }));
  expect(none.canceled).toEqual([{ orderId: resting.order.orderId, symbol: "BTCUSDT" }]);
  expect(none.results).toHaveLength(1);
  expect(none.results[0]).toMatchObject({ code: 1, error: null, order: { status: "expired", leverage: 25 } });
  expect(none.results[0]?.position?.quantity).toBe("0.300");
  const again = accepted(await long.call("onePingCang", { requestId: "all-1" }));
  expect(again).toMatchObject({ replayed: true, canceled: none.canceled, asOfSeq: none.asOfSeq });
  accepted(
    await short.call("contractOrder", {
      ...BTC,
      side: "buy",
      type: "limit",
      price: "60000",
      quantity: "0.3",
    }),
  );
  const done = accepted(await long.call("onePingCang"));
  expect(done.results[0]).toMatchObject({ order: { status: "filled" }, position: null });
  const { list } = accepted(await long.call("contractRecord", { view: "history", minSeq: done.asOfSeq }));
  expect(list).toMatchObject([{ leverage: 25 }, { leverage: 25 }, { leverage: 30 }, {}, {}]);
  expect((await recordOf(long)).list).toEqual([]);
  expect((await recordOf(short)).list).toEqual([]);
});

test("PERP-43 the wire modifies an order under its number; a wrong change says what is wrong and leaves it", async () => {
  const quiet = await world.trader("quiet@example.org", "1000");
  const { order } = accepted(
    await quiet.call("contractOrder", {
      ...BTC,
      side: "buy",
      type: "limit",
      price: "55000",
      quantity: "0.01",
    }),
  );
  const { orderId } = order;
  const refused = async (fields: object) => {
    const { data } = await quiet.call("contractModify", {
      orderId,
      quantity: "0.01",
      price: "54000",
      ...fields,
    });
    return data.error;
  };
  expect(await refused({ price: "55000" })).toBe("trade.invalidParameters");
  expect(await refused({ price: "54000.123" })).toBe("trade.invalidParameters");
  expect(await refused({ quantity: "0.00001" })).toBe("trade.amountError");
  expect(await refused({ price: "1000" })).toBe("trade.priceOutOfBand");
  expect(await refused({ quantity: "50" })).toBe("trade.insufficientBalance");
  expect(await refused({ orderId: "999999" })).toBe("trade.orderNotFound");
  const modified = accepted(
    await quiet.call("contractModify", { orderId, quantity: "0.02", price: "54000", modifyId: 5 }),
  );
  expect(modified).toMatchObject({
    order: { orderId, status: "open", quantity: "0.020", executedQuantity: "0.000" },
    fills: [],
    fillsLeftOut: 0,
  });
  accepted(await quiet.call("cancel", { orderId }));
  expect(await refused({})).toBe("trade.orderClosed");
});
