/** Entries of a statement that are neither profit nor loss. */
export const FLOW_KINDS = ["deposit", "withdrawal", "faucet", "adjustment"] as const;
export type FlowKind = (typeof FLOW_KINDS)[number];

/**
 * Entries of a statement. `transfer` is between own accounts; `option` and `mining` are results, and `interest` counts when
 * it is charged.
 */
export const STATEMENT_KINDS = [
  ...FLOW_KINDS,
  "transfer",
  "trade",
  "trade-fee",
  "realized-profit",
  "funding",
  "liquidation",
  "adl",
  "option",
  "mining",
  "interest",
  "referral",
  "withdrawal-fee",
] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];
