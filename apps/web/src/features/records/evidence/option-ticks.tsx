import { KeyValue } from "@candor/ui/card.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { ChevronDownIcon } from "@candor/ui/icons.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../../i18n/use-t.ts";
import type { OptionInputs } from "./check.ts";

type Tick = OptionInputs["ticks"][number];

const TIME = { hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3 } as const;
const timeText = (ms: number): string => new Intl.DateTimeFormat("en-GB", TIME).format(ms);

/** Inputs that decided a timed option: terms, strike tick, and each tick of the last three seconds. */
export function OptionTicks({ inputs }: { readonly inputs: OptionInputs }) {
  const t = useT();
  const formats = useFormats();
  const endMs = inputs.orderTimeMs + inputs.durationSeconds * 1_000;
  return (
    <>
      <KeyValue
        small
        lines={[
          {
            key: "stake",
            label: t("records.optionStake"),
            value: <FinancialText value={inputs.amount} asset="USDT" minDecimals={2} />,
          },
          { key: "rate", label: t("records.rate"), value: formats.rate(inputs.payoutRate) },
          { key: "bought", label: t("records.optionBought"), value: timeText(inputs.orderTimeMs) },
          { key: "end", label: t("records.optionEnd"), value: timeText(endMs) },
        ]}
      />
      {inputs.strikeTick !== null && (
        <Ticks label={t("records.checkStrikeTick")} ticks={[inputs.strikeTick]} />
      )}
      {inputs.waitTicks.length > 0 && <Ticks label={t("records.waitTicks")} ticks={inputs.waitTicks} />}
      <Ticks label={t("records.optionTicks", { count: inputs.ticks.length })} ticks={inputs.ticks} />
    </>
  );
}

function Ticks({ label, ticks }: { readonly label: string; readonly ticks: readonly Tick[] }) {
  const t = useT();
  return (
    <details className="proof-samples">
      <summary className="link">
        {label}
        <ChevronDownIcon size="s" />
      </summary>
      {ticks.map((tick) => (
        <KeyValue
          key={tick.seq}
          small
          lines={[
            {
              key: "tick",
              label: timeText(tick.timeMs),
              value: <FinancialText value={tick.price} />,
              total: true,
            },
            ...tick.sources.map(({ name, price, timeMs, used, outlier }) => ({
              key: name,
              label: `${name} · ${timeText(timeMs)}${used ? "" : " ✕"}${outlier === true ? ` ${t("records.outlier")}` : ""}`,
              value: <FinancialText value={price} />,
            })),
          ]}
        />
      ))}
    </details>
  );
}
