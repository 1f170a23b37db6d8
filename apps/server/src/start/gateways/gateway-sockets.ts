import type { IncomingMessage, Server } from "node:http";
import type { ApiSettings } from "../../config/api-settings.ts";
import { attachStreams, isStreamPath } from "../../edge/binance-api/streams/attach-streams.ts";
import type { FollowerSockets } from "../../edge/follower/follower-sockets.ts";
import type { SocketQuestions } from "../../edge/follower/socket-methods.ts";
import type { InternalCalls } from "../../edge/gateway/call-door.ts";
import { addressBehindProxy } from "../../edge/gateway/connection-origin.ts";
import type { FollowerPorts, GatewayDependencies } from "../../edge/gateway/dependencies.ts";
import type { AddressCounters } from "../../edge/socket/address-guard.ts";
import { attachSocket, type SocketServer } from "../../edge/socket/attach-socket.ts";
import type { SharedNetworks } from "../../kit/limits/shared-networks.ts";
import type { Remote } from "../../kit/threads/thread-peer.ts";
import { liveLevers } from "../../market/wire-objects/live-levers.ts";
import { livePositions } from "../../market/wire-objects/live-positions.ts";

/** What the sockets of a gateway are served with. */
export interface GatewaySocketParts {
  readonly main: Remote<SocketQuestions>;
  readonly follower: FollowerSockets;
  readonly ports: Pick<
    FollowerPorts,
    "engine" | "klines" | "listings" | "mirror" | "orderLeverages" | "readModels"
  > &
    Pick<GatewayDependencies, "log" | "site">;
  /** The gateway's own calls. */
  readonly door: InternalCalls;
  /** Networks exempt from limits by address. */
  readonly shared: SharedNetworks;
  /** Makes the counts of addresses. */
  readonly counters: AddressCounters;
  /** Whether a reverse proxy on this machine sends a correct X-Forwarded-For. */
  readonly trustProxy: boolean;
  readonly nowMs: () => number;
  /** Of the API for Binance clients. */
  readonly api: Pick<ApiSettings, "reading" | "revision">;
}

export interface GatewaySockets extends Pick<SocketServer, "statistics"> {
  /** Closes the connections that receive private messages: some may have been missed. Public ones continue. */
  closePrivate(): void;
  /** Loads what the main thread has sent about charts: some may have been missed. */
  reloadCharts(): Promise<void>;
  /** Closes all connections; the HTTP server keeps running. */
  close(): Promise<void>;
}

/** Serves the exchange's socket, Binance's streams and its WebSocket API in a gateway. */
export async function serveSockets(server: Server, parts: GatewaySocketParts): Promise<GatewaySockets> {
  const { main, follower, ports, door, shared, counters, trustProxy, nowMs, api } = parts;
  const { engine, klines, listings, mirror, orderLeverages, log, site } = ports;
  const kind = await main.priceSource();
  const followCharts = () => follower.charts.follow(engine, (seq) => main.charts(seq));
  let unfollow = await followCharts();
  const history = follower.charts;
  const common = {
    engine,
    listings,
    mirror,
    history,
    site,
    shared,
    counters,
    addressOf: trustProxy ? addressBehindProxy : remoteAddress,
    now: nowMs,
  };
  const socket = attachSocket(server, {
    ...common,
    ...follower.forSocket(engine),
    priceSource: () => kind,
    leaves: isStreamPath,
    door,
    positions: livePositions(engine, mirror),
    levers: liveLevers(engine, listings),
    orderLeverages,
    reportFailure: (error) => log.error({ err: error }, "a socket message failed"),
  });
  const streams = attachStreams(server, {
    ...common,
    ...follower.forStreams({ history, klines, mirror, log, site, door, nowMs, reading: api.reading }),
    readModels: ports.readModels,
    revision: api.revision,
    reportFailure: (error) => log.error({ err: error }, "a WebSocket API message failed"),
  });
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await Promise.all([socket.close(), streams.close()]);
    unfollow();
  };
  return {
    statistics: () => socket.statistics(),
    closePrivate: () => {
      socket.closePrivate();
      streams.closePrivate();
    },
    reloadCharts: async () => {
      unfollow = await followCharts();
      if (closing !== undefined) unfollow();
    },
    close: () => (closing ??= close()),
  };
}

const remoteAddress = ({ socket }: IncomingMessage): string => socket.remoteAddress ?? "";
