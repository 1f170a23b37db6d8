import type { Wallet } from "@candor/domain/enumerations";
import { WALLETS } from "@candor/domain/enumerations";
import type { CallReply } from "@candor/wire/calls";
import { useMemo } from "react";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { useAppStore } from "../../state/app-store.ts";
import { useCall } from "../calls/use-call.ts";
import { useFollowAccount } from "../calls/use-pages.ts";
import type { OutsidePart, WalletView } from "./valued-wallets.ts";
import { valueWallets } from "./valued-wallets.ts";

export const WALLET_NAMES: Readonly<Record<Wallet, MessageKey>> = {
  main: "wallet.main",
  coin: "wallet.coin",
  contract: "wallet.contract",
  option: "wallet.option",
};

/** Refetch interval: prices change all values. */
const REFETCH_MS = 5_000;

export interface Wallets {
  readonly isLoading: boolean;
  readonly isFailed: boolean;
  readonly error: unknown;
  readonly index: CallReply<"walletIndex"> | undefined;
  /** In USDT at index prices, the sum of all parts; null while unknown. */
  readonly total: string | null;
  readonly unpriced: readonly string[];
  readonly wallets: readonly WalletView[];
  /** Part of the total outside the wallets; usually empty. */
  readonly outside: readonly OutsidePart[];
  readonly reload: () => Promise<unknown>;
}

const UNKNOWN: readonly WalletView[] = WALLETS.map((wallet) => ({ wallet, holdings: [], value: null }));

/**
 * The user's four wallets and their total. Everything is from one server reply, so it is consistent; a balance change
 * triggers the next fetch.
 */
export function useWallets(): Wallets {
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const query = useCall("walletIndex", {}, { enabled: isLoggedIn, refetchEveryMs: REFETCH_MS });
  const index = query.data;
  useFollowAccount(index?.asOfSeq, query.refetch);
  const valued = useMemo(() => (index === undefined ? undefined : valueWallets(index)), [index]);
  return {
    isLoading: query.isPending && isLoggedIn,
    isFailed: query.isError && index === undefined,
    error: query.error,
    index,
    total: valued?.total ?? null,
    unpriced: index?.totalEquity.unpriced ?? [],
    wallets: valued?.wallets ?? UNKNOWN,
    outside: valued?.outside ?? [],
    reload: query.refetch,
  };
}
