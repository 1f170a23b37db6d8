import { PERIODS, type Period } from "@candor/domain/enumerations";
import { Chips, Tabs } from "@candor/ui/tabs.tsx";
import { useT } from "../../i18n/use-t.ts";
import { shortPeriod, useChartSettings } from "./chart-settings.ts";

/** Chooses the chart's interval: chips in a terminal, tabs on the chart's own page. */
export function IntervalBar({ looks }: { readonly looks: "chips" | "tabs" }) {
  const t = useT();
  const { period, setPeriod } = useChartSettings();
  const choices = PERIODS.map((value: Period) => ({ value, label: shortPeriod(t, value) }));
  const common = { label: t("chart.interval"), value: period, onValueChange: setPeriod, choices };
  return looks === "chips" ? <Chips {...common} square /> : <Tabs {...common} plain className="intervals" />;
}
