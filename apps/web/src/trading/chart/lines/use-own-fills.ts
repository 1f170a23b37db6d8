import type { WireTrade } from "@candor/wire/objects";
import { useMemo } from "react";
import { useCall } from "../../../shell/calls/use-call.ts";
import { useFollowAccount } from "../../../shell/calls/use-pages.ts";
import { useAppStore } from "../../../state/app-store.ts";

export type TradedProduct = "spot" | "lever" | "contract";

/** Newest fills that a chart shows. */
const MAX_FILLS = 100;
const NONE: readonly WireTrade[] = [];

/** The user's newest fills in a market, refetched when the account changes; none for visitors. */
export function useOwnFills(product: TradedProduct, symbol: string, isShown: boolean): readonly WireTrade[] {
  const isLoggedIn = useAppStore((state) => state.token !== "") && isShown;
  const view = { view: "trades", symbol, limit: MAX_FILLS } as const;
  const on = (wanted: TradedProduct) => ({ enabled: isLoggedIn && product === wanted });
  const spot = useCall("record", { product: "spot", ...view }, on("spot"));
  const lever = useCall("orderLRecord", view, on("lever"));
  const contract = useCall("contractRecord", view, on("contract"));
  const { data, refetch } = product === "spot" ? spot : product === "lever" ? lever : contract;
  useFollowAccount(data?.asOfSeq, refetch);
  // The calls return trades for this view.
  const list = isLoggedIn ? (data?.list as readonly WireTrade[] | undefined) : undefined;
  return useMemo(() => list?.filter((fill) => fill.product === product) ?? NONE, [list, product]);
}
