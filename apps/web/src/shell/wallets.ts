import { signOfDecimal } from "@candor/protocol/decimal-text";
import type { Wallet } from "@candor/protocol/enumerations";
import { WALLETS } from "@candor/protocol/enumerations";
import type { CallReply } from "@candor/protocol/wire/calls";
import type { WireBalance } from "@candor/protocol/wire/objects";
import { addDecimals, multiplyDecimals } from "@candor/ui/decimal-math";
import { useEffect, useMemo } from "react";
import type { MessageKey } from "../i18n/message-keys.ts";
import { useAppStore } from "../state/app-store.ts";
import { useSpotMarkets } from "./market-data.ts";
import { live } from "./services.ts";
import { isOfAnotherMoment } from "./total-of-moment.ts";
import { useCall } from "./use-call.ts";
import { useLive } from "./use-live.ts";

export const WALLET_NAMES: Readonly<Record<Wallet, MessageKey>> = {
  main: "wallet.main",
  coin: "wallet.coin",
  contract: "wallet.contract",
  option: "wallet.option",
};

const QUOTE = "USDT";
const QUOTE_DECIMALS = 6;
/** The total moves with every price; balances themselves come by socket. */
const REFETCH_MS = 15_000;
/** After a change of balance the total is asked again, at most this often. */
const SETTLE_MS = 800;

export interface Holding {
  readonly balance: WireBalance;
  /** available + frozen. */
  readonly amount: string;
  /** The index price in USDT; null when there is none. */
  readonly price: string | null;
  /** In USDT, cut; null without a price. */
  readonly value: string | null;
}

export interface WalletView {
  readonly wallet: Wallet;
  readonly holdings: readonly Holding[];
  /** In USDT, of what has a price; null while unknown. */
  readonly value: string | null;
}

export interface Wallets {
  readonly isLoading: boolean;
  readonly isFailed: boolean;
  readonly index: CallReply<"walletIndex"> | undefined;
  /** In USDT at index prices; null while unknown, or of another moment than the wallets. */
  readonly total: string | null;
  /** The total follows at once. */
  readonly isTotalPending: boolean;
  readonly unpriced: readonly string[];
  readonly wallets: readonly WalletView[];
  readonly reload: () => Promise<unknown>;
}

function holdingOf(balance: WireBalance, prices: ReadonlyMap<string, string>): Holding {
  const amount = addDecimals(balance.available, balance.frozen);
  const price = balance.asset === QUOTE ? "1" : (prices.get(balance.asset) ?? null);
  return {
    balance,
    amount,
    price,
    value: price === null ? null : multiplyDecimals(amount, price, QUOTE_DECIMALS),
  };
}

const isHeld = (holding: Holding): boolean => signOfDecimal(holding.amount) > 0;

const valuesOf = (wallets: readonly WalletView[]): readonly string[] =>
  wallets.flatMap(({ value }) => value ?? []);

/** The four wallets of the user, valued at index prices. */
export function useWallets(): Wallets {
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const query = useCall("walletIndex", {}, { enabled: isLoggedIn, refetchEveryMs: REFETCH_MS });
  const account = useLive(live.account);
  const markets = useSpotMarkets();
  const index = query.data;
  const { refetch } = query;
  /** What the account knows and the total does not yet. */
  const missedSeq = index !== undefined && account.asOfSeq > index.asOfSeq ? account.asOfSeq : 0;
  useEffect(() => {
    if (missedSeq === 0) return undefined;
    const timer = setTimeout(() => void refetch(), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [missedSeq, refetch]);
  const balances = account.state === "ready" ? account.balances : null;
  const { wallets, isTotalPending } = useMemo(() => {
    const prices = new Map(
      markets.flatMap(({ tokenCur, quote, indexPrice, chPrice }) => {
        const price = indexPrice ?? chPrice;
        return price === null || quote !== QUOTE ? [] : [[tokenCur, price] as const];
      }),
    );
    const viewOf = (wallet: Wallet, own: readonly WireBalance[] | undefined): WalletView => {
      const holdings = own?.map((balance) => holdingOf(balance, prices)).filter(isHeld) ?? [];
      const value =
        own === undefined ? null : addDecimals("0.00", ...holdings.flatMap((holding) => holding.value ?? []));
      return { wallet, holdings, value };
    };
    const atTotal = WALLETS.map((wallet) => viewOf(wallet, index?.wallets[wallet]));
    if (balances === null) return { wallets: atTotal, isTotalPending: false };
    const now = WALLETS.map((wallet) =>
      viewOf(
        wallet,
        balances.filter((balance) => balance.wallet === wallet),
      ),
    );
    const isPending = index !== undefined && isOfAnotherMoment(valuesOf(atTotal), valuesOf(now));
    return { wallets: now, isTotalPending: isPending };
  }, [index, balances, markets]);
  return {
    isLoading: query.isPending && isLoggedIn,
    isFailed: query.isError && index === undefined,
    index,
    total: isTotalPending ? null : (index?.totalEquity.amount ?? null),
    isTotalPending,
    unpriced: index?.totalEquity.unpriced ?? [],
    wallets,
    reload: refetch,
  };
}
