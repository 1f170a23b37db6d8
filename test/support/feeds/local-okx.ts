import type { WebSocket } from "ws";
import { LocalVenue } from "./local-venue.ts";

interface Subscription {
  readonly op: string;
  readonly args: readonly { readonly channel: string; readonly instId: string }[];
}

/**
 * OKX's public market data, with frames as documented: each channel's subscription is acknowledged, an unlisted
 * instrument yields a separate error, the text `ping` is answered.
 */
export class LocalOkx extends LocalVenue {
  readonly unlisted = new Set<string>();
  /** Whether `ping` is answered. */
  alive = true;

  override answer = (): { status?: number; body: unknown } => ({ body: { code: "0", msg: "", data: [] } });

  ticker(instId: string, bidPx: string, askPx: string): void {
    this.send(
      JSON.stringify({ arg: { channel: "tickers", instId }, data: [tickerOf(instId, bidPx, askPx)] }),
    );
  }

  protected override hear(socket: WebSocket, text: string): void {
    super.hear(socket, text);
    if (text === "ping") {
      if (this.alive) socket.send("pong");
      return;
    }
    const { op, args } = JSON.parse(text) as Subscription;
    for (const arg of args)
      socket.send(
        JSON.stringify(
          this.unlisted.has(arg.instId)
            ? {
                event: "error",
                code: "60018",
                msg: `Wrong URL or channel:${arg.channel},instId:${arg.instId} doesn't exist.`,
                connId: "a4d3ae55",
              }
            : { event: op, arg, connId: "a4d3ae55" },
        ),
      );
  }
}

/** A ticker with all its fields. */
export function tickerOf(instId: string, bidPx: string, askPx: string): Readonly<Record<string, string>> {
  return {
    instType: "SPOT",
    instId,
    last: bidPx,
    lastSz: "0.00005",
    askPx,
    askSz: "1.2",
    bidPx,
    bidSz: "0.8",
    open24h: "61000.1",
    high24h: "62000",
    low24h: "60000",
    sodUtc0: "61100",
    sodUtc8: "61200",
    volCcy24h: "61000000.5",
    vol24h: "1000.25",
    ts: "1723100000123",
  };
}
