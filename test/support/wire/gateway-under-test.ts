import type { PriceE8 } from "@candor/money/brand";
import { parseDecimal } from "@candor/money/decimal";
import { LiabilityTrees } from "@candor/server/custody/liabilities/liability-trees";
import { type WalletMovements } from "@candor/server/custody/wallet-movements/open-wallet-movements";
import { Countdowns } from "@candor/server/edge/binance-api/futures/countdown/countdowns";
import type { OrderLabels } from "@candor/server/edge/binance-api/labels/order-labels";
import type { CountedRequest } from "@candor/server/edge/gateway/api-limits";
import { CallLimits } from "@candor/server/edge/gateway/call-limits";
import type { GatewayDependencies, GatewayOptions } from "@candor/server/edge/gateway/dependencies";
import type { ReadModels } from "@candor/server/edge/gateway/read-models";
import { createGateway } from "@candor/server/edge/http/create-gateway";
import { openServerCalls, type ServerCalls } from "@candor/server/edge/http/server-calls";
import type { FileRegister } from "@candor/server/engine/home/file-register";
import { LocalEngine } from "@candor/server/engine/runtime/local-engine";
import type { AuditFacts } from "@candor/server/kit/durable/audit-log";
import { SharedLimits } from "@candor/server/kit/limits/shared-limits";
import { Listings } from "@candor/server/market/market-data/listings";
import { MarketDataMirror } from "@candor/server/market/market-data/market-data-mirror";
import type { Settings } from "@candor/server/operators/settings/settings";
import { SiteSwitch } from "@candor/server/operators/settings/site-switch";
import { AccountClosing } from "@candor/server/people/closing/account-closing";
import type { ContentPictures } from "@candor/server/people/content/content-pictures";
import type { Content } from "@candor/server/people/content/content-service";
import { Identity } from "@candor/server/people/identity/identity-service";
import { type Notices } from "@candor/server/people/notices/open-notices";
import { Twaps } from "@candor/server/people/twap/twaps";
import { type Documents } from "@candor/server/people/verification/open-documents";
import { CALLS, type CallName, type CallReply } from "@candor/wire/calls";
import type { Rejected } from "@candor/wire/rejection";
import type { FastifyInstance } from "fastify";
import { type WireAnswer, WireClient } from "../wire-client.ts";
import { behindFollowers, type Follower } from "./behind-followers.ts";
import { type OpenedExchange, openExchange, type TestOptions } from "./opened-exchange.ts";
import { TEST_MARKETS, TEST_PRICES } from "./test-listing.ts";

/** The real exchange, journal, read models, identity and gateway in one process, in a new home. */
export class GatewayUnderTest {
  app: FastifyInstance;
  /** The calls behind the app, for sockets. */
  calls: ServerCalls;
  /** Gateways in front, which serve sockets; none by default. */
  followers: Promise<readonly Follower[]>;
  readonly identity: Identity;
  countdowns: Countdowns;
  twaps: Twaps;
  orderLabels: OrderLabels;
  readonly documents: Documents;
  readonly files: FileRegister;
  readonly closing: AccountClosing;
  funding: WalletMovements;
  readonly listings: Listings;
  readonly mirror: MarketDataMirror;
  readonly history: GatewayDependencies["history"];
  readonly readModels: ReadModels;
  readonly engine: LocalEngine;
  readonly site: SiteSwitch;
  readonly settings: Settings;
  readonly content: Content;
  readonly notices: Notices;
  /** Mails and pushes that could not be delivered. */
  readonly undelivered: unknown[];
  readonly pictures: ContentPictures;
  /** Makes a tree on request only. */
  liabilities: LiabilityTrees;
  /** Audit log entries of published trees, by tree. */
  readonly publications: ReadonlyMap<string, AuditFacts>;
  readonly home: string;
  readonly time: { ms: number };
  /** False if the engine reports that it is down. */
  ready = true;
  readonly errors: unknown[] = [];
  private readonly sharedLimits = new SharedLimits();
  private limits: CallLimits;
  private readonly opened: OpenedExchange;
  private readonly followerCount: number;
  private readonly options: GatewayOptions;

  private constructor(opened: OpenedExchange, options: GatewayOptions, followers: number) {
    const { dependencies } = opened;
    this.opened = opened;
    this.options = options;
    this.home = opened.home;
    this.time = opened.time;
    this.engine = opened.engine;
    this.settings = opened.settings;
    this.content = opened.content;
    this.pictures = opened.pictures;
    this.documents = opened.documents;
    this.files = opened.files;
    this.undelivered = opened.undelivered;
    this.publications = opened.publications;
    this.identity = dependencies.identity;
    this.closing = dependencies.closing;
    this.listings = dependencies.listings;
    this.mirror = dependencies.mirror;
    this.history = dependencies.history;
    this.readModels = dependencies.readModels;
    this.notices = dependencies.notices;
    this.site = dependencies.site;
    this.funding = opened.funding;
    this.liabilities = opened.openLiabilities();
    this.countdowns = opened.openCountdowns();
    this.twaps = opened.openTwaps();
    this.orderLabels = opened.openOrderLabels();
    this.limits = new CallLimits(
      options.rateLimitFactor ?? 1,
      undefined,
      followers > 0 ? this.sharedLimits.make : undefined,
      options.api?.limits,
    );
    this.followerCount = followers;
    ({ app: this.app, calls: this.calls, followers: this.followers } = this.makeGateway());
  }

