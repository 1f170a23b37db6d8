import type { Side } from "@candor/domain/enumerations";
import { trimZeros } from "@candor/money/decimal";
import { DecimalInput } from "@candor/ui/decimal-input.tsx";
import { Segmented } from "@candor/ui/segmented.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import { lotsProblem, ticksProblem } from "../market/form-problem.ts";
import { type MarketTerms, priceText, quantityText, readLots, readTicks } from "../market/market-terms.ts";
import { problemText } from "./problem-text.ts";
import type { TicketProblem } from "./ticket-problems.ts";

interface InputProps {
  readonly name?: string;
  readonly label: string;
  readonly value: string;
  readonly onValueChange: (text: string) => void;
  readonly terms: MarketTerms;
}

interface LotsInputProps extends InputProps {
  /** Largest amount in lots. */
  readonly mostLots?: number;
  /** Another problem of the amount, which replaces those of its form. */
  readonly error?: string | undefined;
}

/** An amount of the base coin in whole lots. */
export function LotsInput({ terms, mostLots, error, ...input }: LotsInputProps) {
  const t = useT();
  const formats = useFormats();
  const lots = readLots(input.value, terms);
  const problem = (): TicketProblem | undefined => {
    if (input.value === "") return undefined;
    if (lots === undefined)
      return lotsProblem(input.value, terms, mostLots === undefined ? {} : { mostLots });
    if (mostLots === undefined || lots <= mostLots) return undefined;
    return { reason: "maximum", bound: trimZeros(quantityText(mostLots, terms)), coin: terms.base };
  };
  return (
    <DecimalInput
      {...input}
      decimals={terms.scale.quantityDecimals}
      counts={terms.base}
      error={error ?? problemText(problem(), t, formats)}
    />
  );
}

interface TicksInputProps extends InputProps {
  readonly placeholder?: string;
  /** Arrow keys move it by one tick. */
  readonly hasSteps?: boolean;
}

/** A price that is a multiple of the tick. */
export function TicksInput({ terms, hasSteps = false, ...input }: TicksInputProps) {
  const t = useT();
  const formats = useFormats();
  const isUnreadable = input.value !== "" && readTicks(input.value, terms) === undefined;
  return (
    <DecimalInput
      {...input}
      decimals={terms.scale.priceDecimals}
      counts={terms.quote}
      {...(hasSteps && { step: priceText(1, terms) })}
      error={isUnreadable ? problemText(ticksProblem(input.value, terms), t, formats) : undefined}
    />
  );
}

interface SideChoiceProps {
  readonly value: Side;
  readonly onValueChange: (side: Side) => void;
}

/** Buy or sell. */
export function SideChoice(props: SideChoiceProps) {
  const t = useT();
  return (
    <Segmented
      {...props}
      label={t("trade.side")}
      choices={[
        { value: "buy", label: t("trade.buy") },
        { value: "sell", label: t("trade.sell") },
      ]}
      directional
    />
  );
}
