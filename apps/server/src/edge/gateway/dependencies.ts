import type { EnginePort } from "@candor/domain/engine-port";
import type { Period, PriceSourceKind } from "@candor/domain/enumerations";
import type { FrameFinder } from "@candor/journal/frame-finder";
import type { LiabilityTrees } from "../../custody/liabilities/liability-trees.ts";
import type { Funding } from "../../custody/wallet-movements/funding.ts";
import type { ListedMarket, Listings } from "../../market/market-data/listings.ts";
import type { MarketDataMirror } from "../../market/market-data/market-data-mirror.ts";
import type { LeveragePort } from "../../market/market-data/order-leverages.ts";
import type { Bar } from "../../market/prices/kline-bar.ts";
import type { PriceHistory } from "../../market/prices/price-history-port.ts";
import type { Alarms } from "../../operators/alarms/alarms.ts";
import type { PublishedDecisions } from "../../operators/desk/published-decisions.ts";
import type { AnnouncedFunding } from "../../operators/settings/announced-funding.ts";
import type { SitePort } from "../../operators/settings/site-switch.ts";
import type { AccountClosing } from "../../people/closing/account-closing.ts";
import type { ContentPictures } from "../../people/content/content-pictures.ts";
import type { Content } from "../../people/content/content-service.ts";
import type { PersonalMessages } from "../../people/content/personal-messages.ts";
import type { Identity } from "../../people/identity/identity-service.ts";
import type { Notices } from "../../people/notices/open-notices.ts";
import type { ChatService } from "../../people/support-chat/chat-service.ts";
import type { Uploads } from "../../people/uploads/uploads.ts";
import type { VerificationService } from "../../people/verification/verification-service.ts";
import type { CallLimits } from "./call-limits.ts";
import type { ReadModels } from "./read-models.ts";

/** Charts, as far back as they go. */
export interface KlineSource {
  /** Up to `size` bars that open before `endMs`, oldest first; undefined for an unknown market. */
  query(query: {
    readonly marketId: number;
    readonly price: "last" | "index" | "mark";
    readonly period: Period;
    readonly endMs: number;
    readonly size: number;
  }): Promise<readonly Bar[] | undefined>;
}

export interface GatewayLog {
  error(details: object, message: string): void;
  warn(details: object, message: string): void;
}

/** Everything the gateway stands on. */
export interface GatewayDependencies {
  readonly engine: EnginePort;
  /** False: every call is answered with 503. */
  readonly engineReady: () => boolean;
  readonly identity: Identity;
  readonly closing: AccountClosing;
  readonly listings: Listings;
  readonly mirror: MarketDataMirror;
  readonly history: PriceHistory;
  readonly klines: KlineSource;
  readonly readModels: ReadModels;
  readonly orderLeverages: LeveragePort;
  readonly decisions: Pick<PublishedDecisions, "announced" | "decided">;
  readonly announcedFunding: (market: ListedMarket) => AnnouncedFunding | null;
  /** The frames of the exchange's journal, for evidence. */
  readonly frames: Pick<FrameFinder, "find">;
  readonly liabilities: LiabilityTrees;
  readonly site: SitePort;
  readonly funding: Funding;
  readonly uploads: Uploads;
  readonly verification: VerificationService;
  readonly chat: ChatService;
  readonly notices: Notices;
  readonly content: Content;
  readonly pictures: ContentPictures;
  readonly personalMessages: PersonalMessages;
  /** Rate limits that others count by, too; absent: the gateway's own. */
  readonly limits?: CallLimits;
  readonly priceSource: () => PriceSourceKind;
  readonly log: GatewayLog;
  /** What is wrong now; absent: nothing is looked at. */
  readonly alarms?: Pick<Alarms, "raised">;
  /** The exchange's time, by which things accrue; absent: that of the calls. */
  readonly exchangeMs?: () => number;
  /** What `/healthz` tells beside the gateway's own parts; plain JSON. */
  readonly health?: () => Readonly<Record<string, unknown>>;
}

export interface GatewayOptions {
  readonly mode: "sandbox" | "live";
  readonly version: string;
  /** A program decides verifications; absent: people do. */
  readonly demoReviewer?: boolean;
  /** What the faucet gives of an asset in a day where it is not the usual, by the asset's symbol. */
  readonly dailyGifts?: Readonly<Record<string, string>>;
  readonly nowMs?: () => number;
  /** Multiplies every rate limit; for benchmarks and tests. */
  readonly rateLimitFactor?: number;
  /** After how long a connection on which nothing moves is cut; for tests. */
  readonly stalledMs?: number;
  /** The outbox shows everyone's codes: with this it answers everybody. */
  readonly outboxOpen?: boolean;
  /** What a browser shows to read the outbox; absent: nobody can unless it is open. */
  readonly outboxToken?: string;
  /** The built web app; absent: not served. */
  readonly webDirectory?: string;
  /** Browsers that keep the app for when there is no connection forget it, and no other begins to. */
  readonly offlineAppOff?: boolean;
  /** The built console; absent: not served. */
  readonly consoleDirectory?: string;
  /** Behind a reverse proxy on this machine whose X-Forwarded-For is right. */
  readonly trustProxy?: boolean;
  readonly supportEmail?: string;
}
