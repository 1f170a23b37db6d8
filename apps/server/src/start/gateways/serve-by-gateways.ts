import type { FastifyInstance } from "fastify";
import { pushToSockets, type TellGateways } from "../../edge/follower/push-to-sockets.ts";
import { admitGatewaysOnly } from "../../edge/forwarding/private-listener.ts";
import type { GatewayMetrics } from "../../edge/gateway/metrics.ts";
import type { ReadModels } from "../../edge/gateway/read-models.ts";
import type { ServerCalls } from "../../edge/http/server-calls.ts";
import { makeGuardCounts } from "../../edge/socket/address-guard.ts";
import { SOCKET_LIMITS } from "../../edge/socket/socket-limits.ts";
import { exchangeHome } from "../../engine/runtime/exchange-home.ts";
import { SharedAddressCounts } from "../../kit/limits/shared-address-counts.ts";
import type { SharedLimits } from "../../kit/limits/shared-limits.ts";
import { announcementPushes } from "../../people/content/announcement-pushes.ts";
import { chatPushes } from "../../people/support-chat/chat-pushes.ts";
import { SharedProgress } from "../../records/projections/shared-progress.ts";
import type { LinkServer } from "../link/link-server.ts";
import { type ServedLink, serveLink } from "../link/serve-link.ts";
import type { RunningExchange } from "../running-exchange.ts";
import { GatewayThreads } from "./gateway-threads.ts";
import { mainMethods } from "./main-methods.ts";
import { choosePrivatePlace } from "./private-place.ts";

/** A forwarded request needs one file here for the client, and two for the connection between the threads. */
const FILES_PER_CONNECTION = 3;

export interface GatewayParts {
  /** The server that answers what gateway threads forward; everything else must be attached to it already. */
  readonly app: FastifyInstance;
  /** The calls that it answers. */
  readonly calls: ServerCalls;
  readonly version: string;
  readonly maxFiles: number;
  readonly maxConnectionsOfAddress: number;
  readonly readModels: ReadModels;
  readonly metrics: GatewayMetrics;
  readonly limits: SharedLimits;
}

/** What serves clients for the main thread. */
export interface ServingGateways {
  readonly threads: GatewayThreads;
  /** Undefined without CANDOR_LINK. */
  readonly link: ServedLink | undefined;
}

/** Starts the gateway threads and the link of gateway processes, and listens for both only. */
export async function serveByGateways(
  exchange: RunningExchange,
  parts: GatewayParts,
): Promise<ServingGateways> {
  const { environment, instance, engine, projector, identity, closing, log, closers, onFatal } = exchange;
  const { host, home, mode, people } = environment;
  // A core listens for gateway processes only.
  const count = environment.role === "core" ? 0 : environment.gateways;
  const { app, metrics } = parts;
  const chosen = choosePrivatePlace(home);
  const { socketPath, secret } = chosen;
  closers.add("gateway socket", () => chosen.remove());
  admitGatewaysOnly(app.server, secret);
  await app.listen({ path: socketPath });
  // Makes the memory of the counts that the threads share.
  makeGuardCounts(SOCKET_LIMITS, parts.limits);
  const progress = new SharedProgress();
  progress.follow(projector);
  const methods = mainMethods(exchange, parts.readModels, parts.calls);
  const threads = new GatewayThreads({
    count,
    place: { prefix: "", port: environment.port, host },
    settings: {
      place: { socketPath, secret, trustProxy: people.trustProxy },
      host,
      mode,
      version: parts.version,
      api: environment.api,
      createdAtMs: instance.createdAtMs,
      journalDirectory: exchangeHome(home).journalDirectory,
      sharedNetworks: people.sharedNetworks,
      maxConnections: Math.floor(parts.maxFiles / FILES_PER_CONNECTION / Math.max(1, count)),
      maxConnectionsOfAddress: parts.maxConnectionsOfAddress,
      addresses: SharedAddressCounts.memory(),
      limits: parts.limits.memory,
      progress: progress.memory,
      time: exchange.time,
    },
    link: () => engine.link(),
    methods,
    log,
    onFatal,
  });
  closers.add("gateway threads", () => threads.close());
  const others: (GatewayThreads | LinkServer)[] = [threads];
  // Before any of them answers a call, so that none misses a change.
  const tell: TellGateways = async (push) => {
    await Promise.all(others.map((each) => each.tell(push)));
  };
  closers.add("gateway pushes", pushFrom(exchange, parts.calls, tell));
  identity.announceChanges(async (change) => {
    // The end of a session is sent in this turn: sockets that lose it have lost it once the change is acknowledged.
    await Promise.resolve();
    await Promise.all(others.map((each) => each.forget(change)));
  });
  closing.gate.others = {
    async shut(userId) {
      await Promise.all(others.map((each) => each.shut(userId)));
    },
    open(userId) {
      for (const each of others) each.open(userId);
    },
  };
  metrics.others = () => threads.metrics();
  const opened = (server: LinkServer): void => void others.push(server);
  const link = await serveLink(exchange, { ...parts, methods, progress, socketPath, secret, opened });
  return { threads, link };
}

/** Sends all gateways what their sockets cannot know from the engine. @returns how to stop */
function pushFrom(
  { documents, engine, funding, identity, klines, notices, siteContent }: RunningExchange,
  { binancePorts }: ServerCalls,
  tell: TellGateways,
): () => void {
  const { cancelIds, listenKeys, orderLabels } = binancePorts;
  const sources = {
    engine,
    identity,
    movements: funding.movements,
    personal: [chatPushes(documents.chat, documents.uploads), notices.service],
    announcements: announcementPushes(siteContent.content),
    charts: klines,
    listenKeys,
    cancelIds,
    orderLabels,
  };
  return pushToSockets(sources, tell);
}
