import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ApiKey } from "../wire/binance-bot.ts";
import { SignedSocket } from "./signed-socket.ts";

type Json = Record<string, unknown>;

/** What a program knows about an order that it has sent. */
type Outcome = "acknowledged" | "refused" | "unknown";

/** An order that was sent. */
export interface SentOrder {
  readonly clientId: string;
  /** The signed request, to send it again. */
  readonly request: string;
  readonly outcome: Outcome;
  readonly orderId?: number;
  /** Code of the refusal, or of the doubt. */
  readonly code?: number;
}

/** One of the two APIs. */
export interface Api {
  readonly prefix: "/api/v3" | "/fapi/v1";
  readonly socket: "/ws-api/v3" | "/ws-fapi/v1";
}

export const SPOT: Api = { prefix: "/api/v3", socket: "/ws-api/v3" };
export const FUTURES: Api = { prefix: "/fapi/v1", socket: "/ws-fapi/v1" };

/** Codes after which Binance's documentation tells a program to look for its order. */
const DOUBTFUL: readonly unknown[] = [-1000, -1001, -1006, -1007];
const ANSWER_TIMEOUT_MS = 60_000;
/** How often it looks whether an order is there whose answer a fault holds back. */
const STALL_MS = 500;
/** Orders looked for at once. */
const LOOKUPS = 20;
const NOT_FOUND = -2013;

/** How many orders of each outcome there were. */
export type Outcomes = Readonly<Record<Outcome, number>>;

/** A program that sends limit orders and accounts for each of them afterwards. */
export class OrderSender {
  private readonly url: string;
  private readonly api: Api;
  private readonly key: Pick<ApiKey, "apiKey" | "secret">;
  private readonly price: string;
  private next = 1;

  /** @param price of all orders, too low to be filled */
  constructor(url: string, api: Api, key: Pick<ApiKey, "apiKey" | "secret">, price: string) {
    this.url = url;
    this.api = api;
    this.key = key;
    this.price = price;
  }

  /** The same program after a restart at another address. */
  at(url: string): OrderSender {
    return new OrderSender(url, this.api, this.key, this.price);
  }

  /** Sends orders at once by HTTP. @param faults asked for by the orders in turn */
  async burst(count: number, faults: readonly (string | undefined)[] = [undefined]): Promise<SentOrder[]> {
    const sending = Array.from({ length: count }, async (_, at) => {
      const order = this.order();
      return await this.send(order.clientId, this.signed(order.fields), faults[at % faults.length]);
    });
    return await Promise.all(sending);
  }

  /** Sends the same bytes again. */
  async resend({ clientId, request }: SentOrder): Promise<SentOrder> {
    return await this.send(clientId, request);
  }

  private async send(clientId: string, request: string, fault?: string): Promise<SentOrder> {
    const headers: Record<string, string> = { "x-mbx-apikey": this.key.apiKey };
    if (fault !== undefined) headers["x-candor-fault"] = fault;
    const isStalled = fault?.includes("stall") === true;
    const gaveUp = new AbortController();
    const signal = isStalled ? gaveUp.signal : AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    // No answer comes: it gives up once the order is there.
    if (isStalled) void this.untilPlaced(clientId).then(() => gaveUp.abort());
    try {
      const url = `${this.url}${this.api.prefix}/order?${request}`;
      const response = await fetch(url, { method: "POST", headers, signal });
      return { clientId, request, ...outcomeOf(response.status, (await response.json()) as Json) };
    } catch {
      // Whatever broke, no answer came.
      return { clientId, request, outcome: "unknown" };
    }
  }

  /**
   * Sends orders at once on one connection, and waits until each is answered or the connection is gone.
   * @param loseAfter answers after which the program drops the connection
   */
  async burstBySocket(count: number, loseAfter = Number.POSITIVE_INFINITY): Promise<SentOrder[]> {
    const socket = await SignedSocket.connect(`${this.url.replace("http", "ws")}${this.api.socket}`);
    let answered = 0;
    const sending = Array.from({ length: count }, async (): Promise<SentOrder> => {
      const { clientId, fields } = this.order();
      const request = this.signed(fields);
      const bySocket = this.signed({ ...fields, apiKey: this.key.apiKey });
      const answer = await socket.ask("order.place", Object.fromEntries(new URLSearchParams(bySocket)));
      answered += 1;
      if (answered === loseAfter) socket.drop();
      if (answer === undefined) return { clientId, request, outcome: "unknown" };
      return {
        clientId,
        request,
        ...outcomeOf(Number(answer.status), (answer.result ?? answer.error) as Json),
      };
    });
    const sent = await Promise.all(sending);
    socket.drop();
    return sent;
  }

