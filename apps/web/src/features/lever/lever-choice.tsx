import { Segmented } from "@candor/ui/segmented.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { WireLeverEffect } from "@candor/wire/lever-calls";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { useT } from "../../i18n/use-t.ts";
import { HelpButton } from "../../shared/help/help-button.tsx";
import type { LeverChoice } from "./use-lever.ts";

const EFFECT_WORDS: Readonly<Record<WireLeverEffect, readonly [label: MessageKey, note: MessageKey]>> = {
  borrow: ["lever.effectBorrow", "lever.borrowNote"],
  repay: ["lever.effectRepay", "lever.repayNote"],
  none: ["lever.effectNone", "lever.noneNote"],
};
const EFFECTS: readonly WireLeverEffect[] = ["borrow", "repay", "none"];

interface Props {
  readonly steps: readonly number[];
  readonly choice: LeverChoice;
  readonly onChoose: (choice: LeverChoice) => void;
}

/** Leverage of the next order, and borrowing and repayment options. */
export function LeverChoiceFields({ steps, choice, onChoose }: Props) {
  const t = useT();
  const formats = useFormats();
  const { leverage, effect } = choice;
  return (
    <div className="stack-3 lever-choice">
      <Segmented
        label={t("lever.steps")}
        value={String(leverage)}
        onValueChange={(step) => onChoose({ leverage: Number(step), effect })}
        choices={steps.map((step) => ({ value: String(step), label: `${formats.integer(step)}×` }))}
      />
      <Segmented
        label={t("lever.effect")}
        value={effect}
        onValueChange={(next) => onChoose({ leverage, effect: next })}
        choices={EFFECTS.map((value) => ({ value, label: t(EFFECT_WORDS[value][0]) }))}
      />
      <p className="small muted">
        {t(EFFECT_WORDS[effect][1])} <HelpButton article="margin-trading" topic={t("lever.title")} />
      </p>
    </div>
  );
}
