import { PERIODS, type Period } from "@candor/domain/enumerations";
import { Chips, Tabs } from "@candor/ui/tabs.tsx";
import { useT } from "../../i18n/use-t.ts";
import { SHORT_PERIODS, useChartSettings } from "./chart-settings.ts";

const CHOICES = PERIODS.map((value: Period) => ({ value, label: SHORT_PERIODS[value] }));

/** Chooses the chart's interval: chips in a terminal, tabs on the chart's own page. */
export function IntervalBar({ looks }: { readonly looks: "chips" | "tabs" }) {
  const t = useT();
  const { period, setPeriod } = useChartSettings();
  const common = { label: t("chart.interval"), value: period, onValueChange: setPeriod, choices: CHOICES };
  return looks === "chips" ? <Chips {...common} square /> : <Tabs {...common} plain className="intervals" />;
}
