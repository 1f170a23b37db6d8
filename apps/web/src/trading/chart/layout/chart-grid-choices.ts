import { type ChartPeriod, PERIODS } from "@candor/domain/enumerations";
import type { MarketKind } from "../../../data/market-kind.ts";
import { isOneOf } from "../is-one-of.ts";

/** Charts shown together on large screens. */
export const CHART_COUNTS = ["1", "2", "4"] as const;
export type ChartCount = (typeof CHART_COUNTS)[number];

/** A chart next to the main one. */
export interface GridCell {
  readonly kind: MarketKind;
  readonly symbol: string;
  readonly period: ChartPeriod;
}

export interface ChartGridChoices {
  readonly count: ChartCount;
  /** Charts next to the main one; those beyond the count are kept for later. */
  readonly cells: readonly GridCell[];
}

const KINDS = ["spot", "contract"] as const;

/** Markets of the charts that the user has not chosen yet. */
const USUAL_CELLS: readonly GridCell[] = [
  { kind: "spot", symbol: "ETHUSDT", period: "15min" },
  { kind: "spot", symbol: "SOLUSDT", period: "15min" },
  { kind: "spot", symbol: "BTCUSDT", period: "1day" },
];

export const ONE_CHART: ChartGridChoices = { count: "1", cells: USUAL_CELLS };

/** Reads stored choices; each unknown value is replaced by the usual one. */
export function readGrid(stored: unknown): ChartGridChoices {
  if (typeof stored !== "object" || stored === null) return ONE_CHART;
  const { count, cells } = stored as Partial<Record<keyof ChartGridChoices, unknown>>;
  return {
    count: isOneOf(CHART_COUNTS, count) ? count : ONE_CHART.count,
    cells: USUAL_CELLS.map((usual, index) =>
      readCell(Array.isArray(cells) ? cells[index] : undefined, usual),
    ),
  };
}

function readCell(stored: unknown, usual: GridCell): GridCell {
  if (typeof stored !== "object" || stored === null) return usual;
  const { kind, symbol, period } = stored as Partial<Record<keyof GridCell, unknown>>;
  if (!isOneOf(KINDS, kind) || typeof symbol !== "string" || !isOneOf(PERIODS, period)) return usual;
  return { kind, symbol, period };
}
