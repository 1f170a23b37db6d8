import { connectCandor } from "@candor/sandbox";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import {
  QUIET,
  removeHome,
  type ServerProcess,
  startServer,
  temporaryHome,
} from "../support/server/run-server.ts";
import { type Api, FUTURES, OrderSender, type SentOrder, SPOT } from "../support/server/sent-orders.ts";

/**
 * Whatever happens to requests, connections and the server: each order that a program has sent was acknowledged, was
 * refused, or is found by its client id, and the account has no others.
 */
const BURST = 200;
const WAVE = 8;
/** What may happen to an order. */
const FAULTS = [
  undefined,
  "latency=~20",
  "answer=429; retry=1",
  "answer=418",
  "answer=-1015",
  "answer=-1021",
  "answer=-1016",
  "answer=503",
  "answer=503; executed",
  "answer=-1000; executed",
  "answer=-1001",
  "answer=-1007",
  "answer=-1007; executed",
  "answer=drop",
  "answer=drop; executed",
  "answer=stall; executed",
] as const;

let home: string;
let server: ServerProcess;
let price: string;
beforeAll(async () => {
  home = temporaryHome();
  server = await startServer(home, QUIET);
  price = await vi.waitFor(lowPrice);
}, 240_000);
afterAll(async () => {
  await server.stop("SIGKILL");
  removeHome(home);
});

/** Returns a price below the market, but within its bands. */
async function lowPrice(): Promise<string> {
  const response = await fetch(`${server.url}/fapi/v1/premiumIndex?symbol=BTCUSDT`);
  const { indexPrice } = (await response.json()) as { readonly indexPrice: string };
  if (!(Number(indexPrice) > 0)) throw new Error("no index yet");
  return (Math.round(Number(indexPrice) * 9.7) / 10).toFixed(1);
}

/** Returns a program with an account of its own. */
async function sender(api: Api): Promise<OrderSender> {
  const { apiKey, secret } = await connectCandor(server).openAccount({ usdt: 200_000 });
  return new OrderSender(server.url, api, { apiKey, secret }, price);
}

const outcomes = (sent: readonly SentOrder[]) => new Set(sent.map(({ outcome }) => outcome));
const codes = (sent: readonly SentOrder[]) =>
  new Set(sent.flatMap(({ code }) => (code === undefined ? [] : [code])));
/** Window of the limit of spot orders. A burst that takes longer may be accepted in part of the next one. */
const WINDOW_MS = 10_000;
const APIS = [
  ["spot", SPOT],
  ["futures", FUTURES],
] as const;

test.each(APIS)(
  "BIN-72 a burst of 200 %s orders by HTTP is answered, and each is accounted for",
  async (_name, api) => {
    const program = await sender(api);
    const startedMs = performance.now();
    const sent = await program.burst(BURST);
    const isInTime = performance.now() - startedMs < WINDOW_MS;
    expect(outcomes(sent).has("unknown")).toBe(false);
    const { acknowledged, refused } = await program.accountFor(sent);
    // An account may place 100 spot orders in ten seconds, or 300 of futures.
    if (api === FUTURES || isInTime) {
      expect([acknowledged, refused]).toEqual(api === SPOT ? [100, 100] : [200, 0]);
      expect(codes(sent)).toEqual(new Set(api === SPOT ? [-1015] : []));
    } else expect(acknowledged + refused).toBe(BURST);
  },
);

test.each(APIS)("BIN-72 so is a burst of 200 %s orders on one connection", async (_name, api) => {
  const program = await sender(api);
  const startedMs = performance.now();
  const sent = await program.burstBySocket(BURST);
  const isInTime = performance.now() - startedMs < WINDOW_MS;
  expect(outcomes(sent).has("unknown")).toBe(false);
  const { acknowledged, refused } = await program.accountFor(sent);
  if (api === FUTURES || isInTime) {
    expect([acknowledged, refused]).toEqual(api === SPOT ? [100, 100] : [200, 0]);
    expect(codes(sent)).toEqual(new Set(api === SPOT ? [-1015] : []));
  } else expect(acknowledged + refused).toBe(BURST);
});

// Both wait for an answer that never comes.
test.concurrent.each(APIS)(
  "BIN-73 faults leave no %s order in doubt, and a repeated request places none twice",
  async (_name, api) => {
    const program = await sender(api);
    const sent = await program.burst(3 * FAULTS.length, FAULTS);
    const { acknowledged, refused, unknown, found } = await program.accountFor(sent);
    expect({ acknowledged, refused, unknown, found }).toEqual({
      acknowledged: 6,
      refused: 12,
      unknown: 30,
      found: 15,
    });
    const again = await Promise.all(
      sent.filter(({ outcome }) => outcome !== "refused").map(async (order) => await program.resend(order)),
    );
    // Those that took place are duplicates, the others are placed now.
    expect(again.filter(({ outcome }) => outcome === "acknowledged")).toHaveLength(unknown - found);
    expect(codes(again)).toEqual(new Set([api === SPOT ? -2010 : -4116]));
    const placed = new Map(again.map((order) => [order.clientId, order]));
    const settled = sent.map((order): SentOrder => {
      const repeated = placed.get(order.clientId);
      return repeated?.outcome === "acknowledged" ? repeated : order;
    });
    expect(await program.accountFor(settled)).toMatchObject({ unknown: found, found });
  },
);

