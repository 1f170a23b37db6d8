import { addDecimals } from "@candor/ui/decimal-math";
import type { CallReply } from "@candor/wire/calls";
import type { WireProfitHolding } from "@candor/wire/profit-calls";
import { useCall } from "../../shell/calls/use-call.ts";
import { useFollowAccount } from "../../shell/calls/use-pages.ts";
import { useServerNow } from "../../shell/time/use-server-now.ts";
import { useAppStore } from "../../state/app-store.ts";
import { percentOf } from "./percent-of.ts";
import { plusDays, utcDay } from "./utc-days.ts";

/** Prices change all values; a history counts four times in the read limit. */
const REFETCH_MS = 15_000;
const MINUTE_MS = 60_000;

/** The day by the server's clock, in UTC. */
export const useToday = (): string => utcDay(useServerNow(MINUTE_MS));

/** Equity, flows and profit of days. The current day follows prices and account. Without `to`, up to today. */
export function useProfitDays(from: string, to?: string) {
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const request = { from, ...(to !== undefined && { to }) };
  const query = useCall("profitDays", request, { enabled: isLoggedIn, refetchEveryMs: REFETCH_MS });
  useFollowAccount(query.data?.asOfSeq, query.refetch);
  return query;
}

export interface TodayProfit {
  /** In USDT. */
  readonly profit: string;
  /** Of the equity before today plus what came in today; null if there was none. */
  readonly percent: string | null;
}

/** Returns what the last day earned. */
export function lastDayProfit(reply: CallReply<"profitDays">): TodayProfit | null {
  const last = reply.days.at(-1);
  if (last === undefined) return null;
  const before = reply.days.at(-2)?.equity.total ?? reply.opening.total;
  const cameIn = last.flow.total.startsWith("-") ? "0" : last.flow.total;
  return { profit: last.profit.total, percent: percentOf(last.profit.total, addDecimals(before, cameIn)) };
}

/** What today earned in all wallets, live; undefined while unknown. */
export function useTodayProfit(): TodayProfit | null | undefined {
  // A day earlier, because the server's day may not have begun yet.
  const { data } = useProfitDays(plusDays(useToday(), -1));
  return data === undefined ? undefined : lastDayProfit(data);
}

/** What the user holds, with costs; empty while unknown. Costs change only with the account. */
export function useProfitHoldings(): readonly WireProfitHolding[] {
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const query = useCall("profitHoldings", {}, { enabled: isLoggedIn });
  useFollowAccount(query.data?.asOfSeq, query.refetch);
  return query.data?.holdings ?? [];
}
