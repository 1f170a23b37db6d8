import { Empty, SkeletonRows } from "@candor/ui/feedback.tsx";
import { HistoryIcon } from "@candor/ui/icons.tsx";
import { type Column, Table } from "@candor/ui/table.tsx";
import type { WireOrder, WireTrade } from "@candor/wire/objects";
import type { ReactNode } from "react";
import { useT } from "../../../i18n/use-t.ts";
import { LoadFailed } from "../../../shell/calls/load-failed.tsx";
import { LoadMore } from "../../../shell/calls/load-more.tsx";
import { type Pages, usePages } from "../../../shell/calls/use-pages.ts";
import { useExtraColumns } from "../../../shell/hooks/use-media-query.ts";
import { api } from "../../../shell/services/services.ts";
import type { MarketFormat } from "../../market/market-format.ts";

const PAGE_ROWS = 20;

export interface RecordsProps {
  readonly formatOf: (symbol: string) => MarketFormat | undefined;
  readonly isDesktop: boolean;
}

/** Row types of the two histories. */
interface RowOf {
  readonly history: WireOrder;
  readonly trades: WireTrade;
}
type View = keyof RowOf;

/** One of the two histories, paginated. */
const useRecords = <Name extends View>(view: Name): Pages<RowOf[Name]> =>
  usePages(["record", view], async (start, signal) => {
    const page = await api.call("record", { product: "spot", view, limit: PAGE_ROWS, ...start }, { signal });
    // The call returns orders or trades, depending on the view.
    return { ...page, list: page.list as unknown as readonly RowOf[Name][] };
  });

interface RecordListProps<Name extends View> {
  readonly view: Name;
  readonly label: string;
  readonly emptyTitle: string;
  readonly emptyNote: string;
  readonly columns: readonly Column<RowOf[Name]>[];
  readonly rowKey: (row: RowOf[Name]) => string;
  readonly renderCard: (row: RowOf[Name]) => ReactNode;
  readonly isDesktop: boolean;
}

export function RecordList<Name extends View>(props: RecordListProps<Name>) {
  const t = useT();
  const hasExtraColumns = useExtraColumns();
  const { rows, isPending, isFailed, error, hasMore, isFetchingMore, fetchMore, refetch } = useRecords(
    props.view,
  );
  if (isPending) return <SkeletonRows count={4} label={t("shell.loading")} />;
  if (isFailed) return <LoadFailed error={error} onRetry={refetch} />;
  if (rows.length === 0) {
    return (
      <Empty icon={HistoryIcon} title={props.emptyTitle}>
        {props.emptyNote}
      </Empty>
    );
  }
  return (
    <>
      {props.isDesktop ? (
        <Table
          label={props.label}
          columns={props.columns}
          rows={rows}
          rowKey={props.rowKey}
          isCompact={!hasExtraColumns}
        />
      ) : (
        rows.map((row) => props.renderCard(row))
      )}
      {hasMore && <LoadMore isBusy={isFetchingMore} onMore={fetchMore} />}
    </>
  );
}
