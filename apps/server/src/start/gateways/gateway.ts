import type { EnginePort } from "@candor/domain/engine-port";
import type { FrameFinder } from "@candor/journal/frame-finder";
import type { FastifyInstance } from "fastify";
import { DEFAULT_API } from "../../config/api-settings.ts";
import type { CallerCache } from "../../edge/follower/caller-cache.ts";
import type { FollowerSockets } from "../../edge/follower/follower-sockets.ts";
import { remoteReadModels } from "../../edge/follower/remote-read-models.ts";
import type { Forwarder } from "../../edge/forwarding/forwarder.ts";
import { CallLimits } from "../../edge/gateway/call-limits.ts";
import type { GatewayOptions } from "../../edge/gateway/dependencies.ts";
import type { GatewayMetrics } from "../../edge/gateway/metrics.ts";
import { createFollowerGateway, type FollowerGatewayParts } from "../../edge/http/create-follower-gateway.ts";
import type { AddressCounters } from "../../edge/socket/address-guard.ts";
import type { SharedNetworks } from "../../kit/limits/shared-networks.ts";
import type { Remote } from "../../kit/threads/thread-peer.ts";
import { Listings } from "../../market/market-data/listings.ts";
import { MarketDataMirror } from "../../market/market-data/market-data-mirror.ts";
import { OrderLeverages } from "../../market/market-data/order-leverages.ts";
import type { ExchangeClock } from "../../market/prices/clock.ts";
import { announcedFundingBy } from "../../operators/settings/announced-funding.ts";
import { followSite } from "../../operators/settings/site-setting.ts";
import { SiteSwitch } from "../../operators/settings/site-switch.ts";
import type { ClosingGate } from "../../people/closing/closing-gate.ts";
import { LiveSettings } from "../../records/live-settings/live-settings.ts";
import type { SharedProgress } from "../../records/projections/shared-progress.ts";
import type { MainMethods } from "./gateway-messages.ts";
import { type GatewaySockets, serveSockets } from "./gateway-sockets.ts";

/** What a gateway in a thread and one in a process have in common. */
export interface GatewayParts {
  readonly engine: EnginePort;
  /** The server's main thread, which has the sessions and the read models. */
  readonly main: Remote<MainMethods>;
  readonly callers: CallerCache;
  /** What the sockets need, and what the main thread sends to them. */
  readonly follower: FollowerSockets;
  /** Networks exempt from limits by address. */
  readonly shared: SharedNetworks;
  /** Makes the counts of calls and of addresses. */
  readonly counters: AddressCounters;
  readonly gate: ClosingGate;
  readonly forwarder: Forwarder;
  readonly frames: Pick<FrameFinder, "find">;
  readonly metrics: GatewayMetrics;
  readonly clock: ExchangeClock;
  readonly progress: Pick<SharedProgress, "reachedSeq" | "isOverloaded">;
  /** Whether the engine can be reached. */
  readonly isReady: () => boolean;
  readonly createdAtMs: number;
  readonly options: Pick<GatewayOptions, "mode" | "version" | "trustProxy" | "api">;
  readonly log: (level: "warn" | "error", details: object, message: string) => void;
}

export interface Gateway {
  /** Serves HTTP and sockets. Does not listen. */
  readonly app: FastifyInstance;
  readonly sockets: GatewaySockets;
  /** Sequence number of the last command in its market data. */
  readonly asOfSeq: number;
  /** Ends what follows the engine; close the app first. */
  stop(): void;
}

/**
 * Opens a gateway: it follows the engine with its own listings, market data and settings, answers the calls that need only
 * that, and forwards everything else.
 */
export async function openGateway(parts: GatewayParts): Promise<Gateway> {
  const { engine, main, clock, progress, log } = parts;
  const live = await LiveSettings.follow(engine);
  const site = new SiteSwitch();
  followSite(live, site);
  const listings = new Listings(parts.createdAtMs);
  const mirror = new MarketDataMirror(engine, listings);
  await mirror.start();
  for (const { marketId } of listings.markets)
    mirror.seedTrades(marketId, await main.recentTrades(marketId, engine.durableSeq));
  const orderLeverages = await OrderLeverages.followBy({
    engine,
    listings,
    load: () => main.leverages(engine.durableSeq),
  });
  const ports: FollowerGatewayParts["ports"] = {
    engine,
    listings,
    mirror,
    orderLeverages,
    klines: { query: (query) => main.klines(query) },
    readModels: remoteReadModels((name, parameters) => main.readModel(name, parameters), progress),
    announcedFunding: announcedFundingBy(live),
    frames: parts.frames,
    exchangeMs: () => clock.time.exchangeMs(),
    closing: { gate: parts.gate },
    engineReady: () => parts.isReady() && !progress.isOverloaded,
    site,
    log: {
      warn: (details, message) => log("warn", details, message),
      error: (details, message) => log("error", details, message),
    },
  };
  const { app, sockets } = await serve(parts, ports);
  return {
    app,
    sockets,
    get asOfSeq() {
      return mirror.asOfSeq;
    },
    stop() {
      mirror.stop();
      orderLeverages.stop();
      live.stop();
    },
  };
}

/** Makes the HTTP app and its sockets. */
async function serve(
  parts: GatewayParts,
  ports: FollowerGatewayParts["ports"],
): Promise<Pick<Gateway, "app" | "sockets">> {
  const { callers, clock, counters, follower, forwarder, main, metrics, options, shared } = parts;
  const nowMs = (): number => clock.nowMs();
  const { api = DEFAULT_API, trustProxy } = options;
  const limits = new CallLimits(1, shared, counters.make, api.limits);
  const { app, door } = createFollowerGateway(
    { ports, callers, limits, metrics, forwarder },
    { ...options, nowMs },
  );
  await app.ready();
  const sockets = await serveSockets(app.server, {
    main,
    follower,
    ports,
    door,
    shared,
    counters,
    trustProxy: trustProxy === true,
    api,
    nowMs,
  });
  return { app, sockets };
}
