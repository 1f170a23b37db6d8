import path from "node:path";
import { FrameFinder } from "@candor/journal/frame-finder";
import type { FastifyInstance } from "fastify";
import { DisplayRatesFile } from "../config/display-rates.ts";
import { awaitListening } from "../config/listening-place.ts";
import { chainHealth } from "../custody/chain/chain-health.ts";
import { repeatableClientIds } from "../edge/binance-api/client-ids.ts";
import { ListenKeys } from "../edge/binance-api/streams/listen-keys.ts";
import type { ConsoleExchange } from "../edge/console-api/console-ports.ts";
import { connectionsOfAddress, limitConnectionsByAddress } from "../edge/gateway/bound-by-address.ts";
import { connectionsWithin, limitConnections, openFilesLimit } from "../edge/gateway/bound-connections.ts";
import { CallLimits } from "../edge/gateway/call-limits.ts";
import { obstacleOf } from "../edge/gateway/core-status.ts";
import type { GatewayOptions } from "../edge/gateway/dependencies.ts";
import { GatewayMetrics } from "../edge/gateway/metrics.ts";
import { announceOutbox, outboxTokenOf } from "../edge/gateway/outbox-link.ts";
import type { ReadModels } from "../edge/gateway/read-models.ts";
import { sqlReadModels } from "../edge/gateway/sql-read-models.ts";
import { createGateway } from "../edge/http/create-gateway.ts";
import type { HttpDependencies } from "../edge/http/http-dependencies.ts";
import { openServerCalls, type ServerCalls } from "../edge/http/server-calls.ts";
import { exchangeHome } from "../engine/runtime/exchange-home.ts";
import { SharedLimits } from "../kit/limits/shared-limits.ts";
import { SharedNetworks } from "../kit/limits/shared-networks.ts";
import type { StartLink } from "../kit/start-lines.ts";
import { PastPrices } from "../market/prices/past-prices.ts";
import { SimulatedSource } from "../market/prices/simulated-source.ts";
import { writeFoundingFile } from "../operators/accounts/founding-file.ts";
import { announcedFundingBy } from "../operators/settings/announced-funding.ts";
import { followSite } from "../operators/settings/site-setting.ts";
import { SiteSwitch } from "../operators/settings/site-switch.ts";
import { ClusterPage } from "./cluster-lines.ts";
import { startLiquidity } from "./composition/start-liquidity.ts";
import { startSandboxDoor } from "./composition/start-sandbox-door.ts";
import { startTlsNames } from "./composition/start-tls-names.ts";
import { serveByGateways } from "./gateways/serve-by-gateways.ts";
import type { LinkState } from "./link/link-messages.ts";
import { attachOwnSockets } from "./own-sockets.ts";
import type { RunningExchange } from "./running-exchange.ts";
import { startMetrics } from "./start-metrics.ts";
import { VERSION } from "./version.ts";

const WEB_DIRECTORY = path.resolve(import.meta.dirname, "../../../web/dist");
const CONSOLE_DIRECTORY = path.resolve(import.meta.dirname, "../../../console/dist");

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
  const sharedLimits = environment.gateways === 0 ? undefined : new SharedLimits();
  const { leading } = exchange;
  const cluster =
    leading === undefined ? undefined : new ClusterPage(leading.database, () => leading.replication.state);
  closers.add("page of the cluster", () => cluster?.close());
  const services: SharedServices = {
    site,
    cluster,
    metrics,
    listenKeys,
    limits: new CallLimits(1, shared, sharedLimits?.make, environment.api.limits),
    sharedLimits,
    readModels: sqlReadModels(exchange.database.db, exchange.projector),
    gatewaysRunning: () => 0,
    linkHealth: () => ({}),
  };
  const { calls, gateway } = gatewayOf(exchange, services);
  const own =
    environment.gateways === 0
      ? attachOwnSockets(gateway.server, exchange, { site, calls, shared })
      : undefined;
  closers.add("gateway", () => gateway.close());
  const port = await listen(exchange, gateway, calls, services);
  exchange.identity.setLocalUrl(`http://localhost:${port}`);
  if (own !== undefined) {
    closers.add("sockets", () => own.socket.close());
    closers.add("streams", () => own.streams.close());
  }
  await startTlsNames(exchange, gateway.server);
  const socketStatistics = () => own?.socket.statistics() ?? { connections: 0, messagesSent: 0 };
  if (environment.metricsPort !== 0) await startMetrics(exchange, metrics, socketStatistics);
  if (environment.liquidity) await startLiquidity(exchange, gateway);
  if (environment.mode === "sandbox")
    await startSandboxDoor({ ...exchange, gateway, faults: calls.binancePorts.faults }, port);
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
  /** Undefined on a single machine. */
  readonly cluster: ClusterPage | undefined;
  readonly metrics: GatewayMetrics;
  readonly listenKeys: ListenKeys;
  readonly limits: CallLimits;
  /** Set if gateway threads count calls too. */
  readonly sharedLimits: SharedLimits | undefined;
  readonly readModels: ReadModels;
  /** Returns how many gateway threads run. */
  gatewaysRunning(): number;
  /** Returns fields about gateway processes for `/healthz`. */
  linkHealth(): object;
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

