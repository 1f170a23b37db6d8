import type { PROFIT_SOURCES, PROFIT_WALLETS } from "@candor/domain/enumerations";
import { signOfDecimal } from "@candor/text/decimal-text";
import { addDecimals, compareDecimals, subtractDecimals } from "@candor/ui/decimal-math";
import type { CallReply } from "@candor/wire/calls";
import type { WireProfitDay } from "@candor/wire/profit-calls";
import { percentOf } from "../../shared/profit/percent-of.ts";
import { type Bridge, type Shown, shownParts } from "../../shell/wallets/shown-sums.ts";

type Reply = Pick<CallReply<"profitDays">, "opening" | "days">;
type ProfitWallet = (typeof PROFIT_WALLETS)[number];
export type ProfitSource = (typeof PROFIT_SOURCES)[number];
/** One wallet, or all of them. */
export type WalletChoice = ProfitWallet | "total";

/** In USDT, exact. */
export interface PeriodSums extends Bridge {
  /** Of the opening equity plus all that came in; null if that is not positive. */
  readonly percent: string | null;
}

/** Adds up the days of a wallet. */
export function sumPeriod({ opening, days }: Reply, wallet: WalletChoice): PeriodSums {
  const sum = (field: "flow" | "transfer" | "profit") =>
    addDecimals("0", ...days.map((day) => day[field][wallet]));
  const cameIn = days
    .flatMap(({ flow, transfer }) => [flow[wallet], transfer[wallet]])
    .filter((amount) => signOfDecimal(amount) > 0);
  const profit = sum("profit");
  return {
    opening: opening[wallet],
    flow: sum("flow"),
    transfer: sum("transfer"),
    profit,
    closing: days.at(-1)?.equity[wallet] ?? opening[wallet],
    percent: percentOf(profit, addDecimals(opening[wallet], ...cameIn)),
  };
}

export interface SourceSum {
  readonly source: ProfitSource;
  /** In USDT, exact. */
  readonly profit: string;
}

export interface MarketSum extends SourceSum {
  /** null where there is no market. */
  readonly symbol: string | null;
}

function sumBy(
  days: readonly WireProfitDay[],
  keyOf: (row: WireProfitDay["realized"][number]) => string,
): readonly MarketSum[] {
  const sums = new Map<string, MarketSum>();
  for (const row of days.flatMap(({ realized }) => realized)) {
    const known = sums.get(keyOf(row))?.profit ?? "0";
    sums.set(keyOf(row), { ...row, profit: addDecimals(known, row.profit) });
  }
  return [...sums.values()].sort((a, b) => compareDecimals(b.profit, a.profit));
}

/** What each product realized, largest first. */
export const sumBySource = (days: readonly WireProfitDay[]): readonly SourceSum[] =>
  sumBy(days, ({ source }) => source).map(({ source, profit }) => ({ source, profit }));

/** What each market of a product realized, largest first. */
export const sumByMarket = (days: readonly WireProfitDay[]): readonly MarketSum[] =>
  sumBy(days, ({ source, symbol }) => `${source} ${symbol}`);

/**
 * Returns what is shown of each market's profit: the markets of a product add up to what is shown of the product.
 * Empty while the rate is unknown.
 * @param sources as shown, in the display currency
 */
export function shownMarkets(
  markets: readonly MarketSum[],
  sources: ReadonlyMap<ProfitSource, string>,
  shown: Shown,
): ReadonlyMap<MarketSum, string> {
  const figures = new Map<MarketSum, string>();
  for (const [source, total] of sources) {
    const own = markets.filter((market) => market.source === source);
    const parts = shownParts(
      own.map(({ profit }) => profit),
      total,
      shown,
    );
    for (const [index, market] of own.entries()) {
      const part = parts?.[index];
      if (part !== undefined) figures.set(market, part);
    }
  }
  return figures;
}

/** Change of unrealized profit over the days. */
export const sumUnrealized = (days: readonly WireProfitDay[]): string =>
  addDecimals("0", ...days.map(({ unrealized }) => unrealized));

/** Equity before a day. */
export const equityBefore = ({ equity, flow, transfer, profit }: WireProfitDay): string =>
  subtractDecimals(equity.total, addDecimals(flow.total, transfer.total, profit.total));

/** What a day changed in all wallets: opening + flow + transfer + profit = closing. */
export const bridgeOf = (day: WireProfitDay): Omit<Bridge, "profit"> => ({
  opening: equityBefore(day),
  flow: day.flow.total,
  transfer: day.transfer.total,
  closing: day.equity.total,
});

/** Whether the account has never had anything in these days. */
export const isEmpty = ({ opening, days }: Reply): boolean =>
  signOfDecimal(opening.total) === 0 &&
  days.every(
    ({ equity, flow, profit, realized }) =>
      realized.length === 0 && [equity, flow, profit].every(({ total }) => signOfDecimal(total) === 0),
  );
