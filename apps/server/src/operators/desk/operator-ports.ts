import type { EnginePort } from "@candor/domain/engine-port";
import type { ChainPort } from "../../custody/chain/chain-port.ts";
import type { AddressBook } from "../../custody/withdrawals/address-book.ts";
import type { WithdrawalDesk } from "../../custody/withdrawals/withdrawal-desk.ts";
import type { Listings } from "../../market/market-data/listings.ts";
import type { ContentPictures } from "../../people/content/content-pictures.ts";
import type { Content } from "../../people/content/content-service.ts";
import type { Identity } from "../../people/identity/identity-service.ts";
import type { NoticeService } from "../../people/notices/notice-service.ts";
import type { ChatService } from "../../people/support-chat/chat-service.ts";
import type { Uploads } from "../../people/uploads/uploads.ts";
import type { VerificationService } from "../../people/verification/verification-service.ts";
import type { OperatorAccounts } from "../accounts/operator-accounts.ts";
import type { OperatorMail } from "../accounts/operator-mail.ts";
import type { ClockGuard } from "../alarms/clock-guard.ts";
import type { Settings } from "../settings/settings.ts";

/** Dependencies of operators' commands. */
export interface OperatorPorts {
  readonly identity: Identity;
  readonly engine: Pick<EnginePort, "execute" | "accountView">;
  readonly verification: VerificationService;
  readonly uploads: Uploads;
  readonly chat: ChatService;
  readonly content: Content;
  readonly pictures: ContentPictures;
  readonly withdrawals: Pick<WithdrawalDesk, "pending" | "pendingOf" | "waiting" | "approve" | "refuse">;
  readonly addresses: Pick<AddressBook, "sites" | "site" | "unbind">;
  readonly chains: Pick<
    ChainPort,
    | "chains"
    | "custody"
    | "gas"
    | "chainOfIndex"
    | "deposit"
    | "acceptLoss"
    | "uncreditedDeposits"
    | "unclaimedCoins"
    | "creditDeposit"
    | "settleDeposit"
    | "findDeposits"
  >;
  readonly listings: Pick<
    Listings,
    "asset" | "assetBySymbol" | "market" | "marketBySymbol" | "contracts" | "levers"
  >;
  readonly settings: Settings;
  readonly operators: OperatorAccounts;
  /** Public URL of the site, without a path; "" if unknown, and links then start with their path. */
  readonly site: string;
  readonly nowMs: () => number;
  /** `undefined` if no mail is configured; then links are shown to the operator who requests them. */
  readonly operatorMail: OperatorMail | undefined;
  /** Whether a jump of the system clock is held. */
  readonly clock: Pick<ClockGuard, "health" | "accept">;
  /** Sends affected users the reason. */
  readonly notices: Pick<NoticeService, "tell">;
}
