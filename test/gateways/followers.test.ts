import { Rejected } from "@candor/wire/rejection";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accepted, GatewayUnderTest } from "../support/wire/gateway-under-test.ts";
import type { WireClient } from "../support/wire-client.ts";

/** One user's calls, spread over gateways: each injected request goes to the next one. */
const ORDER = { symbol: "BTCUSDT", side: "buy", type: "limit", quantity: "0.001" } as const;
const USER_ORDERS_PER_WINDOW = 50;
const ADDRESS_READS_PER_WINDOW = 600;
const WINDOW_MS = 60_000;

async function activeOrders(client: WireClient) {
  const { list, asOfSeq } = await client.expectOk(client.post("/Entrus/record", { view: "open" }));
  return { asOfSeq, orderIds: list.map(({ orderId }: { orderId?: string }) => orderId) };
}

describe.each([1, 2, 4])("behind %i gateways", (count) => {
  let exchange: GatewayUnderTest;
  beforeAll(async () => {
    exchange = await GatewayUnderTest.start({}, count);
  });
  afterAll(async () => {
    expect(exchange.errors).toEqual([]);
    await exchange.close();
  });

  const rested = async (): Promise<void> => {
    exchange.time.ms += WINDOW_MS + 10_000;
    await exchange.observePrices();
  };

  test("GW-03 a repeated key is executed once and gets the first answer, also when all gateways get it at once", async () => {
    const ana = await exchange.trader(`once-${count}@example.org`, { USDT: "5000" });
    const request = { ...ORDER, price: "50000", clientOrderId: "one-order" };
    const answers = await Promise.all(
      Array.from({ length: 2 * count }, () => ana.expectOk(ana.post("/Entrus/doOrder", request))),
    );
    const orders = answers.map(({ order }) => order.orderId);
    expect(new Set(orders).size).toBe(1);
    expect(await activeOrders(ana)).toMatchObject({ orderIds: [orders[0]] });
    const other = await ana.call("doOrder", { ...request, quantity: "0.002" });
    expect(other.data).toMatchObject({ error: "request.keyConflict" });
  });

  test("GW-04 what one gateway has acknowledged is in the next one's views, and in its lists with minSeq", async () => {
    const ana = await exchange.trader(`seq-${count}@example.org`, { USDT: "5000" });
    for (let round = 0; round < 6; round++) {
      const price = String(50_000 + round);
      const { order, asOfSeq } = await ana.expectOk(ana.post("/Entrus/doOrder", { ...ORDER, price }));
      const active = await activeOrders(ana);
      expect(active.asOfSeq).toBeGreaterThanOrEqual(asOfSeq);
      expect(active.orderIds).toContain(order.orderId);
      const gone = accepted(await ana.call("cancel", { orderId: order.orderId }));
      const since = { view: "history", minSeq: gone.asOfSeq };
      const read = () => ana.expectOk(ana.post("/Entrus/record", since));
      // On a busy machine the read models may be further behind than a call waits.
      await expect.poll(async () => (await read()).asOfSeq).toBeGreaterThanOrEqual(gone.asOfSeq);
      const history = await read();
      expect(history.list.map(({ orderId }: { orderId?: string }) => orderId)).toContain(order.orderId);
    }
  });

  test("GW-05 a window accepts as many orders as with one gateway", async () => {
    const ana = await exchange.trader(`limit-${count}@example.org`, { USDT: "5000" });
    await rested();
    const codes: (string | undefined)[] = [];
    for (let at = 0; at < USER_ORDERS_PER_WINDOW + 4 * count; at++) {
      const { data } = await ana.call("doOrder", { ...ORDER, price: String(49_000 + at) });
      codes.push((data as { readonly error?: string }).error);
    }
    expect(codes.filter((error) => error === undefined)).toHaveLength(USER_ORDERS_PER_WINDOW);
    expect(new Set(codes.slice(USER_ORDERS_PER_WINDOW))).toEqual(new Set(["trade.tooFast"]));
  });

  test("GW-05 the limits by address and the weights of reads are the same too", async () => {
    await rested();
    const visitor = exchange.client();
    visitor.address = "203.0.113.20";
    let answered = 0;
    const asked = ADDRESS_READS_PER_WINDOW + 8 * count;
    for (let at = 0; at < asked; at++)
      if ((await visitor.call("depth", { symbol: "BTCUSDT" })).code === 1) answered++;
    expect(answered).toBe(ADDRESS_READS_PER_WINDOW);
    // The main gateway counts the same address.
    expect(exchange.refuseVisitor("203.0.113.20", 1)).toBeInstanceOf(Rejected);
    // The API for Binance clients has its own limits.
    expect(exchange.countRequest("203.0.113.20", 1).waitMs).toBe(0);
    const other = "203.0.113.21";
    expect(exchange.refuseVisitor(other, ADDRESS_READS_PER_WINDOW - 1)).toBeUndefined();
    visitor.address = other;
    expect((await visitor.call("depth", { symbol: "BTCUSDT" })).code).toBe(1);
    expect((await visitor.call("depth", { symbol: "BTCUSDT" })).code).not.toBe(1);
  });

  /** Asks each gateway once. */
  const everywhere = async (client: WireClient): Promise<unknown[]> => {
    const answers = [];
    for (let at = 0; at < count; at++) answers.push(await client.call("record", { view: "open" }));
    return answers.map(({ data }) => (data as { readonly error?: string }).error);
  };
  const all = (error: string | undefined): unknown[] => Array<unknown>(count).fill(error);

  test("GW-06 every gateway knows a login, and none does once its end is acknowledged", async () => {
    const email = `session-${count}@example.org`;
    const first = await exchange.registered(email);
    expect(await everywhere(first)).toEqual(all(undefined));
    const { token } = accepted(
      await exchange.client().call("login", { account: email, password: "kestrel7" }),
    );
    const second = exchange.client(token);
    expect(await everywhere(second)).toEqual(all(undefined));
    accepted(await second.call("logout"));
    expect(await everywhere(second)).toEqual(all("session.expired"));
    expect(await everywhere(first)).toEqual(all(undefined));
    expect(await everywhere(exchange.client("x".repeat(43)))).toEqual(all("session.expired"));
  });

  test("GW-06 every gateway knows a ban, its end, the profile's language, a new password and a closed site", async () => {
    const ana = await exchange.registered(`ban-${count}@example.org`);
    expect(await everywhere(ana)).toEqual(all(undefined));
    const { id } = accepted(await ana.call("profile"));
    await exchange.identity.setBanned(Number(id), true);
    expect(await everywhere(ana)).toEqual(all("user.banned"));
    await exchange.identity.setBanned(Number(id), false);
    expect(await everywhere(ana)).toEqual(all(undefined));
    await exchange.identity.changeProfile(Number(id), { lang: "de" });
    const { headers } = await ana.call("record", { view: "open" });
    expect(headers["content-language"]).toBe("de");
    exchange.site.set(false, "back soon");
    expect(await everywhere(ana)).toEqual(all("site.closed"));
    exchange.site.set(true, null);
    expect(await everywhere(ana)).toEqual(all(undefined));
    await exchange.identity.endSessions(Number(id), "password");
    expect(await everywhere(ana)).toEqual(all("session.expired"));
  });

  test("GW-06 while an account is closed, no gateway takes its orders, and the closing waits for those in progress", async () => {
    const ana = await exchange.trader(`gate-${count}@example.org`, { USDT: "5000" });
    await rested();
    const userId = Number(accepted(await ana.call("profile")).id);
    const orders = Array.from({ length: 2 * count }, (_, at) =>
      ana.call("doOrder", { ...ORDER, price: String(49_500 + at) }),
    );
    // One turn later every gateway has begun its orders.
    await new Promise((resolve) => setImmediate(resolve));
    let open = 0;
    const seen = await exchange.closing.gate.alone(userId, 0, async () => {
      open = (await exchange.engine.accountView(userId)).orders.length;
      const late = await Promise.all(
        Array.from({ length: count }, () => ana.call("doOrder", { ...ORDER, price: "51000" })),
      );
      return late.map(({ data }) => (data as { readonly error?: string }).error);
    });
    const placed = (await Promise.all(orders)).filter(({ code }) => code === 1).length;
    expect(seen).toEqual(Array(count).fill("trade.tooFast"));
    expect(open).toBe(placed);
    expect((await ana.call("doOrder", { ...ORDER, price: "51000" })).code).toBe(1);
  });
});
