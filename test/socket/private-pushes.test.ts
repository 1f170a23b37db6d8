import { afterEach, beforeEach, expect, test } from "vitest";
import { ScriptedEngine } from "../support/socket/scripted-engine.ts";
import type { TestClient } from "../support/socket/socket-client.ts";
import { SocketWorld } from "../support/socket/socket-world.ts";

let world: SocketWorld;
beforeEach(async () => {
  world = await new SocketWorld(new ScriptedEngine()).start();
  world.sessions.open("token-of-7", 7);
  world.sessions.open("token-of-8", 8);
});
afterEach(() => world.stop());

const PRIVATE = new Set(["order", "trade", "balance"]);

function privateOf(client: TestClient) {
  return client.received
    .filter((message) => PRIVATE.has(message.type))
    .map(({ type, data }) => [type, data.asOfSeq]);
}

test("SOCK-08 messages of one command follow each other, orders, trades, balances; commands in journal order", async () => {
  const client = await world.bound({ uid: "7", token: "token-of-7", bare: true });
  world.engine.batch(
    (command) => {
      // An order the core may produce: a fill between two states of the order.
      command.order({ orderId: 1, userId: 7 });
      command.trade(8, 7, 639_900, 150);
      command.order({ orderId: 1, userId: 7, status: "partially-filled", executedLots: 150 });
      command.order({ orderId: 5, userId: 8, side: "sell", status: "filled" });
      command.balance(7, "coin", 0, 900, 100);
      command.balance(8, "coin", 0, 1, 1);
      command.balance(7, "coin", 1, 150, 0);
    },
    (command) => command.order({ orderId: 2, userId: 7 }),
  );
  world.engine.batch((command) => command.balance(7, "main", 0, 5, 0));
  await client.until(() => client.of("balance").length === 2);
  expect(privateOf(client)).toEqual([
    ["order", 1],
    ["order", 1],
    ["trade", 1],
    ["balance", 1],
    ["order", 2],
    ["balance", 3],
  ]);
});

test("SOCK-08 an order, its fill and its balances are written as the calls write them", async () => {
  const client = await world.bound({ uid: "7", token: "token-of-7", bare: true });
  world.engine.batch((command) => {
    command.order({
      orderId: 418_207,
      userId: 7,
      status: "partially-filled",
      quantityLots: 1_000,
      priceTicks: 640_000,
      executedLots: 400,
      key: "web-7f3a91",
    });
    command.trade(901, 7, 639_900, 400);
    command.balance(7, "coin", 0, 1_250_000_000, 384_000_000);
    command.balance(7, "coin", 1, 399_600, 0);
  });
  const timeMs = 1_767_225_600_010;
  const stamp = { asOfSeq: 1, timeMs };
  await client.first("balance");
  expect(client.of("order")).toEqual([
    {
      order: {
        orderId: "418207",
        clientOrderId: "web-7f3a91",
        groupId: null,
        product: "spot",
        symbol: "BTCUSDT",
        side: "buy",
        type: "limit",
        timeInForce: "gtc",
        quantity: "0.01000",
        quoteQuantity: null,
        price: "64000.0",
        stopPrice: null,
        trailingRate: null,
        triggerBy: null,
        executedQuantity: "0.00400",
        executedQuote: "256.000000",
        averagePrice: "64000.0",
        status: "partially-filled",
        reason: null,
        reduceOnly: false,
        leverage: null,
        fee: "0.00000400",
        feeAsset: "BTC",
        createdAtMs: timeMs,
        updatedAtMs: timeMs,
      },
      ...stamp,
    },
  ]);
  expect(client.of("trade")).toEqual([
    {
      trade: {
        tradeId: "1",
        marketTradeId: "1",
        orderId: "2",
        product: "spot",
        symbol: "BTCUSDT",
        side: "buy",
        price: "63990.0",
        quantity: "0.00400",
        quote: "255.960000",
        fee: "0.00000400",
        feeAsset: "BTC",
        role: "taker",
        realizedProfit: null,
        labelled: true,
        timeMs,
      },
      ...stamp,
    },
  ]);
  expect(client.of("balance")).toEqual([
    {
      list: [
        { wallet: "coin", asset: "USDT", available: "1250.000000", frozen: "384.000000" },
        { wallet: "coin", asset: "BTC", available: "0.00399600", frozen: "0.00000000" },
      ],
      kind: "trade",
      ...stamp,
    },
  ]);
});

test("SOCK-08 maker and taker each see the fill from their side", async () => {
  const maker = await world.bound({ uid: "7", token: "token-of-7", bare: true });
  const taker = await world.bound({ uid: "8", token: "token-of-8", bare: true });
  world.engine.batch((command) => command.trade(7, 8, 640_000, 1_000));
  expect(await maker.first("trade")).toMatchObject({
    trade: { side: "sell", role: "maker", fee: "0.640000", feeAsset: "USDT", orderId: "1", labelled: false },
  });
  expect(await taker.first("trade")).toMatchObject({
    trade: { side: "buy", role: "taker", fee: "0.00001000", feeAsset: "BTC", orderId: "2" },
  });
});

test("SOCK-08 a transfer pushes each wallet's change with its own kind", async () => {
  const client = await world.bound({ uid: "7", token: "token-of-7", bare: true });
  world.engine.batch((command) => {
    command.funds(7, "main", 0, -5_000_000, "transfer-out");
    command.funds(7, "coin", 0, 5_000_000, "transfer-in");
    command.balance(7, "main", 0, 0, 0);
    command.balance(7, "coin", 0, 5_000_000, 0);
  });
  await client.first("balance", 1);
  expect(client.of("balance")).toMatchObject([
    { kind: "transfer-out", list: [{ wallet: "main", available: "0.000000" }] },
    { kind: "transfer-in", list: [{ wallet: "coin", available: "5.000000" }] },
  ]);
});

test("SOCK-08 the reply to a bind has the first sequence number of later messages; nothing is repeated", async () => {
  world.engine.batch((command) => command.order({ orderId: 1, userId: 7 }));
  const first = await world.bound({ uid: "7", token: "token-of-7", bare: true });
  expect(first.of("bildUid")).toMatchObject([{ asOfSeq: 1 }]);
  world.engine.batch((command) => command.order({ orderId: 2, userId: 7 }));
  await first.first("order");
  first.close();
  const second = await world.bound({ uid: "7", token: "token-of-7", bare: true });
  expect(second.of("bildUid")).toMatchObject([{ asOfSeq: 2 }]);
  world.engine.batch((command) => command.order({ orderId: 3, userId: 7 }));
  expect(await second.first("order")).toMatchObject({ asOfSeq: 3, order: { orderId: "3" } });
});

test("SOCK-08 all connections of a user get the same messages", async () => {
  const clients = await Promise.all(
    Array.from({ length: 3 }, () => world.bound({ uid: "7", token: "token-of-7", bare: true })),
  );
  expect(world.socket.statistics()).toMatchObject({ boundUsers: 1, connections: 3 });
  for (let i = 1; i <= 50; i++) world.engine.batch((command) => command.order({ orderId: i, userId: 7 }));
  for (const client of clients) {
    await client.first("order", 49);
    expect(client.of("order").map((data) => data.asOfSeq)).toEqual(
      Array.from({ length: 50 }, (_, i) => i + 1),
    );
  }
});
