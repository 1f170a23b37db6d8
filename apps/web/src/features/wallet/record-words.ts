import type { FundRecordKind } from "@candor/domain/enumerations";
import type { IconComponent } from "@candor/ui/icons.tsx";
import { MiningIcon, TradeIcon } from "@candor/ui/icons.tsx";
import {
  ConvertIcon,
  DepositIcon,
  DropletIcon,
  GiftIcon,
  PenIcon,
  PercentIcon,
  TimerIcon,
  TransferIcon,
  WithdrawIcon,
} from "@candor/ui/page-icons.tsx";
import type { WireFundRecord } from "@candor/wire/objects";
import type { Translate } from "../../i18n/i18n.ts";
import type { MessageKey } from "../../i18n/message-keys.ts";
import type { EvidenceKind, FundOrderKind } from "../../shell/routing/routes.ts";

interface KindStyle {
  readonly words: MessageKey;
  /** Its explanation, as a sentence. */
  readonly meaning: MessageKey;
  readonly icon: IconComponent;
}

/** Name, explanation and icon of each kind of entry. */
export const KINDS: Readonly<Record<FundRecordKind, KindStyle>> = {
  deposit: { words: "wallet.kindDeposit", meaning: "wallet.whyDeposit", icon: DepositIcon },
  withdrawal: { words: "wallet.kindWithdrawal", meaning: "wallet.whyWithdrawal", icon: WithdrawIcon },
  "withdrawal-fee": {
    words: "wallet.kindWithdrawalFee",
    meaning: "wallet.whyWithdrawalFee",
    icon: PercentIcon,
  },
  "withdrawal-return": {
    words: "wallet.kindWithdrawalReturn",
    meaning: "wallet.whyWithdrawalReturn",
    icon: DepositIcon,
  },
  "transfer-in": { words: "wallet.kindTransferIn", meaning: "wallet.whyTransferIn", icon: TransferIcon },
  "transfer-out": { words: "wallet.kindTransferOut", meaning: "wallet.whyTransferOut", icon: TransferIcon },
  trade: { words: "wallet.kindTrade", meaning: "wallet.whyTrade", icon: TradeIcon },
  "trade-fee": { words: "wallet.kindTradeFee", meaning: "wallet.whyTradeFee", icon: PercentIcon },
  "realized-profit": {
    words: "wallet.kindRealizedProfit",
    meaning: "wallet.whyRealizedProfit",
    icon: TradeIcon,
  },
  funding: { words: "wallet.kindFunding", meaning: "wallet.whyFunding", icon: PercentIcon },
  liquidation: { words: "wallet.kindLiquidation", meaning: "wallet.whyLiquidation", icon: TradeIcon },
  adl: { words: "wallet.kindAdl", meaning: "wallet.whyAdl", icon: TradeIcon },
  "option-stake": { words: "wallet.kindOptionStake", meaning: "wallet.whyOptionStake", icon: TimerIcon },
  "option-payout": { words: "wallet.kindOptionPayout", meaning: "wallet.whyOptionPayout", icon: TimerIcon },
  "option-refund": { words: "wallet.kindOptionRefund", meaning: "wallet.whyOptionRefund", icon: TimerIcon },
  "mining-price": { words: "wallet.kindMiningPrice", meaning: "wallet.whyMiningPrice", icon: MiningIcon },
  "mining-income": { words: "wallet.kindMiningIncome", meaning: "wallet.whyMiningIncome", icon: MiningIcon },
  "mining-refund": { words: "wallet.kindMiningRefund", meaning: "wallet.whyMiningRefund", icon: MiningIcon },
  convert: { words: "wallet.kindConvert", meaning: "wallet.whyConvert", icon: ConvertIcon },
  loan: { words: "wallet.kindLoan", meaning: "wallet.whyLoan", icon: DepositIcon },
  interest: { words: "wallet.kindInterest", meaning: "wallet.whyInterest", icon: PercentIcon },
  repay: { words: "wallet.kindRepay", meaning: "wallet.whyRepay", icon: WithdrawIcon },
  referral: { words: "wallet.kindReferral", meaning: "wallet.whyReferral", icon: GiftIcon },
  faucet: { words: "wallet.kindFaucet", meaning: "wallet.whyFaucet", icon: DropletIcon },
  adjustment: { words: "wallet.kindAdjustment", meaning: "wallet.whyAdjustment", icon: PenIcon },
};

