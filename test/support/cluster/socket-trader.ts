import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import { type Market, type OrderAnswer, type OrderToPlace, Trader } from "./trader.ts";

const RECONNECT_MS = 200;
const PING_MS = 10_000;
/** A connection that says nothing for so long is given up, as docs/api/socket.md says. */
const SILENT_MS = 25_000;
const CHANNEL = "depth.spot.BTCUSDT.diff";

interface Message {
  readonly type: string;
  readonly id?: unknown;
  readonly code?: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What one connection has received of the private messages about orders. */
export interface Received {
  /** All private changes after it follow. */
  readonly afterSeq: number;
  /** `sequence number/order/status`, in the order of arrival. */
  readonly orders: string[];
  /** Sequence number of the last private message. */
  lastSeq: number;
}

/** Trades over a socket, and records what it receives. After a close it connects to the next address. */
export class SocketTrader extends Trader {
  readonly userId: number;
  /** One for each connection. */
  readonly received: Received[] = [];
  /** Gaps in the book's messages. */
  readonly gaps: string[] = [];
  private readonly urls: readonly string[];
  private readonly token: string;
  private attempt = 0;
  private socket: WebSocket | undefined;
  private current: Received | undefined;
  private bookSeq = -1;
  private nextId = 1;
  private isClosed = false;
  private heardAtMs = performance.now();
  private readonly pending = new Map<number, (answer: OrderAnswer) => void>();

  /** @param urls addresses of the gateways */
  constructor(
    urls: readonly string[],
    session: { readonly userId: number; readonly token: string },
    market: Market,
  ) {
    super(market);
    this.urls = urls;
    this.userId = session.userId;
    this.token = session.token;
    this.attempt = session.userId;
  }

  override start(): void {
    this.connect();
    super.start();
  }

  /** Connections that ended. */
  get reconnects(): number {
    return this.received.length - 1;
  }

  /** Waits for what was sent before, and closes. */
  async close(): Promise<void> {
    await this.stop();
    await sleep(RECONNECT_MS);
    this.isClosed = true;
    this.socket?.terminate();
  }

  protected override async send(order: OrderToPlace): Promise<OrderAnswer> {
    const { socket, current } = this;
    if (socket === undefined || current === undefined) {
      await sleep(RECONNECT_MS);
      return undefined;
    }
    const id = this.nextId++;
    return await new Promise((resolve) => {
      this.pending.set(id, resolve);
      socket.send(JSON.stringify({ type: "order.place", id, data: order }));
    });
  }

  private connect(): void {
    const url = this.urls[this.attempt++ % this.urls.length] as string;
    const socket = new WebSocket(`${url.replace("http", "ws")}/ws`, { perMessageDeflate: false });
    this.socket = socket;
    this.heardAtMs = performance.now();
    const pinging = setInterval(() => {
      if (performance.now() > this.heardAtMs + SILENT_MS) socket.terminate();
      else if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: "ping", data: {} }));
    }, PING_MS);
    socket.on("error", () => undefined);
    socket.on("message", (data: Buffer) => {
      this.heardAtMs = performance.now();
      for (const message of [JSON.parse(data.toString()) as Message | Message[]].flat()) this.take(message);
    });
    socket.on("close", () => {
      clearInterval(pinging);
      this.socket = undefined;
      this.current = undefined;
      this.bookSeq = -1;
      for (const answer of this.pending.values()) answer(undefined);
      this.pending.clear();
      if (!this.isClosed) setTimeout(() => this.connect(), RECONNECT_MS);
    });
  }

  private say(type: string, data: object): void {
    this.socket?.send(JSON.stringify({ type, data }));
  }

  private take({ type, id, code = 0, data }: Message): void {
    if (type === "bind") this.say("bind", { uid: String(this.userId), token: this.token, bare: true });
    else if (type === "bildUid") this.bound(data);
    else if (type === "order.reply") this.answered(Number(id), code, data);
    else if (type === "depth") this.book(data);
    else if (type === "order" && this.current !== undefined) {
      const { orderId, status } = data.order as { readonly orderId: string; readonly status: string };
      this.current.lastSeq = Number(data.asOfSeq);
      this.current.orders.push(`${Number(data.asOfSeq)}/${orderId}/${status}`);
    }
  }

  private bound(data: Message["data"]): void {
    if (data.private !== true) {
      this.failures.push(`bound without private messages: ${JSON.stringify(data)}`);
      return;
    }
    const afterSeq = Number(data.asOfSeq);
    this.current = { afterSeq, orders: [], lastSeq: afterSeq };
    this.received.push(this.current);
    this.say("subscribe", { channels: [CHANNEL] });
  }

  private answered(id: number, code: number, data: Message["data"]): void {
    this.pending.get(id)?.({ status: 200, code, data });
    this.pending.delete(id);
  }

  private book({ kind, sequence, prevSequence }: Message["data"]): void {
    if (kind === "snapshot") this.bookSeq = Number(sequence);
    else if (Number(sequence) > this.bookSeq) {
      if (Number(prevSequence) > this.bookSeq)
        this.gaps.push(`${Number(prevSequence)} follows ${this.bookSeq}`);
      this.bookSeq = Number(sequence);
    }
  }
}
