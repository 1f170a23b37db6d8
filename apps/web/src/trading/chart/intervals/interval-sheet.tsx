import { CHART_PERIODS } from "@candor/domain/enumerations";
import { Sheet } from "@candor/ui/sheet.tsx";
import { Chip } from "@candor/ui/tabs.tsx";
import { useT } from "../../../i18n/use-t.ts";
import { shortPeriod, useChartSettings } from "../chart-settings.ts";
import { useChartIntervals } from "./chart-intervals.ts";

export interface IntervalSheetProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** All intervals, and which of them are in the bar. */
export function IntervalSheet({ open, onOpenChange }: IntervalSheetProps) {
  const t = useT();
  const { period, setPeriod } = useChartSettings();
  const { shown, toggle } = useChartIntervals();
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t("chart.moreIntervals")}>
      <div className="stack-4">
        <fieldset className="row wrap" aria-label={t("chart.interval")}>
          {CHART_PERIODS.map((each) => (
            <Chip
              key={each}
              pressed={each === period}
              onPressedChange={() => {
                setPeriod(each);
                onOpenChange(false);
              }}
            >
              {shortPeriod(t, each)}
            </Chip>
          ))}
        </fieldset>
        <fieldset className="stack" aria-label={t("chart.intervalsInBar")}>
          <h3>{t("chart.intervalsInBar")}</h3>
          <div className="row wrap">
            {CHART_PERIODS.map((each) => (
              <Chip key={each} pressed={shown.includes(each)} onPressedChange={() => toggle(each)}>
                {shortPeriod(t, each)}
              </Chip>
            ))}
          </div>
        </fieldset>
      </div>
    </Sheet>
  );
}
