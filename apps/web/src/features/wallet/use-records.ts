import type { FundRecordKind } from "@candor/domain/enumerations";
import type { WireFundRecord } from "@candor/wire/objects";
import { useCall } from "../../shell/calls/use-call.ts";
import { type Pages, useFollowAccount, usePages } from "../../shell/calls/use-pages.ts";
import { api } from "../../shell/services/services.ts";
import { type RecordFilter, requestOf } from "./record-filter.ts";

const PAGE_SIZE = 30;

/** The ledger's entries, paginated, newest first, updated live. */
export const useRecords = (filter: RecordFilter): Pages<WireFundRecord> =>
  usePages(["moneyLog", filter], (start, signal) =>
    api.call("moneyLog", { ...requestOf(filter), limit: PAGE_SIZE, ...start }, { signal }),
  );

/** The newest entries. */
export function useRecentRecords(limit: number, kinds: readonly FundRecordKind[]) {
  const { data, refetch } = useCall("moneyLog", {
    limit,
    ...(kinds.length > 0 && { kind: [...kinds] }),
  });
  useFollowAccount(data?.asOfSeq, refetch);
  return data?.list;
}
