import { useFormats } from "@candor/ui/ui-context.tsx";
import { useMemo } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useAverageEntry } from "../../shared/profit/use-average-entry.ts";
import type { DrawnOrder } from "./lines/drawn-line.ts";

const CENTS_FROM = 1_000;

/** Adds the average cost of what the user holds in a market to its lines. */
export function useWithEntry(
  symbol: string,
  product: "spot" | "lever",
  lines: readonly DrawnOrder[],
): readonly DrawnOrder[] {
  const t = useT();
  const formats = useFormats();
  const entry = useAverageEntry(symbol, product);
  return useMemo(() => {
    if (entry === null) return lines;
    const shown = formats.decimal(entry.price, {
      minDecimals: 2,
      maxDecimals: Number(entry.price) >= CENTS_FROM ? 2 : 8,
    });
    const line: DrawnOrder = {
      orderId: `entry ${product} ${symbol}`,
      side: entry.amount.startsWith("-") ? "sell" : "buy",
      price: entry.price,
      label: `${t("profit.averageCost")} · ${shown}`,
    };
    return [...lines, line];
  }, [entry, lines, product, symbol, t, formats]);
}
