import type { FundRecordKind } from "@candor/protocol/enumerations";
import type { WireFundRecord } from "@candor/protocol/wire/objects";
import { Button } from "@candor/ui/button.tsx";
import { Empty, ErrorState, SkeletonRows } from "@candor/ui/feedback.tsx";
import { HistoryIcon } from "@candor/ui/icons.tsx";
import { PullToRefresh } from "@candor/ui/pull-to-refresh.tsx";
import { Chips } from "@candor/ui/tabs.tsx";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { Page } from "../../shell/page.tsx";
import { api } from "../../shell/services.ts";
import { refresh } from "../../shell/use-call.ts";
import { useDesktop } from "../../shell/use-desktop.ts";
import { useAppStore } from "../../state/app-store.ts";
import { FundRecordDays, FundRecordTable } from "./fund-record-list.tsx";
import "./wallet.css";

type Filter = "all" | "deposits" | "transfers" | "trades" | "withdrawals" | "mining";

const KINDS: Readonly<Record<Filter, readonly FundRecordKind[]>> = {
  all: [],
  deposits: ["deposit", "faucet"],
  transfers: ["transfer-in", "transfer-out"],
  trades: ["trade", "trade-fee"],
  withdrawals: ["withdrawal", "withdrawal-fee", "withdrawal-return"],
  mining: ["mining-price", "mining-income", "mining-refund"],
};

const PAGE_SIZE = 30;

function useRecords(filter: Filter) {
  const userId = useAppStore((state) => state.vuex_user?.id ?? "");
  const lang = useAppStore((state) => state.lang);
  return useInfiniteQuery({
    queryKey: ["moneyLog", userId, lang, filter],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        "moneyLog",
        {
          limit: PAGE_SIZE,
          ...(KINDS[filter].length > 0 && { kind: [...KINDS[filter]] }),
          ...(pageParam !== null && { cursor: pageParam }),
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** Everything that changed a balance, newest first. */
export function Screen() {
  const t = useT();
  const [filter, setFilter] = useState<Filter>("all");
  return (
    <Page title={t("wallet.records")} hasBack>
      <Chips
        className="records-filter"
        label={t("wallet.filter")}
        value={filter}
        onValueChange={setFilter}
        choices={[
          { value: "all", label: t("wallet.all") },
          { value: "deposits", label: t("wallet.filterDeposits") },
          { value: "transfers", label: t("wallet.filterTransfers") },
          { value: "trades", label: t("wallet.filterTrades") },
          { value: "withdrawals", label: t("wallet.filterWithdrawals") },
          { value: "mining", label: t("wallet.filterMining") },
        ]}
      />
      <PullToRefresh onRefresh={() => refresh("moneyLog")}>
        <Records filter={filter} />
      </PullToRefresh>
    </Page>
  );
}

function Records({ filter }: { readonly filter: Filter }) {
  const t = useT();
  const isDesktop = useDesktop();
  const query = useRecords(filter);
  if (query.isPending) {
    return (
      <div className="group">
        <SkeletonRows count={6} label={t("shell.loading")} />
      </div>
    );
  }
  if (query.data === undefined) {
    return (
      <ErrorState
        title={t("shell.loadFailed")}
        action={
          <Button size="small" tone="line" onClick={() => void query.refetch()}>
            {t("shell.tryAgain")}
          </Button>
        }
      >
        {t("shell.loadFailedNote")}
      </ErrorState>
    );
  }
  const records: readonly WireFundRecord[] = query.data.pages.flatMap((page) => page.list);
  if (records.length === 0) {
    return (
      <div className="group">
        <Empty icon={HistoryIcon} title={t("wallet.noRecords")}>
          {t("wallet.noRecordsNote")}
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
        <div className="more">
          <Button
            size="small"
            tone="line"
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t("wallet.loadMore")}
          </Button>
        </div>
      )}
    </>
  );
}
