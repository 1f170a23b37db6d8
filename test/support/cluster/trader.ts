import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

const RETRY_MS = 50;
const TOO_FAST_MS = 250;
/** Every so many orders stays in the book; the others take what is there, or expire. */
const RESTING = 4;

/** An order that a client knows to be accepted. */
export interface AcceptedOrder {
  readonly key: string;
  readonly orderId: string;
}

/** An answer to an order; undefined if none came. */
export type OrderAnswer =
  | { readonly status: number; readonly code: number; readonly data: Readonly<Record<string, unknown>> }
  | undefined;

export interface OrderToPlace {
  readonly symbol: string;
  readonly side: "buy" | "sell";
  readonly type: "limit";
  readonly timeInForce: "gtc" | "ioc";
  readonly quantity: string;
  readonly price: string;
  readonly clientOrderId: string;
}

/** What all traders of a load have in common. */
export interface Market {
  readonly price: string;
  /** Time between an answer and the next order of the same trader. */
  readonly pauseMs: number;
}

/** HTTP status codes after which a client sends the same call again. */
const AGAIN = new Set([502, 503, 504]);
const TOO_FAST = new Set(["trade.tooFast", "request.tooFast"]);
/** Answers that do not depend on the cluster: the trader has sold or bought all. */
const USED_UP = "trade.insufficientBalance";

/** Places orders with keys until stopped, and repeats each with its key until it is answered. */
export abstract class Trader {
  readonly accepted: AcceptedOrder[] = [];
  /** Times of answers, in milliseconds of `performance.now()`. */
  readonly times: number[] = [];
  /** Milliseconds from the first attempt of each order to its answer. */
  readonly latencies: number[] = [];
  /** Answers that were neither an acceptance nor a request to try again. */
  readonly failures: string[] = [];
  /** Answers that asked to try again. */
  askedAgain = 0;
  /** Calls that were not answered. */
  unanswered = 0;
  private readonly market: Market;
  private side: "buy" | "sell" = "buy";
  private isStopped = false;
  /** While true, no new order is sent. */
  isPaused = false;
  private running: Promise<void> = Promise.resolve();

  constructor(market: Market) {
    this.market = market;
  }

  /** Sends an order once. */
  protected abstract send(order: OrderToPlace): Promise<OrderAnswer>;

  start(): void {
    this.running = this.run();
  }

  /** Resolves once the last order is answered. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.running;
  }

  /** Milliseconds of the longest time between two answers that includes a moment after `sinceMs`. */
  longestPauseMs(sinceMs: number): number {
    let longest = 0;
    for (let at = this.times.length - 1; at > 0; at--) {
      const time = this.times[at] as number;
      if (time < sinceMs) break;
      longest = Math.max(longest, time - (this.times[at - 1] as number));
    }
    return longest;
  }

  private async run(): Promise<void> {
    for (let count = 0; !this.isStopped; count++) {
      if (!this.isPaused) await this.place(count);
      await sleep(this.market.pauseMs);
    }
  }

  private async place(count: number): Promise<void> {
    const order: OrderToPlace = {
      symbol: "BTCUSDT",
      side: this.side,
      type: "limit",
      timeInForce: count % RESTING === 0 ? "gtc" : "ioc",
      quantity: "0.0001",
      price: this.market.price,
      clientOrderId: randomUUID().slice(0, 30),
    };
    const sentAtMs = performance.now();
    for (;;) {
      const answer = await this.send(order);
      if (answer === undefined) {
        this.unanswered++;
        await sleep(RETRY_MS);
        continue;
      }
      const { status, code, data } = answer;
      if (TOO_FAST.has(String(data.error))) {
        await sleep(TOO_FAST_MS);
        continue;
      }
      if (AGAIN.has(status) || data.error === "system.unavailable") {
        this.askedAgain++;
        await sleep(RETRY_MS);
        continue;
      }
      this.times.push(performance.now());
      this.latencies.push(performance.now() - sentAtMs);
      if (code === 1) {
        const { orderId } = data.order as { readonly orderId: string };
        this.accepted.push({ key: order.clientOrderId, orderId });
      } else if (data.error !== USED_UP)
        this.failures.push(`${status} ${code} ${String(data.error)} for ${order.clientOrderId}`);
      this.side = this.side === "buy" ? "sell" : "buy";
      return;
    }
  }
}
