import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { FrameFinder } from "@candor/journal/frame-finder";
import type { PriceE8 } from "@candor/money/brand";
import { parseDecimal } from "@candor/money/decimal";
import { CALLS, type CallName, type CallReply } from "@candor/protocol/wire/calls";
import type { FastifyInstance } from "fastify";
import { Countdowns } from "../../../apps/server/src/binance-api/futures/countdown/countdowns.ts";
import type { ListenKeys } from "../../../apps/server/src/binance-api/streams/listen-keys.ts";
import type { ChainPort } from "../../../apps/server/src/chain/chain-port.ts";
import { NO_CHAINS } from "../../../apps/server/src/chain/no-chains.ts";
import { AccountClosing } from "../../../apps/server/src/closing/account-closing.ts";
import type { ContentPictures } from "../../../apps/server/src/content/content-pictures.ts";
import type { Content } from "../../../apps/server/src/content/content-service.ts";
import { openContent } from "../../../apps/server/src/content/open-content.ts";
import type { PersonalMessages } from "../../../apps/server/src/content/personal-messages.ts";
import { exchangeHome } from "../../../apps/server/src/engine/exchange-home.ts";
import { machineFactory } from "../../../apps/server/src/engine/exchange-machine.ts";
import { LocalEngine } from "../../../apps/server/src/engine/local-engine.ts";
import { type Funding, openFunding } from "../../../apps/server/src/funding/funding.ts";
import { withdrawalHistoryOf } from "../../../apps/server/src/funding/withdrawal-history.ts";
import { createGateway } from "../../../apps/server/src/gateway/create-gateway.ts";
import type { GatewayDependencies, GatewayOptions } from "../../../apps/server/src/gateway/dependencies.ts";
import type { ReadModels } from "../../../apps/server/src/gateway/read-models.ts";
import { SiteSwitch } from "../../../apps/server/src/gateway/site-switch.ts";
import { sqlReadModels } from "../../../apps/server/src/gateway/sql-read-models.ts";
import { exchangeAccounts } from "../../../apps/server/src/identity/exchange-accounts.ts";
import type { IdentityOptions } from "../../../apps/server/src/identity/identity-service.ts";
import { Identity } from "../../../apps/server/src/identity/identity-service.ts";
import { LiabilityTrees } from "../../../apps/server/src/liabilities/liability-trees.ts";
import { makeTree } from "../../../apps/server/src/liabilities/make-tree.ts";
import { Listings } from "../../../apps/server/src/market-data/listings.ts";
import { MarketDataMirror } from "../../../apps/server/src/market-data/market-data-mirror.ts";
import { OrderLeverages } from "../../../apps/server/src/market-data/order-leverages.ts";
import { type Notices, openNotices } from "../../../apps/server/src/notices/open-notices.ts";
import type { WebPushSender } from "../../../apps/server/src/notices/web-push-sender.ts";
import type { AuditFacts } from "../../../apps/server/src/operator/audit-log.ts";
import { klineMarketOf } from "../../../apps/server/src/prices/kline-market.ts";
import { forgetfulPersistence } from "../../../apps/server/src/prices/kline-persistence.ts";
import { KlineStore } from "../../../apps/server/src/prices/kline-store.ts";
import { openReadModels } from "../../../apps/server/src/projections/database.ts";
import type { Projector } from "../../../apps/server/src/projections/projector.ts";
import type { ReadModelDatabase } from "../../../apps/server/src/projections/read-model-database.ts";
import { startReadModels } from "../../../apps/server/src/projections/start-read-models.ts";
import { Proposals } from "../../../apps/server/src/proposals/proposals.ts";
import { announcedFundingBy } from "../../../apps/server/src/settings/announced-funding.ts";
import { LiveSettings } from "../../../apps/server/src/settings/live-settings.ts";
import { setBy } from "../../../apps/server/src/settings/set-by.ts";
import { settingVersions } from "../../../apps/server/src/settings/setting-versions.ts";
import type { Settings } from "../../../apps/server/src/settings/settings.ts";
import { followSite } from "../../../apps/server/src/settings/site-setting.ts";
import { type Documents, openDocuments } from "../../../apps/server/src/verification/open-documents.ts";
import { identitySecurity } from "../../../apps/server/src/withdrawals/identity-security.ts";
import { withdrawalFeesBy } from "../../../apps/server/src/withdrawals/withdrawal-fees.ts";
import type { RiskRules } from "../../../apps/server/src/withdrawals/withdrawal-rules.ts";
import { foundTestExchange, TEST_MARKETS, TEST_PRICES, type TestListing } from "./test-listing.ts";
import { type WireAnswer, WireClient } from "./wire-client.ts";

/** Noon of a day, so that tests may move some hours without meeting midnight. */
export const START_MS = Date.UTC(2026, 0, 1, 12);
/** argon2id at its cheapest: these tests are about rules, not about cost. */
const CHEAP_HASH = { memoryKib: 8, passes: 1 };

