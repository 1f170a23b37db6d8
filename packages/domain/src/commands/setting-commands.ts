import type { Units } from "@candor/money/brand";
import type { EndowableAccount } from "../enumerations.ts";
import type { FundingTerms } from "../specs/funding-terms.ts";
import type { LeverSpec } from "../specs/lever-listing.ts";
import type { WithdrawalRules } from "../specs/withdrawal-rules.ts";
import type { SetMiningPlan } from "./mining-commands.ts";
import type { SetOptionTerms } from "./option-commands.ts";
import type { SetReferralRate } from "./referral-commands.ts";

/**
 * Sets what trades of a market, spot or contract, cost from now on, in millionths: 0 to below 1,000,000. Resting orders
 * trade at what is in force when they meet; a contract's order that can no longer pay is canceled then. As it is
 * already: accepted, nothing changes.
 */
export interface SetMarketFees {
  readonly kind: "set-market-fees";
  readonly marketId: number;
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
}

/**
 * Changes the leveraged trading of a spot market: steps and limits for what is borrowed from now on, interest for every
 * hour that begins from now on. As it is already: accepted, nothing changes.
 */
export interface SetLeverTerms {
  readonly kind: "set-lever-terms";
  readonly marketId: number;
  readonly lever: LeverSpec;
}

/**
 * Announces the funding terms of a contract: they count from the first funding interval that begins a day later, see
 * fundingTermsFromMs. What was announced before and does not count yet is put aside.
 */
export interface SetFundingTerms extends FundingTerms {
  readonly kind: "set-funding-terms";
  readonly marketId: number;
}

/** Notes what a withdrawal of an asset over a chain costs, for those that are asked for from now on. */
export interface SetWithdrawalFee {
  readonly kind: "set-withdrawal-fee";
  /** The wire's id, `evm-1`. */
  readonly chain: string;
  readonly assetId: number;
  /** Decimal string in the asset. */
  readonly fee: string;
}

/** Opens or closes the site to people. The exchange itself goes on: see docs/site-states.md. */
export interface SetSite {
  readonly kind: "set-site";
  readonly isOpen: boolean;
  /** What people are told while it is closed; at most LIMITS.maxReasonLength UTF-16 units. */
  readonly message: string;
}

/** When withdrawals are looked at before they are approved; for those that are asked for from now on. */
export interface SetWithdrawalRules {
  readonly kind: "set-withdrawal-rules";
  readonly rules: WithdrawalRules;
}

/** From the next command on the rules of this version count, see rules.ts; never older ones than before. */
export interface AdoptRules {
  readonly kind: "adopt-rules";
  readonly version: number;
}

/**
 * Notes that the system's clock jumped, or that it returned or was accepted. While it is held the engine stamps commands
 * with the last time before the jump; markets have no index then: nothing trades, accrues, falls due or is liquidated.
 */
export interface HoldClock {
  readonly kind: "hold-clock";
  readonly isHeld: boolean;
  /** The clock minus where it was expected; not held: below zero where it is behind and that was accepted, else 0. */
  readonly deviationMs: number;
}

/**
 * Raises what the sandbox treasury has ever given a pool, or the insurance fund, to `totalUnits`. Idempotent: as much or more has been given
 * already: accepted, nothing moves. What the pool has earned or paid since does not matter.
 */
export interface EndowPool {
  readonly kind: "endow-pool";
  readonly pool: EndowableAccount;
  readonly assetId: number;
  readonly totalUnits: Units;
}

/** What counts at once where it is stricter, and is announced where it lets more out: see setting-limits.ts. */
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
 * Announces a change of a setting that two people decided: it counts NOTICE_MS later, unless the setting is set or the
 * announcement withdrawn in between. Another one for the same setting takes its place, and its notice begins again; the
 * same one again changes nothing.
 */
export interface AnnounceSetting {
  readonly kind: "announce-setting";
  readonly command: LimitCommand;
  /** 0: by configuration. */
  readonly proposalId: number;
  readonly reason: string;
  readonly proposedBy: string;
  readonly confirmedBy: string;
}

/** Takes an announcement back before it counts. */
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