const ORDER_KINDS: Partial<Readonly<Record<FundRecordKind, FundOrderKind>>> = {
  deposit: "deposit",
  withdrawal: "withdrawal",
  "withdrawal-fee": "withdrawal",
  "withdrawal-return": "withdrawal",
  "transfer-in": "transfer",
  "transfer-out": "transfer",
  convert: "convert",
};

type Booked = Pick<WireFundRecord, "marginSymbol" | "wallet">;

/** Returns the name of the wallet, or of the margin account with its pair. */
export const walletOf = (t: Translate, { marginSymbol, wallet }: Booked): string =>
  marginSymbol === undefined ? t(`wallet.${wallet}`) : `${t("shell.navLeverage")} ${marginSymbol}`;

/** Returns the deposit, withdrawal or transfer behind an entry; null for other entries. */
export function fundOrderOf(
  record: Pick<WireFundRecord, "kind" | "refId">,
): { readonly kind: FundOrderKind; readonly id: string } | null {
  const kind = ORDER_KINDS[record.kind];
  return kind === undefined || record.refId === null ? null : { kind, id: record.refId };
}

/** Returns the evidence of a settlement; null if the entry has none. */
export function evidenceOf({ kind, recordId, refId }: Pick<WireFundRecord, "kind" | "recordId" | "refId">): {
  readonly kind: EvidenceKind;
  readonly id: string;
} | null {
  if (kind === "mining-income" || kind === "mining-refund") return { kind: "mining", id: recordId };
  return refId !== null && (kind === "funding" || kind === "liquidation") ? { kind, id: refId } : null;
}
export const isOfTrade = ({ kind, refId }: Pick<WireFundRecord, "kind" | "refId">): boolean =>
  (kind === "trade" || kind === "trade-fee" || kind === "realized-profit") && refId !== null;

/** Filter groups; each kind belongs to one. */
export const RECORD_GROUPS = [
  "all",
  "deposits",
  "withdrawals",
  "transfers",
  "trades",
  "contracts",
  "options",
  "conversions",
  "loans",
  "mining",
  "referrals",
  "corrections",
] as const;
export type RecordGroup = (typeof RECORD_GROUPS)[number];

export const GROUP_KINDS: Readonly<Record<RecordGroup, readonly FundRecordKind[]>> = {
  all: [],
  deposits: ["deposit", "faucet"],
  withdrawals: ["withdrawal", "withdrawal-fee", "withdrawal-return"],
  transfers: ["transfer-in", "transfer-out"],
  trades: ["trade", "trade-fee"],
  contracts: ["realized-profit", "funding", "liquidation", "adl"],
  options: ["option-stake", "option-payout", "option-refund"],
  conversions: ["convert"],
  loans: ["loan", "interest", "repay"],
  mining: ["mining-price", "mining-income", "mining-refund"],
  referrals: ["referral"],
  corrections: ["adjustment"],
};

export const GROUP_WORDS: Readonly<Record<RecordGroup, MessageKey>> = {
  all: "wallet.all",
  deposits: "wallet.filterDeposits",
  withdrawals: "wallet.filterWithdrawals",
  transfers: "wallet.filterTransfers",
  trades: "wallet.filterTrades",
  contracts: "shell.navContracts",
  options: "shell.navSecondContracts",
  conversions: "wallet.filterConversions",
  loans: "wallet.filterLoans",
  mining: "wallet.filterMining",
  referrals: "wallet.filterReferrals",
  corrections: "wallet.filterCorrections",
};
