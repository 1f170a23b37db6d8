import { CHART_PERIODS } from "@candor/domain/enumerations";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { DocumentedSocket } from "../support/server/documented-socket.ts";
import {
  QUIET,
  removeHome,
  type ServerProcess,
  startServer,
  temporaryHome,
} from "../support/server/run-server.ts";
import { undocumentedIn } from "../support/socket/documented-message.ts";
import { LocalBook } from "../support/socket/local-book.ts";
import { type Received, TestClient } from "../support/socket/socket-client.ts";
import { PAYMENT_PASSWORD, WireClient } from "../support/wire-client.ts";
import { operator } from "./lived-in-home.ts";

vi.setConfig({ testTimeout: 240_000 });

const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";
const SYMBOL = "BTCUSDT";
/** Chain credits and withdrawals take longer than a test client waits. */
const CHAIN_PATIENCE_MS = 60_000;
const CHANNELS = [
  "lunbo",
  `depth.spot.${SYMBOL}`,
  `depth.spot.${SYMBOL}.diff`,
  `tape.spot.${SYMBOL}`,
  `mark.${SYMBOL}`,
  `index.${SYMBOL}`,
  ...CHART_PERIODS.map((period) => `kline.spot.${SYMBOL}.${period}`),
];

let home: string;
let server: ServerProcess;
let documented: DocumentedSocket;
beforeAll(async () => {
  home = temporaryHome();
  server = await startServer(home, QUIET);
  documented = await DocumentedSocket.of(server.url);
}, 240_000);
afterAll(async () => {
  await server.stop("SIGKILL");
  removeHome(home);
});

/** A trader with a connection, whose messages are all checked against the published document. */
class Trader {
  readonly http: WireClient;
  readonly socket: TestClient;
  readonly sent = new Set<string>();

  private constructor(http: WireClient, socket: TestClient) {
    this.http = http;
    this.socket = socket;
  }

  static async register(): Promise<Trader> {
    const http = new WireClient(server.url);
    await http.register();
    const { id: uid } = await http.expectOk(http.post("/User/profile"));
    const trader = new Trader(http, await TestClient.connect(`${server.url.replace("http", "ws")}/ws`));
    await trader.socket.first("bind");
    trader.send("bind", { uid, token: http.token, bare: true });
    expect(await trader.socket.first("bildUid")).toMatchObject({ private: true, channels: [] });
    await http.setPaymentPassword();
    return trader;
  }

  send(type: string, data: object, id?: number): void {
    documented.checkSent({ type, data, ...(id !== undefined && { id }) } as { type: string });
    this.sent.add(type);
    this.socket.send(type, data, id === undefined ? {} : { id });
  }

  /** Sends an order message; returns the data of its accepted reply. */
  async order(type: string, data: object): Promise<Received["data"]> {
    const id = this.socket.received.length;
    this.send(type, data, id);
    const isReply = (message: object) => "id" in message && message.id === id;
    const reply = await this.socket.until(() => this.socket.received.find(isReply), `the reply to ${type}`);
    expect(reply).toMatchObject({ type: "order.reply", code: 1 });
    documented.checkReply(type, reply.data);
    return reply.data;
  }

  post(call: string, payload: object = {}): Promise<unknown> {
    return this.http.expectOk(this.http.post(call, payload));
  }

  async transfer(from: string, to: string, amount: string): Promise<void> {
    await this.post("/Wallet/transfer", {
      asset: "USDT",
      from,
      to,
      amount,
      paymentPassword: PAYMENT_PASSWORD,
    });
  }
}

async function indexPrice(client: WireClient): Promise<number> {
  const { coinsList } = await client.expectOk(client.get("/market/coinList?market=spot"));
  return Number(coinsList.find(({ symbol }) => symbol === SYMBOL)?.indexPrice);
}

/** Everything that a client can send to the connection itself. */
async function useConnection(trader: Trader): Promise<void> {
  const { socket } = trader;
  trader.send("subscribe", { channels: [...CHANNELS, "depth.spot.NOSUCH"], id: "all" });
  expect(await socket.first("subscribed")).toMatchObject({
    id: "all",
    channels: CHANNELS,
    refused: [{ channel: "depth.spot.NOSUCH", error: "request.unknownId" }],
  });
  trader.send("resync", { channel: `depth.spot.${SYMBOL}.diff` });
  trader.send("resync", { channel: "depth.spot.NOSUCH" });
  expect(await socket.first("error")).toMatchObject({ error: "request.unknownId", type: "resync" });
  trader.send("ping", { t: 7 });
  expect(await socket.first("pong")).toMatchObject({ t: 7 });
}

test("SOCK-32 a message that is not documented, or has another form, is found", () => {
  for (const type of ["pong", "dance"])
    expect(() => documented.checkReceived({ type, data: {} } as { type: string })).toThrow(type);
  expect(() => documented.checkSent({ type: "dance" })).toThrow("dance");
  expect(undocumentedIn({ type: "dance" })).toContain("dance");
  const pong = { type: "pong", data: { serverTimeMs: 1 } };
  documented.checkReceived(pong);
  expect([pong, { ...pong, data: { ...pong.data, more: 1 } }].map(undocumentedIn)).toEqual([
    undefined,
    expect.stringContaining("more"),
  ]);
});

