import path from "node:path";
import type { EnginePort } from "@candor/protocol/engine-port";
import type { Logger } from "pino";
import { Countdowns } from "./binance-api/futures/countdown/countdowns.ts";
import type { ChainPort } from "./chain/chain-port.ts";
import { openChains } from "./chain/open-chains.ts";
import { Closers } from "./closers.ts";
import { AccountClosing } from "./closing/account-closing.ts";
import { checkUnchanged } from "./config/check-listing.ts";
import { endowmentsOf } from "./config/default-endowments.ts";
import { DEFAULT_MINING_PLANS } from "./config/default-mining-plans.ts";
import { optionsOf } from "./config/default-options.ts";
import type { Environment } from "./config/environment.ts";
import type { ExchangeListing } from "./config/exchange-listing.ts";
import {
  endowPools,
  foundExchange,
  foundMining,
  foundSettings,
  foundSite,
  offerOptions,
  openLevers,
} from "./config/found-exchange.ts";
import { type Instance, openInstance } from "./config/instance.ts";
import { wantedListing } from "./config/wanted-listing.ts";
import { openContent } from "./content/open-content.ts";
import { SealingKey } from "./durable/sealed-value.ts";
import { exchangeHome } from "./engine/exchange-home.ts";
import { exchangeThread, WorkerEngine } from "./engine/worker-engine.ts";
import { type Funding, openFunding } from "./funding/funding.ts";
import { withdrawalHistoryOf } from "./funding/withdrawal-history.ts";
import { exchangeAccounts } from "./identity/exchange-accounts.ts";
import { Identity } from "./identity/identity-service.ts";
import { LiabilityTrees } from "./liabilities/liability-trees.ts";
import { makeTreeAside } from "./liabilities/tree-thread.ts";
import { PUBLISH_ACTION } from "./liabilities/verify-tree.ts";
import { Listings } from "./market-data/listings.ts";
import { MarketDataMirror } from "./market-data/market-data-mirror.ts";
import { OrderLeverages } from "./market-data/order-leverages.ts";
import { MAX_RECENT_TRADES } from "./market-data/recent-trades.ts";
import { openNotices } from "./notices/open-notices.ts";
import { openOperators } from "./operator/open-operators.ts";
import { OperatorAccounts } from "./operator-accounts/operator-accounts.ts";
import { type ChosenSources, chooseSources } from "./prices/choose-sources.ts";
import { type Clock, ExchangeClock } from "./prices/clock.ts";
import { KlineBackfill } from "./prices/kline-backfill.ts";
import { klineMarketOf } from "./prices/kline-market.ts";
import { KlineStore } from "./prices/kline-store.ts";
import { PriceService } from "./prices/price-service.ts";
import { sqlKlinePersistence } from "./prices/sql-kline-persistence.ts";
import { openReadModels } from "./projections/database.ts";
import { journalIdOf } from "./projections/journal-id.ts";
import { readModelsLocation } from "./projections/location.ts";
import type { Projector } from "./projections/projector.ts";
import { recentTrades } from "./projections/queries/tape.ts";
import type { ReadModelDatabase } from "./projections/read-model-database.ts";
import { startReadModels } from "./projections/start-read-models.ts";
import { Proposals } from "./proposals/proposals.ts";
import { LiveSettings } from "./settings/live-settings.ts";
import { setBy } from "./settings/set-by.ts";
import { settingVersions } from "./settings/setting-versions.ts";
import { withdrawalRulesBy } from "./settings/withdrawal-rules-setting.ts";
import { openDocuments } from "./verification/open-documents.ts";
import { identitySecurity } from "./withdrawals/identity-security.ts";
import { withdrawalFeesBy } from "./withdrawals/withdrawal-fees.ts";
import { riskRulesOf } from "./withdrawals/withdrawal-rules.ts";

/** For the read models to take what is durable before they close, so that the next start has little to replay. */
const LAST_ROWS_TIMEOUT_MS = 3_000;

export interface RunningServer {
  /** The port that it listens on; differs from the setting when that was 0. */
  readonly port: number;
  /** Stops taking calls, finishes what was taken, writes a snapshot. */
  close(): Promise<void>;
}

