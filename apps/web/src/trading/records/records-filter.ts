import { readDay, spanOf } from "../../shell/time/local-days.ts";

const SIDE_CHOICES = ["buy", "sell", "long", "short"] as const;
export type SideChoice = (typeof SIDE_CHOICES)[number];

/** A list's filter; stored in the page's address, so that going back restores it. */
export interface RecordsFilter {
  readonly symbol: string | null;
  /** Buy and sell for orders and trades, long and short for positions. */
  readonly side: SideChoice | null;
  /** Local days, YYYY-MM-DD, inclusive. */
  readonly since: string | null;
  readonly until: string | null;
}

const FIELDS = ["symbol", "side", "since", "until"] as const;

export function readFilter(params: URLSearchParams): RecordsFilter {
  const symbol = params.get("symbol");
  return {
    symbol: symbol !== null && /^[A-Z0-9]{4,20}$/.test(symbol) ? symbol : null,
    side: SIDE_CHOICES.find((side) => side === params.get("side")) ?? null,
    since: readDay(params.get("since")),
    until: readDay(params.get("until")),
  };
}

/** @param kept other parameters of the address */
export function writeFilter(
  filter: RecordsFilter,
  kept: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const written: Record<string, string> = { ...kept };
  for (const field of FIELDS) {
    const value = filter[field];
    if (value !== null) written[field] = value;
  }
  return written;
}

export const countOf = (filter: RecordsFilter): number =>
  FIELDS.filter((field) => filter[field] !== null).length;

/** Returns the filter as call parameters; the side only if the list supports it. */
export function requestOf<Side extends SideChoice>(filter: RecordsFilter, sides: readonly Side[]) {
  const side = sides.find((each) => each === filter.side);
  return {
    ...(filter.symbol !== null && { symbol: filter.symbol }),
    ...(side !== undefined && { side }),
    ...spanOf(filter.since, filter.until),
  };
}
