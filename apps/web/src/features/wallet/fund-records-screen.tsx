import { Button, IconButton } from "@candor/ui/button.tsx";
import { Empty, SkeletonRows } from "@candor/ui/feedback.tsx";
import { HistoryIcon } from "@candor/ui/icons.tsx";
import { DepositIcon, FilterIcon } from "@candor/ui/page-icons.tsx";
import { PullToRefresh } from "@candor/ui/pull-to-refresh.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { Chips } from "@candor/ui/tabs.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { LoadMore } from "../../shell/calls/load-more.tsx";
import { refresh } from "../../shell/calls/use-call.ts";
import { useDesktop } from "../../shell/hooks/use-media-query.ts";
import { Page } from "../../shell/page/page.tsx";
import { useSearchParams } from "../../shell/routing/use-search-params.ts";
import { FundRecordDays, FundRecordTable } from "./fund-record-list.tsx";
import type { RecordFilter } from "./record-filter.ts";
import { countOf, readFilter, writeFilter } from "./record-filter.ts";
import { RecordFilters } from "./record-filters.tsx";
import { GROUP_WORDS, RECORD_GROUPS } from "./record-words.ts";
import { useExport } from "./use-export.ts";
import { useRecords } from "./use-records.ts";
import "../../shared/funds/wallet.css";

/** All balance changes, newest first. */
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
  const { rows: records, ...pages } = useRecords(filter);
  if (pages.isPending) {
    return (
      <div className="group">
        <SkeletonRows count={6} label={t("shell.loading")} />
      </div>
    );
  }
  if (pages.isFailed) return <LoadFailed error={pages.error} onRetry={pages.refetch} />;
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
      {pages.hasMore && <LoadMore isBusy={pages.isFetchingMore} onMore={pages.fetchMore} />}
    </>
  );
}
