import { createHmac } from "node:crypto";
import { connect, type Socket } from "node:net";
import { PEERS_KEY, type Trader } from "./bench-traders.ts";
import { PrivateFeed } from "./private-feed.ts";
import { runPlans } from "./run-plans.ts";

/**
 * Load generator of the order benches, in a separate process: raw keep-alive connections, each with one order in
 * progress. "closed": every connection sends its next order right after the reply. "paced": orders are sent on
 * schedule, and response time is measured from the scheduled time.
 */
export interface LoadPlan {
  readonly port: number;
  /** "signed" and "empty signed": an order of the Binance API with an HMAC signature. */
  readonly target: "exchange" | "empty" | "signed" | "empty signed";
  readonly traders: readonly Trader[];
  /** What completes an order: the reply to its request, or its `order` message on the trader's socket. */
  readonly acknowledgedBy: "reply" | "push";
  readonly connections: number;
  readonly seconds: number;
  /** Orders per second; 0: closed. */
  readonly pace: number;
  /** Part of every order's key, so that runs do not share keys. */
  readonly run: string;
}

export interface LoadResult {
  readonly answers: number;
  readonly perSecond: number;
  readonly refused: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The slowest hundredth: when each order was due and acknowledged, in ms of the system's monotonic clock. */
  readonly slowest: readonly (readonly [dueMs: number, acknowledgedMs: number])[];
}

const MAX_SAMPLES = 2_000_000;
const MAX_SLOWEST = 10_000;
const HEADER_END = "\r\n\r\n";
const LENGTH_HEADER = "content-length: ";
/** Digits of the order number in its key. */
const KEY_DIGITS = 9;
const SETTLE_MS = 2_000;

runPlans(run);

/**
 * A request encoded once, except the number in its order's key: nine digits at a position where they are three whole
 * base64 groups. Encoding each request would make the load generator the slowest part of the bench.
 */
class RequestTemplate {
  /** The order's key without the number at its end. */
  key = "";
  private readonly before: string;
  private readonly after: string;
  private readonly isBase64: boolean;

  constructor(plan: LoadPlan, index: number, side: "buy" | "sell") {
    this.isBase64 = plan.target === "exchange";
    const [start, end] = this.orderAround(plan, index, side);
    const { token = "" } = traderOf(plan, index) ?? {};
    const [path, type] = this.isBase64
      ? ["/api/Entrus/doOrder", "application/x-www-form-urlencoded"]
      : ["/order", "application/json"];
    const digits = this.isBase64 ? (KEY_DIGITS / 3) * 4 : KEY_DIGITS;
    const length = start.length + digits + end.length;
    this.before = `POST ${path} HTTP/1.1\r\nhost: bench\r\ntoken: ${token}\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n${start}`;
    this.after = end;
  }

  with(digits: string): string {
    const written = this.isBase64 ? Buffer.from(digits, "latin1").toString("base64") : digits;
    return this.before + written + this.after;
  }

  /** Returns the body before and after the number. */
  private orderAround(plan: LoadPlan, index: number, side: "buy" | "sell"): [string, string] {
    for (let filler = ""; ; filler += "-") {
      this.key = `${plan.run}-${index}-${filler}`;
      const order = JSON.stringify({
        product: "spot",
        symbol: "BTCUSDT",
        side,
        type: "limit",
        timeInForce: "gtc",
        price: "60000.0",
        quantity: "0.01000",
        selfTrade: "expire-maker",
        clientOrderId: `${this.key}|`,
      });
      const [start = "", end = ""] = order.split("|");
      if (!this.isBase64) return [start, end];
      const encodedStart = encodeURIComponent(start);
      if (encodedStart.length % 3 !== 0) continue;
      const base64 = (text: string) => encodeURIComponent(Buffer.from(text).toString("base64"));
      return [`data=${base64(encodedStart)}`, base64(encodeURIComponent(end))];
    }
  }
}

/** A signed order of the Binance API: each has its own time and signature. */
class SignedRequest {
  readonly key: string;
  private readonly head: string;
  private readonly order: string;
  private readonly secret: string;

  constructor(plan: LoadPlan, index: number, side: "buy" | "sell") {
    const { apiKey, secret } = traderOf(plan, index) ?? PEERS_KEY;
    this.key = `${plan.run}-${index}-`;
    this.secret = secret;
    this.head = `POST ${plan.target === "signed" ? "/api/v3/order" : "/order"} HTTP/1.1\r\nhost: bench\r\nx-mbx-apikey: ${apiKey}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: `;
    this.order = `symbol=BTCUSDT&side=${side.toUpperCase()}&type=LIMIT&timeInForce=GTC&quantity=0.01000&price=60000.0&selfTradePreventionMode=EXPIRE_MAKER&newClientOrderId=${this.key}`;
  }

  with(digits: string): string {
    const signed = `${this.order}${digits}&timestamp=${Date.now()}`;
    const signature = createHmac("sha256", this.secret).update(signed).digest("hex");
    const body = `${signed}&signature=${signature}`;
    return `${this.head}${body.length}\r\n\r\n${body}`;
  }
}

type OrderRequest = Pick<RequestTemplate, "key" | "with">;

function requestOf(plan: LoadPlan, index: number, side: "buy" | "sell"): OrderRequest {
  return plan.target.endsWith("signed")
    ? new SignedRequest(plan, index, side)
    : new RequestTemplate(plan, index, side);
}

function traderOf({ traders }: LoadPlan, index: number): Trader | undefined {
  return traders[index % Math.max(1, traders.length)];
}

