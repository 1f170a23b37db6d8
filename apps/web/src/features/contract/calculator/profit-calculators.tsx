import { KeyValue, type KeyValueLine } from "@candor/ui/card.tsx";
import { DecimalInput } from "@candor/ui/decimal-input.tsx";
import { Segmented } from "@candor/ui/segmented.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../../i18n/use-t.ts";
import { returnText } from "../../../shared/profit/return-text.ts";
import { MoneyText, rateText, TicksText } from "../figure-text.tsx";
import {
  Assumptions,
  ExceededText,
  LeverageField,
  PriceField,
  QuantityField,
  SideField,
} from "./calculator-fields.tsx";
import { entryMargin, entryValue, profitAt, type SketchedProfit, targetTicks } from "./calculator-figures.ts";
import type { Calculator } from "./use-calculator.ts";

/** Profit of closing a position at a price. */
export function ProfitCalculator(calculator: Calculator) {
  const { terms, input } = calculator;
  const t = useT();
  const { position, exitTicks } = input;
  const profit = position && exitTicks !== undefined ? profitAt(position, exitTicks) : undefined;
  const lines = useProfitLines(calculator, profit);
  return (
    <>
      <SideField {...calculator} />
      <div className="g2 calculator-pair">
        <PriceField {...calculator} name="entry" label={t("tools.entryPrice", { coin: terms.quote })} />
        <PriceField {...calculator} name="exit" label={t("tools.exitPrice", { coin: terms.quote })} />
        <QuantityField {...calculator} />
        <LeverageField {...calculator} />
      </div>
      <ExceededText {...calculator} />
      <KeyValue lines={[...useSizeLines(calculator), ...lines]} />
      <Assumptions words="tools.profitAssumes" article="contracts" topic="tools.profit" />
    </>
  );
}

/** Price of a profit or loss, given as return or amount. */
export function TargetCalculator(calculator: Calculator) {
  const { terms, input, fields } = calculator;
  const t = useT();
  const { position } = input;
  const ticks = position && targetTicks(position, fields.targetKind, fields.targetUnit, fields.target);
  const profit = position && ticks !== undefined ? profitAt(position, ticks) : undefined;
  const lines = useProfitLines(calculator, profit);
  return (
    <>
      <SideField {...calculator} />
      <div className="g2 calculator-pair">
        <PriceField {...calculator} name="entry" label={t("tools.entryPrice", { coin: terms.quote })} />
        <QuantityField {...calculator} />
      </div>
      <LeverageField {...calculator} />
      <TargetFields {...calculator} isUnreachable={position !== undefined && ticks === undefined} />
      <ExceededText {...calculator} />
      <KeyValue
        lines={[
          ...lines,
          {
            key: "target",
            label: t("tools.targetPrice"),
            value: <TicksText ticks={ticks} terms={terms} />,
            total: true,
          },
        ]}
      />
      <Assumptions words="tools.targetAssumes" article="contracts" topic="tools.targetPrice" />
    </>
  );
}

function TargetFields({
  terms,
  fields,
  set,
  isUnreachable,
}: Calculator & { readonly isUnreachable: boolean }) {
  const t = useT();
  const isReturn = fields.targetUnit === "return";
  return (
    <>
      <Segmented
        label={t("tools.targetKind")}
        value={fields.targetKind}
        onValueChange={(targetKind) => set({ targetKind })}
        choices={[
          { value: "takeProfit", label: t("tools.gain") },
          { value: "stopLoss", label: t("tools.loss") },
        ]}
      />
      <Segmented
        label={t("tools.targetUnit")}
        value={fields.targetUnit}
        onValueChange={(targetUnit) => set({ targetUnit, target: "" })}
        choices={[
          { value: "return", label: t("contract.levelReturn") },
          { value: "profit", label: t("contract.levelProfit", { coin: terms.quote }) },
        ]}
      />
      <DecimalInput
        name="calculator-target"
        label={isReturn ? t("contract.levelReturn") : t("contract.levelProfit", { coin: terms.quote })}
        value={fields.target}
        onValueChange={(target) => set({ target })}
        decimals={isReturn ? 2 : terms.scale.quoteScale}
        counts={isReturn ? "%" : terms.quote}
        error={fields.target !== "" && isUnreachable ? t("contract.levelUnreachable") : undefined}
      />
    </>
  );
}

/** Value and margin of the position. */
export function useSizeLines({ terms, input: { position } }: Calculator): readonly KeyValueLine[] {
  const t = useT();
  return [
    {
      key: "value",
      label: t("tools.value"),
      value: <MoneyText units={position && entryValue(position)} terms={terms} hasCoin />,
    },
    {
      key: "margin",
      label: t("contract.margin"),
      value: <MoneyText units={position && entryMargin(position)} terms={terms} hasCoin />,
    },
  ];
}

function useProfitLines({ terms }: Calculator, profit: SketchedProfit | undefined): readonly KeyValueLine[] {
  const t = useT();
  const formats = useFormats();
  const rate = formats.rate(rateText(Math.max(terms.makerFeePpm, terms.takerFeePpm)));
  const money = (units: number | undefined, signed: boolean) => (
    <MoneyText units={units} terms={terms} hasCoin signed={signed} />
  );
  return [
    { key: "profit", label: t("tools.profit"), value: money(profit?.profitUnits, true) },
    {
      key: "return",
      label: t("contract.return"),
      value: returnText(formats, profit && rateText(profit.returnPpm)),
    },
    { key: "fees", label: t("tools.bothFees", { rate }), value: money(profit?.feeUnits, false) },
    { key: "net", label: t("tools.afterFees"), value: money(profit?.netUnits, true), total: true },
  ];
}
