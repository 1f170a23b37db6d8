import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { WireClient } from "../wire-client.ts";

const PAUSE_MS = 10;
const RETRY_MS = 20;
/** Replies after which a client sends the call again with the same key. */
const AGAIN = new Set([0, 502, 503, 504]);
const TOO_FAST = new Set(["trade.tooFast", "request.tooFast"]);
const TRADERS = 4;
const MAX_CLOSINGS = 200;

/** An order that a client knows to be accepted. */
export interface AcceptedOrder {
  readonly key: string;
  readonly orderId: string;
}

/** Traders who place orders with keys until stopped, and send each again with its key until it is acknowledged. */
export class OrderLoad {
  readonly accepted: AcceptedOrder[] = [];
  /** Answers that were neither an acceptance nor a request to try again. */
  readonly failures: string[] = [];
  /** Times of acknowledgements, in milliseconds of `performance.now()`. */
  readonly times: number[] = [];
  repeated = 0;
  /** Accounts that were closed. */
  closed = 0;
  private readonly url: string;
  private price = "";
  private isStopped = false;
  private workers: Promise<void>[] = [];

  constructor(url: string) {
    this.url = url;
  }

  /** Resolves once every trader has placed an order. */
  async start(): Promise<void> {
    const average = (await (await fetch(`${this.url}/api/v3/avgPrice?symbol=BTCUSDT`)).json()) as {
      readonly price: string;
    };
    this.price = (Number(average.price) * 0.9).toFixed(1);
    const traders = Array.from({ length: TRADERS }, () => this.newcomer());
    this.workers = (await Promise.all(traders)).map((client) => this.trade(client));
    await this.more(TRADERS);
  }

  /** Resolves once so many more orders are acknowledged. @returns milliseconds of the longest pause since the call */
  async more(count: number, patienceMs = 120_000): Promise<number> {
    const first = this.times.length;
    const since = performance.now();
    while (this.times.length < first + count) {
      if (performance.now() > since + patienceMs)
        throw new Error(`only ${this.times.length - first} of ${count} orders: ${this.failures.join(", ")}`);
      await sleep(5);
    }
    let longest = 0;
    let before = since;
    for (const time of this.times.slice(first)) {
      longest = Math.max(longest, time - before);
      before = time;
    }
    return Math.round(longest);
  }

  /** Registers people who close their accounts, and tries again with other people where that fails. */
  async closeAccounts(count: number): Promise<number> {
    for (let tries = 0; this.closed < count && tries < MAX_CLOSINGS; tries++)
      await this.closeOne().catch(() => sleep(200));
    return this.closed;
  }

  private async closeOne(): Promise<void> {
    const client = this.client();
    const { email } = await client.register();
    await client.expectOk(client.post("/ems/send", { event: "close" }));
    const code = await client.newestCode(email);
    await client.expectOk(client.post("/user/close", { action: "close", password: "trader42x", code }));
    this.closed++;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.workers);
  }

  /** Each has an address of its own, because one address may register only some people an hour. */
  private client(): WireClient {
    const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
    return new WireClient(this.url, { headers: { "x-forwarded-for": address } });
  }

  private async newcomer(): Promise<WireClient> {
    const client = this.client();
    await client.register();
    await client.fund("9000");
    return client;
  }

  private async trade(client: WireClient): Promise<void> {
    for (let count = 0; !this.isStopped; count++) {
      const key = randomUUID().slice(0, 30);
      await this.place(client, key, count);
      await sleep(PAUSE_MS);
    }
  }

  private async place(client: WireClient, key: string, count: number): Promise<void> {
    const order = {
      product: "spot",
      symbol: "BTCUSDT",
      side: "buy",
      type: "limit",
      timeInForce: count % 50 === 0 ? "gtc" : "ioc",
      quantity: "0.0001",
      price: this.price,
      clientOrderId: key,
    };
    for (let tries = 0; ; tries++) {
      const reply = await client.call("doOrder", order).catch(() => undefined);
      const { status = 0, code = 0 } = reply ?? {};
      if (reply !== undefined && code === 1) {
        const { order: placed } = reply.data as { readonly order: { readonly orderId: string } };
        this.accepted.push({ key, orderId: placed.orderId });
        this.times.push(performance.now());
        return;
      }
      const { error = "" } = (reply?.data ?? {}) as { readonly error?: string };
      if (!AGAIN.has(status) && !TOO_FAST.has(error)) {
        this.failures.push(`${status} ${error} ${reply?.msg}`);
        return;
      }
      if (this.isStopped && tries > 500) return;
      if (!TOO_FAST.has(error)) this.repeated++;
      await sleep(TOO_FAST.has(error) ? 200 : RETRY_MS);
    }
  }
}