/**
 * The composition root: opens everything below `environment.home`, wires it together and listens.
 * @param onFatal the server cannot go on (the engine or the read models are lost); the process has to end
 */
export async function startServer(
  environment: Environment,
  log: Logger,
  onFatal: (error: Error) => void,
): Promise<RunningServer> {
  const closers = new Closers();
  try {
    return await compose(environment, log, onFatal, closers);
  } catch (error) {
    await closers.closeAll(log);
    throw error;
  }
}

async function compose(
  environment: Environment,
  log: Logger,
  onFatal: (error: Error) => void,
  closers: Closers,
): Promise<RunningServer> {
  const instance = openInstance(environment.home, environment.mode, Date.now());
  const { listing, operators: operatorsListing } = wantedListing(environment.home, environment.mode);
  const chains = openChains(environment, log, onFatal);
  // The last to be closed when the start fails; otherwise closed before the engine, see below.
  closers.add("chains", () => chains.close());
  const clock = new ExchangeClock((message) => log.warn(message));
  // A third of a start is the database's, in its own thread: meanwhile this one loads what faces the clients, and the
  // engine's thread is bundled when its sources are new.
  const [database, { serveClients }, chosen, thread] = await Promise.all([
    openReadModels(readModelsLocation(environment), {
      warned: (message, error) => log.warn({ err: error }, message),
    }),
    import("./serve-clients.ts"),
    choosePrices(environment, instance, listing, clock),
    exchangeThread(environment.cache),
  ]);
  log.info(`prices: ${chosen.reason}`);
  const { engine, projector } = await startEngine(
    environment,
    instance,
    database,
    thread,
    log,
    onFatal,
    closers,
  );
  clock.notBefore(engine.report.lastTimeMs);
  checkUnchanged(operatorsListing, await engine.exchangeView());
  await foundSite(engine);
  await foundExchange(engine, environment.mode, listing);
  if (environment.mode === "sandbox") {
    await endowPools(engine, endowmentsOf(listing));
    await foundMining(engine, DEFAULT_MINING_PLANS);
  }
  await offerOptions(engine, optionsOf(listing));
  await openLevers(engine, listing.levers);
  await foundSettings(engine, riskRulesOf(environment.mode));
  const live = await LiveSettings.follow(engine);
  closers.add("settings", () => live.stop());
  const listings = new Listings(instance.createdAtMs);
  closers.add("chains", () => chains.close());
  const beginning = chains.begin(engine);
  // Awaited below; a start that fails before that is what is told.
  beginning.catch(() => undefined);
  const mirror = await startMirror(engine, listings, database, closers);
  const history = { chosen, clock, chartBars: environment.chartBars };
  const klines = await startKlines(engine, listings, history, database, projector, log, closers);
  const orderLeverages = await OrderLeverages.follow({ engine, listings, projector, db: database.db });
  closers.add("leverages", () => orderLeverages.stop());
  const identity = await openIdentity(environment, engine, log, onFatal, closers);
  const { home, keyFile } = environment;
  const documents = openDocuments({ home, keyFile, identity, onFailure: onFatal });
  closers.add("documents", () => documents.close());
  const siteContent = openContent({
    home,
    setUpAtMs: instance.createdAtMs,
    nowMs: Date.now,
    onFailure: onFatal,
  });
  closers.add("content", () => siteContent.content.close());
  const funding = await startFunding(
    environment,
    { engine, listings, mirror, identity, chains: await beginning, live },
    database,
    log,
    onFatal,
    closers,
  );
  const accounts = OperatorAccounts.open({
    directory: path.join(home, "operators"),
    sealing: SealingKey.ofFile(keyFile),
    publicUrl: environment.people.publicUrl,
    onFailure: onFatal,
  });
  closers.add("operators' accounts", () => accounts.close());
  const proposals = Proposals.open({
    directory: path.join(home, "proposals"),
    nowMs: Date.now,
    onFailure: onFatal,
  });
  closers.add("proposals", () => proposals.close());
  const countdowns = Countdowns.open({
    directory: path.join(home, "countdowns"),
    nowMs: Date.now,
    onFailure: onFatal,
  });
  closers.add("countdowns", () => countdowns.close());
  const notices = openNotices({
    home,
    engine,
    listings,
    identity,
    documents,
    contact: pushContact(environment),
    report: (error, message) => log.warn({ err: error }, message),
    onFailure: onFatal,
  });
  closers.add("notices", () => notices.close());
  const closing = await AccountClosing.open({
    engine,
    listings,
    mirror,
    chains: funding.chains,
    identity,
    exchange: exchangeAccounts(engine),
    documents,
    notices: notices.service,
    addresses: funding.addresses,
    mode: environment.mode,
    report: (error, message) => log.error({ err: error }, message),
  });
  closers.add("closing", () => closing.close());
  const operators = await openOperators({
    home,
    ports: {
      operators: accounts,
      ...documents,
      ...siteContent,
      engine,
      identity,
      listings,
      withdrawals: funding.desk,
      addresses: funding.addresses,
      chains: funding.chains,
      notices: notices.service,
      settings: {
        mode: environment.mode,
        live,
        proposals,
        history: settingVersions(database.db, projector, live),
        setBy: () => setBy(home),
      },
    },
    demoReviewer: environment.demoReviewer,
    nowMs: Date.now,
    log,
  });
  closers.add("operators", () => operators.close());
  const liabilities = new LiabilityTrees({
    home,
    engine,
    chains: funding.chains,
    newestUser: () => identity.newestUser,
    make: makeTreeAside,
    enterIntoLog: (treeId, facts) => operators.desk.notePublication(PUBLISH_ACTION, treeId, facts),
    nowMs: Date.now,
    log,
  });
  closers.add("liabilities", () => liabilities.close());
  liabilities.start();
  const prices = startPrices(environment, engine, listings, { chosen, clock }, log, closers);
  const port = await serveClients({
    environment,
    instance,
    engine,
    projector,
    database,
    listings,
    mirror,
    klines,
    orderLeverages,
    identity,
    closing,
    documents,
    notices,
    siteContent,
    funding,
    liabilities,
    prices,
    live,
    countdowns,
    dailyGifts: listing.dailyGifts,
    console: { home, mode: environment.mode, accounts, desk: operators.desk },
    signer: () => chains.signer(),
    log,
    closers,
  });
  return { port, close: () => closers.closeAll(log) };
}

