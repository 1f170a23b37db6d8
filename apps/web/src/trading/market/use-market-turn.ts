import { STALE_SOURCE_MS } from "@candor/domain/app-limits";
import type { WireMarket } from "@candor/wire/objects";
import { useEffect, useRef } from "react";
import { useLive } from "../../shell/hooks/use-live.ts";
import { live } from "../../shell/services/services.ts";

/** A source silent for this long is stale; one more second for the exchange to report it. */
const SILENT_AFTER_MS = STALE_SOURCE_MS + 1_000;
/** Refetch interval while a market is suspended although its index is live. */
const ASK_AGAIN_MS = 5_000;

/**
 * Refetches the listing when no index tick has arrived for too long, or when one arrives although the market was
 * suspended. The listing reports status every 30 s, and a silent index sends nothing.
 */
export function useMarketTurn(market: WireMarket): void {
  const { status, timeMs } = useLive(live.index(market.symbol));
  const requestedAtMs = useRef(0);
  useEffect(() => {
    const timer = setTimeout(() => live.tickers.reload(), SILENT_AFTER_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps, react/memo-dependencies -- each tick restarts the wait
  }, [timeMs]);
  const isElse = status !== null && status !== market.status;
  useEffect(() => {
    if (!isElse) return undefined;
    const ask = () => {
      requestedAtMs.current = Date.now();
      live.tickers.reload();
    };
    const timer = setTimeout(ask, Math.max(0, requestedAtMs.current + ASK_AGAIN_MS - Date.now()));
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps, react/memo-dependencies -- looked at with each tick
  }, [isElse, timeMs]);
}
