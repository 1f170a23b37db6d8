import type { Period } from "@candor/protocol/enumerations";
import { WebSocket } from "ws";
import { Backoff } from "./backoff.ts";
import {
  BINANCE_INTERVALS,
  isInvalidSymbol,
  type Quote,
  readFrame,
  readKlines,
  readQuotes,
} from "./binance-messages.ts";
import type { Clock, Timer } from "./clock.ts";
import type { Bar } from "./kline-bar.ts";
import { fillEmptyBars } from "./kline-fold.ts";
import { type PriceSource, type PriceSourceListener, SOURCE_IDS } from "./price-source.ts";

export interface PublicEndpoints {
  /** Base of the REST interface, without a slash at the end. */
  readonly restUrl: string;
  /** Base of the WebSocket streams, without a slash at the end. */
  readonly streamUrl: string;
}

/** Binance's hosts for market data alone: no account, no key. */
export const BINANCE_ENDPOINTS: PublicEndpoints = {
  restUrl: "https://data-api.binance.vision",
  streamUrl: "wss://data-stream.binance.vision",
};

/** A connection that has said nothing for this long is taken for dead; the core's limit for a source is 10 s. */
export const SILENCE_LIMIT_MS = 5_000;
/** Connections that lasted this long are forgiven their end. */
const STABLE_AFTER_MS = 10_000;
/** How often prices that did not change are confirmed. */
const CONFIRM_EVERY_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 5_000;
const MAX_FRAME_BYTES = 1_048_576;
/** Binance gives at most this many klines at once. */
const KLINES_PER_REQUEST = 1_000;

export interface PublicSourceOptions {
  readonly symbols: readonly string[];
  readonly endpoints: PublicEndpoints;
  readonly clock: Clock;
  /** 0 ≤ x < 1, for the spread of reconnects. */
  readonly random: () => number;
}

/**
 * Binance's public market data: the middle of best bid and ask from the `bookTicker` streams, history from REST. A
 * stream tells every change, so as long as the connection speaks a silent symbol still stands where it was.
 */
export class PublicSource implements PriceSource {
  readonly name = "binance";
  readonly kind = "live";
  readonly sourceId = SOURCE_IDS.binance;
  readonly symbols: readonly string[];
  private readonly endpoints: PublicEndpoints;
  private readonly clock: Clock;
  private readonly backoff: Backoff;
  private readonly quotes = new Map<string, Quote>();
  private readonly stopping = new AbortController();
  private listener: PriceSourceListener | undefined;
  private socket: WebSocket | undefined;
  private retry: Timer | undefined;
  private watch: Timer | undefined;
  private openedAtMs = 0;
  private heardAtMs = 0;

  constructor({ symbols, endpoints, clock, random }: PublicSourceOptions) {
    this.symbols = symbols;
    this.endpoints = endpoints;
    this.clock = clock;
    this.backoff = new Backoff(random);
  }

  start(listener: PriceSourceListener): void {
    this.listener = listener;
    listener.connectionChanged("connecting", this.endpoints.streamUrl);
    this.watch = this.clock.every(CONFIRM_EVERY_MS, () => this.confirm());
    this.connect();
  }

  stop(): Promise<void> {
    this.watch?.cancel();
    this.retry?.cancel();
    this.stopping.abort();
    const { listener, socket } = this;
    this.listener = undefined;
    this.socket = undefined;
    socket?.terminate();
    listener?.connectionChanged("stopped", "");
    return Promise.resolve();
  }

  async history(symbol: string, period: Period, limit: number, endMs: number): Promise<Bar[]> {
    let bars: Bar[] = [];
    let beforeMs = endMs;
    while (bars.length < limit) {
      const count = Math.min(KLINES_PER_REQUEST, limit - bars.length);
      const query = `symbol=${symbol}&interval=${BINANCE_INTERVALS[period]}&limit=${count}&endTime=${beforeMs - 1}`;
      const reply = await this.get(`/api/v3/klines?${query}`);
      if (isInvalidSymbol(reply)) return [];
      const page = readKlines(reply);
      bars = [...page, ...bars];
      const [first] = page;
      if (first === undefined || page.length < count) break;
      beforeMs = first.openTimeMs;
    }
    return fillEmptyBars(period, bars).slice(-limit);
  }

