import type { Server } from "node:http";
import { isOwnTime } from "../config/rig-settings.ts";
import { attachStreams, isStreamPath } from "../edge/binance-api/streams/attach-streams.ts";
import { ownStreamKeys } from "../edge/binance-api/streams/stream-keys.ts";
import { OwnApiKeys } from "../edge/binance-api/ws-api/own-api-keys.ts";
import { wsApisOf } from "../edge/binance-api/ws-api/ws-api-methods.ts";
import { addressBehindProxy } from "../edge/gateway/connection-origin.ts";
import type { ServerCalls } from "../edge/http/server-calls.ts";
import { attachSocket, type SocketServer } from "../edge/socket/attach-socket.ts";
import type { SharedNetworks } from "../kit/limits/shared-networks.ts";
import { liveLevers } from "../market/wire-objects/live-levers.ts";
import { livePositions } from "../market/wire-objects/live-positions.ts";
import type { SiteSwitch } from "../operators/settings/site-switch.ts";
import { announcementPushes } from "../people/content/announcement-pushes.ts";
import { chatPushes } from "../people/support-chat/chat-pushes.ts";
import type { RunningExchange } from "./running-exchange.ts";

export interface OwnSocketParts {
  readonly site: SiteSwitch;
  readonly calls: ServerCalls;
  /** Networks exempt from limits by address. */
  readonly shared: SharedNetworks;
}

/** Serves sockets and streams in this thread; without gateway threads, which serve their own. */
export function attachOwnSockets(
  server: Server,
  exchange: RunningExchange,
  { site, calls, shared }: OwnSocketParts,
): { readonly socket: SocketServer; readonly streams: { close(): Promise<void> } } {
  const { engine, listings, mirror, klines, prices, identity, log } = exchange;
  const { binance, binancePorts, door } = calls;
  const nowMs = (): number => exchange.clock.nowMs();
  const common = {
    engine,
    listings,
    mirror,
    history: klines,
    site,
    shared,
    now: nowMs,
    timers: exchange.clock,
    // Connections stay real while the exchange's time stands still.
    ...(isOwnTime(exchange.environment.rig) && { wallMs: Date.now }),
    // Behind a proxy every socket comes from this machine, so the client's address is in a header.
    ...(exchange.environment.people.trustProxy && { addressOf: addressBehindProxy }),
  };
  const socket = attachSocket(server, {
    ...common,
    priceSource: () => prices.view().kind,
    leaves: isStreamPath,
    door,
    sessions: identity,
    movements: exchange.funding.movements,
    positions: livePositions(engine, mirror),
    levers: liveLevers(engine, listings),
    orderLeverages: exchange.orderLeverages,
    announcements: announcementPushes(exchange.siteContent.content),
    personal: [chatPushes(exchange.documents.chat, exchange.documents.uploads), exchange.notices.service],
    reportFailure: (error) => log.error({ err: error }, "a socket message failed"),
  });
  const { cancelIds, faults, listenKeys, orderLabels, revision } = binancePorts;
  const streams = attachStreams(server, {
    ...common,
    streamKeys: ownStreamKeys(identity, listenKeys),
    keys: new OwnApiKeys(identity, listenKeys, nowMs),
    api: wsApisOf(binance),
    cancelIds,
    orderLabels,
    faults,
    revision,
    readModels: binancePorts.readModels,
    recording: exchange.replay?.recording,
    reportFailure: (error) => log.error({ err: error }, "a WebSocket API message failed"),
  });
  return { socket, streams };
}