  private order(): { readonly clientId: string; readonly fields: Readonly<Record<string, string>> } {
    const clientId = `sent-${process.hrtime.bigint().toString(36)}-${this.next++}`;
    const terms = { side: "BUY", type: "LIMIT", timeInForce: "GTC", price: this.price, quantity: "0.001" };
    return { clientId, fields: { symbol: "BTCUSDT", ...terms, newClientOrderId: clientId } };
  }

  /** Returns the fields sorted by name, as the WebSocket API signs them. */
  private signed(fields: Readonly<Record<string, string>>): string {
    const all = { ...fields, recvWindow: "60000", timestamp: String(Date.now()) };
    const query = new URLSearchParams(
      Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ).toString();
    return `${query}&signature=${createHmac("sha256", this.key.secret).update(query).digest("hex")}`;
  }

  private async untilPlaced(clientId: string): Promise<void> {
    for (const endMs = Date.now() + ANSWER_TIMEOUT_MS; Date.now() < endMs; await sleep(STALL_MS))
      if ((await this.find({ clientId })).clientOrderId === clientId) return;
  }

  private async find({ clientId }: Pick<SentOrder, "clientId">): Promise<Json> {
    return (await this.read("/order", { origClientOrderId: clientId })) as Json;
  }

  async read(path: string, fields: Readonly<Record<string, string>> = {}): Promise<unknown> {
    const headers = { "x-mbx-apikey": this.key.apiKey };
    const query = this.signed({ symbol: "BTCUSDT", ...fields });
    return await (await fetch(`${this.url}${this.api.prefix}${path}?${query}`, { headers })).json();
  }

  /**
   * Looks for each order by its client id, and lists all orders of the account. Throws if an acknowledged order is
   * missing or another, a refused one exists, one exists twice, or one exists that was not sent.
   */
  async accountFor(sent: readonly SentOrder[]): Promise<Outcomes & { readonly found: number }> {
    const faults: string[] = [];
    const existing: string[] = [];
    const counts = { acknowledged: 0, refused: 0, unknown: 0, found: 0 };
    for (let from = 0; from < sent.length; from += LOOKUPS) {
      const some = sent.slice(from, from + LOOKUPS);
      const looking = some.map(async (order) => ({ order, body: await this.find(order) }));
      for (const { order, body } of await Promise.all(looking)) {
        const { clientId, outcome, orderId, code } = order;
        counts[outcome] += 1;
        const isFound = body.clientOrderId === clientId;
        if (!isFound && body.code !== NOT_FOUND) faults.push(`${clientId}: ${JSON.stringify(body)}`);
        if (isFound) existing.push(clientId);
        if (isFound && outcome === "unknown") counts.found += 1;
        if (outcome === "acknowledged" && body.orderId !== orderId)
          faults.push(`${clientId} is missing: ${orderId}`);
        if (outcome === "refused" && isFound) faults.push(`${clientId} was refused (${code}) and exists`);
      }
    }
    const all = (await this.read("/allOrders", { limit: "1000" })) as readonly Json[];
    const listed = all.map(({ clientOrderId }) => String(clientOrderId)).sort();
    const known = existing.sort();
    if (JSON.stringify(listed) !== JSON.stringify(known))
      faults.push(`listed ${listed.length} orders, found ${known.length}`);
    if (faults.length > 0) throw new Error(faults.slice(0, 10).join("\n"));
    return counts;
  }
}

function outcomeOf(status: number, body: Json): Pick<SentOrder, "outcome" | "orderId" | "code"> {
  if (status === 200) return { outcome: "acknowledged", orderId: Number(body.orderId) };
  const isDoubtful = DOUBTFUL.includes(body.code) || status === 503;
  return { outcome: isDoubtful ? "unknown" : "refused", code: Number(body.code) };
}
