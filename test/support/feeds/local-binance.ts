import { LocalVenue } from "./local-venue.ts";

/** Binance's public market data: combined streams. */
export class LocalBinance extends LocalVenue {
  quote(symbol: string, bid: string, ask: string): void {
    const data = { u: 1, s: symbol, b: bid, B: "1.00000000", a: ask, A: "1.00000000" };
    this.send(JSON.stringify({ stream: `${symbol.toLowerCase()}@bookTicker`, data }));
  }
}