test("SOCK-33 the example's book of a real market has its best bid and ask, as they change", async () => {
  const trader = await Trader.register();
  const gift = await trader.http.expectOk(
    trader.http.post("/Sandbox/faucet", { asset: "USDT", amount: "9000" }),
  );
  await trader.http.credited(gift);
  await trader.transfer("main", "contract", "8000");
  const example = new LocalBook(`${server.url.replace("http", "ws")}/ws`, "contract", SYMBOL);
  try {
    const index = await indexPrice(trader.http);
    const at = (share: number) => (Math.round(index * share * 10) / 10).toFixed(1);
    const place = (side: "buy" | "sell", share: number) =>
      trader.order("order.place", {
        product: "contract",
        symbol: SYMBOL,
        side,
        type: "limit",
        price: at(share),
        quantity: "0.01",
        clientOrderId: `${side}-${share}`,
      });
    await place("buy", 0.97);
    await place("sell", 1.03);
    await example.prints(at(0.97), at(1.03));
    await place("buy", 0.98);
    await example.prints(at(0.98), at(1.03));
    await trader.order("order.cancel", { clientOrderId: "buy-0.98" });
    await trader.order("order.cancel", { clientOrderId: "buy-0.97" });
    await example.prints("-", at(1.03));
  } finally {
    example.stop();
  }
});

test("SOCK-32 every message of a real server is in its openapi.json, and each documented one was provoked", async () => {
  const [ana, ben] = await Promise.all([Trader.register(), Trader.register()]);
  await useConnection(ana);

  // Deposits, then transfers.
  const gift = await ana.http.expectOk(ana.http.post("/Sandbox/faucet", { asset: "USDT", amount: "10000" }));
  await ana.http.credited(gift);
  await ana.transfer("main", "coin", "4000");
  await ana.transfer("main", "contract", "2000");
  await ana.transfer("main", "option", "100");
  await ben.http.credited(
    await ben.http.expectOk(ben.http.post("/Sandbox/faucet", { asset: "BTC", amount: "0.05" })),
  );
  const bitcoins = { asset: "BTC", from: "main", to: "coin", amount: "0.05" };
  await ben.post("/Wallet/transfer", { ...bitcoins, paymentPassword: PAYMENT_PASSWORD });

  // A trade on the spot market, and one of contracts.
  const price = (Math.floor((await indexPrice(ana.http)) * 10) / 10).toFixed(1);
  const ticket = { symbol: SYMBOL, type: "limit", price, quantity: "0.05" };
  const low = { ...ticket, side: "buy", quantity: "0.001", price: (Number(price) * 0.95).toFixed(1) };
  await ana.order("order.place", { ...low, clientOrderId: "low-1" });
  await ana.order("order.replace", {
    cancel: { clientOrderId: "low-1" },
    place: { ...low, clientOrderId: "low-2" },
  });
  await ana.order("order.cancel", { clientOrderId: "low-2" });
  await ben.order("order.place", { ...ticket, side: "sell" });
  await ana.order("order.place", { ...ticket, side: "buy" });
  await ben.transfer("coin", "contract", "2000");
  const contract = { ...ticket, product: "contract", quantity: "0.01", leverage: 5 };
  await ben.order("order.place", { ...contract, side: "sell" });
  await ana.order("order.place", { ...contract, side: "buy" });

  // The other products.
  await ana.post("/Lever/transfer", { symbol: SYMBOL, asset: "USDT", direction: "in", amount: "100" });
  await ana.order("order.place", {
    product: "option",
    symbol: SYMBOL,
    direction: "up",
    amount: "10",
    durationSeconds: 60,
  });
  await ana.post("/Mining/buy", { planId: "p0", quantity: 1 });
  await ana.post("/Chat/send", { text: "Where is my deposit?" });
  const { chain } = gift;
  const payment = { asset: "USDT", chain, address: ADDRESS, amount: "20", paymentPassword: PAYMENT_PASSWORD };
  await ana.post("/Wallet/withdrawal", payment);

  ana.send("unsubscribe", { channels: ["lunbo"] });
  const missing = () =>
    documented.serverTypes.filter((type) => !ana.socket.received.some((message) => message.type === type));
  await vi.waitFor(() => expect(missing()).toEqual(["site"]), { timeout: CHAIN_PATIENCE_MS, interval: 100 });
  await operator(home, "site", "close", "--reason", "A test", "--input", '{"message":"Back at noon."}');
  expect(await ana.socket.closed()).toBe(4002);
  expect(missing()).toEqual([]);

  for (const { received } of [ana.socket, ben.socket])
    for (const message of received) documented.checkReceived(message);
  expect([...ana.sent].toSorted()).toEqual(documented.clientTypes.toSorted());
});
