import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { FrameFinder } from "@candor/journal/frame-finder";
import type { ChainPort } from "@candor/server/custody/chain/chain-port";
import { NO_CHAINS } from "@candor/server/custody/chain/no-chains";
import { LiabilityTrees } from "@candor/server/custody/liabilities/liability-trees";
import { makeTree } from "@candor/server/custody/liabilities/make-tree";
import {
  openWalletMovements,
  type WalletMovements,
} from "@candor/server/custody/wallet-movements/open-wallet-movements";
import { withdrawalHistoryOf } from "@candor/server/custody/wallet-movements/withdrawal-history";
import { identitySecurity } from "@candor/server/custody/withdrawals/identity-security";
import { withdrawalFeesBy } from "@candor/server/custody/withdrawals/withdrawal-fees";
import type { RiskRules } from "@candor/server/custody/withdrawals/withdrawal-rules";
import { Countdowns } from "@candor/server/edge/binance-api/futures/countdown/countdowns";
import { OrderLabels } from "@candor/server/edge/binance-api/labels/order-labels";
import type { ListenKeys } from "@candor/server/edge/binance-api/streams/listen-keys";
import type { GatewayDependencies, GatewayOptions } from "@candor/server/edge/gateway/dependencies";
import { sqlReadModels } from "@candor/server/edge/gateway/sql-read-models";
import type { FileRegister } from "@candor/server/engine/home/file-register";
import { exchangeHome } from "@candor/server/engine/runtime/exchange-home";
import { machineFactory } from "@candor/server/engine/runtime/exchange-machine";
import { LocalEngine } from "@candor/server/engine/runtime/local-engine";
import type { AuditFacts } from "@candor/server/kit/durable/audit-log";
import { Listings } from "@candor/server/market/market-data/listings";
import { MarketDataMirror } from "@candor/server/market/market-data/market-data-mirror";
import { OrderLeverages } from "@candor/server/market/market-data/order-leverages";
import { PositionSampler } from "@candor/server/market/market-data/position-sampler";
import { ExchangeClock } from "@candor/server/market/prices/clock";
import { klineMarketOf } from "@candor/server/market/prices/kline-market";
import { KlineStore } from "@candor/server/market/prices/kline-store";
import { PublishedDecisions } from "@candor/server/operators/desk/published-decisions";
import { queryAuditLog } from "@candor/server/operators/desk/query-audit-log";
import { Proposals } from "@candor/server/operators/proposals/proposals";
import { announcedFundingBy } from "@candor/server/operators/settings/announced-funding";
import { settingVersions } from "@candor/server/operators/settings/setting-versions";
import type { Settings } from "@candor/server/operators/settings/settings";
import { followSite } from "@candor/server/operators/settings/site-setting";
import { SiteSwitch } from "@candor/server/operators/settings/site-switch";
import { AccountDocuments } from "@candor/server/people/account-documents/account-documents";
import { AccountClosing } from "@candor/server/people/closing/account-closing";
import type { ContentPictures } from "@candor/server/people/content/content-pictures";
import type { Content } from "@candor/server/people/content/content-service";
import { openContent } from "@candor/server/people/content/open-content";
import type { PersonalMessages } from "@candor/server/people/content/personal-messages";
import { exchangeAccounts } from "@candor/server/people/identity/exchange-account/exchange-accounts";
import { Identity } from "@candor/server/people/identity/identity-service";
import type { IdentityOptions } from "@candor/server/people/identity/make-identity-context";
import { openNotices } from "@candor/server/people/notices/open-notices";
import type { WebPushSender } from "@candor/server/people/notices/web-push-sender";
import { Twaps } from "@candor/server/people/twap/twaps";
import { type Documents, openDocuments } from "@candor/server/people/verification/open-documents";
import { LiveSettings } from "@candor/server/records/live-settings/live-settings";
import { openReadModels } from "@candor/server/records/projections/database";
import type { ProjectorPort } from "@candor/server/records/projections/projector-port";
import { savePositionStatistics } from "@candor/server/records/projections/queries/position-statistics";
import type { ReadModelDatabase } from "@candor/server/records/projections/read-model-database";
import { startReadModels } from "@candor/server/records/projections/start-read-models";
import { noPersistence } from "../feeds/no-persistence.ts";
import { keyFileIn, openFiles } from "../home-parts.ts";
import { MEMORY_DISK } from "../memory-disk.ts";
import { foundTestExchange, type TestListing } from "./test-listing.ts";

/** Noon, so that tests may advance some hours without reaching midnight. */
export const START_MS = Date.UTC(2026, 0, 1, 12);
/** argon2id with minimal cost: these tests are about rules, not cost. */
const CHEAP_HASH = { memoryKib: 8, passes: 1 };

