import { formatDecimal } from "@candor/money/decimal";
import { DecimalInput } from "@candor/ui/decimal-input.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Segmented } from "@candor/ui/segmented.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { MessageKey } from "../../../i18n/message-keys.ts";
import { useT } from "../../../i18n/use-t.ts";
import { type HelpArticle, HelpButton } from "../../../shared/help/help-button.tsx";
import { LotsInput, TicksInput } from "../../../trading/ticket/amount-inputs.tsx";
import { useUnitsText } from "../figure-text.tsx";
import { MOST_INTERVALS } from "./calculator-input.ts";
import type { Calculator } from "./use-calculator.ts";

interface AssumptionsProps {
  readonly words: MessageKey;
  readonly article: HelpArticle;
  /** What the article is about. */
  readonly topic: MessageKey;
}

/** What a result assumes, and an article about it. */
export function Assumptions({ words, article, topic }: AssumptionsProps) {
  const t = useT();
  return (
    <p className="small muted">
      {t(words)} <HelpButton article={article} topic={t(topic)} />
    </p>
  );
}

/** Long or short. */
export function SideField({ fields, set }: Calculator) {
  const t = useT();
  return (
    <Segmented
      label={t("trade.side")}
      value={fields.side}
      onValueChange={(side) => set({ side })}
      choices={[
        { value: "buy", label: t("contract.long") },
        { value: "sell", label: t("contract.short") },
      ]}
      directional
    />
  );
}

interface PriceFieldProps extends Calculator {
  readonly name: "entry" | "exit";
  readonly label: string;
}

export const PriceField = ({ terms, fields, set, name, label }: PriceFieldProps) => (
  <TicksInput
    name={`calculator-${name}`}
    label={label}
    value={fields[name]}
    onValueChange={(text) => set({ [name]: text })}
    terms={terms}
  />
);

export function QuantityField({ terms, fields, set }: Calculator) {
  const t = useT();
  return (
    <LotsInput
      name="calculator-quantity"
      label={t("trade.amountIn", { coin: terms.base })}
      value={fields.quantity}
      onValueChange={(quantity) => set({ quantity })}
      terms={terms}
      mostLots={terms.scale.maxLots}
    />
  );
}

export function LeverageField({ terms, fields, set, input }: Calculator) {
  const t = useT();
  const isWrong = fields.leverage !== "" && input.leverage === undefined;
  const range = { least: "1×", most: `${terms.maxLeverage}×` };
  return (
    <DecimalInput
      name="calculator-leverage"
      label={t("contract.leverage")}
      value={fields.leverage}
      onValueChange={(leverage) => set({ leverage })}
      decimals={0}
      unit="×"
      error={isWrong ? t("tools.outOfRange", range) : undefined}
    />
  );
}

interface MoneyFieldProps extends Calculator {
  readonly name: "added" | "balance";
  readonly label: string;
  readonly placeholder?: string;
}

/** An amount of the margin currency. */
export function MoneyField({ terms, fields, set, name, label, placeholder }: MoneyFieldProps) {
  return (
    <DecimalInput
      name={`calculator-${name}`}
      label={label}
      value={fields[name]}
      onValueChange={(text) => set({ [name]: text })}
      decimals={terms.scale.quoteScale}
      counts={terms.quote}
      {...(placeholder !== undefined && { placeholder })}
    />
  );
}

/** Rate and number of intervals of a funding. */
export function FundingFields({ fields, set, input, fundingCapPpm }: Calculator) {
  const t = useT();
  const formats = useFormats();
  const cap = formats.percent(formatDecimal(fundingCapPpm, 4), { signed: false });
  const isRateWrong = fields.rate !== "" && input.ratePpm === undefined && fundingCapPpm > 0;
  const areIntervalsWrong = fields.intervals !== "" && input.intervals === undefined;
  const range = { least: "1", most: formats.decimal(String(MOST_INTERVALS)) };
  return (
    <>
      <Segmented
        label={t("tools.payer")}
        value={fields.payer}
        onValueChange={(payer) => set({ payer })}
        choices={[
          { value: "long", label: t("tools.longsPay") },
          { value: "short", label: t("tools.shortsPay") },
        ]}
      />
      <div className="g2 calculator-pair">
        <DecimalInput
          name="calculator-rate"
          label={t("tools.fundingRate")}
          value={fields.rate}
          onValueChange={(rate) => set({ rate })}
          decimals={4}
          counts="%"
          error={isRateWrong ? t("tools.outOfRange", { least: "0", most: cap }) : undefined}
        />
        <DecimalInput
          name="calculator-intervals"
          label={t("tools.intervals")}
          value={fields.intervals}
          onValueChange={(intervals) => set({ intervals })}
          decimals={0}
          error={areIntervalsWrong ? t("tools.outOfRange", range) : undefined}
        />
      </div>
    </>
  );
}

/** Says that the position is larger than the leverage allows. */
export function ExceededText({ terms, input }: Calculator) {
  const t = useT();
  const unitsText = useUnitsText(terms);
  if (input.exceededUnits === undefined) return null;
  const limit = `${unitsText(input.exceededUnits)} ${terms.quote}`;
  return (
    <Notice tone="warn" announce>
      {t("contract.overLimit", { leverage: input.leverage ?? 1, limit })}
    </Notice>
  );
}