/** Whom a push service may write to about this server. */
function pushContact({ people: { publicUrl } }: Environment): string {
  return publicUrl?.startsWith("https:") === true ? publicUrl : "mailto:support@candor.example";
}

function choosePrices(
  environment: Environment,
  instance: Instance,
  { markets, simulated }: ExchangeListing,
  clock: Clock,
): Promise<ChosenSources> {
  return chooseSources({
    choice: environment.prices,
    markets,
    endpoints: environment.publicPrices,
    simulation: { seed: instance.simulationSeed, setUpAtMs: instance.createdAtMs, symbols: simulated },
    clock,
    random: Math.random,
  });
}

async function startEngine(
  environment: Environment,
  instance: Instance,
  database: ReadModelDatabase,
  thread: URL,
  log: Logger,
  onFatal: (error: Error) => void,
  closers: Closers,
): Promise<{ engine: WorkerEngine; projector: Projector }> {
  closers.add("read models", () => database.close());
  const { engine, projector, rebuilt } = await startReadModels(
    database,
    {
      journalId: journalIdOf(instance),
      onFailure: onFatal,
      onRetry: (error, delayMs) => log.warn({ err: error }, `read models: next try in ${delayMs} ms`),
    },
    (replay) =>
      WorkerEngine.start({
        home: exchangeHome(environment.home),
        thread,
        onDown: onFatal,
        warn: (message) => log.warn(message),
        ...replay,
      }),
  );
  closers.add("projector", async () => {
    await projector.waitFor(projector.queuedSeq, LAST_ROWS_TIMEOUT_MS);
    await projector.close();
  });
  closers.add("engine", () => engine.close());
  if (rebuilt !== undefined) log.warn(`read models made anew: ${rebuilt}`);
  const { lastSeq, snapshotSeq, replayedCommands, skippedSnapshots } = engine.report;
  log.info({ lastSeq, snapshotSeq, replayedCommands }, "engine ready");
  for (const skipped of skippedSnapshots) log.warn(`snapshot skipped: ${skipped}`);
  return { engine, projector };
}

