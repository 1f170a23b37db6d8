import type { HoldReason, ReviewReason } from "@candor/domain/enumerations";
import type { RiskCheck } from "./withdrawal-rules.ts";

/**
 * Withdrawal data outside the exchange's journal: the address book, reasons for reviews, and who decided. Applying the
 * records in order restores the state.
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
  /** Remains of old requests after the log is rewritten. */
  | ({ readonly type: "address-used" } & AddressUse)
  | {
      readonly type: "hold-changed";
      readonly withdrawalId: number;
      readonly hold: WithdrawalHold;
    }
  | WithdrawalDecided
  /** The account is closed: its address book and usage history are erased. */
  | { readonly type: "forgotten"; readonly userId: number };

/** A withdrawal and its destination. */
export interface AddressUse {
  readonly withdrawalId: number;
  readonly userId: number;
  readonly chain: string;
  readonly address: string;
  readonly atMs: number;
}

/** An address in the book. */
export interface Site {
  readonly siteId: string;
  readonly userId: number;
  readonly chain: string;
  /** With checksum. */
  readonly address: string;
  readonly label: string;
  readonly bound: boolean;
  readonly usableAtMs: number;
  readonly createdAtMs: number;
}

/** A request with a key. Repeating it returns the original result. */
export interface KeyedRequest {
  readonly key: string;
  readonly fingerprint: string;
  readonly untilMs: number;
}

export interface WithdrawalHold {
  readonly reason: ReviewReason | HoldReason;
  /** When it ends at the latest. */
  readonly untilMs: number;
  /** Whether it ends by an operator's decision instead of by time. */
  readonly byOperator: boolean;
}

export interface WithdrawalRequested extends AddressUse {
  readonly type: "requested";
  /** Its value in hundredths of a USDT. */
  readonly cents: number;
  readonly hold: WithdrawalHold | null;
  /** Result of each rule; absent if no longer known. */
  readonly checks?: readonly RiskCheck[];
  readonly request?: KeyedRequest;
}

export interface WithdrawalDecided {
  readonly type: "decided";
  readonly withdrawalId: number;
  readonly decision: "approved" | "refused";
  /** The operator's name; "" if released by time. */
  readonly operator: string;
  /** For the user; "" for an approval. */
  readonly reason: string;
  readonly atMs: number;
}
