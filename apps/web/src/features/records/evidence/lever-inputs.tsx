import { KeyValue } from "@candor/ui/card.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../../i18n/use-t.ts";
import type { LeverInterestInputs, LeverLiquidationInputs } from "./check.ts";

/** The debt and time for which interest was charged. */
export function LeverInterest({ inputs }: { readonly inputs: LeverInterestInputs }) {
  const t = useT();
  const formats = useFormats();
  const { asset, debt, hourlyRate, symbol, timeMs } = inputs;
  return (
    <KeyValue
      small
      lines={[
        { key: "account", label: t("lever.account"), value: symbol },
        { key: "owed", label: t("lever.owed"), value: <FinancialText value={debt} asset={asset} /> },
        { key: "rate", label: t("lever.hourly"), value: formats.rate(hourlyRate) },
        { key: "time", label: t("lever.time"), value: formats.date(timeMs, "full") },
      ]}
    />
  );
}

/** The margin account before the step, and the order that closed it. */
export function LeverLiquidation({ inputs }: { readonly inputs: LeverLiquidationInputs }) {
  const t = useT();
  const formats = useFormats();
  const { baseAssets, baseOwed, fills, indexPrice, quoteAssets, quoteOwed, symbol, timeMs } = inputs;
  const both = (base: string, quote: string) => (
    <>
      <FinancialText value={base} minDecimals={0} /> + <FinancialText value={quote} minDecimals={2} />
    </>
  );
  return (
    <KeyValue
      small
      lines={[
        { key: "account", label: t("lever.account"), value: symbol },
        { key: "assets", label: t("lever.amount"), value: both(baseAssets, quoteAssets) },
        { key: "owed", label: t("lever.owed"), value: both(baseOwed, quoteOwed) },
        {
          key: "index",
          label: t("lever.price"),
          value: <FinancialText value={indexPrice} minDecimals={2} />,
        },
        { key: "time", label: t("lever.time"), value: formats.date(timeMs, "full") },
        ...fills.map(({ price, quantity, tradeId }) => ({
          key: tradeId,
          label: t("trade.filled"),
          value: (
            <>
              <FinancialText value={quantity} minDecimals={0} /> ×{" "}
              <FinancialText value={price} minDecimals={2} />
            </>
          ),
        })),
      ]}
    />
  );
}
