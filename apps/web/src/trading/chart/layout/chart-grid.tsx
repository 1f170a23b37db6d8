import { Segmented } from "@candor/ui/segmented.tsx";
import { lazy, type ReactNode, Suspense } from "react";
import { useT } from "../../../i18n/use-t.ts";
import { loadPart } from "../../../shell/code-loading/load-part.ts";
import { CHART_COUNTS } from "./chart-grid-choices.ts";
import "./chart-grid.css";
import { useChartGrid } from "./use-chart-grid.ts";

const ChartCell = lazy(async () => ({
  default: (await loadPart(() => import("./chart-cell.tsx"))).ChartCell,
}));

/** The main chart and up to three others next to it, each with its own market and interval. */
export function ChartGrid({ children }: { readonly children: ReactNode }) {
  const t = useT();
  const { count, cells, setCount, setCell } = useChartGrid();
  return (
    <>
      <div className="row between chart-count">
        <span className="small muted">{t("chart.chartCount")}</span>
        <Segmented
          label={t("chart.chartCount")}
          value={count}
          onValueChange={setCount}
          choices={CHART_COUNTS.map((value) => ({ value, label: value }))}
        />
      </div>
      <div className={`chart-grid of-${count}`}>
        {children}
        {cells.slice(0, Number(count) - 1).map((cell, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a cell is known by its place
          <Suspense key={index} fallback={<div className="candles" aria-busy="true" />}>
            <ChartCell cell={cell} onChange={(next) => setCell(index, next)} />
          </Suspense>
        ))}
      </div>
    </>
  );
}
