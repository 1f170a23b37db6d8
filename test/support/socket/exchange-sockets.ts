import type { AddressInfo } from "node:net";
import { attachSocket, type SocketServer } from "@candor/server/edge/socket/attach-socket";
import type { GatewayUnderTest } from "../wire/gateway-under-test.ts";
import { ScriptedHistory } from "./socket-world.ts";

export interface ExchangeSockets {
  /** `ws://127.0.0.1:PORT/ws` */
  readonly url: string;
  readonly server: SocketServer;
}

/** Adds sockets to an exchange; `told` is the data they send in addition to markets, orders and balances. */
export async function openSockets(
  exchange: GatewayUnderTest,
  overrides: Partial<Parameters<typeof attachSocket>[1]>,
): Promise<ExchangeSockets> {
  const { app, engine, identity, listings, mirror, site, time } = exchange;
  await app.listen({ port: 0, host: "127.0.0.1" });
  const server = attachSocket(app.server, {
    engine,
    listings,
    mirror,
    history: new ScriptedHistory(),
    priceSource: () => "simulated",
    sessions: identity,
    site,
    reportFailure: (error) => exchange.errors.push(error),
    now: () => time.ms,
    ...exchange.addressing,
    ...overrides,
  });
  const { port } = app.server.address() as AddressInfo;
  return { url: `ws://127.0.0.1:${port}/ws`, server };
}
