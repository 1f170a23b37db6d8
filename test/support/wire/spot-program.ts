import { ListenKeys } from "@candor/server/edge/binance-api/streams/listen-keys";
import type { MainClient } from "binance";
import type { WebSocket } from "ws";
import type { WireClient } from "../wire-client.ts";
import { type ApiKey, botOf, listenFor, makeApiKey } from "./binance-bot.ts";
import { accepted, GatewayUnderTest } from "./gateway-under-test.ts";
import { type Json, listenAt, streamsOf } from "./streams.ts";

/** An exchange with a program for Binance's spot API that hears its own events. */
export interface SpotProgram {
  readonly exchange: GatewayUnderTest;
  readonly url: string;
  /** The program's owner. */
  readonly ana: WireClient;
  /** Whose orders match hers. */
  readonly bo: WireClient;
  readonly key: ApiKey;
  readonly bot: MainClient;
  /** What the program's user stream has received. */
  readonly received: Json[];
  close(): Promise<void>;
}

/** Places a limit order for BTC. */
export const limitOrder = async (client: WireClient, side: "buy" | "sell", price: string, quantity: string) =>
  accepted(await client.call("doOrder", { symbol: "BTCUSDT", side, type: "limit", price, quantity }));

/** Starts with one trade of 0.001 BTC at 60,000, which Ana bought. @param funds Ana's before it */
export async function startSpotProgram(funds: Readonly<Record<string, string>>): Promise<SpotProgram> {
  const listenKeys = new ListenKeys(Date.now);
  const options = { listenKeys, gateway: { nowMs: Date.now, rateLimitFactor: 100 } };
  const exchange = await GatewayUnderTest.start(options);
  const streams = await streamsOf(exchange, listenKeys);
  const url = await listenFor(exchange);
  const ana = await exchange.trader("ana@example.org", funds);
  const bo = await exchange.trader("bo@example.org", { BTC: "0.1", USDT: "9000" });
  const key = await makeApiKey(ana);
  const bot = botOf(key, url);
  await limitOrder(bo, "sell", "60000", "0.001");
  await limitOrder(ana, "buy", "60000", "0.001");
  const open: WebSocket[] = [];
  const { listenKey } = await bot.getSpotUserDataListenKey();
  const { received } = await listenAt(`${url.replace("http", "ws")}/ws/${listenKey}`, open);
  const close = async (): Promise<void> => {
    for (const socket of open) socket.terminate();
    await streams.close();
    await exchange.close();
  };
  return { exchange, url, ana, bo, key, bot, received, close };
}
