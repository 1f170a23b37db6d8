import path from "node:path";
import type { EnginePort } from "@candor/domain/engine-port";
import { FrameFinder } from "@candor/journal/frame-finder";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Environment } from "../config/environment.ts";
import type { ExchangeListing } from "../config/exchange-listing.ts";
import type { Instance } from "../config/instance-schema.ts";
import { awaitListening } from "../config/listening-place.ts";
import { chainHealth } from "../custody/chain/chain-health.ts";
import { addChainMetrics } from "../custody/chain/chain-metrics.ts";
import type { LiabilityTrees } from "../custody/liabilities/liability-trees.ts";
import type { WalletMovements } from "../custody/wallet-movements/open-wallet-movements.ts";
import type { Countdowns } from "../edge/binance-api/futures/countdown/countdowns.ts";
import { attachStreams, isStreamPath } from "../edge/binance-api/streams/attach-streams.ts";
import { ListenKeys } from "../edge/binance-api/streams/listen-keys.ts";
import type { ConsoleExchange, ConsolePorts } from "../edge/console-api/console-ports.ts";
import { connectionsOfAddress, limitConnectionsByAddress } from "../edge/gateway/bound-by-address.ts";
import { connectionsWithin, limitConnections, openFilesLimit } from "../edge/gateway/bound-connections.ts";
import { CallLimits } from "../edge/gateway/call-limits.ts";
import { addressBehindProxy } from "../edge/gateway/connection-origin.ts";
import type { GatewayOptions } from "../edge/gateway/dependencies.ts";
import { addIdentityMetrics } from "../edge/gateway/identity-metrics.ts";
import { GatewayMetrics } from "../edge/gateway/metrics.ts";
import { serveMetrics } from "../edge/gateway/metrics-server.ts";
import { announceOutbox, outboxTokenOf } from "../edge/gateway/outbox-link.ts";
import type { ReadModels } from "../edge/gateway/read-models.ts";
import { sqlReadModels } from "../edge/gateway/sql-read-models.ts";
import { createGateway } from "../edge/http/create-gateway.ts";
import type { HttpDependencies } from "../edge/http/http-dependencies.ts";
import { openServerCalls, type ServerCalls } from "../edge/http/server-calls.ts";
import { attachSocket, type SocketServer } from "../edge/socket/attach-socket.ts";
import { exchangeHome } from "../engine/runtime/exchange-home.ts";
import type { Closers } from "../kit/closers.ts";
import { SharedNetworks } from "../kit/limits/shared-networks.ts";
import type { StartLink } from "../kit/start-lines.ts";
import type { Listings } from "../market/market-data/listings.ts";
import type { MarketDataMirror } from "../market/market-data/market-data-mirror.ts";
import type { OrderLeverages } from "../market/market-data/order-leverages.ts";
import type { ExchangeClock } from "../market/prices/clock.ts";
import type { KlineStore } from "../market/prices/kline-store.ts";
import type { PriceService } from "../market/prices/price-service.ts";
import { liveLevers } from "../market/wire-objects/live-levers.ts";
import { livePositions } from "../market/wire-objects/live-positions.ts";
import { writeFoundingFile } from "../operators/accounts/founding-file.ts";
import type { AlarmDelivery } from "../operators/alarms/alarm-delivery.ts";
import { addAlarmMetrics } from "../operators/alarms/alarm-metrics.ts";
import type { Alarms } from "../operators/alarms/alarms.ts";
import type { ClockGuard } from "../operators/alarms/clock-guard.ts";
import type { MailHealth } from "../operators/alarms/mail-health.ts";
import type { PublishedDecisions } from "../operators/desk/published-decisions.ts";
import { announcedFundingBy } from "../operators/settings/announced-funding.ts";
import { followSite } from "../operators/settings/site-setting.ts";
import { SiteSwitch } from "../operators/settings/site-switch.ts";
import type { AccountClosing } from "../people/closing/account-closing.ts";
import { announcementPushes } from "../people/content/announcement-pushes.ts";
import type { SiteContent } from "../people/content/open-content.ts";
import type { Identity } from "../people/identity/identity-service.ts";
import type { Notices } from "../people/notices/open-notices.ts";
import { chatPushes } from "../people/support-chat/chat-pushes.ts";
import type { Documents } from "../people/verification/open-documents.ts";
import type { LiveSettings } from "../records/live-settings/live-settings.ts";
import type { ProjectorPort } from "../records/projections/projector-port.ts";
import type { ReadModelDatabase } from "../records/projections/read-model-database.ts";
import { startLiquidity } from "./composition/start-liquidity.ts";