  private connect(): void {
    const streams = this.symbols.map((symbol) => `${symbol.toLowerCase()}@bookTicker`).join("/");
    const socket = new WebSocket(`${this.endpoints.streamUrl}/stream?streams=${streams}`, {
      handshakeTimeout: CONNECT_TIMEOUT_MS,
      maxPayload: MAX_FRAME_BYTES,
      perMessageDeflate: false,
    });
    this.socket = socket;
    let problem = "connection closed";
    socket.on("open", () => this.opened(socket));
    // One buffer a message: binaryType is "nodebuffer".
    socket.on("message", (frame: Buffer) => this.heard(socket, frame.toString("utf8")));
    // "close" follows every error.
    socket.on("error", (error) => {
      problem = error.message;
    });
    socket.on("close", () => this.lost(socket, problem));
  }

  private opened(socket: WebSocket): void {
    if (socket !== this.socket) return;
    this.openedAtMs = this.clock.nowMs();
    this.heardAtMs = this.openedAtMs;
    this.listener?.connectionChanged("connected", this.endpoints.streamUrl);
    void this.fillGap(socket);
  }

  /** Streams speak when something changes: what stands now, after a time without a stream, is asked for once. */
  private async fillGap(socket: WebSocket): Promise<void> {
    const symbols = encodeURIComponent(JSON.stringify(this.symbols));
    try {
      const quotes = readQuotes(await this.get(`/api/v3/ticker/bookTicker?symbols=${symbols}`));
      if (socket !== this.socket) return;
      const observedAtMs = this.clock.nowMs();
      for (const quote of quotes) if (!this.quotes.has(quote.symbol)) this.observe(quote, observedAtMs);
    } catch (error) {
      if (socket !== this.socket) return;
      this.listener?.connectionChanged("connected", `prices now could not be asked for: ${String(error)}`);
    }
  }

  private heard(socket: WebSocket, frame: string): void {
    if (socket !== this.socket) return;
    let quote: Quote | undefined;
    try {
      quote = readFrame(frame);
    } catch (error) {
      this.lost(socket, `not understood: ${String(error)}`);
      return;
    }
    this.heardAtMs = this.clock.nowMs();
    if (quote !== undefined) this.observe(quote, this.heardAtMs);
  }

  private observe(quote: Quote, observedAtMs: number): void {
    this.quotes.set(quote.symbol, quote);
    this.listener?.observed({ ...quote, observedAtMs });
  }

  private confirm(): void {
    const { socket } = this;
    if (socket === undefined || socket.readyState !== WebSocket.OPEN) return;
    const silentMs = this.clock.nowMs() - this.heardAtMs;
    if (silentMs >= SILENCE_LIMIT_MS) {
      this.lost(socket, `silent for ${silentMs} ms`);
      return;
    }
    for (const quote of this.quotes.values())
      this.listener?.observed({ ...quote, observedAtMs: this.heardAtMs });
  }

  private lost(socket: WebSocket, problem: string): void {
    if (socket !== this.socket) return;
    this.socket = undefined;
    socket.terminate();
    // What was last heard may no longer stand: only a new connection can tell.
    this.quotes.clear();
    if (this.openedAtMs > 0 && this.clock.nowMs() - this.openedAtMs >= STABLE_AFTER_MS)
      this.backoff.succeeded();
    this.openedAtMs = 0;
    const delayMs = this.backoff.nextDelayMs();
    this.listener?.connectionChanged("reconnecting", `${problem}; next try in ${delayMs} ms`);
    this.retry = this.clock.after(delayMs, () => this.connect());
  }

  /** Rejects when there is no answer in time or it is no JSON; a refusal other than an unknown symbol rejects too. */
  private async get(path: string): Promise<unknown> {
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]);
    const response = await fetch(`${this.endpoints.restUrl}${path}`, { signal });
    const reply: unknown = await response.json();
    if (!response.ok && !isInvalidSymbol(reply)) throw new Error(`${path}: HTTP ${response.status}`);
    return reply;
  }
}

/** Whether the public market data can be reached within `timeoutMs`. */
export async function isReachable(endpoints: PublicEndpoints, timeoutMs: number): Promise<boolean> {
  try {
    const response = await fetch(`${endpoints.restUrl}/api/v3/ping`, {
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false; // no network, no answer in time: that is the question
  }
}