export interface TestOptions extends TestListing {
  readonly listenKeys?: ListenKeys;
  readonly gateway?: Partial<GatewayOptions>;
  readonly identity?: Partial<IdentityOptions>;
  /** Default: none is offered. */
  readonly chains?: (engine: LocalEngine, nowMs: () => number) => ChainPort;
  readonly riskRules?: RiskRules;
  /** Default: those of the notices that this exchange keeps. */
  readonly personalMessages?: PersonalMessages;
  /** In place of the browsers' push services. */
  readonly push?: (home: string) => WebPushSender;
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
    setBy: () => setBy(home),
  };
}

/** The real exchange, journal, read models, identity and gateway in one process, in a home of their own. */
export class GatewayUnderTest {
  app: FastifyInstance;
  readonly identity: Identity;
  countdowns: Countdowns;
  readonly documents: Documents;
  readonly closing: AccountClosing;
  funding: Funding;
  readonly listings: Listings;
  readonly mirror: MarketDataMirror;
  readonly history: GatewayDependencies["history"];
  readonly readModels: ReadModels;
  readonly engine: LocalEngine;
  readonly site: SiteSwitch;
  readonly settings: Settings;
  readonly content: Content;
  readonly notices: Notices;
  /** Mails and pushes that could not be handed over. */
  readonly notTold: unknown[];
  readonly pictures: ContentPictures;
  /** Makes a tree when it is asked, never by itself. */
  liabilities: LiabilityTrees;
  /** What was entered into the audit log of published trees, by tree. */
  readonly publications: ReadonlyMap<string, AuditFacts>;
  readonly home: string;
  readonly time: { ms: number };
  /** False: the engine says that it is down. */
  ready = true;
  readonly errors: unknown[] = [];
  private readonly closers: (() => unknown)[];
  private readonly makeGateway: (funding: Funding) => FastifyInstance;
  private readonly openCountdowns: () => Countdowns;
  private readonly openFunding: () => Promise<Funding>;
  private readonly openLiabilities: () => LiabilityTrees;

  private constructor(
    parts: Pick<
      GatewayUnderTest,
      | "identity"
      | "documents"
      | "funding"
      | "engine"
      | "site"
      | "settings"
      | "home"
      | "time"
      | "content"
      | "pictures"
      | "notTold"
      | "publications"
    >,
    dependencies: Omit<GatewayDependencies, "engineReady" | "log" | "funding" | "liabilities" | "countdowns">,
    options: GatewayOptions,
    openFunding: () => Promise<Funding>,
    openLiabilities: () => LiabilityTrees,
    openCountdowns: () => Countdowns,
    closers: (() => unknown)[],
  ) {
    Object.assign(this, parts);
    this.identity = parts.identity;
    this.documents = parts.documents;
    this.closing = dependencies.closing;
    this.funding = parts.funding;
    this.listings = dependencies.listings;
    this.mirror = dependencies.mirror;
    this.history = dependencies.history;
    this.readModels = dependencies.readModels;
    this.engine = parts.engine;
    this.site = parts.site;
    this.settings = parts.settings;
    this.content = parts.content;
    this.notices = dependencies.notices;
    this.notTold = parts.notTold;
    this.pictures = parts.pictures;
    this.home = parts.home;
    this.time = parts.time;
    this.publications = parts.publications;
    this.openLiabilities = openLiabilities;
    this.liabilities = openLiabilities();
    this.openCountdowns = openCountdowns;
    this.countdowns = openCountdowns();
    this.closers = closers;
    const log = { error: (details: object) => this.errors.push(details), warn: () => {} };
    const engineReady = () => this.ready;
    this.openFunding = openFunding;
    this.makeGateway = (funding) =>
      createGateway(
        {
          ...dependencies,
          funding,
          liabilities: this.liabilities,
          countdowns: this.countdowns,
          engineReady,
          log,
        },
        options,
      );
    this.app = this.makeGateway(this.funding);
  }

  /** What a process that ends forgets of deposits and withdrawals is forgotten. Clients from before are of no use. */
  async restartFunding(): Promise<void> {
    await this.app.close();
    await this.funding.close();
    this.funding = await this.openFunding();
    this.app = this.makeGateway(this.funding);
  }

  /** Trees are read from disk again. Clients from before are of no use. */
  async restartLiabilities(): Promise<void> {
    await this.app.close();
    await this.liabilities.close();
    this.liabilities = this.openLiabilities();
    this.app = this.makeGateway(this.funding);
  }

  /** As the server that ends and is there again after a while. Clients from before are of no use. */
  async restartCountdowns(afterMs: () => Promise<void>): Promise<void> {
    await this.app.close();
    this.countdowns.close();
    await afterMs();
    this.countdowns = this.openCountdowns();
    this.app = this.makeGateway(this.funding);
  }

