import { trimZeros } from "@candor/money/decimal";
import { useMemo } from "react";
import { decimalsIn } from "./decimal-math.ts";
import type { FinancialTextProps } from "./financial-text.tsx";

/** A figure in a table column; figures of one unit share the number of decimals. */
export interface Figure extends Omit<FinancialTextProps, "decimals" | "minDecimals" | "maxDecimals"> {
  /** Unit, if no asset is shown. */
  readonly unit?: string;
  /** Minimum decimals; default 0. */
  readonly least?: number;
}

interface FigureColumn<Row> {
  readonly key: string;
  readonly figure?: (row: Row) => Figure;
}

export const unitOf = ({ asset, unit }: Figure): string => asset ?? unit ?? "";

/** Returns the decimals for a column and unit: as many as the longest figure needs. */
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

/** Stable while its results are the same, so that an added row does not rerender the others. */
export function useFigureDecimals<Row>(
  columns: readonly FigureColumn<Row>[],
  rows: readonly Row[],
): FigureDecimals {
  const most = useMemo(() => figureDecimals(columns, rows), [columns, rows]);
  const answers = [...most].flat().join("|");
  // oxlint-disable-next-line react/exhaustive-deps -- `answers` is what `most` says
  return useMemo(() => (column, unit) => most.get(`${column} ${unit}`) ?? 0, [answers]);
}
