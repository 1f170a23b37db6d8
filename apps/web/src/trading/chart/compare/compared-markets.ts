import type { MarketKind } from "../../../data/market-kind.ts";
import type { LineColor } from "../indicators/indicator-list.ts";
import { isOneOf } from "../is-one-of.ts";

/** A market drawn over another one's chart. */
export interface ComparedMarket {
  readonly kind: MarketKind;
  readonly symbol: string;
}

export const MOST_COMPARED = 3;
export const COMPARE_COLORS: readonly LineColor[] = ["ma4", "ma7", "ma8"];

const KINDS = ["spot", "contract"] as const;

/** Reads stored choices; what is not a market is left out. */
export function readCompared(stored: unknown): readonly ComparedMarket[] {
  if (!Array.isArray(stored)) return [];
  return stored.slice(0, MOST_COMPARED).flatMap((each: unknown) => {
    if (typeof each !== "object" || each === null) return [];
    const { kind, symbol } = each as Partial<Record<keyof ComparedMarket, unknown>>;
    return isOneOf(KINDS, kind) && typeof symbol === "string" ? [{ kind, symbol }] : [];
  });
}

export const isSameMarket = (a: ComparedMarket, b: ComparedMarket): boolean =>
  a.kind === b.kind && a.symbol === b.symbol;