export interface TestOptions extends TestListing {
  readonly listenKeys?: ListenKeys;
  readonly gateway?: Partial<GatewayOptions>;
  readonly identity?: Partial<IdentityOptions>;
  /** Default: no chains. */
  readonly chains?: (engine: LocalEngine, nowMs: () => number) => ChainPort;
  readonly riskRules?: RiskRules;
  /** Default: this exchange's own notices. */
  readonly personalMessages?: PersonalMessages;
  /** Replaces the browsers' push services. */
  readonly push?: (home: string) => WebPushSender;
}

/** Dependencies of a gateway under test. */
export interface OpenedExchange {
  readonly home: string;
  readonly time: { ms: number };
  readonly engine: LocalEngine;
  readonly settings: Settings;
  readonly content: Content;
  readonly pictures: ContentPictures;
  readonly files: FileRegister;
  readonly documents: Documents;
  /** Mails and pushes that could not be delivered. */
  readonly undelivered: unknown[];
  /** Audit log entries of published trees, by tree. */
  readonly publications: ReadonlyMap<string, AuditFacts>;
  readonly dependencies: Omit<
    GatewayDependencies,
    "engineReady" | "log" | "funding" | "liabilities" | "countdowns" | "orderLabels" | "twaps"
  > & { readonly identity: Identity; readonly site: SiteSwitch };
  readonly funding: WalletMovements;
  readonly reopenFunding: () => Promise<WalletMovements>;
  readonly openLiabilities: () => LiabilityTrees;
  readonly openCountdowns: () => Countdowns;
  readonly openTwaps: () => Twaps;
  readonly openOrderLabels: () => OrderLabels;
  /** Records what accounts hold in contracts now. */
  readonly samplePositions: () => Promise<void>;
  /** Stops the read models' progress. */
  readonly withPausedReadModels: (run: () => Promise<void>) => Promise<void>;
  /** Closes the parts above those that can be reopened; `closeBeneath` closes the parts below. */
  readonly closeDependents: () => void;
  readonly closeFoundations: () => Promise<void>;
}

async function openSettings(
  home: string,
  mode: "sandbox" | "live",
  engine: LocalEngine,
  { db }: ReadModelDatabase,
  projector: ProjectorPort,
  nowMs: () => number,
): Promise<Settings> {
  const live = await LiveSettings.follow(engine);
  return {
    mode,
    live,
    proposals: Proposals.open({ directory: path.join(home, "proposals"), nowMs, onFailure: fail }),
    history: settingVersions(db, projector, live),
    setBy: () => queryAuditLog({ kind: "set-by", home }),
  };
}

