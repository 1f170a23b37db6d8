import { randomInt } from "node:crypto";
import { mulberry32 } from "@candor/simulator/order-flow-random";
import type { WireOrder } from "@candor/wire/objects";
import { expect, test } from "vitest";
import { openSockets } from "../support/socket/exchange-sockets.ts";
import {
  balancesOf,
  OrderClient,
  type OrderReply,
  type OrderToSend,
} from "../support/socket/order-client.ts";
import { GatewayUnderTest } from "../support/wire/gateway-under-test.ts";

const FRAMES = 120;
const KEYS = 40;
const QUANTITY = "0.001";
const FUNDS = 9_000;

/** Every order under one key is the same, so only repetitions are replayed. */
const ticket = (key: number) => ({
  symbol: "BTCUSDT",
  side: "buy",
  type: "limit",
  price: String(50_000 + key),
  quantity: QUANTITY,
  clientOrderId: `key-${key}`,
});

const MALFORMED: readonly unknown[] = [
  null,
  7,
  "order",
  [],
  {},
  { product: "bond" },
  { cancel: {}, place: {} },
];

function nextMessage(random: ReturnType<typeof mulberry32>): OrderToSend {
  const key = random.below(KEYS);
  const type =
    (["order.place", "order.place", "order.cancel", "order.replace"] as const)[random.below(4)] ??
    "order.place";
  if (random.chance(0.15)) return { type, data: MALFORMED[random.below(MALFORMED.length)] };
  const cancel = { clientOrderId: `key-${random.below(KEYS)}` };
  if (type === "order.place") return { type, data: ticket(key) };
  return { type, data: type === "order.cancel" ? cancel : { cancel, place: ticket(key) } };
}

/** Returns the orders that a reply reports as placed and as canceled. */
function effectOf({ code, data }: OrderReply): {
  readonly placed?: WireOrder;
  readonly canceled?: WireOrder;
} {
  const part = (name: string) => (data[name] as { readonly order?: WireOrder } | undefined)?.order;
  const order = data.order as WireOrder | undefined;
  const [placed, canceled] = [part("placed"), part("canceled")];
  if (code !== 1) return canceled === undefined ? {} : { canceled };
  if (order === undefined) return { ...(placed && { placed }), ...(canceled && { canceled }) };
  return order.status === "canceled" ? { canceled: order } : { placed: order };
}

test("SOCK-30 whatever is sent over several connections, in whatever frames, the replies alone add up to the account", async () => {
  const seed = randomInt(2 ** 31);
  process.stdout.write(`SOCK-30 seed ${seed}\n`);
  const random = mulberry32(seed);
  const exchange = await GatewayUnderTest.start({ gateway: { rateLimitFactor: 1_000 } });
  const sockets = await openSockets(exchange, {
    door: exchange.calls.door,
    limits: { maxOrdersPerSecond: 100_000, maxMessagesPerSecond: 1_000 },
  });
  const user = await exchange.trader("ana@example.org", { USDT: String(FUNDS) });
  const userId = exchange.identity.session(user.token)?.userId ?? 0;
  const clients = await Promise.all(
    [true, false, true].map((batch) => OrderClient.of(sockets.url, user, userId, { batch })),
  );
  const sent = new Map<OrderClient, (string | number)[]>(clients.map((client) => [client, []]));
  for (let frame = 0; frame < FRAMES; frame++) {
    const client = clients[random.below(clients.length)] as OrderClient;
    const messages = Array.from({ length: 1 + random.below(8) }, () => nextMessage(random));
    sent.get(client)?.push(...client.sendAll(messages));
    if (random.chance(0.2)) await client.socket.settle();
  }

  const placed = new Map<string, WireOrder>();
  const canceled = new Set<string>();
  for (const client of clients) {
    await client.replies(sent.get(client) ?? []);
    await client.socket.settle();
    const replies = client.all();
    const ids = replies.map(({ id }) => Number(id)).toSorted((a, b) => a - b);
    expect(ids).toEqual(sent.get(client));
    for (const reply of replies) {
      const effect = effectOf(reply);
      if (effect.placed !== undefined) placed.set(effect.placed.orderId, effect.placed);
      if (effect.canceled !== undefined) canceled.add(effect.canceled.orderId);
    }
  }
  const open = [...placed.values()].filter(({ orderId }) => !canceled.has(orderId));
  const { orders } = await exchange.engine.accountView(userId);
  expect(open.map(({ orderId }) => orderId).toSorted()).toEqual(
    orders.map(({ orderId }) => String(orderId)).toSorted(),
  );
  // A key binds one order for a day, so none is placed twice.
  const keys = [...placed.values()].map(({ clientOrderId }) => clientOrderId);
  expect(new Set(keys).size).toBe(keys.length);
  expect(canceled.size).toBeGreaterThan(0);
  const frozen = open.reduce((sum, { price }) => sum + Number(price) / 1_000, 0);
  expect(await balancesOf(user)).toEqual([`coin USDT ${(FUNDS - frozen).toFixed(6)} + ${frozen.toFixed(6)}`]);
  expect(exchange.errors).toEqual([]);
  for (const client of clients) client.close();
  await sockets.server.close();
  await exchange.close();
});