const VERSION = "0.1.0";
const WEB_DIRECTORY = path.resolve(import.meta.dirname, "../../../web/dist");
const CONSOLE_DIRECTORY = path.resolve(import.meta.dirname, "../../../console/dist");

/** A running exchange, as the code that serves clients uses it. */
export interface RunningExchange {
  readonly environment: Environment;
  readonly instance: Instance;
  readonly engine: EnginePort;
  readonly projector: ProjectorPort;
  readonly database: ReadModelDatabase;
  readonly listings: Listings;
  readonly mirror: MarketDataMirror;
  readonly klines: KlineStore;
  readonly orderLeverages: OrderLeverages;
  readonly identity: Identity;
  readonly closing: AccountClosing;
  readonly documents: Documents;
  readonly notices: Notices;
  readonly siteContent: SiteContent;
  readonly funding: WalletMovements;
  readonly decisions: PublishedDecisions;
  readonly liabilities: LiabilityTrees;
  readonly prices: PriceService;
  readonly alarms: Alarms;
  readonly alarmDelivery: AlarmDelivery;
  readonly mail: MailHealth;
  /** The exchange's own time, which never goes back. */
  readonly clock: ExchangeClock;
  readonly clockGuard: ClockGuard;
  readonly console: Omit<ConsolePorts, "exchange">;
  /** Asks whether the signer is available. */
  readonly signer: ConsoleExchange["signer"];
  readonly live: LiveSettings;
  readonly countdowns: Countdowns;
  readonly dailyGifts: ExchangeListing["dailyGifts"];
  readonly log: Logger;
  readonly closers: Closers;
}

export interface ServedClients {
  /** Port that the server listens on. */
  readonly port: number;
  /** Links for the person who started the server. */
  readonly links: readonly StartLink[];
}

/** Starts everything that clients use: HTTP, sockets, metrics and, in the sandbox, liquidity. */
export async function serveClients(exchange: RunningExchange): Promise<ServedClients> {
  const { environment, closers } = exchange;
  const site = new SiteSwitch();
  closers.add("site", followSite(exchange.live, site));
  const metrics = new GatewayMetrics();
  const listenKeys = new ListenKeys(() => exchange.clock.nowMs());
  const shared = new SharedNetworks(exchange.environment.people.sharedNetworks);
  const limits = new CallLimits(1, shared);
  const { calls, gateway } = gatewayOf(exchange, { site, metrics, listenKeys, limits });
  const openFiles = openFilesLimit();
  const most = openFiles === undefined ? Number.POSITIVE_INFINITY : connectionsWithin(openFiles);
  const warn = (message: string): void => exchange.log.warn(message);
  if (openFiles !== undefined) limitConnections(gateway.server, most, warn);
  limitConnectionsByAddress(gateway.server, connectionsOfAddress(most), warn);
  const socket = socketOf(exchange, site, gateway, calls, shared);
  const streams = attachStreams(gateway.server, {
    ...exchange,
    history: exchange.klines,
    site,
    listenKeys,
    shared,
    now: () => exchange.clock.nowMs(),
    api: calls.binance["/api/v3"],
    ...addressing(exchange.environment),
    reportFailure: (error) => exchange.log.error({ err: error }, "a WebSocket API message failed"),
  });
  const port = await listen(gateway, environment);
  exchange.identity.setLocalUrl(`http://localhost:${port}`);
  closers.add("gateway", () => gateway.close());
  closers.add("sockets", () => socket.close());
  closers.add("streams", () => streams.close());
  if (environment.metricsPort !== 0) await startMetrics(exchange, metrics, socket);
  if (environment.liquidity) startLiquidity(exchange, gateway);
  const links = [announceOutbox(environment, port, exchange.log), inviteFounders(exchange, port)];
  return { port, links: links.filter((link) => link !== undefined) };
}

