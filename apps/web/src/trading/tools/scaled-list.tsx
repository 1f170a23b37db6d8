import { FinancialText } from "@candor/ui/financial-text.tsx";
import { useT } from "../../i18n/use-t.ts";
import { type MarketTerms, priceText, quantityText } from "../market/market-terms.ts";
import type { ScaledOrder } from "./scaled-orders.ts";
import type { ScaledResult } from "./use-scaled-sending.ts";

interface ScaledListProps {
  readonly orders: readonly ScaledOrder[];
  readonly results: readonly (ScaledResult | undefined)[];
  readonly terms: MarketTerms;
}

/** The orders of a batch: price, amount and, once sent, the result of each. */
export function ScaledList({ orders, results, terms }: ScaledListProps) {
  const t = useT();
  return (
    <ol className="scaled-list small" aria-label={t("tools.preview")}>
      {orders.map((order, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the position is the order's identity
        <li key={at}>
          <FinancialText value={priceText(order.ticks, terms)} />
          <FinancialText value={quantityText(order.lots, terms)} asset={terms.base} minDecimals={0} />
          <ResultText result={results[at]} />
        </li>
      ))}
    </ol>
  );
}

function ResultText({ result }: { readonly result: ScaledResult | undefined }) {
  const t = useT();
  if (result === undefined) return <span className="muted">–</span>;
  if (result.kind === "rejected") return <span className="down">{result.reason}</span>;
  if (result.kind === "unknown") return <span className="warn">{t("tools.resultUnknown")}</span>;
  return <span className="up">{t(result.isFilled ? "trade.statusFilled" : "trade.placed")}</span>;
}
