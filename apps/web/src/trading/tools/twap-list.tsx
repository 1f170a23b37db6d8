import { Button } from "@candor/ui/button.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { WireTwap } from "@candor/wire/twap-calls";
import { useT } from "../../i18n/use-t.ts";
import { refresh, toastError, useAct } from "../../shell/calls/use-call.ts";
import type { MarketTerms } from "../market/market-terms.ts";
import { actWords } from "../orders/order-words.ts";

interface TwapListProps {
  /** Newest first. */
  readonly twaps: readonly WireTwap[];
  readonly terms: MarketTerms;
}

/** The market's TWAPs with their progress. */
export function TwapList({ twaps, terms }: TwapListProps) {
  const t = useT();
  if (twaps.length === 0) return null;
  return (
    <section aria-label={t("tools.yourTwaps")}>
      <p className="small muted">{t("tools.yourTwaps")}</p>
      <ul className="twap-list">
        {twaps.map((twap) => (
          <TwapRow key={twap.twapId} twap={twap} terms={terms} />
        ))}
      </ul>
    </section>
  );
}

const STATUS_WORDS = {
  running: "tools.twapRunning",
  finished: "tools.twapFinished",
  stopped: "tools.twapStopped",
  failed: "tools.twapFailed",
} as const;

function TwapRow({ twap, terms }: { readonly twap: WireTwap; readonly terms: MarketTerms }) {
  const t = useT();
  const formats = useFormats();
  const { isBusy, run } = useAct("twapStop");
  const { slices, slicesDone, status, reason } = twap;
  const stop = async (): Promise<void> => {
    const outcome = await run({ twapId: twap.twapId });
    if (outcome !== null && !outcome.ok) toastError(outcome.error);
    void refresh("twapList", "record", "contractRecord", "walletIndex");
  };
  return (
    <li>
      <div className="row between">
        <span className="stack-1">
          <span>
            <b className={twap.side === "buy" ? "up" : "down"}>{t(actWords({ side: twap.side }))}</b>{" "}
            <FinancialText value={twap.executedQuantity} minDecimals={0} /> /{" "}
            <FinancialText value={twap.quantity} asset={terms.base} minDecimals={0} />
          </span>
          <span className="small muted">
            {t(STATUS_WORDS[status])} · {t("tools.slicesOf", { done: slicesDone, count: slices })} ·{" "}
            {formats.date(twap.startedAtMs, "day-time")}
          </span>
          {reason !== null && <span className="small warn">{reason}</span>}
        </span>
        {status === "running" && (
          <Button size="small" tone="line" busy={isBusy} onClick={() => void stop()}>
            {t("tools.stop")}
          </Button>
        )}
      </div>
      <progress
        value={slicesDone}
        max={slices}
        aria-label={t("tools.slicesOf", { done: slicesDone, count: slices })}
      />
    </li>
  );
}
