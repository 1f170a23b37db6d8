import { Empty, SkeletonRows } from "@candor/ui/feedback.tsx";
import { HistoryIcon } from "@candor/ui/icons.tsx";
import { type Column, Table } from "@candor/ui/table.tsx";
import type { ReactNode } from "react";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { LoadMore } from "../../shell/calls/load-more.tsx";
import type { Pages } from "../../shell/calls/use-pages.ts";
import { useDesktop, useExtraColumns } from "../../shell/hooks/use-media-query.ts";
import "../orders/orders.css";

export interface RowListProps<Row> {
  readonly pages: Pages<Row>;
  readonly label: string;
  readonly emptyTitle: string;
  readonly emptyNote: string;
  /** A filter is active, so missing rows may be hidden by it. */
  readonly isNarrowed: boolean;
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  readonly renderCard: (row: Row) => ReactNode;
}

/** Cards on phones, a table on desktops, paginated. */
export function RowList<Row>(props: RowListProps<Row>) {
  const { pages, columns, rowKey, renderCard } = props;
  const t = useT();
  const isDesktop = useDesktop();
  const hasExtraColumns = useExtraColumns();
  if (pages.isPending) {
    return (
      <div className="group">
        <SkeletonRows count={5} label={t("shell.loading")} />
      </div>
    );
  }
  if (pages.isFailed) return <LoadFailed error={pages.error} onRetry={pages.refetch} />;
  if (pages.rows.length === 0 && !pages.hasMore) {
    return (
      <div className="group">
        <Empty icon={HistoryIcon} title={props.emptyTitle}>
          {props.isNarrowed ? t("records.emptyFiltered") : props.emptyNote}
        </Empty>
      </div>
    );
  }
  return (
    <>
      <section className="group records-rows">
        {isDesktop ? (
          <Table
            label={props.label}
            columns={columns}
            rows={pages.rows}
            rowKey={rowKey}
            isCompact={!hasExtraColumns}
          />
        ) : (
          pages.rows.map((row) => <div key={rowKey(row)}>{renderCard(row)}</div>)
        )}
      </section>
      {pages.hasMore && <LoadMore isBusy={pages.isFetchingMore} onMore={pages.fetchMore} />}
    </>
  );
}
