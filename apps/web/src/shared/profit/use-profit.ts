import { addDecimals } from "@candor/ui/decimal-math";
import type { CallReply } from "@candor/wire/calls";
import type { WireProfitHolding } from "@candor/wire/profit-calls";
import { useCall } from "../../shell/calls/use-call.ts";
import { useFollowAccount } from "../../shell/calls/use-pages.ts";
import type { Bridge } from "../../shell/wallets/shown-sums.ts";
import { useAppStore } from "../../state/app-store.ts";
import { percentOf } from "./percent-of.ts";

/** Prices change all values; a history counts four times in the read limit. */
const REFETCH_MS = 15_000;

const TODAY = { days: 1 } as const;

/** Days up to the current one, or from one day to another, YYYY-MM-DD. */
export type DayRange = { readonly days: number } | { readonly from: string; readonly to: string };

/** Equity, flows and profit of days. The current day follows prices and account. */
export function useProfitDays(range: DayRange) {
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const query = useCall("profitDays", range, {
    enabled: isLoggedIn,
    refetchEveryMs: REFETCH_MS,
    sameInAllLanguages: true,
  });
  useFollowAccount(query.data?.asOfSeq, query.refetch);
  return query;
}

export interface TodayProfit {
  /** In USDT, exact: what came and went between two equities is not profit. */
  readonly bridge: Omit<Bridge, "profit">;
  /** Of the equity before today plus what came in today; null if there was none. */
  readonly percent: string | null;
}

/** Returns what the last day of a reply earned; null without a day. */
function lastDayProfit({
  opening,
  days,
}: Pick<CallReply<"profitDays">, "opening" | "days">): TodayProfit | null {
  const last = days.at(-1);
  if (last === undefined) return null;
  const before = days.at(-2)?.equity.total ?? opening.total;
  const cameIn = last.flow.total.startsWith("-") ? "0" : last.flow.total;
  const bridge = {
    opening: before,
    flow: last.flow.total,
    transfer: last.transfer.total,
    closing: last.equity.total,
  };
  return { bridge, percent: percentOf(last.profit.total, addDecimals(before, cameIn)) };
}

/** What today earned in all wallets, live; null if it could not be fetched, undefined while loading. */
export function useTodayProfit(): TodayProfit | null | undefined {
  const { data, isError } = useProfitDays(TODAY);
  if (data === undefined) return isError ? null : undefined;
  return lastDayProfit(data);
}

/** What the user holds, with costs; empty while unknown. Costs change only with the account. */
export function useProfitHoldings(): readonly WireProfitHolding[] {
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const query = useCall("profitHoldings", {}, { enabled: isLoggedIn, sameInAllLanguages: true });
  useFollowAccount(query.data?.asOfSeq, query.refetch);
  return query.data?.holdings ?? [];
}
