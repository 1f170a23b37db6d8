import { IconButton } from "@candor/ui/button.tsx";
import { PenIcon } from "@candor/ui/page-icons.tsx";
import { scrolledRow } from "@candor/ui/scrolled-row";
import { Sheet } from "@candor/ui/sheet.tsx";
import { Chip, Chips } from "@candor/ui/tabs.tsx";
import { type ReactNode, useState } from "react";
import type { MessageKey } from "../../../i18n/message-keys.ts";
import { useT } from "../../../i18n/use-t.ts";
import { CHART_KINDS, type ChartKind, PRICE_SCALES, type PriceScale } from "../chart-choices.ts";
import { useChartSettings } from "../chart-settings.ts";
import { IndicatorForm, isAdjustable } from "./indicator-form.tsx";
import { type Indicator, OVERLAYS, PANES } from "./indicator-list.ts";

export interface IndicatorSheetProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Further groups below, such as the comparison. */
  readonly children?: ReactNode;
}

const KIND_NAMES: Readonly<Record<ChartKind, MessageKey>> = {
  candle_solid: "chart.candles",
  heikin_ashi: "chart.heikinAshi",
  ohlc: "chart.bars",
  area: "chart.line",
};
const SCALE_NAMES: Readonly<Record<PriceScale, MessageKey>> = {
  normal: "chart.linear",
  logarithm: "chart.logarithmic",
  percentage: "chart.percent",
};

/** Chooses the chart's style, price scale and indicators. */
export function IndicatorSheet({ open, onOpenChange, children }: IndicatorSheetProps) {
  const t = useT();
  const { kind, setKind, scale, setScale } = useChartSettings();
  const group = (title: string, content: ReactNode) => (
    <div className="stack">
      <h3>{title}</h3>
      {content}
    </div>
  );
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t("chart.settings")}>
      <div className="stack-4">
        {group(
          t("chart.style"),
          <Chips
            className="wrap flush"
            label={t("chart.style")}
            value={kind}
            onValueChange={setKind}
            choices={CHART_KINDS.map((value) => ({ value, label: t(KIND_NAMES[value]) }))}
          />,
        )}
        {group(
          t("chart.scale"),
          <Chips
            className="wrap flush"
            label={t("chart.scale")}
            value={scale}
            onValueChange={setScale}
            choices={PRICE_SCALES.map((value) => ({ value, label: t(SCALE_NAMES[value]) }))}
          />,
        )}
        {group(t("chart.overPrice"), <IndicatorChips names={OVERLAYS} />)}
        {group(t("chart.belowPrice"), <IndicatorChips names={PANES} />)}
        {children}
      </div>
    </Sheet>
  );
}

function IndicatorChips({ names }: { readonly names: readonly Indicator[] }) {
  const t = useT();
  const { indicators, toggle } = useChartSettings();
  const [edited, setEdited] = useState<Indicator | null>(null);
  const adjustable = names.filter((name) => indicators.includes(name) && isAdjustable(name));
  return (
    <>
      <div className="row wrap">
        {names.map((name) => (
          <Chip key={name} pressed={indicators.includes(name)} onPressedChange={() => toggle(name)}>
            {name}
          </Chip>
        ))}
      </div>
      {adjustable.map((name) => (
        <div key={name}>
          <div className="row between">
            <span className="med">{name}</span>
            <IconButton
              label={t("chart.indicatorSettings", { indicator: name })}
              aria-expanded={edited === name}
              onClick={() => setEdited(edited === name ? null : name)}
            >
              <PenIcon />
            </IconButton>
          </div>
          {edited === name && <IndicatorForm name={name} />}
        </div>
      ))}
    </>
  );
}

/** All indicators in a scrolling row, each a toggle. */
export function IndicatorRow() {
  const t = useT();
  const { indicators, toggle } = useChartSettings();
  return (
    <fieldset ref={scrolledRow} className="indicators" aria-label={t("chart.indicators")}>
      {[...OVERLAYS, ...PANES].map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={indicators.includes(name)}
          onClick={() => toggle(name)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
