import { Button } from "@candor/ui/button.tsx";
import { Input } from "@candor/ui/input.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useState } from "react";
import { useT } from "../../../i18n/use-t.ts";
import { useChartSettings } from "../chart-settings.ts";
import { ColorChoice } from "../color-choice.tsx";
import "./indicator-form.css";
import { INDICATOR_TERMS, type Indicator, type ParamTerms } from "./indicator-list.ts";
import { isAllowed, usualSetup } from "./indicator-setup.ts";

/** Whether an indicator has anything to set. */
export const isAdjustable = (name: Indicator): boolean =>
  INDICATOR_TERMS[name].params.length > 0 || INDICATOR_TERMS[name].lines.length > 0;

/** Parameters and colors of one indicator. Valid input applies at once. */
export function IndicatorForm({ name }: { readonly name: Indicator }) {
  const t = useT();
  const { setups, setUp } = useChartSettings();
  const [resets, setResets] = useState(0);
  const setup = setups[name] ?? usualSetup(name);
  const { params, lines } = INDICATOR_TERMS[name];
  const counted = (word: string, index: number, count: number) => (count > 1 ? `${word} ${index + 1}` : word);
  const nameOfParam = (terms: ParamTerms, index: number): string => {
    const same = params.filter((each) => each.name === terms.name).length;
    const before = params.slice(0, index).filter((each) => each.name === terms.name).length;
    return counted(t(terms.name), before, same);
  };
  return (
    <fieldset className="indicator-form" aria-label={t("chart.indicatorSettings", { indicator: name })}>
      {params.length > 0 && (
        <div className="indicator-params">
          {params.map((terms, index) => (
            <ParamInput
              key={`${resets} ${nameOfParam(terms, index)}`}
              label={nameOfParam(terms, index)}
              terms={terms}
              value={setup.params[index] ?? terms.usual}
              onValueChange={(value) => setUp(name, { ...setup, params: setup.params.with(index, value) })}
            />
          ))}
        </div>
      )}
      {lines.map((line, index) => {
        const label = line.name ?? `${name} ${setup.params[index] ?? ""}`.trim();
        return (
          <div key={label} className="indicator-line">
            <span className="small">{label}</span>
            <ColorChoice
              label={t("chart.colorOf", { line: label })}
              value={setup.colors[index] ?? line.usual}
              onValueChange={(color) => setUp(name, { ...setup, colors: setup.colors.with(index, color) })}
            />
          </div>
        );
      })}
      <Button
        tone="ghost"
        size="small"
        disabled={setups[name] === undefined}
        onClick={() => {
          setUp(name);
          setResets(resets + 1);
        }}
      >
        {t("chart.reset")}
      </Button>
    </fieldset>
  );
}

interface ParamInputProps {
  readonly label: string;
  readonly terms: ParamTerms;
  readonly value: number;
  readonly onValueChange: (value: number) => void;
}

function ParamInput({ label, terms, value, onValueChange }: ParamInputProps) {
  const t = useT();
  const formats = useFormats();
  const shown = (figure: number) => formats.decimal(String(figure), { minDecimals: 0 });
  const [text, setText] = useState(() => shown(value));
  const isWrong = !isAllowed(readFigure(text), terms);
  return (
    <Input
      label={label}
      inputMode={terms.decimals === 0 ? "numeric" : "decimal"}
      autoComplete="off"
      value={text}
      error={isWrong && t("chart.between", { least: shown(terms.least), most: shown(terms.most) })}
      onChange={(event) => {
        setText(event.target.value);
        const next = readFigure(event.target.value);
        if (isAllowed(next, terms)) onValueChange(next);
      }}
    />
  );
}

/** Small figures have no group separators, so comma and point both mark decimals. */
const readFigure = (text: string): number =>
  /^\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(",", ".")) : Number.NaN;
