import type { PriceE8 } from "@candor/money/brand";
import type { Logger } from "pino";
import type { Environment } from "../config/environment.ts";
import type { ExchangeListing } from "../config/exchange-listing.ts";
import type { Instance } from "../config/instance-schema.ts";
import type { LiabilityTrees } from "../custody/liabilities/liability-trees.ts";
import type { WalletMovements } from "../custody/wallet-movements/open-wallet-movements.ts";
import type { Countdowns } from "../edge/binance-api/futures/countdown/countdowns.ts";
import type { OrderLabels } from "../edge/binance-api/labels/order-labels.ts";
import type { ConsoleExchange, ConsolePorts } from "../edge/console-api/console-ports.ts";
import type { SharedEngine } from "../engine/runtime/worker-engine.ts";
import type { Closers } from "../kit/closers.ts";
import type { Listings } from "../market/market-data/listings.ts";
import type { MarketDataMirror } from "../market/market-data/market-data-mirror.ts";
import type { OrderLeverages } from "../market/market-data/order-leverages.ts";
import type { ChosenSources } from "../market/prices/choose-sources.ts";
import type { ExchangeClock } from "../market/prices/clock.ts";
import type { KlineStore } from "../market/prices/kline-store.ts";
import type { PriceService } from "../market/prices/price-service.ts";
import type { AlarmDelivery } from "../operators/alarms/alarm-delivery.ts";
import type { Alarms } from "../operators/alarms/alarms.ts";
import type { ClockGuard } from "../operators/alarms/clock-guard.ts";
import type { MailHealth } from "../operators/alarms/mail-health.ts";
import type { PublishedDecisions } from "../operators/desk/published-decisions.ts";
import type { AccountDocuments } from "../people/account-documents/account-documents.ts";
import type { AccountClosing } from "../people/closing/account-closing.ts";
import type { SiteContent } from "../people/content/open-content.ts";
import type { Identity } from "../people/identity/identity-service.ts";
import type { Notices } from "../people/notices/open-notices.ts";
import type { Twaps } from "../people/twap/twaps.ts";
import type { Documents } from "../people/verification/open-documents.ts";
import type { LiveSettings } from "../records/live-settings/live-settings.ts";
import type { ProjectorPort } from "../records/projections/projector-port.ts";
import type { ReadModelDatabase } from "../records/projections/read-model-database.ts";
import type { Replay } from "./composition/read-replay.ts";
import type { LeadingTerm } from "./leading-term.ts";

/** A running exchange, as the code that serves clients uses it. */
export interface RunningExchange {
  readonly environment: Environment;
  readonly instance: Instance;
  readonly engine: SharedEngine;
  /** The journal's last command when this process started. */
  readonly recoveredSeq: number;
  readonly projector: ProjectorPort;
  readonly database: ReadModelDatabase;
  readonly listings: Listings;
  readonly mirror: MarketDataMirror;
  readonly klines: KlineStore;
  readonly chosen: ChosenSources;
  /** Prices that were set in a test rig, by symbol; undefined everywhere else. */
  readonly pinned: Map<string, PriceE8> | undefined;
  readonly orderLeverages: OrderLeverages;
  readonly identity: Identity;
  readonly closing: AccountClosing;
  readonly documents: Documents;
  readonly notices: Notices;
  readonly accountDocuments: AccountDocuments;
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
  /** Undefined unless recorded files are replayed. */
  readonly replay: Replay | undefined;
  /** Memory of the clock, for other threads. */
  readonly time: SharedArrayBuffer;
  readonly clockGuard: ClockGuard;
  readonly console: Omit<ConsolePorts, "exchange">;
  /** Asks whether the signer is available. */
  readonly signer: ConsoleExchange["signer"];
  readonly live: LiveSettings;
  readonly countdowns: Countdowns;
  readonly orderLabels: OrderLabels;
  readonly twaps: Twaps;
  readonly dailyGifts: ExchangeListing["dailyGifts"];
  /** Undefined if the home is the only copy of the exchange. */
  readonly leading: LeadingTerm | undefined;
  readonly log: Logger;
  readonly closers: Closers;
  /** Called when the server cannot continue; the process must exit. */
  readonly onFatal: (error: Error) => void;
}
