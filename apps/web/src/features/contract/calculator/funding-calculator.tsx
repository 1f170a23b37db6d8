import { KeyValue } from "@candor/ui/card.tsx";
import { useT } from "../../../i18n/use-t.ts";
import { useTimeText } from "../../../trading/tools/use-time-text.ts";
import { MoneyText } from "../figure-text.tsx";
import { Assumptions, FundingFields, PriceField, QuantityField, SideField } from "./calculator-fields.tsx";
import { fundingOver } from "./calculator-figures.ts";
import type { Calculator } from "./use-calculator.ts";

/** Funding of a position over several intervals at one price and rate. */
export function FundingCalculator(calculator: Calculator) {
  const { terms, input, intervalSeconds } = calculator;
  const t = useT();
  const timeText = useTimeText();
  const { unlevered, ratePpm, intervals } = input;
  const isKnown = unlevered !== undefined && ratePpm !== undefined && intervals !== undefined;
  const funding = isKnown ? fundingOver(unlevered, ratePpm, intervals) : undefined;
  const time = (count: number) => (intervalSeconds === undefined ? "–" : timeText(count * intervalSeconds));
  return (
    <>
      <SideField {...calculator} />
      <div className="g2 calculator-pair">
        <PriceField {...calculator} name="entry" label={t("trade.priceIn", { coin: terms.quote })} />
        <QuantityField {...calculator} />
      </div>
      <FundingFields {...calculator} />
      <KeyValue
        lines={[
          {
            key: "value",
            label: t("tools.value"),
            value: <MoneyText units={funding?.valueUnits} terms={terms} hasCoin />,
          },
          {
            key: "each",
            label: t("tools.perInterval", { time: time(1) }),
            value: <MoneyText units={funding?.eachUnits} terms={terms} hasCoin signed />,
          },
          {
            key: "total",
            label: t("tools.overIntervals", { time: time(intervals ?? 1) }),
            value: <MoneyText units={funding?.totalUnits} terms={terms} hasCoin signed />,
            total: true,
          },
        ]}
      />
      <Assumptions words="tools.fundingAssumes" article="funding" topic="contract.fundingPaid" />
    </>
  );
}
