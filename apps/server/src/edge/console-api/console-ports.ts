import type { EnginePort } from "@candor/domain/engine-port";
import type { ClusterLines } from "@candor/wire/console/system";
import type { ChainPort } from "../../custody/chain/chain-port.ts";
import type { SignerState } from "../../custody/chain/open-chains.ts";
import type { LiabilityTrees } from "../../custody/liabilities/liability-trees.ts";
import type { WithdrawalDesk } from "../../custody/withdrawals/withdrawal-desk.ts";
import type { Listings } from "../../market/market-data/listings.ts";
import type { MarketDataMirror } from "../../market/market-data/market-data-mirror.ts";
import type { FeedView } from "../../market/prices/price-service.ts";
import type { OperatorAccounts } from "../../operators/accounts/operator-accounts.ts";
import type { Alarms } from "../../operators/alarms/alarms.ts";
import type { ClockHealth } from "../../operators/alarms/clock-guard.ts";
import type { OperatorDesk } from "../../operators/desk/operator-desk.ts";
import type { SitePort } from "../../operators/settings/site-switch.ts";
import type { Identity } from "../../people/identity/identity-service.ts";
import type { ChatService } from "../../people/support-chat/chat-service.ts";
import type { VerificationService } from "../../people/verification/verification-service.ts";
import type { ReadModels } from "../gateway/read-models.ts";

/** Services available to console calls. They only read: every action goes through the desk. */
export interface ConsolePorts {
  /** CANDOR_HOME, for the audit log. */
  readonly home: string;
  readonly mode: "sandbox" | "live";
  /** Whether everything can be set here (CANDOR_MODE=scenario). */
  readonly isTestRig?: boolean;
  /** Whether operators receive their links by mail. */
  readonly sendsMail: boolean;
  readonly accounts: OperatorAccounts;
  readonly desk: OperatorDesk;
  readonly exchange: ConsoleExchange;
}

/** Read-only access to the exchange and its users, for pages that combine data. */
export interface ConsoleExchange {
  readonly alarms: Pick<Alarms, "raised">;
  readonly engine: Pick<
    EnginePort,
    "accountView" | "exchangeView" | "solvencyView" | "optionsView" | "miningView" | "durableSeq"
  >;
  readonly chat: Pick<ChatService, "inbox">;
  readonly identity: Pick<
    Identity,
    "user" | "closedAccount" | "searchUsers" | "newestUser" | "userCount" | "guesses"
  >;
  readonly verification: Pick<VerificationService, "levelOf" | "list" | "retainedUntilMs">;
  readonly withdrawals: Pick<WithdrawalDesk, "pending" | "waiting">;
  readonly chains: Pick<ChainPort, "chains" | "chainOfIndex" | "custody" | "gas">;
  readonly listings: Pick<Listings, "asset" | "assetBySymbol" | "assets" | "market">;
  readonly mirror: Pick<MarketDataMirror, "marketBySymbol">;
  readonly liabilities: Pick<LiabilityTrees, "newest" | "nextAtMs">;
  readonly readModels: Pick<ReadModels, "fundRecords" | "reachedSeq">;
  readonly site: Pick<SitePort, "current">;
  readonly prices: () => FeedView;
  readonly signer: () => Promise<SignerState>;
  readonly nowMs: () => number;
  /** Reads the state of the cluster; absent if the home is the only copy of the exchange. */
  readonly cluster?: () => Promise<ClusterLines>;
  /** Absent when the clock is not monitored. */
  readonly clock?: () => ClockHealth;
}
