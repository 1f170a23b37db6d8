import type { Units } from "@candor/money/brand";
import type { EndowableAccount } from "../enumerations.ts";
import type { FundingTerms } from "../specs/funding-terms.ts";
import type { LeverSpec } from "../specs/lever-listing.ts";
import type { WithdrawalRules } from "../specs/withdrawal-rules.ts";
import type { SetMiningPlan } from "./mining-commands.ts";
import type { SetOptionTerms } from "./option-commands.ts";
import type { SetReferralRate } from "./referral-commands.ts";

/**
 * Sets a spot or contract market's trading fees from now on, in parts per million: 0 to below 1,000,000. Resting orders
 * pay the fees in force when they trade; a contract order that can no longer pay them is canceled then. Unchanged
 * values are an accepted no-op.
 */
export interface SetMarketFees {
  readonly kind: "set-market-fees";
  readonly marketId: number;
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
}

/**
 * Changes the margin terms of a spot market: steps and limits for new loans, interest for hours starting from now on.
 * Unchanged values are an accepted no-op.
 */
export interface SetLeverTerms {
  readonly kind: "set-lever-terms";
  readonly marketId: number;
  readonly lever: LeverSpec;
}

/**
 * Announces a contract's funding terms: they take effect with the first funding interval that begins at least a day
 * later, see fundingTermsFromMs. Replaces an earlier announcement that is not in effect yet.
 */
export interface SetFundingTerms extends FundingTerms {
  readonly kind: "set-funding-terms";
  readonly marketId: number;
}

/** Records the fee of withdrawing an asset over a chain, for later requests. */
export interface SetWithdrawalFee {
  readonly kind: "set-withdrawal-fee";
  /** Wire id, `evm-1`. */
  readonly chain: string;
  readonly assetId: number;
  /** Decimal string in the asset. */
  readonly fee: string;
}

/** Opens or closes the site to users. The exchange keeps running; see docs/site-states.md. */
export interface SetSite {
  readonly kind: "set-site";
  readonly isOpen: boolean;
  /** Message shown while it is closed; at most LIMITS.maxReasonLength UTF-16 units. */
  readonly message: string;
}

/** Sets when withdrawals are reviewed before approval, for later requests. */
export interface SetWithdrawalRules {
  readonly kind: "set-withdrawal-rules";
  readonly rules: WithdrawalRules;
}

/** Applies this version of the rules from the next command on, see rules.ts; never an older version than before. */
export interface AdoptRules {
  readonly kind: "adopt-rules";
  readonly version: number;
}

/**
 * Records that the system clock jumped, returned or was accepted. While it is held, the engine stamps commands with the
 * last time before the jump. Markets have no index then: nothing trades, accrues, falls due or is liquidated.
 */
export interface HoldClock {
  readonly kind: "hold-clock";
  readonly isHeld: boolean;
  /** Clock minus expected time. When not held: negative if the clock is behind and this was accepted, otherwise 0. */
  readonly deviationMs: number;
}

/**
 * Raises the total that the sandbox treasury has given a pool, or the insurance fund, to `totalUnits`. Idempotent: if
 * that much or more was already given, it is an accepted no-op. The pool's earnings and payments since then do not
 * matter.
 */
export interface EndowPool {
  readonly kind: "endow-pool";
  readonly pool: EndowableAccount;
  readonly assetId: number;
  readonly totalUnits: Units;
}

/**
 * Commands that take effect at once when stricter, and are announced when they let more money out; see
 * setting-limits.ts.
 */
export type LimitCommand =
  | SetMarketFees
  | SetLeverTerms
  | SetWithdrawalFee
  | SetWithdrawalRules
  | SetMiningPlan
  | SetOptionTerms
  | SetReferralRate
  | EndowPool;

export const LIMIT_COMMANDS = [
  "set-market-fees",
  "set-lever-terms",
  "set-withdrawal-fee",
  "set-withdrawal-rules",
  "set-mining-plan",
  "set-option-terms",
  "set-referral-rate",
  "endow-pool",
] as const satisfies readonly LimitCommand["kind"][];

/**
 * Announces a settings change decided by two people. It takes effect NOTICE_MS later, unless the setting is set or the
 * announcement withdrawn meanwhile. Another announcement for the same setting replaces it and restarts the notice
 * period; an identical one is a no-op.
 */
export interface AnnounceSetting {
  readonly kind: "announce-setting";
  readonly command: LimitCommand;
  /** 0 for a configured change. */
  readonly proposalId: number;
  readonly reason: string;
  readonly proposedBy: string;
  readonly confirmedBy: string;
}

/** Withdraws an announcement before it takes effect. */
export interface WithdrawAnnouncement {
  readonly kind: "withdraw-announcement";
  readonly setting: string;
}

export type SettingCommand =
  | AnnounceSetting
  | WithdrawAnnouncement
  | SetMarketFees
  | SetLeverTerms
  | SetFundingTerms
  | SetWithdrawalFee
  | SetSite
  | SetWithdrawalRules
  | AdoptRules
  | HoldClock;
