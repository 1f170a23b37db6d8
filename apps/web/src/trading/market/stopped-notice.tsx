import type { MarketStatus, StatusReason } from "@candor/domain/enumerations";
import { Notice } from "@candor/ui/notice.tsx";
import { useT } from "../../i18n/use-t.ts";
import { useStalePrices } from "../../shell/markets/fresh-prices.ts";

interface StoppedNoticeProps {
  readonly status: MarketStatus;
  readonly reason: StatusReason | null;
  /** Text for an index without enough fresh sources: the consequence depends on the product. */
  readonly stale: string;
}

/** Explains why new orders are rejected; renders nothing while the market trades and prices are known. */
export function StoppedNotice({ status, reason, stale }: StoppedNoticeProps) {
  const t = useT();
  const isOld = useStalePrices();
  if (isOld) return <Notice tone="warn">{t("trade.pricesOld")}</Notice>;
  if (status === "trading") return null;
  const words = wordsOf(status, reason);
  return <Notice tone="warn">{words === undefined ? stale : t(words)}</Notice>;
}

/** Undefined if the index is stale. */
function wordsOf(status: MarketStatus, reason: StatusReason | null) {
  if (status === "halted") return "trade.marketHalted";
  if (reason === "disputed") return "trade.marketDisputed";
  if (reason === "clock") return "trade.marketClock";
  return reason === "operator" ? "trade.marketByOperator" : undefined;
}
