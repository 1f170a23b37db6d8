import { KeyValue } from "@candor/ui/card.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import type { BookSum } from "../../data/book-sum.ts";
import { useT } from "../../i18n/use-t.ts";
import type { MarketFormat } from "../market/market-format.ts";
import type { PointedRow } from "./use-pointed-row.ts";

interface BookTipProps {
  /** Id for aria-describedby. */
  readonly id: string;
  readonly pointed: PointedRow;
  readonly sum: BookSum;
  readonly look: MarketFormat;
}

/** Totals of all rows up to the pointed one: next to the book on desktops, over the other side on phones. */
export function BookTip({ id, pointed, sum, look }: BookTipProps) {
  const t = useT();
  const line = (key: string, label: string, value: string, decimals: number, asset?: string) => ({
    key,
    label,
    value: <FinancialText value={value} decimals={decimals} {...(asset !== undefined && { asset })} />,
  });
  return (
    <div id={id} className={`book-tip of-${pointed.side}`} style={{ "--top": `${pointed.top}px` } as object}>
      <KeyValue
        small
        lines={[
          line("average", t("trade.averagePrice"), sum.average, look.priceDecimals),
          line("sum", t("trade.sum"), sum.quantity, look.quantityDecimals, look.base),
          line("total", t("trade.total"), sum.quote, 2, look.quote),
        ]}
      />
    </div>
  );
}
