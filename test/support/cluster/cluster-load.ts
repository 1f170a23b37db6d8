import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Transport, WireClient } from "../wire-client.ts";
import { HttpTrader } from "./http-trader.ts";
import { SocketTrader } from "./socket-trader.ts";
import type { AcceptedOrder, Market, Trader } from "./trader.ts";

const PREPARED_AT_ONCE = 4;
/** Share of the index at which all orders are placed: far enough that nobody else takes them. */
const PRICE_SHARE = 0.95;
const TRIES = 40;
const TRY_PAUSE_MS = 250;

export interface LoadOptions {
  readonly traders: number;
  /** Addresses of the gateways, or of a proxy. */
  readonly urls: readonly string[];
  readonly pauseMs: number;
}

/** Traders of a cluster, half of them over sockets. Each uses another gateway when its own does not answer. */
export class ClusterLoad {
  readonly http: readonly HttpTrader[];
  readonly sockets: readonly SocketTrader[];
  /** At which all orders are placed. */
  readonly price: string;

  /** Registers and funds the traders. */
  static async prepare({ traders, urls, pauseMs }: LoadOptions): Promise<ClusterLoad> {
    const average = (await (await fetch(`${urls[0]}/api/v3/avgPrice?symbol=BTCUSDT`)).json()) as {
      readonly price: string;
    };
    const market: Market = { price: (Number(average.price) * PRICE_SHARE).toFixed(1), pauseMs };
    const http: HttpTrader[] = [];
    const sockets: SocketTrader[] = [];
    for (let made = 0; made < traders; made += PREPARED_AT_ONCE)
      await Promise.all(
        Array.from({ length: Math.min(PREPARED_AT_ONCE, traders - made) }, async (_, at) => {
          const client = clientOf(urls, made + at);
          await client.register();
          // As many sellers as buyers, over HTTP and over sockets.
          await ((made + at) % 4 < 2 ? client.fund("9000") : client.fund("0.1", "BTC"));
          const { id } = await client.expectOk(client.post("/User/profile"));
          const session = { userId: Number(id), token: client.token };
          if ((made + at) % 2 === 0) http.push(new HttpTrader(client, market));
          else sockets.push(new SocketTrader(urls, session, market));
        }),
      );
    return new ClusterLoad(http, sockets, market.price);
  }

  private constructor(http: readonly HttpTrader[], sockets: readonly SocketTrader[], price: string) {
    this.price = price;
    this.http = http;
    this.sockets = sockets;
  }

  get traders(): readonly Trader[] {
    return [...this.http, ...this.sockets];
  }

  get accepted(): readonly AcceptedOrder[] {
    return this.traders.flatMap(({ accepted }) => accepted);
  }

  get failures(): readonly string[] {
    return this.traders.flatMap(({ failures }) => failures);
  }

  start(): void {
    for (const trader of this.traders) trader.start();
  }

  /** Sends no new orders until `resume`. */
  pause(): void {
    for (const trader of this.traders) trader.isPaused = true;
  }

  resume(): void {
    for (const trader of this.traders) trader.isPaused = false;
  }

  async stop(): Promise<void> {
    await Promise.all([
      ...this.http.map((trader) => trader.stop()),
      ...this.sockets.map((trader) => trader.close()),
    ]);
  }

  /**
   * Resolves once every trader has `count` more answers.
   * @returns milliseconds of the longest time that any trader waited between two answers
   */
  async everyoneServed(sinceMs: number, count = 2, patienceMs = 120_000): Promise<number> {
    const deadline = performance.now() + patienceMs;
    const waiting = (): Trader[] => this.traders.filter(({ times }) => (times.at(-count) ?? 0) < sinceMs);
    while (waiting().length > 0) {
      if (performance.now() > deadline)
        throw new Error(`${waiting().length} traders have no answers: ${this.failures.join(", ")}`);
      await sleep(10);
    }
    return Math.round(Math.max(...this.traders.map((trader) => trader.longestPauseMs(sinceMs))));
  }

  /** Counts of everything, for people. */
  summary(): string {
    const sum = (of: (trader: Trader) => number): number =>
      this.traders.reduce((total, trader) => total + of(trader), 0);
    const reconnects = this.sockets.reduce((total, socket) => total + socket.reconnects, 0);
    return (
      `${this.accepted.length} orders accepted, ${sum(({ askedAgain }) => askedAgain)} answers "try again", ` +
      `${sum(({ unanswered }) => unanswered)} calls unanswered, ${reconnects} sockets reconnected`
    );
  }
}

/** A client that uses the next address when one does not answer, with a network address of its own. */
export function clientOf(urls: readonly string[], first = 0): WireClient {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
  let at = first;
  const send: Transport = async ({ method, url, payload, headers = {} }) => {
    const body = payload === undefined ? {} : { body: payload };
    try {
      const response = await fetch(`${urls[at % urls.length]}${url}`, { method, headers, ...body });
      const text = await response.text();
      return { status: response.status, headers: Object.fromEntries(response.headers), text };
    } catch (error) {
      at++;
      throw error;
    }
  };
  return new WireClient(send, { headers: { "x-forwarded-for": address } });
}

/** Repeats a call until it is answered by something other than "try again"; for calls that may be repeated. */
export async function again<T>(call: () => Promise<T>, isAnswer: (answer: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await call();
      if (isAnswer(answer) || tries > TRIES) return answer;
    } catch (error) {
      if (tries > TRIES) throw error;
    }
    await sleep(TRY_PAUSE_MS);
  }
}
