import { Button, IconButton } from "@candor/ui/button.tsx";
import { Empty, SkeletonRows } from "@candor/ui/feedback.tsx";
import { DepositIcon, FilterIcon, HistoryIcon } from "@candor/ui/icons.tsx";
import { PullToRefresh } from "@candor/ui/pull-to-refresh.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { Chips } from "@candor/ui/tabs.tsx";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/load-failed.tsx";
import { Page } from "../../shell/page.tsx";
import { refresh } from "../../shell/use-call.ts";
import { useDesktop } from "../../shell/use-desktop.ts";
import { useSearchParams } from "../../shell/use-search-params.ts";
import { FundRecordDays, FundRecordTable } from "./fund-record-list.tsx";
import type { RecordFilter } from "./record-filter.ts";
import { countOf, readFilter, writeFilter } from "./record-filter.ts";
import { RecordFilters } from "./record-filters.tsx";
import { GROUP_WORDS, RECORD_GROUPS } from "./record-words.ts";
import { useExport } from "./use-export.ts";
import { useRecords } from "./use-records.ts";
import "./wallet.css";

/** Everything that changed a balance, newest first. */
export function Screen() {
  const t = useT();
  const isDesktop = useDesktop();
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params);
  const setFilter = (next: RecordFilter) => setParams(writeFilter(next), { replace: true });
  const [isFiltering, setFiltering] = useState(false);
  const csv = useExport(filter);
  return (
    <Page
      title={t("wallet.records")}
      hasBack
      actions={
        isDesktop ? (
          <Button size="medium" tone="line" busy={csv.isBusy} onClick={csv.run}>
            <DepositIcon size="s" />
            {t("wallet.export")}
          </Button>
        ) : (
          <>
            <IconButton label={t("wallet.export")} aria-busy={csv.isBusy || undefined} onClick={csv.run}>
              <DepositIcon />
            </IconButton>
            <IconButton label={t("wallet.filter")} onClick={() => setFiltering(true)}>
              <FilterIcon />
              {countOf(filter) > 0 && <span className="pip filter-pip" />}
            </IconButton>
          </>
        )
      }
    >
      <Chips
        className="records-filter"
        label={t("wallet.filter")}
        value={filter.group}
        onValueChange={(group) => setFilter({ ...filter, group })}
        choices={RECORD_GROUPS.map((group) => ({ value: group, label: t(GROUP_WORDS[group]) }))}
      />
      {isDesktop && <RecordFilters filter={filter} onFilter={setFilter} />}
      <PullToRefresh onRefresh={() => refresh("moneyLog")}>
        <Records filter={filter} />
      </PullToRefresh>
      {!isDesktop && (
        <Sheet open={isFiltering} onOpenChange={setFiltering} title={t("wallet.filter")}>
          <RecordFilters filter={filter} onFilter={setFilter} onDone={() => setFiltering(false)} />
        </Sheet>
      )}
    </Page>
  );
}

function Records({ filter }: { readonly filter: RecordFilter }) {
  const t = useT();
  const isDesktop = useDesktop();
  const { query, records } = useRecords(filter);
  if (query.isPending) {
    return (
      <div className="group">
        <SkeletonRows count={6} label={t("shell.loading")} />
      </div>
    );
  }
  if (query.data === undefined) {
    return <LoadFailed onRetry={() => void query.refetch()} />;
  }
  if (records.length === 0) {
    const isNarrowed = filter.group !== "all" || countOf(filter) > 0;
    return (
      <div className="group">
        <Empty icon={HistoryIcon} title={t("wallet.noRecords")}>
          {isNarrowed ? t("wallet.noRecordsFiltered") : t("wallet.noRecordsNote")}
        </Empty>
      </div>
    );
  }
  return (
    <>
      {isDesktop ? (
        <section className="group">
          <FundRecordTable records={records} />
        </section>
      ) : (
        <FundRecordDays records={records} />
      )}
      {query.hasNextPage && (
        <More isBusy={query.isFetchingNextPage} onMore={() => void query.fetchNextPage()} />
      )}
    </>
  );
}

/** So far below the screen the next page is already fetched. */
const AHEAD = "400px";

/** The end of what is loaded: reaching it loads more, and the button does the same. */
function More({ isBusy, onMore }: { readonly isBusy: boolean; readonly onMore: () => void }) {
  const t = useT();
  const end = useRef<HTMLDivElement>(null);
  const more = useEffectEvent(onMore);
  useEffect(() => {
    const element = end.current;
    if (element === null || isBusy) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) more();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isBusy]);
  return (
    <div ref={end} className="more">
      <Button size="small" tone="line" busy={isBusy} onClick={onMore}>
        {t("wallet.loadMore")}
      </Button>
    </div>
  );
}
