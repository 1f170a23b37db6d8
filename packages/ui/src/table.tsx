import { memo, type ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { ChevronDownIcon, SortIcon } from "./icons.tsx";
import "./list.css";

export interface Column<Row> {
  readonly key: string;
  readonly header: ReactNode;
  readonly renderCell: (row: Row) => ReactNode;
  readonly align?: "left" | "right";
  readonly className?: string;
  /** The header is a button that sorts. */
  readonly onSort?: () => void;
  readonly sorted?: "ascending" | "descending";
}

export interface TableProps<Row> {
  readonly label: string;
  /** As long as they stay the same a row is drawn anew only when it is another one. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
}

/** Lists become tables on a desktop. */
export function Table<Row>({ label, columns, rows, rowKey }: TableProps<Row>) {
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
          <TableRow key={rowKey(row)} row={row} columns={columns} />
        ))}
      </tbody>
    </table>
  );
}

interface TableRowProps<Row> extends Pick<TableProps<Row>, "columns"> {
  readonly row: Row;
}

const TableRow = memo(function TableRow<Row>({ row, columns }: TableRowProps<Row>) {
  return (
    <tr>
      {columns.map((column) => (
        <td key={column.key} className={classNames(column.align === "right" && "r", column.className)}>
          {column.renderCell(row)}
        </td>
      ))}
    </tr>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;

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