  /** @param followers gateways in front that answer what a gateway thread answers */
  static async start(
    options: TestOptions = {},
    followers = wantedFollowers(options),
  ): Promise<GatewayUnderTest> {
    const opened = await openExchange(options);
    const nowMs = () => opened.time.ms;
    const gateway = { mode: "sandbox", version: "0.1.0", nowMs, ...options.gateway } as const;
    const test = new GatewayUnderTest(opened, gateway, followers);
    await test.observePrices();
    return test;
  }

  private makeGateway() {
    const dependencies = {
      ...this.opened.dependencies,
      funding: this.funding,
      liabilities: this.liabilities,
      countdowns: this.countdowns,
      twaps: this.twaps,
      orderLabels: this.orderLabels,
      limits: this.limits,
      engineReady: () => this.ready,
      log: { error: (details: object) => this.errors.push(details), warn: () => {} },
    };
    const calls = openServerCalls(dependencies, this.options);
    if (this.followerCount === 0) {
      const followers = Promise.resolve<readonly Follower[]>([]);
      return { app: createGateway(dependencies, this.options, calls), calls, followers };
    }
    const main = createGateway(dependencies, { ...this.options, behindGateways: true }, calls);
    const parts = { calls, limits: this.sharedLimits, nowMs: () => this.time.ms };
    return { ...behindFollowers(main, this.followerCount, dependencies, this.options, parts), calls };
  }

  /** Records what accounts hold in contracts, as the server does every five minutes. */
  async samplePositions(): Promise<void> {
    await this.opened.samplePositions();
  }

  /** Stops writes to the read models while `run` executes. */
  async withPausedReadModels(run: () => Promise<void>): Promise<void> {
    await this.opened.withPausedReadModels(run);
  }

  /** Counts a visitor's read of the given weight; returns why it is refused, if it is. */
  refuseVisitor(address: string, weight: number): Rejected | undefined {
    const origin = { address, hasSession: false, isLabelled: false };
    return this.limits.refuseAddress({ ...CALLS.depth, weight }, origin, (this.options.nowMs ?? Date.now)());
  }

  /** Counts a request of an address as the spot API for Binance clients does. */
  countRequest(address: string, weight: number): CountedRequest {
    const caller = { address, apiKeyId: undefined };
    return this.limits.api.count("spot", caller, weight, (this.options.nowMs ?? Date.now)());
  }

  /** Drops the in-memory state of deposits and withdrawals, as on a restart. Earlier clients become unusable. */
  async restartFunding(): Promise<void> {
    await this.app.close();
    await this.funding.close();
    this.funding = await this.opened.reopenFunding();
    ({ app: this.app, calls: this.calls, followers: this.followers } = this.makeGateway());
  }

  /** Reads trees from disk again. Earlier clients become unusable. */
  async restartLiabilities(): Promise<void> {
    await this.app.close();
    await this.liabilities.close();
    this.liabilities = this.opened.openLiabilities();
    ({ app: this.app, calls: this.calls, followers: this.followers } = this.makeGateway());
  }

  /** Restarts what programs have, like a server that was down for a while. Earlier clients become unusable. */
  async restartBotStores(afterMs: () => Promise<void>): Promise<void> {
    await this.app.close();
    this.countdowns.close();
    this.twaps.close();
    this.orderLabels.close();
    await afterMs();
    this.countdowns = this.opened.openCountdowns();
    this.twaps = this.opened.openTwaps();
    this.orderLabels = this.opened.openOrderLabels();
    ({ app: this.app, calls: this.calls, followers: this.followers } = this.makeGateway());
  }

  async close(): Promise<void> {
    await this.app.close();
    this.opened.closeDependents();
    await this.liabilities.close();
    this.countdowns.close();
    this.twaps.close();
    this.orderLabels.close();
    await this.funding.close();
    await this.opened.closeFoundations();
  }

  /** After `afterMs`, sources 0, 1, 2 … report these Bitcoin prices; a source is silent at 0. */
  async observeBitcoin(afterMs: number, ...prices: readonly number[]): Promise<void> {
    this.time.ms += afterMs;
    for (const [sourceId, price] of prices.entries())
      if (price > 0)
        await this.engine.execute({
          kind: "observe-price",
          marketId: 0,
          sourceId,
          priceE8: Math.round(price * 1e8) as PriceE8,
          observedAtMs: this.time.ms,
        });
  }

  /** Reports one source's prices of the three markets. */
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
    return new WireClient(this.app, { token });
  }

  /** Creates a user with a payment password and funds in the spot wallet. */
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

  /** Returns the newest code in the outbox. */
  codeOf(to: string): string {
    const newest = this.identity.outbox.list(10, undefined, to);
    return newest.flatMap(({ text }) => /(?<=[:：] ?)[0-9]{6}$/m.exec(text) ?? [])[0] ?? "";
  }
}

/** Injected requests cannot pass through both a proxy and a gateway. */
function wantedFollowers({ gateway }: TestOptions): number {
  return gateway?.trustProxy === true ? 0 : Number(process.env.CANDOR_TEST_FOLLOWERS ?? 0);
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

/** Returns the data of an accepted call, checked against its schema; fails the test otherwise. */
export function accepted<Name extends CallName>(answer: WireAnswer<Name>): CallReply<Name> {
  if (answer.code !== 1)
    throw new Error(`${answer.name} was answered ${answer.code} ${JSON.stringify(answer.data)}`);
  return CALLS[answer.name].reply.parse(answer.data) as CallReply<Name>;
}