  static async start(options: TestOptions = {}): Promise<GatewayUnderTest> {
    const home = mkdtempSync(path.join(tmpdir(), "candor-wire-"));
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
    const klines = new KlineStore(forgetfulPersistence);
    for (const { marketId, spec, base, quote } of listings.markets)
      klines.addMarket(klineMarketOf(marketId, spec, base.spec, quote.spec));
    await klines.load(engine.durableSeq);
    engine.subscribe((batch) => klines.apply(batch));
    const orderLeverages = await OrderLeverages.follow({ engine, listings, projector, db: database.db });
    const identity = Identity.open({
      directory: path.join(home, "identity"),
      mode: options.gateway?.mode ?? "sandbox",
      nowMs,
      hashCost: CHEAP_HASH,
      exchange: exchangeAccounts(engine),
      ...options.identity,
    });
    const documents = openDocuments({
      home,
      keyFile: path.join(home, "keys", "sealing.key"),
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
    const reopen = () => openFunding(fundingParts);
    const funding = await reopen();
    const siteContent = openContent({ home, setUpAtMs: START_MS, nowMs, onFailure: fail });
    const site = new SiteSwitch();
    followSite(settings.live, site);
    const publications = new Map<string, AuditFacts>();
    const openLiabilities = () =>
      new LiabilityTrees({
        home,
        engine,
        chains: fundingParts.chains,
        newestUser: () => identity.newestUser,
        make: (task) => Promise.resolve(makeTree(task)),
        enterIntoLog: (treeId, facts) => publications.set(treeId, facts),
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
    const test = new GatewayUnderTest(
      {
        identity,
        documents,
        funding,
        engine,
        site,
        settings,
        home,
        time,
        notTold,
        publications,
        ...siteContent,
      },
      {
        engine,
        identity,
        closing,
        listings,
        mirror,
        history: klines,
        klines,
        readModels: sqlReadModels(database.db, projector),
        orderLeverages,
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
      { mode: "sandbox", version: "0.1.0", nowMs, ...options.gateway },
      reopen,
      openLiabilities,
      () =>
        Countdowns.open({
          directory: path.join(home, "countdowns"),
          nowMs: options.gateway?.nowMs ?? nowMs,
          onFailure: fail,
        }),
      [
        () => closing.close(),
        () => mirror.stop(),
        () => orderLeverages.stop(),
        () => notices.close(),
        () => test.liabilities.close(),
        () => test.countdowns.close(),
        () => test.funding.close(),
        () => siteContent.content.close(),
        () => settings.proposals.close(),
        () => settings.live.stop(),
        () => documents.close(),
        () => identity.close(),
        () => engine.close(),
        () => projector.close(),
        () => database.close(),
        () => rmSync(home, { recursive: true, force: true }),
      ],
    );
    await test.observePrices();
    return test;
  }

  async close(): Promise<void> {
    await this.app.close();
    for (const close of this.closers) await close();
  }

  /** One source says what the three markets cost. */
  async observePrices(): Promise<void> {
    for (const [marketId, { symbol }] of TEST_MARKETS.entries()) {
      const priceE8 = parseDecimal(TEST_PRICES[symbol] ?? "", 8) as PriceE8;
      await this.engine.execute({
        kind: "observe-price",
        marketId,
        sourceId: 0,
        priceE8,
        observedAtMs: this.time.ms,
      });
    }
  }

  client(token?: string): WireClient {
    return new WireClient(this.app, token);
  }

  /** Somebody with an account, a payment password and money in the coin wallet. */
  async trader(
    email: string,
    funds: Readonly<Record<string, string>> = {},
    invitationCode?: string,
  ): Promise<WireClient> {
    const client = await this.registered(email, "kestrel7", invitationCode);
    await setPaymentPassword(client, this, email);
    for (const [asset, amount] of Object.entries(funds)) {
      accepted(await client.call("faucet", { asset, amount }));
      this.time.ms += 61_000;
      accepted(
        await client.call("transfer", { asset, amount, from: "main", to: "coin", paymentPassword: "246810" }),
      );
    }
    await this.observePrices();
    return client;
  }

  async registered(
    email: string,
    password = "kestrel7",
    invitationCode = this.identity.houseCode,
  ): Promise<WireClient> {
    const client = this.client();
    accepted(await client.call("sendEmailCode", { email, event: "register" }));
    const code = this.codeOf(email);
    const session = accepted(await client.call("register", { email, password, code, invitationCode }));
    return this.client(session.token);
  }

  /** The newest code in the outbox. */
  codeOf(to: string): string {
    const newest = this.identity.outbox.list(10, undefined, to);
    return newest.flatMap(({ text }) => /(?<=[:：] ?)[0-9]{6}$/m.exec(text) ?? [])[0] ?? "";
  }
}

export async function setPaymentPassword(
  client: WireClient,
  test: GatewayUnderTest,
  email: string,
): Promise<void> {
  accepted(await client.call("sendEmailCode", { event: "payment" }));
  const code = test.codeOf(email);
  accepted(await client.call("resetPassword", { kind: "payment", code, newPassword: "246810" }));
}

function fail(error: unknown): never {
  throw error;
}

/** The data of an accepted call, checked against its schema; fails the test otherwise. */
export function accepted<Name extends CallName>(answer: WireAnswer<Name>): CallReply<Name> {
  if (answer.code !== 1)
    throw new Error(`${answer.name} was answered ${answer.code} ${JSON.stringify(answer.data)}`);
  return CALLS[answer.name].reply.parse(answer.data) as CallReply<Name>;
}
