import { createHmac } from "node:crypto";
import type { Candor } from "@candor/sandbox";
import { WebSocket } from "ws";

/** Numbers from a small seed (mulberry32), 0 ≤ x < 1. */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Trader {
  readonly apiKey: string;
  readonly secret: string;
  /** Orders that may still be open. */
  readonly open: { readonly path: string; readonly symbol: string; readonly orderId: number }[];
}

const signatureOf = (secret: string, text: string): string =>
  createHmac("sha256", secret).update(text).digest("hex");

const STREAMS = [
  "btcusdt@trade",
  "btcusdt@depth@100ms",
  "btcusdt@kline_1m",
  "btcusdt@bookTicker",
  "ethusdt@aggTrade",
].join("/");
const FUTURES_STREAMS = ["btcusdt@aggTrade", "btcusdt@markPrice", "btcusdt@depth@100ms"].join("/");
/** Largest pause between calls, every few calls. */
const MAX_PAUSE_MS = 600;
const CALLS_BETWEEN_PAUSES = 8;

/** Two accounts that trade with each other and with everybody, in a way that a seed decides. Logs all that they receive. */
export class RepeatableBot {
  /** Texts of all replies, in order. */
  readonly replies: string[] = [];
  /** Texts of all messages by connection, in order. */
  readonly messages = new Map<string, string[]>();
  private readonly candor: Candor;
  private readonly next: () => number;
  private readonly traders: Trader[] = [];
  private readonly sockets: WebSocket[] = [];
  private timeMs = 0;

  constructor(candor: Candor, seed: number) {
    this.candor = candor;
    this.next = numbersOf(seed);
  }

  /** Opens the accounts and the streams. */
  async begin(): Promise<void> {
    this.timeMs = (await this.candor.time()).timeMs;
    for (const letter of ["a", "b"]) {
      const key = letter.repeat(64);
      const funds = { usdt: 2_000_000, btc: 20, coins: { ETH: 100 } };
      const { apiKey, secret } = await this.candor.openAccount({ ...funds, key, secret: key });
      this.traders.push({ apiKey, secret, open: [] });
    }
    const { wsUrl } = this.candor;
    await this.connect("spot", `${wsUrl}/stream?streams=${STREAMS}`);
    await this.connect("futures", `${wsUrl}/fstream/stream?streams=${FUTURES_STREAMS}`);
    for (const [at, trader] of this.traders.entries()) {
      const socket = await this.connect(`account ${at}`, `${wsUrl}/ws-api/v3`);
      const { apiKey, secret } = trader;
      const timestamp = this.timeMs;
      const signature = signatureOf(secret, `apiKey=${apiKey}&timestamp=${timestamp}`);
      const params = { apiKey, timestamp, signature };
      socket.send(JSON.stringify({ id: 1, method: "userDataStream.subscribe.signature", params }));
      await this.until(() => (this.messages.get(`account ${at}`)?.length ?? 0) > 0);
    }
  }

  /** Makes calls, one after the other, and lets time pass in between. @returns the end of the journal */
  async run(calls: number): Promise<{ readonly seq: number; readonly hash: string }> {
    for (let call = 1; call <= calls; call++) {
      await this.act();
      if (call % CALLS_BETWEEN_PAUSES !== 0) continue;
      const pauseMs = Math.floor(this.next() * MAX_PAUSE_MS);
      this.timeMs = (await this.candor.advance(pauseMs)).timeMs;
    }
    const { seq, hash } = await this.candor.advance(2_000);
    return { seq, hash };
  }

  end(): void {
    for (const socket of this.sockets) socket.terminate();
  }

  private async act(): Promise<void> {
    const trader = this.traders[this.next() < 0.5 ? 0 : 1] as Trader;
    const kind = this.next();
    if (kind < 0.45)
      return await this.place(trader, "/api/v3/order", this.next() < 0.7 ? "BTCUSDT" : "ETHUSDT");
    if (kind < 0.7) return await this.place(trader, "/fapi/v1/order", "BTCUSDT");
    if (kind < 0.9) return await this.cancel(trader);
    await this.ask("GET", kind < 0.95 ? "/api/v3/account" : "/fapi/v2/account", trader, {});
  }

  /** Around the first price of the coin, so that some orders match and some rest. */
  private async place(trader: Trader, path: string, symbol: string): Promise<void> {
    const [price, quantity] = symbol === "BTCUSDT" ? [67_000, 0.01] : [3_300, 0.2];
    const ticks = Math.round(price * (0.995 + 0.01 * this.next()));
    const side = this.next() < 0.5 ? "BUY" : "SELL";
    const amount = (quantity * (1 + Math.floor(5 * this.next()))).toFixed(3);
    const fields = { symbol, side, quantity: amount };
    const reply = await this.ask("POST", path, trader, {
      ...fields,
      ...(this.next() < 0.2
        ? { type: "MARKET" }
        : { type: "LIMIT", timeInForce: "GTC", price: String(ticks) }),
    });
    const { orderId } = JSON.parse(reply) as { readonly orderId?: number };
    if (orderId !== undefined) trader.open.push({ path, symbol, orderId });
  }

  private async cancel(trader: Trader): Promise<void> {
    const at = Math.floor(this.next() * trader.open.length);
    const [order] = trader.open.splice(at, 1);
    if (order === undefined) return;
    const { path, symbol, orderId } = order;
    await this.ask("DELETE", path, trader, { symbol, orderId: String(orderId) });
  }

  private async ask(
    method: string,
    path: string,
    trader: Trader,
    fields: Record<string, string>,
  ): Promise<string> {
    const url = `${this.candor.url}${path}?${this.signed(trader, fields)}`;
    const response = await fetch(url, { method, headers: { "x-mbx-apikey": trader.apiKey } });
    const text = await response.text();
    this.replies.push(`${response.status} ${text}`);
    return text;
  }

  private signed({ secret }: Trader, fields: Record<string, string>): string {
    const query = new URLSearchParams({ ...fields, timestamp: String(this.timeMs) }).toString();
    return `${query}&signature=${signatureOf(secret, query)}`;
  }

  private async connect(name: string, url: string): Promise<WebSocket> {
    const socket = new WebSocket(url);
    const texts: string[] = [];
    this.messages.set(name, texts);
    socket.on("message", (data: Buffer) => texts.push(data.toString("utf8")));
    await new Promise<void>((resolve, reject) => {
      socket.once("open", () => resolve());
      socket.once("error", reject);
    });
    this.sockets.push(socket);
    return socket;
  }

  private async until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
