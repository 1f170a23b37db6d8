import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  attachSocket,
  type SocketDependencies,
  type SocketServer,
} from "@candor/server/edge/socket/attach-socket";
import type { Follower } from "../wire/behind-followers.ts";
import type { GatewayUnderTest } from "../wire/gateway-under-test.ts";
import { ScriptedHistory } from "./socket-world.ts";

export interface ExchangeSockets {
  /** `ws://127.0.0.1:PORT/ws` */
  readonly url: string;
  readonly server: SocketServer;
}

/**
 * Adds sockets to an exchange, or to each gateway in front of it; `told` is the data they send in addition to markets,
 * orders and balances.
 */
export async function openSockets(
  exchange: GatewayUnderTest,
  told: Partial<SocketDependencies>,
): Promise<ExchangeSockets> {
  const { app } = exchange;
  const followers = await exchange.followers;
  await app.listen({ port: 0, host: "127.0.0.1" });
  const servers =
    followers.length === 0
      ? [attachSocket(app.server, commonOf(exchange, told))]
      : followers.map((follower) => attachSocket(follower.app.server, inFollower(exchange, follower, told)));
  return { url: urlOf(app.server.address()), server: together(servers) };
}

/** Sockets at an address of their own. */
export interface GatewaySockets extends ExchangeSockets {
  readonly http: Server;
}

/** Adds sockets to each gateway in front of an exchange, at an address of its own. */
export async function openSocketsAtEach(
  exchange: GatewayUnderTest,
  told: Partial<SocketDependencies>,
): Promise<readonly GatewaySockets[]> {
  const opening = (await exchange.followers).map(async (follower) => {
    const http = createServer();
    const attached = attachSocket(http, inFollower(exchange, follower, told));
    await once(http.listen(0, "127.0.0.1"), "listening");
    const close = async (): Promise<void> => {
      await attached.close();
      http.close();
    };
    const server = {
      statistics: () => attached.statistics(),
      closePrivate: () => attached.closePrivate(),
      close,
    };
    return { http, url: urlOf(http.address()), server };
  });
  return await Promise.all(opening);
}

const urlOf = (address: AddressInfo | string | null): string =>
  `ws://127.0.0.1:${(address as AddressInfo).port}/ws`;

function commonOf(exchange: GatewayUnderTest, told: Partial<SocketDependencies>): SocketDependencies {
  const { engine, identity, listings, mirror, site, time } = exchange;
  return {
    engine,
    listings,
    mirror,
    history: new ScriptedHistory(),
    priceSource: () => "simulated",
    sessions: identity,
    site,
    reportFailure: (error) => exchange.errors.push(error),
    now: () => time.ms,
    ...told,
  };
}

/** A gateway has its own market data, calls and sessions, and what the exchange sends it. */
function inFollower(
  exchange: GatewayUnderTest,
  { door, listings, mirror, sockets }: Follower,
  told: Partial<SocketDependencies>,
): SocketDependencies {
  const { announcements, claims, movements, personal, sessions } = sockets.forSocket(exchange.engine);
  return {
    ...commonOf(exchange, told),
    listings,
    mirror,
    sessions,
    claims,
    ...(told.door !== undefined && { door }),
    ...(told.announcements !== undefined && { announcements }),
    ...(told.movements !== undefined && { movements }),
    ...(told.personal !== undefined && { personal }),
  };
}

function together(servers: readonly SocketServer[]): SocketServer {
  return {
    closePrivate: () => {
      for (const server of servers) server.closePrivate();
    },
    statistics: () => {
      const all = servers.map((server) => server.statistics());
      const sum = (of: (each: (typeof all)[number]) => number) =>
        all.reduce((total, each) => total + of(each), 0);
      return {
        connections: sum(({ connections }) => connections),
        boundUsers: sum(({ boundUsers }) => boundUsers),
        messagesSent: sum(({ messagesSent }) => messagesSent),
        writes: sum(({ writes }) => writes),
        lags: sum(({ lags }) => lags),
      };
    },
    close: async () => {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}
