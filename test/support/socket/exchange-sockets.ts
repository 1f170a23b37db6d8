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
  const { app, engine, identity, listings, mirror, site, time } = exchange;
  const followers = await exchange.followers;
  await app.listen({ port: 0, host: "127.0.0.1" });
  const common = {
    engine,
    listings,
    mirror,
    history: new ScriptedHistory(),
    priceSource: () => "simulated" as const,
    sessions: identity,
    site,
    reportFailure: (error: unknown) => exchange.errors.push(error),
    now: () => time.ms,
    ...told,
  };
  const servers =
    followers.length === 0
      ? [attachSocket(app.server, common)]
      : followers.map((follower) =>
          attachSocket(follower.app.server, { ...common, ...inFollower(engine, follower, told) }),
        );
  const { port } = app.server.address() as AddressInfo;
  return { url: `ws://127.0.0.1:${port}/ws`, server: together(servers) };
}

/** Returns what a gateway has instead of the exchange's own. */
function inFollower(
  engine: SocketDependencies["engine"],
  { door, listings, mirror, sockets }: Follower,
  told: Partial<SocketDependencies>,
) {
  const { announcements, claims, movements, personal, sessions } = sockets.forSocket(engine);
  return {
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