/** Only simulated prices have a past of any length. */
function pastOf({ chosen, instance }: RunningExchange): PastPrices | undefined {
  const [first] = chosen.sources;
  return first instanceof SimulatedSource ? new PastPrices(first, instance.createdAtMs) : undefined;
}

function dependenciesOf(exchange: RunningExchange, services: SharedServices): HttpDependencies {
  const { environment, instance, engine, projector, database, klines, prices } = exchange;
  const { site, listenKeys, limits, readModels } = services;
  return {
    engine,
    engineReady: () => !projector.overloaded && exchange.leading?.isDoubtful() !== true,
    obstacle: () => obstacleOf(exchange.leading?.replication.state),
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
    accountDocuments: exchange.accountDocuments,
    personalMessages: exchange.notices.service,
    listenKeys,
    limits,
    countdowns: exchange.countdowns,
    orderLabels: exchange.orderLabels,
    twaps: exchange.twaps,
    timers: exchange.clock,
    ...(instance.seed !== undefined && {
      newClientId: repeatableClientIds(instance.seed, exchange.recoveredSeq),
    }),
    priceSource: () => prices.view().kind,
    past: pastOf(exchange),
    log: exchange.log,
    console: { ...exchange.console, exchange: consoleExchangeOf(exchange, services) },
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
      gateways: {
        wanted: environment.role === "core" ? 0 : environment.gateways,
        running: services.gatewaysRunning(),
      },
      role: environment.role,
      node: environment.link.node,
      ...services.linkHealth(),
      ...(exchange.leading !== undefined && { cluster: exchange.leading.status() }),
    }),
  };
}

function optionsOf({ environment, dailyGifts, clock, log }: RunningExchange): GatewayOptions {
  const { displayRatesFile } = environment;
  const onProblem = (err: unknown): void => log.warn({ err }, "display rates not read; the last ones remain");
  return {
    mode: environment.mode,
    isTestRig: environment.rig.isScenario,
    demoReviewer: environment.demoReviewer,
    dailyGifts,
    version: VERSION,
    webDirectory: WEB_DIRECTORY,
    offlineAppOff: !environment.offlineApp,
    consoleDirectory: CONSOLE_DIRECTORY,
    outboxOpen: environment.people.outboxOpen,
    ...(environment.mode === "sandbox" && { outboxToken: outboxTokenOf(environment) }),
    trustProxy: environment.people.trustProxy,
    api: environment.api,
    behindGateways: environment.gateways > 0,
    supportEmail: environment.people.supportEmail,
    ...(displayRatesFile !== undefined && {
      displayRates: new DisplayRatesFile(displayRatesFile, clock.nowMs(), onProblem),
    }),
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
    mirror,
    prices,
    signer,
    clock,
    clockGuard,
  }: RunningExchange,
  { site, readModels, cluster }: SharedServices,
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
    mirror,
    readModels,
    site,
    prices: () => prices.view(),
    signer,
    nowMs: () => clock.nowMs(),
    clock: () => clockGuard.health(),
    ...(cluster !== undefined && { cluster: () => cluster.read() }),
  };
}

/** Addresses and backlogs of gateways are for metrics, not for everybody. */
function linkHealth({ term, gateways }: LinkState): object {
  return { term, link: { gateways: gateways.map(({ node, version }) => ({ node, version })) } };
}

/** Listens for clients, in this thread or in gateway threads. @returns the port */
async function listen(
  exchange: RunningExchange,
  gateway: FastifyInstance,
  calls: ServerCalls,
  services: SharedServices,
): Promise<number> {
  const { environment, log } = exchange;
  const { port, host } = environment;
  const openFiles = openFilesLimit();
  const most = openFiles === undefined ? Number.POSITIVE_INFINITY : connectionsWithin(openFiles);
  const ofAddress = connectionsOfAddress(most);
  if (services.sharedLimits !== undefined) {
    const { threads, link } = await serveByGateways(exchange, {
      ...services,
      limits: services.sharedLimits,
      app: gateway,
      calls,
      version: VERSION,
      maxFiles: most,
      maxConnectionsOfAddress: ofAddress,
    });
    services.gatewaysRunning = () => threads.running;
    if (link !== undefined) services.linkHealth = () => linkHealth(link.state());
    return await threads.listen();
  }
  const warn = (message: string): void => log.warn(message);
  if (openFiles !== undefined) limitConnections(gateway.server, most, warn);
  limitConnectionsByAddress(gateway.server, ofAddress, warn);
  await awaitListening({ prefix: "", port, host }, gateway.listen({ port, host }));
  const address = gateway.server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}