test.each(APIS)("BIN-73 lost connections leave no %s order in doubt", async (_name, api) => {
  const candor = connectCandor(server);
  const dropped = await sender(api);
  const sent = await dropped.burstBySocket(60, 10);
  const atProgram = await dropped.accountFor(sent);
  expect(atProgram.acknowledged).toBeGreaterThanOrEqual(10);
  expect(atProgram.refused).toBe(0);
  const path = `${api.prefix}/order`;
  await candor.setFaults([{ method: "POST", path, fault: "answer=drop; executed", chance: 0.05, times: 1 }]);
  const closed = await sender(api);
  const lost = await closed.burstBySocket(80);
  await candor.setFaults([]);
  const { acknowledged, unknown, found } = await closed.accountFor(lost);
  expect(acknowledged + unknown).toBe(80);
  expect(found).toBeGreaterThanOrEqual(1);
});

/** Listens with a listen key. */
async function listenTo(program: OrderSender, api: Api, key: string) {
  const call = async (method: string, listenKey?: string): Promise<{ readonly listenKey: string }> => {
    const at = api === SPOT ? "/userDataStream" : "/listenKey";
    const query = listenKey === undefined ? "" : `?listenKey=${listenKey}`;
    const headers = { "x-mbx-apikey": key };
    const response = await fetch(`${server.url}${api.prefix}${at}${query}`, { method, headers });
    return (await response.json()) as { readonly listenKey: string };
  };
  const { listenKey } = await call("POST");
  const heard = new Set<string>();
  const socket = new WebSocket(
    `${server.url.replace("http", "ws")}${api === SPOT ? "" : "/fstream"}/ws/${listenKey}`,
  );
  socket.on("message", (data: Buffer) => {
    const event = JSON.parse(data.toString("utf8")) as {
      readonly c?: string;
      readonly o?: { readonly c?: string };
    };
    const clientId = event.o?.c ?? event.c;
    if (clientId !== undefined) heard.add(clientId);
  });
  await new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  const ended = new Promise((resolve) => socket.once("close", resolve));
  return { heard, socket, ended, end: async () => await call("DELETE", listenKey) };
}

test.each(APIS)(
  "BIN-74 %s orders placed while an account's stream is down are found, the others are reported",
  async (_name, api) => {
    const { apiKey, secret } = await connectCandor(server).openAccount({ usdt: 200_000 });
    const program = new OrderSender(server.url, api, { apiKey, secret }, price);
    const first = await listenTo(program, api, apiKey);
    const before = await program.burst(5);
    await vi.waitFor(() => expect(first.heard.size).toBe(5));
    await first.end();
    await first.ended;
    const meanwhile = await program.burst(5);
    const second = await listenTo(program, api, apiKey);
    const afterwards = await program.burst(5);
    await vi.waitFor(() => expect(second.heard.size).toBe(5));
    const listed = (await program.read("/openOrders")) as readonly { readonly clientOrderId: string }[];
    const known = new Set([
      ...first.heard,
      ...second.heard,
      ...listed.map(({ clientOrderId }) => clientOrderId),
    ]);
    const sent = [...before, ...meanwhile, ...afterwards];
    expect(known).toEqual(new Set(sent.map(({ clientId }) => clientId)));
    expect(await program.accountFor(sent)).toMatchObject({ acknowledged: 15 });
    second.socket.terminate();
  },
);

test("BIN-75 a killed server has every order it has acknowledged, and no request is executed twice", async () => {
  const programs = await Promise.all([SPOT, SPOT, FUTURES, FUTURES].map(sender));
  const started: number[] = [];
  const sending = programs.map(async (program, at) => {
    const send = async () => (at % 2 === 0 ? await program.burst(WAVE) : await program.burstBySocket(WAVE));
    return await sendUntilLost(send, started);
  });
  await vi.waitFor(() => expect(started).toHaveLength(programs.length), { timeout: 60_000, interval: 5 });
  await server.stop("SIGKILL");
  const sent = await Promise.all(sending);
  server = await startServer(home, QUIET);
  for (const [at, orders] of sent.entries()) {
    const program = programs[at]?.at(server.url);
    if (program === undefined) throw new Error("no program");
    const { acknowledged, unknown, found } = await program.accountFor(orders);
    expect(acknowledged).toBeGreaterThan(0);
    const doubtful = orders.filter(({ outcome }) => outcome === "unknown");
    const again = await Promise.all(doubtful.map(async (order) => await program.resend(order)));
    expect(again.filter(({ outcome }) => outcome === "acknowledged")).toHaveLength(unknown - found);
    expect(outcomes(again).has("unknown")).toBe(false);
    const others = orders.filter(({ outcome }) => outcome !== "unknown");
    await program.accountFor([...others, ...again.map(asFound)]);
  }
});

/** Sends wave after wave until an answer does not come. Adds to `started` after the first. */
async function sendUntilLost(
  send: () => Promise<readonly SentOrder[]>,
  started: number[],
): Promise<readonly SentOrder[]> {
  const sent: SentOrder[] = [];
  for (let isLost = false; !isLost; ) {
    const wave = await send();
    if (sent.length === 0) started.push(wave.length);
    sent.push(...wave);
    isLost = outcomes(wave).has("unknown");
  }
  return sent;
}

/** A refused repetition is a duplicate of an order that exists. */
const asFound = (order: SentOrder): SentOrder =>
  order.outcome === "refused" ? { ...order, outcome: "unknown" } : order;
