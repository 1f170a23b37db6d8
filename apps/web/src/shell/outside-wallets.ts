import { signOfDecimal } from "@candor/protocol/decimal-text";
import type { CallReply } from "@candor/protocol/wire/calls";
import type { MessageKey } from "../i18n/message-keys.ts";
import { CONTRACTS, LEVERAGE } from "./routes.ts";

export interface OutsideWallets {
  readonly words: MessageKey;
  /** The screen that shows it in detail. */
  readonly to: string;
  /** In USDT; may be negative. */
  readonly value: string;
  /** A profit says its sign, an amount only that it is below zero. */
  readonly sign: "auto" | "always";
}

/** What of the total lies in none of the four wallets, so that what is shown adds up; usually nothing. */
export function outsideWallets(index: CallReply<"walletIndex"> | undefined): readonly OutsideWallets[] {
  if (index === undefined) return [];
  const { leverage, unrealizedProfit } = index.totalEquity;
  const parts: readonly OutsideWallets[] = [
    { words: "shell.navLeverage", to: LEVERAGE, value: leverage, sign: "auto" },
    { words: "contract.unrealized", to: CONTRACTS, value: unrealizedProfit, sign: "always" },
  ];
  return parts.filter(({ value }) => signOfDecimal(value) !== 0);
}
