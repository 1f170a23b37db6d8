import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Environment } from "../../config/environment.ts";
import type { PrivatePlace } from "../../edge/forwarding/forwarded-headers.ts";
import { admitGatewaysOnly } from "../../edge/forwarding/private-listener.ts";
import type { Closers } from "../../kit/closers.ts";
import { GatewayThreads } from "./gateway-threads.ts";
import type { ChosenPlace } from "./private-place.ts";

export interface GatewayParts {
  readonly environment: Environment;
  /** The server that answers what gateway threads forward; everything else must be attached to it already. */
  readonly app: FastifyInstance;
  readonly place: ChosenPlace;
  readonly maxConnections: number;
  readonly maxConnectionsOfAddress: number;
  readonly log: Logger;
  readonly closers: Closers;
  readonly onFatal: (error: Error) => void;
}

/** Listens for gateway threads only, and starts them. @returns the port that they share */
export async function serveByGateways(parts: GatewayParts): Promise<number> {
  const { app, environment, place, log, closers, onFatal } = parts;
  const { gateways: count, port, host, people } = environment;
  const reached: PrivatePlace = {
    socketPath: place.socketPath,
    secret: place.secret,
    trustProxy: people.trustProxy,
  };
  admitGatewaysOnly(app.server, place.secret);
  closers.add("gateway socket", () => place.remove());
  await app.listen({ path: place.socketPath });
  const { threads, port: shared } = await GatewayThreads.start({
    count,
    place: { prefix: "", port, host },
    settings: {
      place: reached,
      host,
      maxConnections: Math.floor(parts.maxConnections / count),
      maxConnectionsOfAddress: Math.ceil(parts.maxConnectionsOfAddress / count),
    },
    log,
    onFatal,
  });
  closers.add("gateway threads", () => threads.close());
  return shared;
}
