import type { WebSocket } from "ws";
import { LocalVenue } from "./local-venue.ts";

interface Request {
  readonly op: string;
  readonly args?: readonly string[];
}

/**
 * Bybit's public market data, with frames as documented: subscriptions are acknowledged, a one-level book is sent
 * whole, a ping is answered with an operation of the same name.
 */
export class LocalBybit extends LocalVenue {
  readonly unlisted = new Set<string>();
  /** Whether a ping is answered. */
  alive = true;
  private update = 18_521_288;

  override answer = (): { status?: number; body: unknown } => ({ body: bybitReply({ list: [] }) });

  book(symbol: string, bid: string, ask: string): void {
    this.send(JSON.stringify(this.frame(symbol, bid, ask)));
  }

  frame(symbol: string, bid: string, ask: string, type = "snapshot") {
    const level = (price: string, size: string) => (price === "" ? [] : [[price, size]]);
    return {
      topic: `orderbook.1.${symbol}`,
      type,
      ts: 1_672_304_484_978,
      data: {
        s: symbol,
        b: level(bid, "0.006"),
        a: level(ask, "0.029"),
        u: ++this.update,
        seq: 7_961_638_724,
      },
      cts: 1_672_304_484_976,
    };
  }

  protected override hear(socket: WebSocket, text: string): void {
    super.hear(socket, text);
    const { op, args = [] } = JSON.parse(text) as Request;
    if (op === "ping") {
      if (this.alive)
        socket.send(JSON.stringify({ success: true, ret_msg: "pong", conn_id: "0970e817", op: "ping" }));
      return;
    }
    const wrong = args.find((topic) => this.unlisted.has(topic));
    socket.send(
      JSON.stringify(
        wrong === undefined
          ? { success: true, ret_msg: "", conn_id: "2324d924", req_id: "", op }
          : { success: false, ret_msg: `error:handler not found,topic:${wrong}`, conn_id: "2324d924", op },
      ),
    );
  }
}

export function bybitReply(result: unknown): unknown {
  return { retCode: 0, retMsg: "OK", result, retExtInfo: {}, time: 1_672_376_496_682 };
}

/** A row of `/v5/market/tickers` with all its fields. */
export function bybitTicker(symbol: string, bid1Price: string, ask1Price: string) {
  return {
    symbol,
    bid1Price,
    bid1Size: "2",
    ask1Price,
    ask1Size: "1.862172",
    lastPrice: "20533.13",
    prevPrice24h: "20393.48",
    price24hPcnt: "0.0068",
    highPrice24h: "21128.12",
    lowPrice24h: "20318.89",
    turnover24h: "243765620.65899866",
    volume24h: "11801.27771",
    usdIndexPrice: "20784.12009279",
  };
}
