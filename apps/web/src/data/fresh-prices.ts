import type { SocketClient } from "./socket-client.ts";
import type { TickerStore } from "./ticker-store.ts";

/** Prices that a call brought after the connection fell silent count as new for this long; some networks let no socket through. */
export const FETCHED_FOR_MS = 7_000;

/**
 * Whether prices are those of now, so that an order may go out by them. They are not while the connection is gone or in
 * doubt, after a sleep for instance, and not before the list of markets was fetched anew since.
 */
export class FreshPrices {
  private readonly socket: Pick<
    SocketClient,
    "subscribe" | "isSure" | "connectedAtMs" | "heardAtMs" | "checkNow"
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
    const isFollowed = this.socket.isSure && listedAtMs >= this.socket.connectedAtMs;
    const isNewer = listedAtMs > this.socket.heardAtMs;
    return isFollowed || (isNewer && Math.abs(Date.now() - listedAtMs) < FETCHED_FOR_MS);
  };

  /** Has new ones fetched. */
  ask(): void {
    this.socket.checkNow();
    this.tickers.reload();
  }
}
