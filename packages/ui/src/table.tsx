import { memo, type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import { classNames } from "./class-names.ts";
import { type Figure, type FigureDecimals, unitOf, useFigureDecimals } from "./figure-columns.ts";
import { FinancialText } from "./financial-text.tsx";
import { ChevronDownIcon, SortIcon } from "./icons.tsx";
import "./list.css";

interface ColumnStyle {
  readonly key: string;
  readonly header: ReactNode;
  readonly align?: "left" | "right";
  readonly className?: string;
  /** Makes the header a sort button. */
  readonly onSort?: () => void;
  readonly sorted?: "ascending" | "descending";
  /** In a narrow table it shares cells with the previous column, below it. */
  readonly joins?: boolean;
}

/** A column that renders its own cells. */
export interface CellColumn<Row> extends ColumnStyle {
  readonly renderCell: (row: Row) => ReactNode;
  readonly figure?: never;
}

/** A column of figures; those of one unit share the number of decimals. */
interface FigureColumn<Row> extends ColumnStyle {
  readonly figure: (row: Row) => Figure;
  readonly renderCell?: never;
}

export type Column<Row> = CellColumn<Row> | FigureColumn<Row>;

export interface TableProps<Row> {
  readonly label: string;
  /** While stable, a row rerenders only if it changes. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Narrow: some columns share cells, in two lines. A table that does not fit into its box is narrow anyway. */
  readonly isCompact?: boolean;
}

/** Columns that share cells, one line each. */
type Group<Row> = readonly [Column<Row>, ...Column<Row>[]];

function grouped<Row>(columns: readonly Column<Row>[], isCompact: boolean): readonly Group<Row>[] {
  const groups: [Column<Row>, ...Column<Row>[]][] = [];
  for (const column of columns) {
    const last = isCompact && column.joins === true ? groups.at(-1) : undefined;
    if (last === undefined) groups.push([column]);
    else last.push(column);
  }
  return groups;
}

function lines<Row>(group: Group<Row>, renderLine: (column: Column<Row>) => ReactNode): ReactNode {
  if (group.length === 1) return renderLine(group[0]);
  return group.map((column) => (
    <span key={column.key} className="line">
      {renderLine(column)}
    </span>
  ));
}

/** Returns whether the table does not fit into its box with one cell per column. The box may change its size. */
function useTooWide(isCompact: boolean): readonly [RefObject<HTMLTableElement | null>, boolean] {
  const table = useRef<HTMLTableElement>(null);
  /** Width that the wide table needs; 0 while it fits. */
  const [needed, setNeeded] = useState(0);
  useLayoutEffect(() => {
    const shown = table.current;
    const box = shown?.parentElement;
    if (isCompact || shown === null || box === null || box === undefined) return undefined;
    const measure = (): void => {
      const room = box.clientWidth;
      setNeeded((before) => {
        if (before > 0) return room >= before ? 0 : before;
        return shown.offsetWidth > room ? shown.offsetWidth : 0;
      });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    observer.observe(shown);
    return () => observer.disconnect();
  }, [isCompact]);
  return [table, needed > 0];
}

/** Desktop version of lists. */
export function Table<Row>({ label, columns, rows, rowKey, isCompact = false }: TableProps<Row>) {
  const decimals = useFigureDecimals(columns, rows);
  const [table, isTooWide] = useTooWide(isCompact);
  const isNarrow = isCompact || isTooWide;
  const groups = useMemo(() => grouped(columns, isNarrow), [columns, isNarrow]);
  return (
    <table ref={table} className={classNames("tbl", isNarrow && "narrow")} aria-label={label}>
      <thead>
        <tr>
          {groups.map((group) => {
            const { key, align, className, sorted } = group[0];
            return (
              <th
                key={key}
                scope="col"
                className={classNames(align === "right" && "r", sorted !== undefined && "on", className)}
                aria-sort={sorted}
              >
                {lines(group, (column) => (
                  <HeaderCell column={column} />
                ))}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody translate="no">
        {rows.map((row) => (
          <TableRow key={rowKey(row)} row={row} groups={groups} decimals={decimals} />
        ))}
      </tbody>
    </table>
  );
}

interface TableRowProps<Row> {
  readonly groups: readonly Group<Row>[];
  readonly row: Row;
  readonly decimals: FigureDecimals;
}

const TableRow = memo(function TableRow<Row>({ row, groups, decimals }: TableRowProps<Row>) {
  return (
    <tr>
      {groups.map((group) => {
        const { key, align, className } = group[0];
        return (
          <td key={key} className={classNames(align === "right" && "r", className)}>
            {lines(group, (column) =>
              column.figure === undefined ? (
                column.renderCell(row)
              ) : (
                <FigureCell column={column.key} figure={column.figure(row)} decimals={decimals} />
              ),
            )}
          </td>
        );
      })}
    </tr>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;

interface FigureCellProps {
  readonly column: string;
  readonly figure: Figure;
  readonly decimals: FigureDecimals;
}

function FigureCell({ column, figure, decimals }: FigureCellProps) {
  const { unit: _, least: __, ...shown } = figure;
  return <FinancialText {...shown} decimals={decimals(column, unitOf(figure))} />;
}

function HeaderCell<Row>({ column }: { readonly column: Column<Row> }) {
  if (column.onSort === undefined) return <>{column.header}</>;
  return (
    <button type="button" onClick={column.onSort}>
      {column.header}
      <SortMark sorted={column.sorted} />
    </button>
  );
}

/** Sort direction of a column. */
export function SortMark({ sorted }: { readonly sorted: "ascending" | "descending" | undefined }) {
  if (sorted === undefined) return <SortIcon size="xs" />;
  return <ChevronDownIcon size="xs" style={sorted === "ascending" ? { rotate: "180deg" } : undefined} />;
}
