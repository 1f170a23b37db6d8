import { scrolledRow } from "@candor/ui/scrolled-row";
import { Sheet } from "@candor/ui/sheet.tsx";
import { Chip } from "@candor/ui/tabs.tsx";
import type { ReactNode } from "react";
import { useT } from "../../i18n/use-t.ts";
import { type Indicator, OVERLAYS, PANES, useChartSettings } from "./chart-settings.ts";

export interface IndicatorSheetProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Further settings. */
  readonly children?: ReactNode;
}

/** Chooses the chart's indicators and style. */
export function IndicatorSheet({ open, onOpenChange, children }: IndicatorSheetProps) {
  const t = useT();
  const { kind, setKind } = useChartSettings();
  const group = (title: string, children: ReactNode) => (
    <div className="stack">
      <h3>{title}</h3>
      <div className="row wrap">{children}</div>
    </div>
  );
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t("chart.settings")}>
      <div className="stack-4">
        {group(
          t("chart.style"),
          <>
            <Chip pressed={kind === "candle_solid"} onPressedChange={() => setKind("candle_solid")}>
              {t("chart.candles")}
            </Chip>
            <Chip pressed={kind === "area"} onPressedChange={() => setKind("area")}>
              {t("chart.line")}
            </Chip>
          </>,
        )}
        {group(t("chart.overPrice"), <IndicatorChips names={OVERLAYS} />)}
        {group(t("chart.belowPrice"), <IndicatorChips names={PANES} />)}
        {children}
      </div>
    </Sheet>
  );
}

function IndicatorChips({ names }: { readonly names: readonly Indicator[] }) {
  const { indicators, toggle } = useChartSettings();
  return names.map((name) => (
    <Chip key={name} pressed={indicators.includes(name)} onPressedChange={() => toggle(name)}>
      {name}
    </Chip>
  ));
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
