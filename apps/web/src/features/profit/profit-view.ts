import type { WalletChoice } from "./profit-sums.ts";
import { WALLET_CHOICES } from "./profit-words.ts";

export const VIEWS = ["overview", "calendar", "products"] as const;
export type View = (typeof VIEWS)[number];

/** Days of each range, the current one included. */
export const RANGE_DAYS = { "7d": 7, "30d": 30, "90d": 90, "1y": 365 } as const;
export type Range = keyof typeof RANGE_DAYS;
export const RANGES = Object.keys(RANGE_DAYS) as readonly Range[];
const USUAL_RANGE: Range = "30d";

/** What the page shows; kept in its address. */
export interface ProfitView {
  readonly view: View;
  readonly range: Range;
  readonly wallet: WalletChoice;
}

export function readView(params: URLSearchParams): ProfitView {
  return {
    view: VIEWS.find((view) => view === params.get("view")) ?? "overview",
    range: RANGES.find((range) => range === params.get("range")) ?? USUAL_RANGE,
    wallet: WALLET_CHOICES.find((wallet) => wallet === params.get("wallet")) ?? "total",
  };
}

export function writeView({ view, range, wallet }: ProfitView): Readonly<Record<string, string>> {
  return {
    ...(view !== "overview" && { view }),
    ...(range !== USUAL_RANGE && { range }),
    ...(wallet !== "total" && { wallet }),
  };
}
