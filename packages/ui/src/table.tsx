import { memo, type ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { type Figure, type FigureDecimals, unitOf, useFigureDecimals } from "./figure-columns.ts";
import { FinancialText } from "./financial-text.tsx";
import { ChevronDownIcon, SortIcon } from "./icons.tsx";
import "./list.css";

interface ColumnLooks {
  readonly key: string;
  readonly header: ReactNode;
  readonly align?: "left" | "right";
  readonly className?: string;
  /** The header is a button that sorts. */
  readonly onSort?: () => void;
  readonly sorted?: "ascending" | "descending";
}

/** Draws its cells itself. */
export interface CellColumn<Row> extends ColumnLooks {
  readonly renderCell: (row: Row) => ReactNode;
  readonly figure?: never;
}

/** Figures, those of one unit with the same number of decimals. */
interface FigureColumn<Row> extends ColumnLooks {
  readonly figure: (row: Row) => Figure;
  readonly renderCell?: never;
}

export type Column<Row> = CellColumn<Row> | FigureColumn<Row>;

export interface TableProps<Row> {
  readonly label: string;
  /** As long as they stay the same a row is drawn anew only when it is another one. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
}

/** Lists become tables on a desktop. */
export function Table<Row>({ label, columns, rows, rowKey }: TableProps<Row>) {
  const decimals = useFigureDecimals(columns, rows);
  return (
    <table className="tbl" aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              className={classNames(
                column.align === "right" && "r",
                column.sorted !== undefined && "on",
                column.className,
              )}
              aria-sort={column.sorted}
            >
              <HeaderCell column={column} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TableRow key={rowKey(row)} row={row} columns={columns} decimals={decimals} />
        ))}
      </tbody>
    </table>
  );
}

interface TableRowProps<Row> extends Pick<TableProps<Row>, "columns"> {
  readonly row: Row;
  readonly decimals: FigureDecimals;
}

const TableRow = memo(function TableRow<Row>({ row, columns, decimals }: TableRowProps<Row>) {
  return (
    <tr>
      {columns.map((column) => (
        <td key={column.key} className={classNames(column.align === "right" && "r", column.className)}>
          {column.figure === undefined ? (
            column.renderCell(row)
          ) : (
            <FigureCell column={column.key} figure={column.figure(row)} decimals={decimals} />
          )}
        </td>
      ))}
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

/** Which way a column is sorted. */
export function SortMark({ sorted }: { readonly sorted: "ascending" | "descending" | undefined }) {
  if (sorted === undefined) return <SortIcon size="xs" />;
  return <ChevronDownIcon size="xs" style={sorted === "ascending" ? { rotate: "180deg" } : undefined} />;
}
