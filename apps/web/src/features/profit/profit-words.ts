import type { MessageKey } from "../../i18n/message-keys.ts";
import type { ProfitSource, WalletChoice } from "./profit-sums.ts";

export const SOURCE_WORDS: Readonly<Record<ProfitSource, MessageKey>> = {
  spot: "shell.navSpot",
  lever: "shell.navLeverage",
  contract: "shell.navContracts",
  option: "shell.navSecondContracts",
  mining: "shell.tabMining",
  convert: "wallet.kindConvert",
  referral: "wallet.kindReferral",
  withdrawal: "wallet.filterWithdrawals",
};

export const WALLET_CHOICES: readonly WalletChoice[] = [
  "total",
  "main",
  "coin",
  "contract",
  "option",
  "lever",
];

export const WALLET_WORDS: Readonly<Record<WalletChoice, MessageKey>> = {
  total: "profit.allWallets",
  main: "wallet.main",
  coin: "wallet.coin",
  contract: "wallet.contract",
  option: "wallet.option",
  lever: "shell.navLeverage",
};
