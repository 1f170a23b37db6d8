import { CHART_PERIODS, type ChartPeriod } from "@candor/domain/enumerations";
import { IconButton } from "@candor/ui/button.tsx";
import { ChevronDownIcon } from "@candor/ui/icons.tsx";
import { Chips, Tabs } from "@candor/ui/tabs.tsx";
import { useState } from "react";
import { useT } from "../../../i18n/use-t.ts";
import { shortPeriod, useChartSettings } from "../chart-settings.ts";
import { useChartIntervals } from "./chart-intervals.ts";
import { IntervalSheet } from "./interval-sheet.tsx";

export interface IntervalBarProps {
  readonly looks: "chips" | "tabs";
  /** Called before the sheet of all intervals opens. */
  readonly onOpen: () => Promise<void>;
}

/**
 * Chooses the chart's interval among those that the user keeps at hand, and the current one: chips in a terminal, tabs on
 * the chart's own page. All others are in a sheet.
 */
export function IntervalBar({ looks, onOpen }: IntervalBarProps) {
  const t = useT();
  const { period, setPeriod } = useChartSettings();
  const { shown } = useChartIntervals();
  const [isOpen, setOpen] = useState(false);
  const periods = CHART_PERIODS.filter((each) => each === period || shown.includes(each));
  const choices = periods.map((value: ChartPeriod) => ({ value, label: shortPeriod(t, value) }));
  const common = { label: t("chart.interval"), value: period, onValueChange: setPeriod, choices };
  return (
    <div className="row interval-bar">
      {looks === "chips" ? <Chips {...common} square /> : <Tabs {...common} plain className="intervals" />}
      <IconButton label={t("chart.moreIntervals")} onClick={() => void onOpen().then(() => setOpen(true))}>
        <ChevronDownIcon />
      </IconButton>
      <IntervalSheet open={isOpen} onOpenChange={setOpen} />
    </div>
  );
}
