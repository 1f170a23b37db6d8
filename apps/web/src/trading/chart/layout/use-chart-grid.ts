import { useMemo } from "react";
import { useAccountDocument } from "../../../shell/documents/use-account-document.ts";
import {
  type ChartCount,
  type ChartGridChoices,
  type GridCell,
  ONE_CHART,
  readGrid,
} from "./chart-grid-choices.ts";

interface ChartGrid extends ChartGridChoices {
  setCount: (count: ChartCount) => void;
  setCell: (index: number, cell: GridCell) => void;
}

/** Number, markets and intervals of the charts on the chart page, kept in the account. */
export function useChartGrid(): ChartGrid {
  const [choices, save] = useAccountDocument("chart-grid", readGrid, ONE_CHART);
  return useMemo(
    () => ({
      ...choices,
      setCount: (count) => save((now) => ({ ...now, count })),
      setCell: (index, cell) => save((now) => ({ ...now, cells: now.cells.with(index, cell) })),
    }),
    [choices, save],
  );
}
