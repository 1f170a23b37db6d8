import type { StatementKind } from "@candor/domain/statement-kinds";
import type { CallReply } from "@candor/wire/calls";
import type { MessageKey } from "../../i18n/message-keys.ts";

export type Statement = CallReply<"profitStatement">;

/** Names of a statement's entries. */
export const STATEMENT_WORDS: Readonly<Record<StatementKind, MessageKey>> = {
  deposit: "wallet.kindDeposit",
  withdrawal: "wallet.kindWithdrawal",
  faucet: "wallet.kindFaucet",
  adjustment: "wallet.kindAdjustment",
  transfer: "profit.transfer",
  trade: "wallet.kindTrade",
  "trade-fee": "wallet.kindTradeFee",
  "realized-profit": "wallet.kindRealizedProfit",
  funding: "wallet.kindFunding",
  liquidation: "wallet.kindLiquidation",
  adl: "wallet.kindAdl",
  option: "shell.navSecondContracts",
  mining: "shell.tabMining",
  interest: "wallet.kindInterest",
  referral: "wallet.kindReferral",
  "withdrawal-fee": "wallet.kindWithdrawalFee",
};