class Client {
  /** Scheduled time of the current order; 0 if none is in progress. */
  dueAt = 0;
  private readonly socket: Socket;
  private readonly feed: PrivateFeed | undefined;
  private readonly index: number;
  private readonly buy: OrderRequest;
  private readonly sell: OrderRequest;
  private readonly done: (client: Client, accepted: boolean, atMs: number) => void;
  private received = "";
  private count = 0;
  private replied: boolean | undefined;
  /** When the socket reported the current order; 0 if not yet. */
  private pushedAtMs = 0;

  constructor(plan: LoadPlan, index: number, done: Client["done"]) {
    this.index = index;
    this.done = done;
    this.buy = requestOf(plan, index, "buy");
    this.sell = requestOf(plan, index, "sell");
    const accepted = plan.target === "signed" ? '{"symbol":' : '{"code":1';
    const trader = plan.acknowledgedBy === "push" ? traderOf(plan, index) : undefined;
    this.feed = trader && new PrivateFeed(plan.port, trader, () => this.pushed());
    this.socket = connect(plan.port, "127.0.0.1");
    this.socket.setNoDelay(true);
    this.socket.setEncoding("latin1");
    this.socket.on("data", (text) => {
      this.received += String(text);
      const end = this.received.indexOf(HEADER_END);
      if (end < 0) return;
      const at = this.received.indexOf(LENGTH_HEADER) + LENGTH_HEADER.length;
      const length = Number.parseInt(this.received.slice(at, at + 8), 10);
      if (this.received.length < end + HEADER_END.length + length) return;
      this.replied = this.received.startsWith(accepted, end + HEADER_END.length);
      this.received = "";
      this.settle();
    });
  }

  connected(): Promise<unknown> {
    const open = new Promise<void>((resolve, reject) => {
      this.socket.once("connect", resolve);
      this.socket.once("error", reject);
    });
    return Promise.all([open, this.feed?.bound]);
  }

  /** Each connection is a trader who alternately buys and sells at one price, so that the book stays small. */
  send(dueAt: number): void {
    this.dueAt = dueAt;
    this.replied = undefined;
    this.pushedAtMs = 0;
    const request = (this.count + this.index) % 2 === 0 ? this.buy : this.sell;
    const digits = String(this.count++).padStart(KEY_DIGITS, "0");
    this.feed?.await(request.key + digits);
    this.socket.write(request.with(digits), "latin1");
  }

  end(): void {
    this.socket.destroy();
    this.feed?.end();
  }

  private pushed(): void {
    this.pushedAtMs = performance.now();
    this.settle();
  }

  /** A rejected order has no message. */
  private settle(): void {
    if (this.replied === undefined) return;
    if (this.feed === undefined || !this.replied) this.done(this, this.replied, performance.now());
    else if (this.pushedAtMs > 0) this.done(this, true, this.pushedAtMs);
  }
}

async function run(plan: LoadPlan): Promise<LoadResult> {
  const samples = new Float64Array(MAX_SAMPLES);
  const acknowledged = new Float64Array(MAX_SAMPLES);
  let answers = 0;
  let refused = 0;
  let ending = false;
  const idle: Client[] = [];
  const onAnswer = (client: Client, accepted: boolean, atMs: number): void => {
    if (answers < MAX_SAMPLES) {
      samples[answers] = atMs - client.dueAt;
      acknowledged[answers] = atMs;
    }
    answers++;
    if (!accepted) refused++;
    client.dueAt = 0;
    if (ending) return;
    if (plan.pace === 0) client.send(performance.now());
    else idle.push(client);
  };
  const clients = Array.from({ length: plan.connections }, (_, index) => new Client(plan, index, onAnswer));
  await Promise.all(clients.map((client) => client.connected()));
  const startedAt = performance.now();
  if (plan.pace === 0) {
    for (const client of clients) client.send(performance.now());
    await sleep(plan.seconds * 1_000);
  } else {
    idle.push(...clients);
    await sendOnSchedule(plan, idle, startedAt);
  }
  ending = true;
  const seconds = (performance.now() - startedAt) / 1_000;
  const counted = answers;
  const until = performance.now() + SETTLE_MS;
  while (clients.some((client) => client.dueAt > 0) && performance.now() < until) await sleep(5);
  for (const client of clients) client.end();
  const size = Math.min(answers, MAX_SAMPLES);
  const sorted = samples.slice(0, size).sort();
  const at = (fraction: number) => sorted[Math.max(0, Math.ceil(fraction * sorted.length) - 1)] ?? 0;
  const slowest = slowestOf(samples.subarray(0, size), acknowledged, at(0.99));
  return {
    answers: counted,
    perSecond: counted / seconds,
    refused,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    slowest,
  };
}

function slowestOf(samples: Float64Array, acknowledged: Float64Array, fromMs: number): LoadResult["slowest"] {
  const offsetMs = Number(process.hrtime.bigint()) / 1e6 - performance.now();
  const slowest: [number, number][] = [];
  for (const [index, tookMs] of samples.entries()) {
    const atMs = (acknowledged[index] ?? 0) + offsetMs;
    if (tookMs >= fromMs && slowest.length < MAX_SLOWEST) slowest.push([atMs - tookMs, atMs]);
  }
  return slowest;
}

/** An order that is due waits for a free connection, and the wait counts. */
async function sendOnSchedule(plan: LoadPlan, idle: Client[], startedAt: number): Promise<void> {
  const total = plan.pace * plan.seconds;
  let sent = 0;
  while (sent < total) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) * plan.pace) / 1_000));
    while (sent < due) {
      const client = idle.pop();
      if (client === undefined) break;
      client.send(startedAt + (sent * 1_000) / plan.pace);
      sent++;
    }
    await new Promise((resolve) => setImmediate(resolve));
    if (performance.now() - startedAt > plan.seconds * 3_000) break;
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