/** The log contains only the path of the founders' links, because each link creates an owner. */
function inviteFounders(
  { environment, console: { accounts }, log }: RunningExchange,
  port: number,
): StartLink | undefined {
  const site = (environment.people.publicUrl ?? `http://localhost:${port}`).replace(/\/$/, "");
  const made = accounts.foundingLinks();
  const file = writeFoundingFile(environment.home, site, made);
  if (file === undefined) return undefined;
  const isSecond = made.length === 1;
  log.info(
    isSecond
      ? `console: there is one owner; the second signs up, within a day, by the link in ${file}`
      : `console: the first two owners sign up, once each and within a day, by the links in ${file}`,
  );
  const links = made.map(({ path: link }) => site + link);
  return {
    name: "Founders",
    use: (there) =>
      isSecond
        ? `the second owner of the console signs up with ${there}`
        : `the first two owners of the console sign up with ${there}, one each`,
    links,
    file,
  };
}

/** Services that the gateway shares with the sockets. */
interface SharedServices {
  readonly site: SiteSwitch;
  readonly metrics: GatewayMetrics;
  readonly listenKeys: ListenKeys;
  readonly limits: CallLimits;
}

function gatewayOf(
  exchange: RunningExchange,
  shared: SharedServices,
): { readonly gateway: FastifyInstance; readonly calls: ServerCalls } {
  const dependencies = dependenciesOf(exchange, shared);
  const options = optionsOf(exchange);
  const calls = openServerCalls(dependencies, options, shared.metrics);
  return { gateway: createGateway(dependencies, options, calls), calls };
}

function dependenciesOf(
  exchange: RunningExchange,
  { site, listenKeys, limits }: SharedServices,
): HttpDependencies {
  const { environment, engine, projector, database, klines, prices } = exchange;
  const readModels = sqlReadModels(database.db, projector);
  return {
    engine,
    engineReady: () => !projector.overloaded,
    identity: exchange.identity,
    closing: exchange.closing,
    listings: exchange.listings,
    mirror: exchange.mirror,
    history: klines,
    klines,
    readModels,
    orderLeverages: exchange.orderLeverages,
    decisions: exchange.decisions,
    announcedFunding: announcedFundingBy(exchange.live),
    frames: new FrameFinder(exchangeHome(environment.home).journalDirectory),
    liabilities: exchange.liabilities,
    site,
    funding: exchange.funding,
    uploads: exchange.documents.uploads,
    verification: exchange.documents.verification,
    chat: exchange.documents.chat,
    ...exchange.siteContent,
    notices: exchange.notices,
    personalMessages: exchange.notices.service,
    listenKeys,
    limits,
    countdowns: exchange.countdowns,
    priceSource: () => prices.view().kind,
    log: exchange.log,
    console: { ...exchange.console, exchange: consoleExchangeOf(exchange, site, readModels) },
    alarms: exchange.alarms,
    exchangeMs: () => exchange.clock.time.exchangeMs(),
    health: () => ({
      clock: exchange.clockGuard.health(),
      accounts: { resetsForStrangers: exchange.identity.guesses().isExhausted ? "shut" : "open" },
      feeds: prices.view(),
      chains: chainHealth(exchange.funding.chains),
      readModels: {
        reachedSeq: projector.reachedSeq,
        durableSeq: engine.durableSeq,
        adapter: database.adapter,
      },
    }),
  };
}

function optionsOf({ environment, dailyGifts, clock }: RunningExchange): GatewayOptions {
  return {
    mode: environment.mode,
    demoReviewer: environment.demoReviewer,
    dailyGifts,
    version: VERSION,
    webDirectory: WEB_DIRECTORY,
    offlineAppOff: !environment.offlineApp,
    consoleDirectory: CONSOLE_DIRECTORY,
    outboxOpen: environment.people.outboxOpen,
    ...(environment.mode === "sandbox" && { outboxToken: outboxTokenOf(environment) }),
    trustProxy: environment.people.trustProxy,
    supportEmail: environment.people.supportEmail,
    nowMs: () => clock.nowMs(),
  };
}

