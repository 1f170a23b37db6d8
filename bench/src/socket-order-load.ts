import { connect, type Socket } from "node:net";
import type { Trader } from "./bench-traders.ts";
import { HANDSHAKE, maskedFrame } from "./client-frame.ts";
import { runPlans } from "./run-plans.ts";

/**
 * Load generator of the bench of orders over one socket, in a separate process: one raw connection that keeps a fixed
 * number of orders without a reply. It only searches the received bytes for replies, because parsing them would make it
 * the slowest part.
 */
export interface SocketLoadPlan {
  readonly port: number;
  /** Undefined for the echo server, which knows no traders and sends back what it gets. */
  readonly trader: Trader | undefined;
  readonly outstanding: number;
  /** "single": one order in each frame. "array": all orders that are due in one frame. */
  readonly framing: "single" | "array";
  readonly seconds: number;
  /** Part of every order's key, so that runs do not share keys. */
  readonly run: string;
}

export interface SocketLoadResult {
  readonly answers: number;
  readonly perSecond: number;
  readonly refused: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const MAX_SAMPLES = 4_000_000;
/** After a reply's marker: its id, and its code if it has one. */
const AFTER_MARKER = 64;
const SETTLE_MS = 2_000;
const ID_DIGITS = 9;

runPlans((plan: SocketLoadPlan) => new OneSocket(plan).run());

class OneSocket {
  private readonly plan: SocketLoadPlan;
  private readonly marker: string;
  private readonly socket: Socket;
  private readonly sentAt = new Float64Array(MAX_SAMPLES);
  private readonly samples = new Float64Array(MAX_SAMPLES);
  private tail = "";
  private sent = 0;
  private answers = 0;
  private refused = 0;
  private ending = false;

  constructor(plan: SocketLoadPlan) {
    this.plan = plan;
    this.marker = plan.trader === undefined ? '"order.place","id":' : '"order.reply","id":';
    this.socket = connect(plan.port, "127.0.0.1");
    this.socket.setNoDelay(true);
    this.socket.setEncoding("latin1");
  }

  async run(): Promise<SocketLoadResult> {
    await this.bind();
    this.socket.on("data", (text) => this.received(String(text)));
    const { outstanding, seconds } = this.plan;
    const startedAt = performance.now();
    this.send(outstanding);
    await sleep(seconds * 1_000);
    this.ending = true;
    const counted = this.answers;
    const tookSeconds = (performance.now() - startedAt) / 1_000;
    const until = performance.now() + SETTLE_MS;
    while (this.answers < this.sent && performance.now() < until) await sleep(5);
    this.socket.destroy();
    if (this.answers < this.sent) throw new Error(`${this.sent - this.answers} orders were not answered`);
    const sorted = this.samples.subarray(0, Math.min(counted, MAX_SAMPLES)).sort();
    const at = (fraction: number) => sorted[Math.max(0, Math.ceil(fraction * sorted.length) - 1)] ?? 0;
    const { refused } = this;
    return {
      answers: counted,
      perSecond: counted / tookSeconds,
      refused,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
    };
  }

  private bind(): Promise<void> {
    const { trader } = this.plan;
    return new Promise((resolve, reject) => {
      let heard = "";
      const listen = (text: string | Buffer): void => {
        const before = heard;
        heard += String(text);
        if (!heard.includes("\r\n\r\n")) return;
        if (trader !== undefined && !before.includes("\r\n\r\n")) {
          const { token, userId } = trader;
          const data = { uid: String(userId), token, bare: true, batch: true };
          this.socket.write(maskedFrame(JSON.stringify({ type: "bind", data })));
        }
        if (trader !== undefined && !heard.includes('"bildUid"')) return;
        this.socket.off("data", listen);
        if (trader === undefined || heard.includes('"private":true')) resolve();
        else reject(new Error(`the socket was not bound: ${heard}`));
      };
      this.socket.on("data", listen);
      this.socket.once("error", reject);
      this.socket.once("connect", () => this.socket.write(HANDSHAKE));
    });
  }

  private received(text: string): void {
    const known = this.tail + text;
    const now = performance.now();
    let searchFrom = 0;
    let count = 0;
    for (;;) {
      const at = known.indexOf(this.marker, searchFrom);
      const end = at + this.marker.length;
      if (at < 0 || known.length < end + AFTER_MARKER) {
        this.tail = known.slice(Math.max(searchFrom, at < 0 ? known.length - this.marker.length : at));
        break;
      }
      const id = Number.parseInt(known.slice(end, end + ID_DIGITS), 10);
      this.samples[this.answers % MAX_SAMPLES] = now - (this.sentAt[id % MAX_SAMPLES] as number);
      this.answers += 1;
      if (this.plan.trader !== undefined && !known.slice(end, end + AFTER_MARKER).includes('"code":1,'))
        this.refused += 1;
      count += 1;
      searchFrom = end;
    }
    if (!this.ending && count > 0) this.send(count);
  }

  private send(count: number): void {
    const now = performance.now();
    const messages: string[] = [];
    for (let each = 0; each < count; each++) {
      this.sentAt[this.sent % MAX_SAMPLES] = now;
      messages.push(this.message(this.sent));
      this.sent += 1;
    }
    const frames =
      this.plan.framing === "array" ? [maskedFrame(`[${messages.join(",")}]`)] : messages.map(maskedFrame);
    this.socket.write(Buffer.concat(frames));
  }

  /** Alternately buys and sells at one price, so that the book stays small. */
  private message(id: number): string {
    const side = id % 2 === 0 ? "buy" : "sell";
    return (
      `{"type":"order.place","id":${id},"data":{"product":"spot","symbol":"BTCUSDT","side":"${side}",` +
      `"type":"limit","timeInForce":"gtc","price":"60000.0","quantity":"0.01000","selfTrade":"expire-maker",` +
      `"clientOrderId":"${this.plan.run}-${id}"}}`
    );
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
