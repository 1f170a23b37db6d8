import type { WireOrder, WireTrade } from "@candor/protocol/wire/objects";
import { Button } from "@candor/ui/button.tsx";
import { Empty, SkeletonRows } from "@candor/ui/feedback.tsx";
import { HistoryIcon } from "@candor/ui/icons.tsx";
import { type Column, Table } from "@candor/ui/table.tsx";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { useT } from "../../../i18n/use-t.ts";
import { LoadFailed } from "../../../shell/load-failed.tsx";
import { api, live } from "../../../shell/services.ts";
import { useAppStore } from "../../../state/app-store.ts";
import type { MarketLook } from "../market/market-look.ts";
import { useLiveValue } from "../market/use-live-value.ts";

const PAGE_ROWS = 20;
/** Several things often happen together: one new question is enough. */
const SETTLE_MS = 400;

export interface RecordsProps {
  readonly lookOf: (symbol: string) => MarketLook | undefined;
  readonly isDesktop: boolean;
}

/** Rows of the two histories. */
interface RowOf {
  readonly history: WireOrder;
  readonly trades: WireTrade;
}
type View = keyof RowOf;

/** One of the two histories, page by page; asked again when something happened to the account since. */
function useRecords<Name extends View>(view: Name) {
  const userId = useAppStore((state) => state.vuex_user?.id ?? "");
  const query = useInfiniteQuery({
    queryKey: ["record", userId, view],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        "record",
        {
          product: "spot",
          view,
          limit: PAGE_ROWS,
          ...(pageParam === "" ? { minSeq: live.account.getSnapshot().asOfSeq } : { cursor: pageParam }),
        },
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const { data, refetch } = query;
  const asOfSeq = useLiveValue(live.account, (account) => account.asOfSeq);
  const isBehind = data !== undefined && (data.pages[0]?.asOfSeq ?? 0) < asOfSeq;
  useEffect(() => {
    if (!isBehind || asOfSeq === 0) return undefined;
    const timer = setTimeout(() => void refetch(), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [isBehind, refetch, asOfSeq]);
  // The call answers with orders or with trades, as the view asks.
  const rows = (data?.pages ?? []).flatMap((page) => page.list as unknown as readonly RowOf[Name][]);
  return { query, rows };
}

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
  const { query, rows } = useRecords(props.view);
  if (query.isPending) return <SkeletonRows count={4} label={t("shell.loading")} />;
  if (query.isError && rows.length === 0) {
    return <LoadFailed onRetry={() => void query.refetch()} />;
  }
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
        <Table label={props.label} columns={props.columns} rows={rows} rowKey={props.rowKey} />
      ) : (
        rows.map((row) => props.renderCard(row))
      )}
      {query.hasNextPage && (
        <div className="load-more">
          <Button
            size="small"
            tone="line"
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t("trade.loadMore")}
          </Button>
        </div>
      )}
    </>
  );
}