/** Returns what the operators' console shows. */
function consoleExchangeOf(
  {
    alarms,
    engine,
    identity,
    documents,
    funding,
    liabilities,
    listings,
    prices,
    signer,
    clock,
    clockGuard,
  }: RunningExchange,
  site: SiteSwitch,
  readModels: ReadModels,
): ConsoleExchange {
  return {
    alarms,
    chat: documents.chat,
    engine,
    identity,
    verification: documents.verification,
    withdrawals: funding.desk,
    chains: funding.chains,
    liabilities,
    listings,
    readModels,
    site,
    prices: () => prices.view(),
    signer,
    nowMs: () => clock.nowMs(),
    clock: () => clockGuard.health(),
  };
}

function socketOf(
  exchange: RunningExchange,
  site: SiteSwitch,
  gateway: FastifyInstance,
  { door }: ServerCalls,
  shared: SharedNetworks,
): SocketServer {
  const { engine, listings, mirror, klines, prices, identity, log } = exchange;
  return attachSocket(gateway.server, {
    engine,
    listings,
    mirror,
    history: klines,
    priceSource: () => prices.view().kind,
    leaves: isStreamPath,
    door,
    shared,
    ...addressing(exchange.environment),
    sessions: identity,
    site,
    now: () => exchange.clock.nowMs(),
    movements: exchange.funding.movements,
    positions: livePositions(engine, mirror),
    levers: liveLevers(engine, listings),
    orderLeverages: exchange.orderLeverages,
    announcements: announcementPushes(exchange.siteContent.content),
    personal: [chatPushes(exchange.documents.chat, exchange.documents.uploads), exchange.notices.service],
    reportFailure: (error) => log.error({ err: error }, "a socket message failed"),
  });
}

/** Behind a proxy every socket comes from this machine, so the client's address is in a header. */
const addressing = ({ people: { trustProxy } }: Environment) =>
  trustProxy ? { addressOf: addressBehindProxy } : {};

async function listen(gateway: FastifyInstance, environment: Environment): Promise<number> {
  const { port, host } = environment;
  await awaitListening({ prefix: "", port, host }, gateway.listen({ port, host }));
  const address = gateway.server.address();
  return typeof address === "object" && address !== null ? address.port : environment.port;
}

async function startMetrics(
  exchange: RunningExchange,
  metrics: GatewayMetrics,
  socket: SocketServer,
): Promise<void> {
  const { environment, engine, projector, identity, funding, prices, clockGuard, closers } = exchange;
  const { alarms, mail, signer } = exchange;
  metrics.gauge(
    "candor_durable_seq",
    "Sequence number of the last durable command.",
    () => engine.durableSeq,
  );
  metrics.gauge(
    "candor_read_models_seq",
    "Sequence number of the last command in the read models.",
    () => projector.reachedSeq,
  );
  metrics.gauge("candor_clock_held", "1 while the clock is held after a jump of the system clock.", () =>
    clockGuard.isHeld ? 1 : 0,
  );
  metrics.gauge(
    "candor_clock_deviation_ms",
    "System clock minus its expected value, in milliseconds.",
    () => clockGuard.health().deviationMs,
  );
  metrics.gauge("candor_sockets", "Open sockets.", () => socket.statistics().connections);
  addIdentityMetrics(metrics, identity);
  addChainMetrics(metrics.registry, funding.chains);
  addAlarmMetrics(metrics.registry, {
    home: environment.home,
    alarms,
    delivery: exchange.alarmDelivery,
    mail,
    feeds: () => prices.view(),
    engine,
    signer,
    chains: funding.chains,
    nowMs: Date.now,
  });
  const place = { prefix: "METRICS_", port: environment.metricsPort, host: environment.metricsHost } as const;
  const server = await awaitListening(place, serveMetrics(metrics, alarms, place.host, place.port));
  closers.add("metrics", () => void server.close());
}
