import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { FrameFinder } from "@candor/journal/frame-finder";
import type { ChainPort } from "../../../apps/server/src/custody/chain/chain-port.ts";
import { NO_CHAINS } from "../../../apps/server/src/custody/chain/no-chains.ts";
import { LiabilityTrees } from "../../../apps/server/src/custody/liabilities/liability-trees.ts";
import { makeTree } from "../../../apps/server/src/custody/liabilities/make-tree.ts";
import { type Funding, openFunding } from "../../../apps/server/src/custody/wallet-movements/funding.ts";
import { withdrawalHistoryOf } from "../../../apps/server/src/custody/wallet-movements/withdrawal-history.ts";
import { identitySecurity } from "../../../apps/server/src/custody/withdrawals/identity-security.ts";
import { withdrawalFeesBy } from "../../../apps/server/src/custody/withdrawals/withdrawal-fees.ts";
import type { RiskRules } from "../../../apps/server/src/custody/withdrawals/withdrawal-rules.ts";
import { Countdowns } from "../../../apps/server/src/edge/binance-api/futures/countdown/countdowns.ts";
import type { ListenKeys } from "../../../apps/server/src/edge/binance-api/streams/listen-keys.ts";
import type {
  GatewayDependencies,
  GatewayOptions,
} from "../../../apps/server/src/edge/gateway/dependencies.ts";
import { sqlReadModels } from "../../../apps/server/src/edge/gateway/sql-read-models.ts";
import type { FileRegister } from "../../../apps/server/src/engine/home/file-register.ts";
import { exchangeHome } from "../../../apps/server/src/engine/runtime/exchange-home.ts";
import { machineFactory } from "../../../apps/server/src/engine/runtime/exchange-machine.ts";
import { LocalEngine } from "../../../apps/server/src/engine/runtime/local-engine.ts";
import type { AuditFacts } from "../../../apps/server/src/kit/durable/audit-log.ts";
import { Listings } from "../../../apps/server/src/market/market-data/listings.ts";
import { MarketDataMirror } from "../../../apps/server/src/market/market-data/market-data-mirror.ts";
import { OrderLeverages } from "../../../apps/server/src/market/market-data/order-leverages.ts";
import { klineMarketOf } from "../../../apps/server/src/market/prices/kline-market.ts";
import { KlineStore } from "../../../apps/server/src/market/prices/kline-store.ts";
import { PublishedDecisions } from "../../../apps/server/src/operators/desk/published-decisions.ts";
import { queryAuditLog } from "../../../apps/server/src/operators/desk/query-audit-log.ts";
import { Proposals } from "../../../apps/server/src/operators/proposals/proposals.ts";
import { announcedFundingBy } from "../../../apps/server/src/operators/settings/announced-funding.ts";
import { settingVersions } from "../../../apps/server/src/operators/settings/setting-versions.ts";
import type { Settings } from "../../../apps/server/src/operators/settings/settings.ts";
import { followSite } from "../../../apps/server/src/operators/settings/site-setting.ts";
import { SiteSwitch } from "../../../apps/server/src/operators/settings/site-switch.ts";
import { AccountClosing } from "../../../apps/server/src/people/closing/account-closing.ts";
import type { ContentPictures } from "../../../apps/server/src/people/content/content-pictures.ts";
import type { Content } from "../../../apps/server/src/people/content/content-service.ts";
import { openContent } from "../../../apps/server/src/people/content/open-content.ts";
import type { PersonalMessages } from "../../../apps/server/src/people/content/personal-messages.ts";
import { exchangeAccounts } from "../../../apps/server/src/people/identity/exchange-accounts.ts";
import { Identity } from "../../../apps/server/src/people/identity/identity-service.ts";
import type { IdentityOptions } from "../../../apps/server/src/people/identity/make-identity-context.ts";
import { openNotices } from "../../../apps/server/src/people/notices/open-notices.ts";
import type { WebPushSender } from "../../../apps/server/src/people/notices/web-push-sender.ts";
import {
  type Documents,
  openDocuments,
} from "../../../apps/server/src/people/verification/open-documents.ts";
import { LiveSettings } from "../../../apps/server/src/records/live-settings/live-settings.ts";
import { openReadModels } from "../../../apps/server/src/records/projections/database.ts";
import type { Projector } from "../../../apps/server/src/records/projections/projector.ts";
import type { ReadModelDatabase } from "../../../apps/server/src/records/projections/read-model-database.ts";
import { startReadModels } from "../../../apps/server/src/records/projections/start-read-models.ts";
import { noPersistence } from "../../feeds/no-persistence.ts";
import { keyFileIn, openFiles } from "../../home-parts.ts";
import { MEMORY_DISK } from "../../memory-disk.ts";
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
  readonly notTold: unknown[];
  /** Audit log entries of published trees, by tree. */
  readonly publications: ReadonlyMap<string, AuditFacts>;
  readonly dependencies: Omit<
    GatewayDependencies,
    "engineReady" | "log" | "funding" | "liabilities" | "countdowns"
  > & { readonly identity: Identity; readonly site: SiteSwitch };
  readonly funding: Funding;
  readonly reopenFunding: () => Promise<Funding>;
  readonly openLiabilities: () => LiabilityTrees;
  readonly openCountdowns: () => Countdowns;
  /** Stops the read models' progress. */
  readonly whileBehind: (run: () => Promise<void>) => Promise<void>;
  /** Closes the parts above those that can be reopened; `closeBeneath` closes the parts below. */
  readonly closeAbove: () => void;
  readonly closeBeneath: () => Promise<void>;
}

async function openSettings(
  home: string,
  mode: "sandbox" | "live",
  engine: LocalEngine,
  { db }: ReadModelDatabase,
  projector: Projector,
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
  const reopenFunding = () => openFunding(fundingParts);
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
  const notTold: unknown[] = [];
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
    report: (error) => notTold.push(error),
    onFailure: fail,
  });
  const closing = await AccountClosing.open({
    engine,
    listings,
    mirror,
    chains: fundingParts.chains,
    identity,
    exchange: exchangeAccounts(engine),
    documents,
    notices: notices.service,
    addresses: funding.addresses,
    mode,
    report: (error) => notTold.push(error),
  });
  return {
    home,
    time,
    engine,
    settings,
    notTold,
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
      readModels: sqlReadModels(database.db, projector),
      orderLeverages,
      decisions: new PublishedDecisions(settings.proposals, settings.live, listings),
      announcedFunding: announcedFundingBy(settings.live),
      frames: new FrameFinder(exchangeHome(home).journalDirectory),
      site,
      uploads: documents.uploads,
      verification: documents.verification,
      chat: documents.chat,
      notices,
      ...siteContent,
      personalMessages: options.personalMessages ?? notices.service,
      ...(options.listenKeys && { listenKeys: options.listenKeys }),
      priceSource: () => "simulated",
    },
    funding,
    reopenFunding,
    openLiabilities,
    whileBehind: (run) => projector.whileStill(run),
    openCountdowns: () =>
      Countdowns.open({
        directory: path.join(home, "countdowns"),
        nowMs: options.gateway?.nowMs ?? nowMs,
        onFailure: fail,
      }),
    closeAbove: () => {
      closing.close();
      mirror.stop();
      orderLeverages.stop();
      notices.close();
    },
    closeBeneath: async () => {
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
