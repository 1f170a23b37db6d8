import { type ChartPeriod, periodOf } from "@candor/domain/enumerations";
import type { MarketKind } from "../../market/market-data/listings.ts";

/**
 * A channel's name in parts. Symbols may come in any letter case, periods under any of their names; here they are
 * canonical.
 */
export type ChannelName =
  | { readonly kind: "lunbo" }
  | {
      readonly kind: "kline";
      readonly market: MarketKind;
      readonly symbol: string;
      readonly period: ChartPeriod;
    }
  | { readonly kind: "depth" | "depth-diff" | "tape"; readonly market: MarketKind; readonly symbol: string }
  | { readonly kind: "mark" | "index"; readonly symbol: string };

const MAX_NAME_LENGTH = 64;
const SYMBOL = /^[A-Za-z0-9]{4,20}$/;

/** Parses a channel's name; returns `undefined` if no channel can have it. */
export function parseChannelName(name: string): ChannelName | undefined {
  if (name === "lunbo") return { kind: "lunbo" };
  if (name.length > MAX_NAME_LENGTH) return undefined;
  const parts = name.split(".");
  const [kind, first, second, third] = parts;
  if ((kind === "mark" || kind === "index") && parts.length === 2 && first !== undefined) {
    return SYMBOL.test(first) ? { kind, symbol: first.toUpperCase() } : undefined;
  }
  if ((first !== "spot" && first !== "contract") || second === undefined || !SYMBOL.test(second))
    return undefined;
  const place = { market: first, symbol: second.toUpperCase() } as const;
  if (kind === "kline" && parts.length === 4) {
    const period = periodOf(third ?? "");
    return period === undefined ? undefined : { kind, ...place, period };
  }
  if ((kind === "tape" || kind === "depth") && parts.length === 3) return { kind, ...place };
  if (kind === "depth" && parts.length === 4 && third === "diff") return { kind: "depth-diff", ...place };
  return undefined;
}

/** Returns the canonical name of a channel. */
export function formatChannelName(name: ChannelName): string {
  if (name.kind === "lunbo") return "lunbo";
  if (!("market" in name)) return `${name.kind}.${name.symbol}`;
  const place = `${name.market}.${name.symbol}`;
  if (name.kind === "kline") return `kline.${place}.${name.period}`;
  return name.kind === "depth-diff" ? `depth.${place}.diff` : `${name.kind}.${place}`;
}
