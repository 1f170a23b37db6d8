import type { SocketClient } from "./socket-client.ts";
import type { TickerStore } from "./ticker-store.ts";

/**
 * Prices fetched by a call while the connection is silent count as fresh for this long; some networks block sockets.
 */
export const FETCHED_FOR_MS = 7_000;

/**
 * Whether prices are current, so that an order may be based on them. They are not while the connection is down or in
 * doubt (after sleep, for example), nor until the list of markets has been fetched again.
 */
export class FreshPrices {
  private readonly socket: Pick<
    SocketClient,
    "subscribe" | "isComplete" | "connectedAtMs" | "receivedAtMs" | "checkNow"
  >;
  private readonly tickers: Pick<TickerStore, "subscribe" | "listedAtMs" | "reload">;

  constructor(socket: FreshPrices["socket"], tickers: FreshPrices["tickers"]) {
    this.socket = socket;
    this.tickers = tickers;
  }

  readonly subscribe = (watcher: () => void): (() => void) => {
    const stops = [this.socket.subscribe(watcher), this.tickers.subscribe(watcher)];
    return () => {
      for (const stop of stops) stop();
    };
  };

  readonly getSnapshot = (): boolean => {
    const { listedAtMs } = this.tickers;
    const isFollowed = this.socket.isComplete && listedAtMs >= this.socket.connectedAtMs;
    const isNewer = listedAtMs > this.socket.receivedAtMs;
    return isFollowed || (isNewer && Math.abs(Date.now() - listedAtMs) < FETCHED_FOR_MS);
  };

  /** Requests new prices. */
  ask(): void {
    this.socket.checkNow();
    this.tickers.reload();
  }
}
