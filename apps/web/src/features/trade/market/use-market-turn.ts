import { STALE_SOURCE_MS } from "@candor/domain/app-limits";
import type { WireMarket } from "@candor/wire/objects";
import { useEffect, useRef } from "react";
import { live } from "../../../shell/services.ts";
import { useLive } from "../../../shell/use-live.ts";

/** A source that is silent for this long is stale, and a second more until the exchange has said so. */
const SILENT_AFTER_MS = STALE_SOURCE_MS + 1_000;
/** Between two questions while a market does not trade and its index does. */
const ASK_AGAIN_MS = 5_000;

/**
 * The listing tells a market's state each half minute, an index says nothing when it falls silent: the listing is asked
 * again when no tick has come for too long, and when one comes although the market was not trading.
 */
export function useMarketTurn(market: WireMarket): void {
  const { status, timeMs } = useLive(live.index(market.symbol));
  const askedAtMs = useRef(0);
  useEffect(() => {
    const timer = setTimeout(() => live.tickers.reload(), SILENT_AFTER_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps, react/memo-dependencies -- each tick starts the wait anew
  }, [timeMs]);
  const isElse = status !== null && status !== market.status;
  useEffect(() => {
    if (!isElse) return undefined;
    const ask = () => {
      askedAtMs.current = Date.now();
      live.tickers.reload();
    };
    const timer = setTimeout(ask, Math.max(0, askedAtMs.current + ASK_AGAIN_MS - Date.now()));
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps, react/memo-dependencies -- looked at with each tick
  }, [isElse, timeMs]);
}