/** Opens all dependencies of a gateway in a new home, with the exchange set up. */
export async function openExchange(options: TestOptions): Promise<OpenedExchange> {
  const home = mkdtempSync(path.join(MEMORY_DISK, "candor-wire-"));
  const time = { ms: START_MS };
  const nowMs = () => time.ms;
  const database = await openReadModels({
    kind: "directory",
    directory: path.join(home, "read-models"),
    cache: process.env.CANDOR_CACHE,
  });
  const engine = new LocalEngine({
    home: exchangeHome(home),
    factory: machineFactory,
    clock: nowMs,
    segmentBytes: 1 << 20,
  });
  const { projector } = await startReadModels(database, {}, () => Promise.resolve(engine));
  await foundTestExchange(engine, options);
  const listings = new Listings(START_MS);
  const mirror = new MarketDataMirror(engine, listings);
  await mirror.start();
  const klines = new KlineStore(noPersistence);
  for (const { marketId, spec, base, quote } of listings.markets)
    klines.addMarket(klineMarketOf(marketId, spec, base.spec, quote.spec));
  await klines.load(engine.durableSeq);
  engine.on(klines.listener);
  const orderLeverages = await OrderLeverages.follow({ engine, listings, projector, db: database.db });
  const identity = Identity.open({
    directory: path.join(home, "identity"),
    mode: options.gateway?.mode ?? "sandbox",
    nowMs,
    hashCost: CHEAP_HASH,
    exchange: exchangeAccounts(engine),
    ...options.identity,
  });
  const files = openFiles(home);
  const documents = openDocuments({
    home,
    keyFile: keyFileIn(home),
    files,
    identity,
    nowMs,
    onFailure: () => undefined,
  });
  const mode = options.gateway?.mode ?? "sandbox";
  const settings = await openSettings(home, mode, engine, database, projector, nowMs);
  const fundingParts = {
    engine,
    chains: options.chains?.(engine, nowMs) ?? NO_CHAINS,
    accounts: identitySecurity(identity),
    listings,
    mirror,
    mode,
    directory: path.join(home, "funding"),
    fees: withdrawalFeesBy(settings.live),
    ...(options.riskRules && { rules: () => options.riskRules as RiskRules }),
    nowMs,
    history: withdrawalHistoryOf(database.db),
    onFatal: fail,
    onFailure: fail,
  };
  const reopenFunding = () => openWalletMovements(fundingParts);
  const funding = await reopenFunding();
  const siteContent = openContent({
    home,
    mode: "sandbox",
    setUpAtMs: START_MS,
    files,
    nowMs,
    onFailure: fail,
  });
  const site = new SiteSwitch();
  followSite(settings.live, site);
  const publications = new Map<string, AuditFacts>();
  const openLiabilities = () =>
    new LiabilityTrees({
      home,
      engine,
      files,
      chains: fundingParts.chains,
      newestUser: () => identity.newestUser,
      make: (task) => Promise.resolve(makeTree(task)),
      writeAuditEntry: (treeId, facts) => publications.set(treeId, facts),
      nowMs,
      log: { info: () => {}, warn: ({ err }: { err?: unknown }) => fail(err) },
    });
  const undelivered: unknown[] = [];
  const notices = openNotices({
    home,
    engine,
    listings,
    identity,
    documents,
    chains: fundingParts.chains,
    contact: "mailto:support@candor.example",
    nowMs,
    ...(options.push && { push: options.push(home) }),
    report: (error) => undelivered.push(error),
    onFailure: fail,
  });
  const accountDocuments = AccountDocuments.open({
    directory: path.join(home, "documents"),
    nowMs,
    onFailure: fail,
  });
  // Reopened by tests of a restart.
  let twaps: Twaps | undefined;
  const closing = await AccountClosing.open({
    engine,
    listings,
    mirror,
    chains: fundingParts.chains,
    identity,
    exchange: exchangeAccounts(engine),
    documents,
    notices: notices.service,
    accountDocuments,
    addresses: funding.addresses,
    twaps: { forget: async (userId) => await twaps?.forget(userId) },
    mode,
    report: (error) => undelivered.push(error),
  });
  // Lists wait a second for the read models, programs five. On a busy machine they take longer, unless a test stops them.
  let isPaused = false;
  const patient = {
    get reachedSeq() {
      return projector.reachedSeq;
    },
    waitFor: (seq: number, timeoutMs: number) => projector.waitFor(seq, isPaused ? timeoutMs : 60_000),
  };
  return {
    home,
    time,
    engine,
    settings,
    undelivered,
    publications,
    ...siteContent,
    documents,
    files,
    dependencies: {
      engine,
      identity,
      closing,
      listings,
      mirror,
      history: klines,
      klines,
      readModels: sqlReadModels(database.db, patient),
      orderLeverages,
      decisions: new PublishedDecisions(settings.proposals, settings.live, listings),
      announcedFunding: announcedFundingBy(settings.live),
      frames: new FrameFinder(exchangeHome(home).journalDirectory),
      site,
      uploads: documents.uploads,
      verification: documents.verification,
      chat: documents.chat,
      notices,
      accountDocuments,
      ...siteContent,
      personalMessages: options.personalMessages ?? notices.service,
      ...(options.listenKeys && { listenKeys: options.listenKeys }),
      priceSource: () => "simulated",
    },
    funding,
    reopenFunding,
    openLiabilities,
    samplePositions: () =>
      new PositionSampler({
        engine,
        mirror,
        clock: new ExchangeClock(),
        save: (sample, keptFromMs) => savePositionStatistics(database.db, sample, keptFromMs),
        report: fail,
      }).sample((options.gateway?.nowMs ?? nowMs)()),
    withPausedReadModels: (run) =>
      projector.whileStill(async () => {
        isPaused = true;
        try {
          await run();
        } finally {
          isPaused = false;
        }
      }),
    openOrderLabels: () =>
      OrderLabels.open({
        directory: path.join(home, "order-labels"),
        nowMs: options.gateway?.nowMs ?? nowMs,
        onFailure: fail,
      }),
    openTwaps: () => {
      twaps = Twaps.open({
        directory: path.join(home, "twaps"),
        nowMs: options.gateway?.nowMs ?? nowMs,
        onFailure: fail,
      });
      return twaps;
    },
    openCountdowns: () =>
      Countdowns.open({
        directory: path.join(home, "countdowns"),
        nowMs: options.gateway?.nowMs ?? nowMs,
        onFailure: fail,
      }),
    closeDependents: () => {
      closing.close();
      mirror.stop();
      orderLeverages.stop();
      notices.close();
      accountDocuments.close();
    },
    closeFoundations: async () => {
      siteContent.content.close();
      settings.proposals.close();
      settings.live.stop();
      documents.close();
      files.close();
      identity.close();
      await engine.close();
      await projector.close();
      await database.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function fail(error: unknown): never {
  throw error;
}
