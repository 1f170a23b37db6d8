import type { Period } from "@candor/domain/enumerations";
import { WebSocket } from "ws";
import type { PublicEndpoints } from "../../config/public-endpoints.ts";
import { Backoff } from "./backoff.ts";
import type { Clock, Timer } from "./clock.ts";
import type { Bar } from "./kline-bar.ts";
import { fillEmptyBars, periodOpenMs } from "./kline-fold.ts";
import type { PriceSource, PriceSourceListener } from "./price-source.ts";
import type { Heard, PublicVenue, VenueMarket } from "./public-venue.ts";
import type { Quote } from "./quote.ts";

/** A connection silent for this long counts as dead; the core's limit for a source is 10 s. */
export const SILENCE_LIMIT_MS = 5_000;
/** A connection that lasted this long resets the backoff when it ends. */
const STABLE_AFTER_MS = 10_000;
/** Interval for confirming unchanged prices. */
const CONFIRM_EVERY_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 5_000;
const MAX_FRAME_BYTES = 1_048_576;
/** Quiet time after which a stream is pinged, if the exchange answers that. */
const KEEP_ALIVE_AFTER_MS = 2_000;

export interface PublicSourceOptions {
  readonly venue: PublicVenue;
  readonly markets: readonly VenueMarket[];
  readonly endpoints: PublicEndpoints;
  readonly clock: Clock;
  /** Returns 0 ≤ x < 1, to spread reconnects. */
  readonly random: () => number;
}

/**
 * An exchange's public market data: the middle of best bid and ask from its stream, history from REST. A stream sends
 * every change, so as long as the connection is active, a silent symbol has not changed.
 */
export class PublicSource implements PriceSource {
  readonly name: string;
  readonly kind = "live";
  readonly sourceId: number;
  readonly symbols: readonly string[];
  private readonly venue: PublicVenue;
  private readonly markets: readonly VenueMarket[];
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

  constructor({ venue, markets, endpoints, clock, random }: PublicSourceOptions) {
    this.name = venue.name;
    this.sourceId = venue.sourceId;
    this.symbols = markets.map(({ symbol }) => symbol);
    this.venue = venue;
    this.markets = markets;
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
    const market = this.markets.find((each) => each.symbol === symbol);
    if (market === undefined) return [];
    let bars: Bar[] = [];
    let beforeMs = endMs;
    while (bars.length < limit) {
      const wanted = limit - bars.length;
      const { path, count } = this.venue.klinePage({ market, period, beforeMs, wanted, held: bars.length });
      const reply = await this.get(path);
      if (this.venue.isUnknownSymbol(reply)) return [];
      const page = this.venue.readKlines(reply);
      const [first] = page;
      if (first === undefined) break;
      const odd = page.find(({ openTimeMs }) => periodOpenMs(period, openTimeMs) !== openTimeMs);
      if (odd !== undefined)
        throw new Error(
          `${this.name}: ${period} bar opens at ${odd.openTimeMs}, which is not the start of a period`,
        );
      bars = [...page, ...bars];
      if (page.length < count) break;
      beforeMs = first.openTimeMs;
    }
    return fillEmptyBars(period, bars).slice(-limit);
  }

  private connect(): void {
    const socket = new WebSocket(this.endpoints.streamUrl + this.venue.streamPath(this.markets), {
      handshakeTimeout: CONNECT_TIMEOUT_MS,
      maxPayload: MAX_FRAME_BYTES,
      perMessageDeflate: false,
    });
    this.socket = socket;
    let problem = "connection closed";
    socket.on("open", () => this.opened(socket));
    // Each message is one buffer: binaryType is "nodebuffer".
    socket.on("message", (frame: Buffer) => this.heard(socket, frame.toString("utf8")));
    // Every error is followed by "close".
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
    for (const frame of this.venue.subscriptions(this.markets)) socket.send(frame);
    void this.fillGap(socket);
  }

  /** Streams send only changes, so after a gap the current prices are requested once. */
  private async fillGap(socket: WebSocket): Promise<void> {
    try {
      const quotes = (await this.quotesOf(this.markets)) ?? (await this.quotesOfEach());
      if (socket !== this.socket) return;
      const observedAtMs = this.clock.nowMs();
      for (const quote of quotes) if (!this.quotes.has(quote.symbol)) this.observe(quote, observedAtMs);
    } catch (error) {
      if (socket !== this.socket) return;
      this.listener?.connectionChanged("connected", `could not request current prices: ${String(error)}`);
    }
  }

  /**
   * Returns `undefined` if the exchange does not list one of the symbols: then it returns nothing for the others
   * either.
   */
  private async quotesOf(markets: readonly VenueMarket[]): Promise<readonly Quote[] | undefined> {
    const reply = await this.get(this.venue.quotesPath(markets));
    if (this.venue.isUnknownSymbol(reply)) return undefined;
    return this.venue.readQuotes(reply, new Set(markets.map(({ symbol }) => symbol)));
  }

  private async quotesOfEach(): Promise<readonly Quote[]> {
    const each = await Promise.all(this.markets.map(async (market) => (await this.quotesOf([market])) ?? []));
    return each.flat();
  }

  private heard(socket: WebSocket, frame: string): void {
    if (socket !== this.socket) return;
    let heard: Heard;
    try {
      heard = this.venue.readFrame(frame);
    } catch (error) {
      this.lost(socket, `not understood: ${String(error)}`);
      return;
    }
    this.heardAtMs = this.clock.nowMs();
    if (heard === undefined) return;
    if ("problem" in heard) this.listener?.connectionChanged("connected", heard.problem);
    else if ("withdrawn" in heard) this.quotes.delete(heard.withdrawn);
    else this.observe(heard, this.heardAtMs);
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
    const { keepAlive } = this.venue;
    if (keepAlive !== undefined && silentMs >= KEEP_ALIVE_AFTER_MS) socket.send(keepAlive);
    for (const quote of this.quotes.values())
      this.listener?.observed({ ...quote, observedAtMs: this.heardAtMs });
  }

  private lost(socket: WebSocket, problem: string): void {
    if (socket !== this.socket) return;
    this.socket = undefined;
    socket.terminate();
    // The last prices may be outdated: only a new connection can tell.
    this.quotes.clear();
    if (this.openedAtMs > 0 && this.clock.nowMs() - this.openedAtMs >= STABLE_AFTER_MS)
      this.backoff.succeeded();
    this.openedAtMs = 0;
    const delayMs = this.backoff.nextDelayMs();
    this.listener?.connectionChanged("reconnecting", `${problem}; next attempt in ${delayMs} ms`);
    this.retry = this.clock.after(delayMs, () => this.connect());
  }

  /** Rejects on timeout and if the answer is not JSON; also on any error except an unknown symbol. */
  private async get(path: string): Promise<unknown> {
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]);
    const response = await fetch(`${this.endpoints.restUrl}${path}`, { signal });
    const reply: unknown = await response.json();
    if (!response.ok && !this.venue.isUnknownSymbol(reply))
      throw new Error(`${path}: HTTP ${response.status}`);
    return reply;
  }
}

/** Returns whether an exchange's public market data can be reached within `timeoutMs`. */
export async function isReachable(
  venue: PublicVenue,
  endpoints: PublicEndpoints,
  timeoutMs: number,
): Promise<boolean> {
  try {
    const response = await fetch(`${endpoints.restUrl}${venue.pingPath}`, {
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false; // No network or no answer in time is a valid result.
  }
}
