import type { ReactNode } from "react";

interface Column {
  readonly label: string;
  /** Words instead of figures. */
  readonly isText?: boolean;
}

interface Row {
  readonly key: string;
  readonly name: ReactNode;
  /** One for each column but the first; null where there is nothing. */
  readonly cells: readonly ReactNode[];
  readonly isTotal?: boolean;
}

export interface RowGroup {
  readonly key: string;
  /** Heading of the group. */
  readonly name?: string;
  readonly rows: readonly Row[];
}

interface Props {
  readonly title: string;
  /** The first is that of the rows' names. */
  readonly columns: readonly Column[];
  readonly groups: readonly RowGroup[];
}

/** A table on paper and wide screens; on phones, rows are blocks with labeled figures. */
export function StatementTable({ title, columns, groups }: Props) {
  return (
    <section className="statement-part">
      <h3>{title}</h3>
      <table aria-label={title}>
        <thead>
          <tr>
            {columns.map(({ label, isText = false }, index) => (
              <th key={label} scope="col" className={index > 0 && !isText ? "r" : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ key, name, rows }) => (
          <tbody key={key}>
            {name !== undefined && (
              <tr className="statement-coin">
                <th scope="rowgroup" colSpan={columns.length}>
                  {name}
                </th>
              </tr>
            )}
            {rows.map((row) => (
              <tr key={row.key} className={row.isTotal === true ? "statement-total" : undefined}>
                <th scope="row">{row.name}</th>
                {columns.slice(1).map(({ label, isText = false }, index) => (
                  <td key={label} data-label={label} className={isText ? undefined : "r"}>
                    {row.cells[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}
