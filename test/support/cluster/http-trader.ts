import type { WireClient } from "../wire-client.ts";
import { type Market, type OrderAnswer, type OrderToPlace, Trader } from "./trader.ts";

/** Trades over HTTP. */
export class HttpTrader extends Trader {
  private readonly client: WireClient;

  constructor(client: WireClient, market: Market) {
    super(market);
    this.client = client;
  }

  protected override async send(order: OrderToPlace): Promise<OrderAnswer> {
    try {
      return await this.client.call("doOrder", { product: "spot", ...order });
    } catch {
      return undefined;
    }
  }
}
