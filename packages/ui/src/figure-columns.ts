import { trimZeros } from "@candor/money/decimal";
import { useMemo } from "react";
import { decimalsIn } from "./decimal-math.ts";
import type { FinancialTextProps } from "./financial-text.tsx";

/** A figure of a table's column, where those of one unit have the same number of decimals. */
export interface Figure extends Omit<FinancialTextProps, "decimals" | "minDecimals" | "maxDecimals"> {
  /** What it counts, when no asset is written after it. */
  readonly unit?: string;
  /** At least so many decimals; 0 unless given. */
  readonly least?: number;
}

interface FigureColumn<Row> {
  readonly key: string;
  readonly figure?: (row: Row) => Figure;
}

export const unitOf = ({ asset, unit }: Figure): string => asset ?? unit ?? "";

/** How many decimals the figures of a column and unit are written with: as many as the longest needs. */
export type FigureDecimals = (column: string, unit: string) => number;

export function figureDecimals<Row>(
  columns: readonly FigureColumn<Row>[],
  rows: readonly Row[],
): ReadonlyMap<string, number> {
  const most = new Map<string, number>();
  for (const { key, figure } of columns) {
    if (figure === undefined) continue;
    for (const row of rows) {
      const shown = figure(row);
      const place = `${key} ${unitOf(shown)}`;
      const needed = decimalsIn(trimZeros(shown.value ?? ""));
      most.set(place, Math.max(most.get(place) ?? shown.least ?? 0, needed));
    }
  }
  return most;
}

/** The same function as long as it gives the same answers, so that a row more draws no other row. */
export function useFigureDecimals<Row>(
  columns: readonly FigureColumn<Row>[],
  rows: readonly Row[],
): FigureDecimals {
  const most = useMemo(() => figureDecimals(columns, rows), [columns, rows]);
  const answers = [...most].flat().join("|");
  // oxlint-disable-next-line react/exhaustive-deps -- `answers` is what `most` says
  return useMemo(() => (column, unit) => most.get(`${column} ${unit}`) ?? 0, [answers]);
}
