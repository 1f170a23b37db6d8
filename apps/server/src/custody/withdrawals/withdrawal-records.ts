import type { HoldReason, ReviewReason } from "@candor/domain/enumerations";
import type { RiskCheck } from "./risk-check.ts";

/**
 * What the exchange's journal does not know of withdrawals: the book of addresses, why one was looked at, and who
 * decided. Records are facts: applying them in order gives the state again.
 */
export type WithdrawalRecord =
  | { readonly type: "site-kept"; readonly site: Site; readonly request?: KeyedRequest }
  | {
      readonly type: "site-removed";
      readonly userId: number;
      readonly siteId: string;
      readonly request?: KeyedRequest;
    }
  | WithdrawalRequested
  /** What is left of old requests when the log is written anew. */
  | ({ readonly type: "address-used" } & AddressUse)
  | {
      readonly type: "hold-changed";
      readonly withdrawalId: number;
      readonly hold: WithdrawalHold;
    }
  | WithdrawalDecided
  /** The account is closed: its book and its habits are nobody's any more. */
  | { readonly type: "forgotten"; readonly userId: number };

/** A withdrawal and where it was to go. */
export interface AddressUse {
  readonly withdrawalId: number;
  readonly userId: number;
  readonly chain: string;
  readonly address: string;
  readonly atMs: number;
}

/** An address of the book. */
export interface Site {
  readonly siteId: string;
  readonly userId: number;
  readonly chain: string;
  /** With its checksum. */
  readonly address: string;
  readonly label: string;
  readonly bound: boolean;
  readonly usableAtMs: number;
  readonly createdAtMs: number;
}

/** A request that carried a key: the same one is answered with the first result. */
export interface KeyedRequest {
  readonly key: string;
  readonly fingerprint: string;
  readonly untilMs: number;
}

export interface WithdrawalHold {
  readonly reason: ReviewReason | HoldReason;
  /** When it ends at the latest. */
  readonly untilMs: number;
  /** It ends by somebody's decision, not by the clock. */
  readonly byOperator: boolean;
}

export interface WithdrawalRequested extends AddressUse {
  readonly type: "requested";
  /** What it was worth, in hundredths of a USDT. */
  readonly cents: number;
  readonly hold: WithdrawalHold | null;
  /** What each rule said; absent: nobody knows any more. */
  readonly checks?: readonly RiskCheck[];
  readonly request?: KeyedRequest;
}

export interface WithdrawalDecided {
  readonly type: "decided";
  readonly withdrawalId: number;
  readonly decision: "approved" | "refused";
  /** The name that the operator gave; "" for the clock. */
  readonly operator: string;
  /** For the user; "" with an approval. */
  readonly reason: string;
  readonly atMs: number;
}
