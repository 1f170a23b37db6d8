import type { EnginePort } from "@candor/domain/engine-port";
import type { Period, PriceSourceKind } from "@candor/domain/enumerations";
import type { FrameFinder } from "@candor/journal/frame-finder";
import type { ApiSettings } from "../../config/api-settings.ts";
import type { DisplayRates } from "../../config/display-rates.ts";
import type { LiabilityTrees } from "../../custody/liabilities/liability-trees.ts";
import type { WalletMovements } from "../../custody/wallet-movements/open-wallet-movements.ts";
import type { ListedMarket, Listings } from "../../market/market-data/listings.ts";
import type { MarketDataMirror } from "../../market/market-data/market-data-mirror.ts";
import type { LeveragePort } from "../../market/market-data/order-leverages.ts";
import type { Bar } from "../../market/prices/kline-bar.ts";
import type { PastPrices } from "../../market/prices/past-prices.ts";
import type { PriceHistory } from "../../market/prices/price-history-port.ts";
import type { Alarms } from "../../operators/alarms/alarms.ts";
import type { PublishedDecisions } from "../../operators/desk/published-decisions.ts";
import type { AnnouncedFunding } from "../../operators/settings/announced-funding.ts";
import type { SitePort } from "../../operators/settings/site-switch.ts";
import type { AccountDocuments } from "../../people/account-documents/account-documents.ts";
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

/** Charts with their full history. */
interface KlineSource {
  /** Returns up to `size` bars that open before `endMs`, oldest first, or `undefined` for an unknown market. */
  query(query: {
    readonly marketId: number;
    readonly price: "last" | "index" | "mark";
    readonly period: Period;
    readonly endMs: number;
    readonly size: number;
  }): Promise<readonly Bar[] | undefined>;
}

interface GatewayLog {
  error(details: object, message: string): void;
  warn(details: object, message: string): void;
}

/**
 * Ports that follow the engine's events or read its files and tables. Any thread with an engine port can open its own, and
 * each keeps itself current.
 */
export interface FollowerPorts {
  readonly engine: EnginePort;
  readonly listings: Listings;
  readonly mirror: MarketDataMirror;
  readonly history: PriceHistory;
  readonly klines: KlineSource;
  readonly readModels: ReadModels;
  readonly orderLeverages: LeveragePort;
  readonly announcedFunding: (market: ListedMarket) => AnnouncedFunding | null;
  /** Frames of the exchange's journal, for evidence. */
  readonly frames: Pick<FrameFinder, "find">;
  /** Exchange time, used for accruals; by default the time of the call. */
  readonly exchangeMs?: () => number;
}

/** Ports whose state is in the memory of one process, most of it with a journal that has one writer. */
export interface ProcessPorts {
  readonly identity: Identity;
  readonly closing: AccountClosing;
  readonly decisions: Pick<PublishedDecisions, "announced" | "decided" | "skipped">;
  readonly liabilities: LiabilityTrees;
  readonly site: SitePort;
  readonly funding: WalletMovements;
  readonly uploads: Uploads;
  readonly verification: VerificationService;
  readonly chat: ChatService;
  readonly notices: Notices;
  readonly accountDocuments: AccountDocuments;
  readonly content: Content;
  readonly pictures: ContentPictures;
  readonly personalMessages: PersonalMessages;
  readonly priceSource: () => PriceSourceKind;
  /** Prices before the founding; only in an exchange whose prices are simulated. */
  readonly past?: PastPrices | undefined;
  /** Alarms currently raised; without it, nothing is monitored. */
  readonly alarms?: Pick<Alarms, "raised">;
}

/** All ports of the gateway. Only compositions take all of them; everything else names its own with `Ports`. */
export interface GatewayDependencies extends FollowerPorts, ProcessPorts {
  /** While false, every call is answered with 503. */
  readonly engineReady: () => boolean;
  /** Returns why nothing is acknowledged at present; undefined if it is. */
  readonly obstacle?: (() => string | undefined) | undefined;
  /** Shared rate limits; by default the gateway creates its own. */
  readonly limits?: CallLimits;
  readonly log: GatewayLog;
  /** Additional fields of `/healthz`, as plain JSON. */
  readonly health?: () => Readonly<Record<string, unknown>>;
}

/** The named ports and no others: what a call's handler uses. */
export type Ports<Name extends keyof GatewayDependencies> = Pick<GatewayDependencies, Name>;

export interface GatewayOptions {
  readonly mode: "sandbox" | "live";
  /** Whether everything can be set here (CANDOR_MODE=scenario). */
  readonly isTestRig?: boolean;
  readonly version: string;
  /** Whether a program reviews verifications; by default people do. */
  readonly demoReviewer?: boolean;
  /** Overrides of the faucet's daily amount, by asset symbol. */
  readonly dailyGifts?: Readonly<Record<string, string>>;
  readonly nowMs?: () => number;
  /** Multiplies every rate limit; for benchmarks and tests. */
  readonly rateLimitFactor?: number;
  /** Idle time after which a connection is cut; for tests. */
  readonly stalledMs?: number;
  /** Lets everybody read the outbox, which shows everyone's codes. */
  readonly outboxOpen?: boolean;
  /** Token that a browser must send to read the outbox; without it, nobody can unless the outbox is open. */
  readonly outboxToken?: string;
  /** Directory of the built web app; not served if absent. */
  readonly webDirectory?: string;
  /** Turns the offline app off: browsers that have cached it drop it, and others do not cache it. */
  readonly offlineAppOff?: boolean;
  /** Directory of the built console; not served if absent. */
  readonly consoleDirectory?: string;
  /** Set if a reverse proxy on this machine sends a correct X-Forwarded-For. */
  readonly trustProxy?: boolean;
  /** Set if gateway threads forward all requests; then they know the clients' addresses. */
  readonly behindGateways?: boolean;
  readonly supportEmail?: string;
  /** Rates of fiat currencies; by default the fixed ones of a sandbox, none in live mode. */
  readonly displayRates?: { readonly current: (nowMs: number) => DisplayRates };
  /** The API for Binance clients; by default strict and with Binance's limits. */
  readonly api?: ApiSettings;
}
