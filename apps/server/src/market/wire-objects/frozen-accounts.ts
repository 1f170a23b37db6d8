import type { TradingWallet } from "@candor/domain/enumerations";

/** Returns the wire's `frozen`: the trading accounts that the operator has frozen. */
export function frozenAccounts(
  frozenWallets: readonly TradingWallet[],
): Readonly<Record<TradingWallet, boolean>> {
  const isFrozen = (wallet: TradingWallet): boolean => frozenWallets.includes(wallet);
  return { contract: isFrozen("contract"), option: isFrozen("option"), coin: isFrozen("coin") };
}
