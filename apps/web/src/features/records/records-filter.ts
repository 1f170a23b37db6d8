import { readDay, spanOf } from "../../shell/local-days.ts";

export const SIDE_CHOICES = ["buy", "sell", "long", "short"] as const;
export type SideChoice = (typeof SIDE_CHOICES)[number];

/** What a list is narrowed to; it lives in the page's address, so that going back finds it again. */
export interface RecordsFilter {
  readonly symbol: string | null;
  /** Of orders and trades buy and sell, of positions long and short. */
  readonly side: SideChoice | null;
  /** Local days, year-month-day, both included. */
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

/** @param kept what else the address says */
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

/** As the calls take it, with the side only where it means something. */
export function requestOf<Side extends SideChoice>(filter: RecordsFilter, sides: readonly Side[]) {
  const side = sides.find((each) => each === filter.side);
  return {
    ...(filter.symbol !== null && { symbol: filter.symbol }),
    ...(side !== undefined && { side }),
    ...spanOf(filter.since, filter.until),
  };
}