async function startMirror(
  engine: EnginePort,
  listings: Listings,
  database: ReadModelDatabase,
  closers: Closers,
): Promise<MarketDataMirror> {
  const mirror = new MarketDataMirror(engine, listings);
  await mirror.start();
  closers.add("market data", () => mirror.stop());
  await Promise.all(
    listings.markets.map(async ({ marketId }) => {
      const trades = await recentTrades(database.db, marketId, MAX_RECENT_TRADES);
      mirror.seedTrades(marketId, trades.toReversed());
    }),
  );
  return mirror;
}

/** Nothing else submits commands yet, so the read models can be waited for and then followed without a gap. */
async function startKlines(
  engine: EnginePort,
  listings: Listings,
  { chosen, clock, chartBars }: { chosen: ChosenSources; clock: Clock; chartBars: number },
  database: ReadModelDatabase,
  projector: Projector,
  log: Logger,
  closers: Closers,
): Promise<KlineStore> {
  const sourceOf = (symbol: string): string =>
    chosen.sources.find((source) => source.symbols.includes(symbol))?.name ?? "";
  const store = new KlineStore(sqlKlinePersistence(database.db, sourceOf));
  for (const { marketId, spec, base, quote } of listings.markets)
    store.addMarket(klineMarketOf(marketId, spec, base.spec, quote.spec));
  await projector.drain();
  await store.load(projector.reachedSeq);
  closers.add(
    "charts",
    engine.subscribe((batch) => store.apply(batch)),
  );
  const backfill = new KlineBackfill(store, chosen.sources, clock, chartBars, (problem) =>
    log.warn({ err: problem }, "charts: history is missing"),
  );
  closers.add("backfill", () => backfill.stop());
  void backfill.run();
  return store;
}

async function openIdentity(
  environment: Environment,
  engine: EnginePort,
  log: Logger,
  onFatal: (error: Error) => void,
  closers: Closers,
): Promise<Identity> {
  const { delivery, publicUrl } = environment.people;
  if (environment.mode === "live" && delivery.smtp === undefined)
    log.warn("CANDOR_SMTP_URL is not set: no mail leaves this machine, so nobody can register by e-mail");
  const identity = Identity.open({
    directory: path.join(environment.home, "identity"),
    mode: environment.mode,
    sealing: SealingKey.ofFile(environment.keyFile),
    delivery,
    publicUrl,
    report: (error, message) => log.warn({ err: error }, message),
    onFailure: onFatal,
    exchange: exchangeAccounts(engine),
  });
  closers.add("identity", () => identity.close());
  await identity.openMissingAccounts();
  return identity;
}

async function startFunding(
  environment: Environment,
  exchange: {
    readonly engine: EnginePort;
    readonly listings: Listings;
    readonly mirror: MarketDataMirror;
    readonly identity: Identity;
    readonly chains: ChainPort;
    readonly live: LiveSettings;
  },
  database: ReadModelDatabase,
  log: Logger,
  onFatal: (error: Error) => void,
  closers: Closers,
): Promise<Funding> {
  const { identity, live, ...parts } = exchange;
  const funding = await openFunding({
    ...parts,
    accounts: identitySecurity(identity),
    mode: environment.mode,
    rules: withdrawalRulesBy(live, riskRulesOf(environment.mode)),
    fees: withdrawalFeesBy(live),
    directory: path.join(environment.home, "funding"),
    nowMs: Date.now,
    history: withdrawalHistoryOf(database.db),
    onFatal,
    onFailure: (error, what) => log.error({ err: error }, `withdrawals: ${what}`),
  });
  closers.add("funding", () => funding.close());
  return funding;
}

function startPrices(
  environment: Environment,
  engine: EnginePort,
  listings: Listings,
  { chosen, clock }: { chosen: ChosenSources; clock: Clock },
  log: Logger,
  closers: Closers,
): PriceService {
  const prices = new PriceService({
    engine,
    markets: listings.spotMarkets.map(({ marketId, spec }) => ({ marketId, symbol: spec.symbol })),
    sources: chosen.sources,
    mode: environment.mode,
    clock,
    log: { info: (message) => log.info(message), warn: (message) => log.warn(message) },
  });
  prices.start();
  closers.add("prices", () => prices.stop());
  return prices;
}
