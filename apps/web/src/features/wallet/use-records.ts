import type { FundRecordKind } from "@candor/protocol/enumerations";
import type { WireFundRecord } from "@candor/protocol/wire/objects";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, live } from "../../shell/services.ts";
import { useCall } from "../../shell/use-call.ts";
import { useLive } from "../../shell/use-live.ts";
import { useAppStore } from "../../state/app-store.ts";
import { type RecordFilter, requestOf } from "./record-filter.ts";

const PAGE_SIZE = 30;
/** Several things often happen together: one new question is enough. */
const SETTLE_MS = 800;
const NO_RECORDS: readonly WireFundRecord[] = [];

/** Asks again when the account has moved on since the answer. */
function useFollowAccount(asOfSeq: number | undefined, refetch: () => unknown): void {
  const account = useLive(live.account);
  const missedSeq = asOfSeq !== undefined && account.asOfSeq > asOfSeq ? account.asOfSeq : 0;
  useEffect(() => {
    if (missedSeq === 0) return undefined;
    const timer = setTimeout(() => void refetch(), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [missedSeq, refetch]);
}

/** The ledger's entries, page by page, newest first, and followed. */
export function useRecords(filter: RecordFilter) {
  const userId = useAppStore((state) => state.vuex_user?.id ?? "");
  const lang = useAppStore((state) => state.lang);
  const query = useInfiniteQuery({
    queryKey: ["moneyLog", userId, lang, filter],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        "moneyLog",
        {
          ...requestOf(filter),
          limit: PAGE_SIZE,
          ...(pageParam === null ? { minSeq: live.account.getSnapshot().asOfSeq } : { cursor: pageParam }),
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
  useFollowAccount(query.data?.pages[0]?.asOfSeq, query.refetch);
  const records = query.data?.pages.flatMap((page) => page.list) ?? NO_RECORDS;
  return { query, records };
}

/** The newest few. */
export function useRecentRecords(limit: number, kinds: readonly FundRecordKind[]) {
  const { data, refetch } = useCall("moneyLog", {
    limit,
    ...(kinds.length > 0 && { kind: [...kinds] }),
  });
  useFollowAccount(data?.asOfSeq, refetch);
  return data?.list;
}
