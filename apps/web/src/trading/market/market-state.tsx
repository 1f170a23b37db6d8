import { Button } from "@candor/ui/button.tsx";
import { ErrorState, SkeletonRows } from "@candor/ui/feedback.tsx";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { live } from "../../shell/services/services.ts";
import { useLiveValue } from "./use-live-value.ts";

export interface MarketStateProps {
  /** undefined while the listing is loading; null if there is no such market. */
  readonly shown: null | undefined;
  readonly onChoosePair: () => void;
}

/** Placeholder for a market. */
export function MarketState({ shown, onChoosePair }: MarketStateProps) {
  const t = useT();
  const hasFailed = useLiveValue(live.tickers, ({ state }) => state === "failed");
  if (shown === null) {
    return (
      <ErrorState
        title={t("chart.notListed")}
        action={
          <Button size="small" tone="line" onClick={onChoosePair}>
            {t("trade.chooseMarket")}
          </Button>
        }
      >
        {t("chart.notListedNote")}
      </ErrorState>
    );
  }
  if (!hasFailed) return <SkeletonRows count={8} label={t("shell.loading")} />;
  return <LoadFailed error={live.tickers.failure} onRetry={() => live.tickers.reload()} />;
}
